// SPDX-License-Identifier: GPL-2.0-only
/* with neighbour_a.c: two drivers with objects of one struct, each right by itself */
#include <linux/dma-mapping.h>

struct neighbour {
	struct page *page;
};

int neighbour_b_get(struct neighbour *n, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, 0, &n->page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma_map_page(dev, n->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

void neighbour_b_put(struct neighbour *n)
{
	put_page(n->page);
}
