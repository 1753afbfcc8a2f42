// SPDX-License-Identifier: GPL-2.0-only
/* pages come back through an out-parameter */
#include <linux/dma-mapping.h>

static int out_param_get(unsigned long addr, struct page **ret_page)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	*ret_page = page;
	return 0;
}

static int out_param_pin(unsigned long addr, struct page **ret_page)
{
	return pin_user_pages_fast(addr, 1, FOLL_WRITE, ret_page) == 1 ? 0 : -EFAULT; /* verdict: done */
}

int out_param_use(struct device *dev, unsigned long addr)
{
	struct page *got, *pinned;
	int ret;

	ret = out_param_get(addr, &got);
	if (ret)
		return ret;
	dma_map_page(dev, got, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(got); /* may: missing-dirty */

	ret = out_param_pin(addr, &pinned);
	if (ret)
		return ret;
	dma_map_page(dev, pinned, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(pinned); /* may: missing-dirty */
	return 0;
}
