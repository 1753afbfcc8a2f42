// SPDX-License-Identifier: GPL-2.0-only
/* one variable for two loops, declared among others */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct two_loops {
	struct page **pages;
	int nr;
	bool write;
};

int two_loops_get(struct two_loops *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void two_loops_drop(struct two_loops *o)
{
	int i, n = o->nr - o->nr / 2;

	for (i = 0; i < o->nr / 2; i++)
		put_page(o->pages[i]);
	for (i = 0; i < n; i++)
		put_page(o->pages[o->nr / 2 + i]);
	kfree(o->pages);
}
