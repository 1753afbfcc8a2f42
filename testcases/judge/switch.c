// SPDX-License-Identifier: GPL-2.0-only
/* switch: a release in each case */
#include <linux/dma-mapping.h>

int switch_bad(struct device *dev, unsigned long addr, int how)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	switch (how) {
	case 0:
		unpin_user_page(page);
		break;
	case 1:
		put_page(page); /* want: family-mismatch */
		return 1;
	default:
		unpin_user_pages(&page, 1);
		break;
	}
	return 0;
}

int switch_good(struct device *dev, unsigned long addr, int how)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	switch (how) {
	case 0:
	case 1:
		unpin_user_page(page);
		break;
	default:
		unpin_user_pages_dirty_lock(&page, 1, true);
	}
	return 0;
}
