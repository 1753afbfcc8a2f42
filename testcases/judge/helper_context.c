// SPDX-License-Identifier: GPL-2.0-only
/* one generic helper, two callers: their pages must not mix */
#include <linux/dma-mapping.h>

static struct page *context_first(struct page **pages, int nr)
{
	return nr > 0 ? pages[0] : NULL;
}

int context_pinned(struct device *dev, unsigned long addr)
{
	struct page *pages[2], *page;
	int got;

	got = pin_user_pages_fast(addr, 2, FOLL_WRITE, pages); /* verdict: done */
	page = context_first(pages, got);
	if (!page)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages(pages, got); /* may: missing-dirty */
	return 0;
}

int context_allocated(struct device *dev)
{
	struct page *pages[1], *page;

	pages[0] = alloc_page(GFP_KERNEL);
	page = context_first(pages, 1);
	if (!page)
		return -ENOMEM;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(page);
	return 0;
}
