// SPDX-License-Identifier: GPL-2.0-only
/* nothing in sight releases: a person must look */
#include <linux/dma-mapping.h>

struct no_release {
	struct page *page;
};

int no_release_get(struct no_release *nr, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &nr->page) != 1) /* verdict: manual|convert */
		return -EFAULT;
	dma_map_page(dev, nr->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

int no_release_pin(unsigned long addr, struct page **ret_page)
{
	return pin_user_pages_fast(addr, 1, FOLL_WRITE, ret_page); /* verdict: manual */
}
