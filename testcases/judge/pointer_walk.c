// SPDX-License-Identifier: GPL-2.0-only
/* a pointer walks back over the array */
#include <linux/dma-mapping.h>

int pointer_walk_bad(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	struct page **p;
	int got;

	got = get_user_pages_fast(addr, nr, FOLL_WRITE, pages); /* want: gup-put-page; verdict: convert */
	if (got <= 0)
		return -EFAULT;
	for (p = pages; p < pages + got; p++)
		dma_map_page(dev, *p, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	while (p-- > pages) /* may: open-coded-release */
		put_page(*p); /* may: missing-dirty */
	return 0;
}

int pointer_walk_mismatch(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	struct page **p = &pages[0], **end;
	int got;

	got = pin_user_pages_fast(addr, nr, FOLL_WRITE, pages); /* verdict: mismatch */
	if (got <= 0)
		return -EFAULT;
	for (end = p + got; p != end; ++p) {
		dma_map_page(dev, *p, 0, PAGE_SIZE, DMA_FROM_DEVICE);
		put_page(*p); /* want: family-mismatch; may: missing-dirty */
	}
	return 0;
}
