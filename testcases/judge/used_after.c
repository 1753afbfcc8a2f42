// SPDX-License-Identifier: GPL-2.0-only
/* the reference is dropped at once, and the page is used behind that */
#include <linux/dma-mapping.h>

static struct page *used_after_look(unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: manual */
		return NULL;
	put_page(page);
	return page;
}

int used_after_map(struct device *dev, unsigned long addr)
{
	struct page *page = used_after_look(addr);

	if (!page)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}
