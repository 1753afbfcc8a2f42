// SPDX-License-Identifier: GPL-2.0-only
/* made dirty after the release, and twins that are right */
#include <linux/dma-mapping.h>
#include <linux/mm.h>

int dar_page_bad(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page);
	set_page_dirty_lock(page); /* want: dirty-after-release */
	return 0;
}

int dar_array_bad(struct device *dev, unsigned long addr)
{
	struct page *pages[4];
	int i, n;

	n = pin_user_pages_fast(addr, 4, FOLL_WRITE, pages); /* verdict: done */
	if (n <= 0)
		return -EFAULT;
	for (i = 0; i < n; i++)
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages(pages, n);
	for (i = 0; i < n; i++)
		set_page_dirty_lock(pages[i]); /* want: dirty-after-release */
	return 0;
}

int dar_loops_bad(struct device *dev, struct page **pages, int n, unsigned long addr)
{
	int i;

	n = pin_user_pages_fast(addr, n, FOLL_WRITE, pages); /* verdict: done */
	if (n <= 0)
		return -EFAULT;
	for (i = 0; i < n; i++) {
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
		unpin_user_page(pages[i]);
	}
	for (i = 0; i < n; i++)
		set_page_dirty_lock(pages[i]); /* want: dirty-after-release */
	return 0;
}

/* One round releases a page, the next one dirties another. */
int dar_rounds_good(struct device *dev, struct page **pages, int n, unsigned long addr)
{
	int i;

	n = pin_user_pages_fast(addr, n, FOLL_WRITE, pages); /* verdict: done */
	if (n <= 0)
		return -EFAULT;
	for (i = 0; i < n; i++) { /* want: open-coded-release */
		set_page_dirty_lock(pages[i]);
		unpin_user_page(pages[i]);
	}
	return 0;
}

/* The variable is used again for another page. */
int dar_again_good(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_page(page);
	if (pin_user_pages_fast(addr + PAGE_SIZE, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	set_page_dirty_lock(page);
	unpin_user_page(page);
	return 0;
}

/* The release is on the way out. */
int dar_branch_good(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	if (dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE) == 0) {
		unpin_user_page(page);
		return -EIO;
	}
	set_page_dirty_lock(page);
	unpin_user_page(page);
	return 0;
}

/* An iterator that a helper moves on: each round is another page. */
struct dar_vec { struct page *page; };
struct dar_iter { struct dar_vec cur; int i; };
struct dar_vecs { struct dar_vec *v; int n; };

static inline struct dar_vec *dar_first(struct dar_iter *it)
{
	it->i = 0;
	return &it->cur;
}

static inline bool dar_next(struct dar_vecs *b, struct dar_iter *it)
{
	if (it->i >= b->n)
		return false;
	it->cur.page = b->v[it->i++].page;
	return true;
}

int dar_iter_get(struct dar_vecs *b, struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	b->v[b->n++].page = page;
	return 0;
}

void dar_iter_good(struct dar_vecs *b)
{
	struct dar_iter it;
	struct dar_vec *v;

	for (v = dar_first(&it); dar_next(b, &it); ) {
		set_page_dirty_lock(v->page);
		unpin_user_page(v->page);
	}
}

void dar_iter_bad(struct dar_vecs *b)
{
	struct dar_iter it;
	struct dar_vec *v;

	for (v = dar_first(&it); dar_next(b, &it); ) {
		unpin_user_page(v->page);
		set_page_dirty_lock(v->page); /* want: dirty-after-release */
	}
}
