// SPDX-License-Identifier: GPL-2.0-only
/* references taken besides a pin are counted against the puts */
#include <linux/dma-mapping.h>

struct balance {
	struct page *page;
};

struct balance_fault {
	struct page *page;
};

/* the reference that is handed out is dropped by who gets it */
int balance_fault(struct balance *obj, struct balance_fault *vmf)
{
	get_page(obj->page);
	vmf->page = obj->page;
	return 0;
}

int balance_fill(struct balance *obj, struct device *dev, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &obj->page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, obj->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void balance_end(struct balance *obj)
{
	put_page(obj->page); /* want: family-mismatch; may: missing-dirty */
}

/* one taken, two dropped */
int balance_twice(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	get_page(page);
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(page);
	put_page(page); /* want: family-mismatch; may: missing-dirty */
	return 0;
}

/* one taken, one dropped on either way */
int balance_once(struct device *dev, unsigned long addr, int fast)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	get_page(page);
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (fast)
		put_page(page);
	else
		put_page(page);
	unpin_user_page(page); /* may: missing-dirty */
	return 0;
}

struct balance_shared {
	struct page *page;
	struct page *lent;
};

/* lent with a reference of its own, which is dropped where it was lent to */
int balance_lend(struct balance_shared *obj, struct device *dev, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &obj->page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, obj->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	get_page(obj->page);
	obj->lent = obj->page;
	return 0;
}

void balance_give_back(struct balance_shared *obj)
{
	put_page(obj->lent);
}

void balance_shared_end(struct balance_shared *obj)
{
	unpin_user_page(obj->page); /* may: missing-dirty */
}
