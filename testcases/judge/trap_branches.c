// SPDX-License-Identifier: GPL-2.0-only
/* trap: two branches, each with a family of its own */
#include <linux/dma-mapping.h>

int trap_branches(struct device *dev, unsigned long addr, bool longterm)
{
	struct page *page;

	if (longterm) {
		if (pin_user_pages_fast(addr, 1, FOLL_LONGTERM, &page) != 1) /* verdict: done|manual */
			return -EFAULT;
		dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
		unpin_user_page(page);
	} else {
		if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* may: gup-put-page; verdict: convert|manual */
			return -EFAULT;
		dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
		put_page(page);
	}
	return 0;
}
