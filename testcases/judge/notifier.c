// SPDX-License-Identifier: GPL-2.0-only
/* case 3: pages are dropped when the MMU notifier says so */
#include <linux/dma-mapping.h>
#include <linux/mmu_notifier.h>

struct notifier_ctx {
	struct mmu_interval_notifier mni;
	struct page *page;
};

static bool notifier_invalidate(struct mmu_interval_notifier *mni,
				const struct mmu_notifier_range *range, unsigned long seq)
{
	struct notifier_ctx *ctx = container_of(mni, struct notifier_ctx, mni);

	mmu_interval_set_seq(mni, seq);
	if (ctx->page)
		put_page(ctx->page);
	ctx->page = NULL;
	return true;
}

static const struct mmu_interval_notifier_ops notifier_ops = {
	.invalidate = notifier_invalidate,
};

int notifier_start(struct notifier_ctx *ctx, struct device *dev, unsigned long addr)
{
	int ret;

	ret = mmu_interval_notifier_insert(&ctx->mni, current->mm, addr, PAGE_SIZE, &notifier_ops);
	if (ret)
		return ret;
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &ctx->page) != 1) /* verdict: keep case 3 */
		return -EFAULT;
	dma_map_page(dev, ctx->page, 0, PAGE_SIZE, DMA_BIDIRECTIONAL);
	return 0;
}
