// SPDX-License-Identifier: GPL-2.0-only
/* through a variable of the loop */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct loop_local {
	struct page **pages;
	int nr;
	bool write;
};

int loop_local_get(struct loop_local *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void loop_local_drop(struct loop_local *o)
{
	int i;

	for (i = 0; i < o->nr; i++) {
		struct page *page = o->pages[i];

		set_page_dirty_lock(page);
		put_page(page);
	}
	kfree(o->pages);
}
