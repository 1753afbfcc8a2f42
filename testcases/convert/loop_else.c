// SPDX-License-Identifier: GPL-2.0-only
/* one arm is a loop, the other a call */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct loop_else {
	struct page **pages;
	int nr;
	bool write;
};

int loop_else_get(struct loop_else *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void loop_else_drop(struct loop_else *o)
{
	int i;

	if (o->write)
		for (i = 0; i < o->nr; i++)
			put_page(o->pages[i]);
	else
		release_pages(o->pages, o->nr);
	kfree(o->pages);
}
