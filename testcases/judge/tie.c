// SPDX-License-Identifier: GPL-2.0-only
/* more owners than one member can have: what is kept in it is not followed */
#include <linux/dma-mapping.h>

struct tie_obj {
	struct page *page;
	struct page *own;
};

#define TIE_DROP(n) void tie_drop_##n(struct tie_obj *o) { put_page(o->page); }
#define TIE_DROPS(n) TIE_DROP(n##0) TIE_DROP(n##1) TIE_DROP(n##2) TIE_DROP(n##3) TIE_DROP(n##4) \
	TIE_DROP(n##5) TIE_DROP(n##6) TIE_DROP(n##7) TIE_DROP(n##8) TIE_DROP(n##9)

TIE_DROPS(1)
TIE_DROPS(2)
TIE_DROPS(3)
TIE_DROPS(4)
TIE_DROPS(5)

int tie_fill(struct tie_obj *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &o->page) != 1) /* verdict: manual */
		return -EFAULT;
	dma_map_page(dev, o->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

int tie_fill_own(struct tie_obj *o, struct device *dev, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &o->own) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, o->own, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void tie_drop_own(struct tie_obj *o)
{
	unpin_user_page(o->own); /* may: missing-dirty */
}
