// SPDX-License-Identifier: GPL-2.0-only
/* one site pins, one gets, and one release serves both */
#include <linux/dma-mapping.h>

struct two_sites {
	struct page *page;
};

int two_sites_pin(struct two_sites *ts, struct device *dev, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &ts->page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, ts->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

int two_sites_get(struct two_sites *ts, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &ts->page) != 1) /* may: gup-put-page; verdict: convert|manual|mismatch */
		return -EFAULT;
	dma_map_page(dev, ts->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void two_sites_drop(struct two_sites *ts)
{
	put_page(ts->page); /* want: family-mismatch; may: missing-dirty */
}
