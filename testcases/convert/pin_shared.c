// SPDX-License-Identifier: GPL-2.0-only
/* refused: the release also drops references that are pins */
#include <linux/dma-mapping.h>

struct pin_shared {
	struct page *page;
};

int pin_shared_get(struct keep_shared *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &o->page) != 1)
		return -EFAULT;
	dma_map_page(dev, o->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

int pin_shared_pin(struct keep_shared *o, struct device *dev, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &o->page) != 1)
		return -EFAULT;
	dma_map_page(dev, o->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void pin_shared_drop(struct keep_shared *o)
{
	put_page(o->page);
}
