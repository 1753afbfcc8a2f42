// SPDX-License-Identifier: GPL-2.0-only
/* trap: one variable, first a pinned page, then a page cache page */
#include <linux/dma-mapping.h>
#include <linux/pagemap.h>

int trap_reused_var(struct device *dev, struct address_space *mapping, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done|manual */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page); /* may: missing-dirty */

	page = find_get_page(mapping, 0);
	if (!page)
		return -ENOENT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	put_page(page);
	return 0;
}
