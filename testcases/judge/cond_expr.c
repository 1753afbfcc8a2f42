// SPDX-License-Identifier: GPL-2.0-only
/* ?: and && around acquire and release */
#include <linux/dma-mapping.h>

int cond_expr_bad(struct device *dev, unsigned long addr, bool fast)
{
	struct page *page = NULL;
	long ret;

	ret = fast ? get_user_pages_fast(addr, 1, 0, &page) : -EFAULT; /* want: gup-put-page; verdict: convert */
	if (ret == 1 && page)
		dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	if (page)
		put_page(page);
	return ret;
}

int cond_expr_and(struct device *dev, unsigned long addr, int want)
{
	struct page *page;

	if (want && pin_user_pages_fast(addr, 1, 0, &page) == 1 && /* verdict: mismatch */
	    dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE)) {
		put_page(page); /* want: family-mismatch */
		return 0;
	}
	return -EFAULT; /* may: partial-pin-leak */
}

int cond_expr_good(struct device *dev, unsigned long addr, int want)
{
	struct page *page;

	if (want && pin_user_pages_fast(addr, 1, 0, &page) == 1) { /* verdict: done */
		dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
		unpin_user_page(page);
	}
	return 0;
}
