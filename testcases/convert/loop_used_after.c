// SPDX-License-Identifier: GPL-2.0-only
/* the variable is used behind the loop, which stays */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct loop_used_after {
	struct page **pages;
	int nr;
	bool write;
};

int loop_used_after_get(struct loop_used_after *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void loop_used_after_drop(struct loop_used_after *o)
{
	int i;

	for (i = 0; i < o->nr; i++)
		put_page(o->pages[i]);
	pr_info("%d pages\n", i);
	kfree(o->pages);
}
