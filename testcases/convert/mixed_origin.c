// SPDX-License-Identifier: GPL-2.0-only
/* refused: allocated pages reach the same release */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct mixed_origin {
	struct page *page;
};

int mixed_origin_get(struct mixed_origin *o, struct device *dev, unsigned long addr)
{
	if (!addr)
		o->page = alloc_page(GFP_KERNEL);
	else if (get_user_pages_fast(addr, 1, FOLL_WRITE, &o->page) != 1)
		return -EFAULT;
	dma_map_page(dev, o->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void mixed_origin_drop(struct mixed_origin *o)
{
	put_page(o->page);
}
