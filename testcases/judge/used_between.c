// SPDX-License-Identifier: GPL-2.0-only
/* kept in an object for a helper, and released behind that: nothing is used too late */
#include <linux/dma-mapping.h>
#include <linux/highmem.h>

struct used_between {
	struct page *page;
	struct device *dev;
};

static void used_between_map(struct used_between *ub)
{
	dma_map_page(ub->dev, ub->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
}

int used_between_run(struct used_between *ub, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* want: gup-put-page; verdict: convert; case 1|2 */
		return -EFAULT;
	ub->page = page;
	used_between_map(ub);
	put_page(page);
	ub->page = NULL;
	return 0;
}

struct used_between_iter {
	struct page **pages;
	unsigned int nr;
};

static void used_between_fill(struct used_between_iter *it, const void *data, size_t len)
{
	void *to = kmap(it->pages[0]);

	memcpy(to, data, len);
	kunmap(it->pages[0]);
}

int used_between_local(unsigned long addr, const void *data)
{
	struct used_between_iter it;
	struct page *pages[4];
	int i, nr;

	nr = get_user_pages_fast(addr, 4, FOLL_WRITE, pages); /* want: gup-put-page; verdict: convert */
	if (nr <= 0)
		return -EFAULT;
	it.pages = pages;
	used_between_fill(&it, data, 8);
	for (i = 0; i < nr; i++) { /* may: open-coded-release */
		set_page_dirty_lock(pages[i]);
		put_page(pages[i]);
	}
	return 0;
}

/* the twin: the helper comes behind the release */
struct used_behind {
	struct page *page;
	struct device *dev;
};

static void used_behind_map(struct used_behind *ub)
{
	dma_map_page(ub->dev, ub->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
}

int used_behind_run(struct used_behind *ub, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: manual */
		return -EFAULT;
	ub->page = page;
	put_page(page);
	used_behind_map(ub);
	return 0;
}
