// SPDX-License-Identifier: GPL-2.0-only
/* the page is kept as a page frame number */
#include <linux/dma-mapping.h>

struct pfn_store_got {
	unsigned long pfn;
};

struct pfn_store_pinned {
	unsigned long pfn;
};

int pfn_store_get(struct pfn_store_got *ps, struct device *dev, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	ps->pfn = page_to_pfn(page);
	return 0;
}

void pfn_store_put(struct pfn_store_got *ps)
{
	put_page(pfn_to_page(ps->pfn));
}

int pfn_store_pin(struct pfn_store_pinned *ps, struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	ps->pfn = page_to_pfn(page);
	return 0;
}

void pfn_store_unpin(struct pfn_store_pinned *ps)
{
	unpin_user_page(pfn_to_page(ps->pfn));
}
