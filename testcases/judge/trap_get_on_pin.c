// SPDX-License-Identifier: GPL-2.0-only
/* trap: get_page and put_page balanced on top of a pin */
#include <linux/dma-mapping.h>

struct trap_on_pin {
	struct page *page;
	struct page *shared;
};

int trap_on_pin_map(struct trap_on_pin *obj, struct device *dev, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &obj->page) != 1) /* verdict: done|manual */
		return -EFAULT;
	dma_map_page(dev, obj->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	get_page(obj->page);
	obj->shared = obj->page;
	return 0;
}

void trap_on_pin_unshare(struct trap_on_pin *obj)
{
	put_page(obj->shared);
	obj->shared = NULL;
}

void trap_on_pin_unmap(struct trap_on_pin *obj)
{
	unpin_user_page(obj->page); /* may: missing-dirty */
}

int trap_on_pin_local(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done|manual */
		return -EFAULT;
	get_page(page);
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(page);
	unpin_user_page(page); /* may: missing-dirty */
	return 0;
}
