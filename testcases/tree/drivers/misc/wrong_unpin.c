// SPDX-License-Identifier: GPL-2.0-only
/* Got, but unpinned: the release was converted without its acquire. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct wrong_ctx {
	struct page **pages;
	long nr_pages;
	dma_addr_t dma;
};

int wrong_setup(struct wrong_ctx *ctx, struct device *dev, unsigned long start, long nr)
{
	ctx->pages = kcalloc(nr, sizeof(*ctx->pages), GFP_KERNEL);
	if (!ctx->pages)
		return -ENOMEM;
	ctx->nr_pages = get_user_pages_unlocked(start, nr, ctx->pages, FOLL_WRITE);
	if (ctx->nr_pages <= 0) {
		kfree(ctx->pages);
		return -EFAULT;
	}
	ctx->dma = dma_map_page(dev, ctx->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void wrong_teardown(struct wrong_ctx *ctx, struct device *dev)
{
	dma_unmap_page(dev, ctx->dma, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages_dirty_lock(ctx->pages, ctx->nr_pages, true);
	kfree(ctx->pages);
}
