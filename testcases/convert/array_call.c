// SPDX-License-Identifier: GPL-2.0-only
/* an array at once */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct array_call {
	struct page **pages;
	int nr;
	bool write;
};

int array_call_get(struct array_call *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void array_call_drop(struct array_call *o)
{
	release_pages(o->pages, o->nr);
	kfree(o->pages);
}
