// SPDX-License-Identifier: GPL-2.0-only
/* loops that a release helper replaces, and loops that it does not */
#include <linux/dma-mapping.h>
#include <linux/mm.h>

struct ocr_buffer {
	struct page **pages;
	dma_addr_t addr[16];
	int nr;
	bool dirty;
};

int ocr_get(struct device *dev, struct ocr_buffer *b, unsigned long addr)
{
	int i;

	b->nr = pin_user_pages_fast(addr, 16, FOLL_WRITE | FOLL_LONGTERM, b->pages); /* verdict: done */
	if (b->nr <= 0)
		return -EFAULT;
	for (i = 0; i < b->nr; i++)
		b->addr[i] = dma_map_page(dev, b->pages[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void ocr_count_up(struct ocr_buffer *b)
{
	int i;

	for (i = 0; i < b->nr; i++) { /* want: open-coded-release */
		if (b->dirty)
			set_page_dirty_lock(b->pages[i]);
		unpin_user_page(b->pages[i]);
	}
}

void ocr_count_down(struct ocr_buffer *b)
{
	int n = b->nr;

	while (n--) /* want: open-coded-release */
		unpin_user_page(b->pages[n]);
}

void ocr_walk(struct ocr_buffer *b)
{
	struct page **p = b->pages, **end = p + b->nr;

	while (p < end) /* want: open-coded-release */
		unpin_user_page(*p++);
}

void ocr_by_variable(struct ocr_buffer *b)
{
	int i;

	for (i = 0; i < b->nr; i++) { /* want: open-coded-release */
		struct page *page = b->pages[i];

		if (!page)
			continue;
		unpin_user_page(page);
		b->pages[i] = NULL;
	}
}

/* Each round does something else too. */
void ocr_unmaps(struct device *dev, struct ocr_buffer *b)
{
	int i;

	for (i = 0; i < b->nr; i++) {
		dma_unmap_page(dev, b->addr[i], PAGE_SIZE, DMA_FROM_DEVICE);
		unpin_user_page(b->pages[i]);
	}
}

/* Only some are released. */
void ocr_some(struct ocr_buffer *b)
{
	int i;

	for (i = 0; i < b->nr; i++) {
		if (b->addr[i])
			continue;
		unpin_user_page(b->pages[i]);
	}
}

/* One page of each object: there is no array. */
struct ocr_one {
	struct page *page;
	struct ocr_one *next;
};

int ocr_one_get(struct ocr_one *o, unsigned long addr)
{
	return pin_user_pages_fast(addr, 1, FOLL_LONGTERM, &o->page); /* verdict: done */
}

void ocr_chain(struct ocr_one *o)
{
	for (; o; o = o->next)
		unpin_user_page(o->page);
}

/* A helper is there already. */
void ocr_helper(struct ocr_buffer *b)
{
	unpin_user_pages_dirty_lock(b->pages, b->nr, b->dirty);
}

/* Where it ends is reckoned by bytes. */
void ocr_bytes(struct ocr_buffer *b, unsigned long len, unsigned long offset)
{
	int i = 0;

	while (len) {
		unsigned long n = min(PAGE_SIZE - offset, len);

		unpin_user_page(b->pages[i++]);
		len -= n;
		offset = 0;
	}
}
