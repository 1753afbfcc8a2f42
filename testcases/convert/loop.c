// SPDX-License-Identifier: GPL-2.0-only
/* a counted loop becomes one call, its variable goes */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct loop {
	struct page **pages;
	int nr;
	bool write;
};

int loop_get(struct loop *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void loop_drop(struct loop *o)
{
	int i;

	for (i = 0; i < o->nr; i++)
		put_page(o->pages[i]);
	kfree(o->pages);
}
