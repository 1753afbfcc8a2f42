// SPDX-License-Identifier: GPL-2.0-only
/* a statement expression yields the page */
#include <linux/dma-mapping.h>

#define STMT_GET(addr) ({						\
	struct page *__p = NULL;					\
	get_user_pages_fast((addr), 1, FOLL_WRITE, &__p) == 1 ? __p : NULL; })

int stmt_expr_bad(struct device *dev, unsigned long addr)
{
	struct page *page = STMT_GET(addr); /* want: gup-put-page; verdict: convert */

	if (!page)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(page); /* may: missing-dirty */
	return 0;
}

int stmt_expr_good(struct device *dev, unsigned long addr)
{
	struct page *page = ({
		struct page *p = NULL;

		pin_user_pages_fast(addr, 1, FOLL_WRITE, &p); /* verdict: done */
		p;
	});

	if (!page)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page); /* may: missing-dirty */
	return 0;
}
