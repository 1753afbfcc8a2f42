// SPDX-License-Identifier: GPL-2.0-only
/* the bound may be an error: that loop stays */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int negative_bound(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	int got, i;

	got = get_user_pages_fast(addr, nr, FOLL_WRITE, pages);
	if (got != nr) {
		for (i = 0; i < got; i++)
			put_page(pages[i]);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	for (i = 0; i < nr; i++)
		put_page(pages[i]);
	return 0;
}
