// SPDX-License-Identifier: GPL-2.0-only
/* a loop that counts down from what may be an error: it stays */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int countdown_error(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	int got, i;

	got = get_user_pages_fast(addr, nr, FOLL_WRITE, pages);
	if (got == nr)
		dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	for (i = got - 1; i >= 0; i--)
		put_page(pages[i]);
	return got == nr ? 0 : -EFAULT;
}
