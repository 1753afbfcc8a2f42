// SPDX-License-Identifier: GPL-2.0-only
/* trap: a static function that only has the name of an acquire */
#include <linux/dma-mapping.h>

static int pin_user_pages_locked(unsigned long first, int nr, struct page **pages)
{
	return get_user_pages_fast(first, nr, FOLL_WRITE, pages); /* want: gup-put-page; verdict: convert */
}

int trap_local_name(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_locked(addr, 1, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(page); /* may: missing-dirty */
	return 0;
}
