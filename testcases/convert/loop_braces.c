// SPDX-License-Identifier: GPL-2.0-only
/* with braces, in a branch that then needs none */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct loop_braces {
	struct page **pages;
	int nr;
	bool write;
};

int loop_braces_get(struct loop_braces *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void loop_braces_drop(struct loop_braces *o)
{
	int i;

	if (o->write) {
		for (i = 0; i < o->nr; i++) {
			put_page(o->pages[i]);
		}
	}
	kfree(o->pages);
}
