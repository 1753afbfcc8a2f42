// SPDX-License-Identifier: GPL-2.0-only
/* refused: the release stands in a macro */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

#define DROP(o)	put_page((o)->page)

struct in_macro {
	struct page *page;
};

int in_macro_get(struct in_macro *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &o->page) != 1)
		return -EFAULT;
	dma_map_page(dev, o->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void in_macro_drop(struct in_macro *o)
{
	DROP(o);
}
