// SPDX-License-Identifier: GPL-2.0-only
/* with neighbour_b.c: two drivers with objects of one struct, each right by itself */
#include <linux/dma-mapping.h>

struct neighbour {
	struct page *page;
};

int neighbour_a_get(struct neighbour *n, struct device *dev, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, 0, &n->page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, n->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

void neighbour_a_put(struct neighbour *n)
{
	unpin_user_page(n->page);
}
