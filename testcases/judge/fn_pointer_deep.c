// SPDX-License-Identifier: GPL-2.0-only
/*
 * a function that is given on by two calls gets the pages; and one that a rule
 * describes is given: what it does is done by who gives it, and no other caller
 */
#include <linux/dma-mapping.h>
#include <linux/highmem.h>

static int fn_deep_one(struct page *page, int (*fill)(struct page *page))
{
	return fill(page);
}

static int fn_deep_get(unsigned long addr, int (*fill)(struct page *page))
{
	struct page *page;
	int ret;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	ret = fn_deep_one(page, fill);
	set_page_dirty_lock(page); /* may: open-coded-release */
	put_page(page);
	return ret;
}

static int fn_deep_fill(struct page *page)
{
	char *to = kmap(page);

	to[0] = 0;
	kunmap(page);
	return 0;
}

int fn_deep(unsigned long addr)
{
	return fn_deep_get(addr, fn_deep_fill);
}

static void fn_deep_each(struct page **pages, int nr, void (*fn)(struct page *page))
{
	while (nr--)
		fn(pages[nr]);
}

int fn_deep_pinned(struct device *dev, unsigned long addr)
{
	struct page *pages[4];
	int nr = pin_user_pages_fast(addr, 4, 0, pages); /* verdict: done */

	if (nr <= 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	fn_deep_each(pages, nr, unpin_user_page);
	return 0;
}

int fn_deep_got(struct device *dev, unsigned long addr)
{
	struct page *pages[4];
	int nr = get_user_pages_fast(addr, 4, 0, pages); /* want: gup-put-page; verdict: convert */

	if (nr <= 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	fn_deep_each(pages, nr, put_page);
	return 0;
}
