// SPDX-License-Identifier: GPL-2.0-only
/* trap: an out-of-tree shim maps unpin to put */
#include <linux/dma-mapping.h>

#define unpin_user_page put_page
#define pin_user_pages_fast get_user_pages_fast

int trap_shim(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* may: gup-put-page */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page); /* may: missing-dirty */
	return 0;
}
