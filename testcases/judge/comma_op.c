// SPDX-License-Identifier: GPL-2.0-only
/* comma operators and a loop made of goto */
#include <linux/dma-mapping.h>

int comma_op(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	int i, got;

	if (got = get_user_pages_fast(addr, nr, 0, pages), got <= 0) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	i = 0;
again:
	dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE), put_page(pages[i]);
	if (++i < got)
		goto again;
	return 0;
}
