// SPDX-License-Identifier: GPL-2.0-only
/* dirtied on a condition that the loop does not change */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct loop_dirty_if {
	struct page **pages;
	int nr;
	bool write;
};

int loop_dirty_if_get(struct loop_dirty_if *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void loop_dirty_if_drop(struct loop_dirty_if *o)
{
	int i;

	for (i = 0; i < o->nr; ++i) {
		if (o->write)
			set_page_dirty_lock(o->pages[i]);
		put_page(o->pages[i]);
	}
	kfree(o->pages);
}
