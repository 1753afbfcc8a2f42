// SPDX-License-Identifier: GPL-2.0-only
/* other work in the loop, which stays */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct loop_other_work {
	struct page **pages;
	int nr;
	bool write;
};

int loop_other_work_get(struct loop_other_work *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void loop_other_work_drop(struct loop_other_work *o)
{
	int i;

	for (i = 0; i < o->nr; i++) {
		put_page(o->pages[i]);
		o->pages[i] = NULL;
	}
	kfree(o->pages);
}
