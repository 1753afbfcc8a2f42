// SPDX-License-Identifier: GPL-2.0-only
/* the release hangs on a cleanup attribute */
#include <linux/dma-mapping.h>

static inline void cleanup_attr_put(struct page **page)
{
	if (*page)
		put_page(*page); /* may: missing-dirty */
}

int cleanup_attr(struct device *dev, unsigned long addr)
{
	struct page *page __attribute__((cleanup(cleanup_attr_put))) = NULL;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* may: gup-put-page; verdict: convert|manual */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}
