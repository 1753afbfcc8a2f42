// SPDX-License-Identifier: GPL-2.0-only
/* a flag that a pin refuses goes; a call over lines keeps its form */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int flag_get(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	long got = get_user_pages_unlocked(addr, nr,
					   pages,
					   FOLL_WRITE | FOLL_GET);

	if (got != 1)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(pages[0]);
	return 0;
}
