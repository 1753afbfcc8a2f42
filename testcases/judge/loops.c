// SPDX-License-Identifier: GPL-2.0-only
/* for, while and do-while around acquire, use and release */
#include <linux/dma-mapping.h>

int loops_while_bad(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int got = 0, i, ret;

	while (got < nr) {
		ret = get_user_pages_fast(addr + got * PAGE_SIZE, nr - got, 0, /* want: gup-put-page; verdict: convert */
					  pages + got);
		if (ret <= 0)
			break;
		got += ret;
	}
	for (i = 0; i < got; i++)
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE);
	while (got--) /* may: open-coded-release */
		put_page(pages[got]);
	return 0;
}

int loops_do_bad(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[8];
	struct page **p = pages;
	int got, i = 0;

	got = get_user_pages_fast(addr, min(nr, 8), FOLL_WRITE, pages); /* want: gup-put-page; verdict: convert */
	if (got <= 0)
		return -EFAULT;
	do {
		dma_map_page(dev, *p, 0, PAGE_SIZE, DMA_FROM_DEVICE);
		put_page(*p++); /* may: missing-dirty */
	} while (++i < got);
	return 0;
}

int loops_do_good(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[8];
	int got, i = 0;

	got = pin_user_pages_fast(addr, min(nr, 8), FOLL_WRITE, pages); /* verdict: done */
	if (got <= 0)
		return -EFAULT;
	do {
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
		unpin_user_page(pages[i]); /* may: missing-dirty */
	} while (++i < got);
	return 0;
}
