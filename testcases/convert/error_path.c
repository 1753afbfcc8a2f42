// SPDX-License-Identifier: GPL-2.0-only
/* what was taken so far is released on an error */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int error_path(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	int got, i;

	got = get_user_pages_fast(addr, nr, FOLL_WRITE, pages);
	if (got < 0)
		return got;
	if (got < nr) {
		for (i = 0; i < got; i++)
			put_page(pages[i]);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	for (i = 0; i < nr; i++)
		put_page(pages[i]);
	return 0;
}
