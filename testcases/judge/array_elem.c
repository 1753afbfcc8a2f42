// SPDX-License-Identifier: GPL-2.0-only
/* pages + i and &pages[i] as argument, a pointer into the array as release */
#include <linux/dma-mapping.h>

int array_elem_plus(struct device *dev, unsigned long addr, struct page **pages, int i)
{
	struct page **pos = pages + i;
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, pages + i) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	page = pages[i];
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	put_page(*pos);
	return 0;
}

int array_elem_addr(struct device *dev, unsigned long addr, struct page **pages, int i)
{
	if (pin_user_pages_fast(addr, 1, 0, &pages[i]) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE);
	put_page(pages[i]); /* want: family-mismatch */
	return 0;
}

int array_elem_good(struct device *dev, unsigned long addr, struct page **pages, int i)
{
	if (pin_user_pages_fast(addr, 1, 0, &pages[i]) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages + i, 1);
	return 0;
}
