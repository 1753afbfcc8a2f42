// SPDX-License-Identifier: GPL-2.0-only
/* Kinds 6, 7, 8 and 15: a release of the wrong family on one path, and twins. */
#include <linux/dma-mapping.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>

int kf_start(struct device *dev, dma_addr_t dma);

struct kf_state {
	struct page *page;
};

/* the error path frees the page of a user */
int kf_free(struct device *dev, struct kf_state *s, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, 0, &s->page) != 1) /* verdict: mismatch */
		return -EFAULT;
	if (kf_start(dev, dma_map_page(dev, s->page, 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		__free_page(s->page); /* want: family-mismatch */
		return -EIO;
	}
	unpin_user_page(s->page);
	return 0;
}

/* an own page beside it may be freed */
int kf_free_good(struct device *dev, unsigned long addr)
{
	struct page *own = alloc_page(GFP_KERNEL), *page;
	int ret = -EFAULT;

	if (!own)
		return -ENOMEM;
	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: done */
		goto out;
	ret = kf_start(dev, dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE));
	unpin_user_page(page);
out:
	__free_page(own);
	return ret;
}

/* one error path, in another function, still puts */
struct kf_table {
	struct page *pages[16];
	int nr;
};

static void kf_abort(struct kf_table *t)
{
	int i;

	for (i = 0; i < t->nr; i++) /* may: open-coded-release */
		put_page(t->pages[i]); /* want: family-mismatch */
}

int kf_build(struct device *dev, struct kf_table *t, unsigned long addr)
{
	int n = pin_user_pages_fast(addr, 16, 0, t->pages); /* verdict: mismatch */

	t->nr = n > 0 ? n : 0;
	if (n <= 0)
		return -EFAULT;
	if (kf_start(dev, dma_map_page(dev, t->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		kf_abort(t);
		return -EIO;
	}
	return 0;
}

void kf_end(struct kf_table *t)
{
	unpin_user_pages(t->pages, t->nr);
}
