// SPDX-License-Identifier: GPL-2.0-only
/* trap: another page in the same function is put */
#include <linux/dma-mapping.h>
#include <linux/pagemap.h>

int trap_other_page(struct device *dev, struct address_space *mapping, unsigned long addr)
{
	struct page *page, *cached;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	cached = find_get_page(mapping, 0);
	if (cached) {
		dma_map_page(dev, cached, 0, PAGE_SIZE, DMA_TO_DEVICE);
		put_page(cached);
	}
	unpin_user_page(page); /* may: missing-dirty */
	return 0;
}
