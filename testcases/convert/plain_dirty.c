// SPDX-License-Identifier: GPL-2.0-only
/* where one may surely sleep, plain dirtying becomes that of the helper */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int plain_dirty(struct device *dev, unsigned long addr, struct page **pages, int nr, bool in)
{
	int i;

	if (get_user_pages_fast(addr, nr, in ? FOLL_WRITE : 0, pages) != nr)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	for (i = 0; i < nr; i++) {
		if (in)
			set_page_dirty(pages[i]);
		put_page(pages[i]);
	}
	return 0;
}
