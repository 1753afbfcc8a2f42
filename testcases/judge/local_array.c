// SPDX-License-Identifier: GPL-2.0-only
/* a local array, read through an index */
#include <linux/dma-mapping.h>

int local_array_bad(struct device *dev, unsigned long addr)
{
	struct page *pages[4];
	int i, got;

	got = get_user_pages_fast(addr, 4, FOLL_WRITE, pages); /* want: gup-put-page; verdict: convert */
	for (i = 0; i < got; i++)
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	for (i = 0; i < got; i++) /* may: open-coded-release */
		put_page(pages[i]); /* may: missing-dirty */
	return got;
}

int local_array_good(struct device *dev, unsigned long addr)
{
	struct page *pages[4];
	int i, got;

	got = pin_user_pages_fast(addr, 4, FOLL_WRITE, pages); /* verdict: done */
	for (i = 0; i < got; i++)
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (got > 0)
		unpin_user_pages(pages, got); /* may: missing-dirty */
	return got;
}
