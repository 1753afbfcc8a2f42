// SPDX-License-Identifier: GPL-2.0-only
/* a release function is passed as an argument and gets the page */
#include <linux/dma-mapping.h>

static void fn_arg_for_each(struct page **pages, int nr, void (*fn)(struct page *page))
{
	int i;

	for (i = 0; i < nr; i++)
		fn(pages[i]);
}

static void fn_arg_put(struct page *page)
{
	set_page_dirty_lock(page);
	put_page(page);
}

int fn_arg_bad(struct device *dev, unsigned long addr)
{
	struct page *pages[4];
	int got;

	got = get_user_pages_fast(addr, 4, FOLL_WRITE, pages); /* want: gup-put-page; verdict: convert */
	if (got <= 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	fn_arg_for_each(pages, got, fn_arg_put);
	return 0;
}
