// SPDX-License-Identifier: GPL-2.0-only
/* a request gives its context back to the function that it calls when it is done */
#include <linux/dma-mapping.h>

struct urb_like {
	void *context;
	void (*complete)(struct urb_like *urb);
};

struct urb_owner {
	struct urb_like urb;
	struct page *page;
};

static void urb_owner_done(struct urb_like *urb)
{
	struct urb_owner *owner = urb->context;

	put_page(owner->page); /* want: family-mismatch; may: missing-dirty */
}

static void urb_page_done(struct urb_like *urb)
{
	put_page(urb->context); /* want: family-mismatch; may: missing-dirty */
}

int urb_owner_start(struct urb_owner *owner, struct device *dev, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &owner->page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, owner->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	owner->urb.context = owner;
	owner->urb.complete = urb_owner_done;
	return 0;
}

int urb_page_start(struct urb_like *urb, struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	urb->context = page;
	urb->complete = urb_page_done;
	return 0;
}
