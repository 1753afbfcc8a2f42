// SPDX-License-Identifier: GPL-2.0-only
/* written pages that nobody makes dirty, and twins that are right */
#include <linux/dma-mapping.h>
#include <linux/highmem.h>
#include <linux/mm.h>

struct md_buffer {
	struct page *page;
	struct page *pages[16];
	int nr;
	bool write;
	int *counter;
};

int md_map_bad(struct device *dev, struct md_buffer *b, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &b->page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, b->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void md_unmap_bad(struct md_buffer *b)
{
	unpin_user_page(b->page); /* want: missing-dirty */
}

/* The write flag goes with the direction. */
int md_both_bad(struct device *dev, unsigned long addr, enum dma_data_direction dir)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, dir == DMA_FROM_DEVICE ? FOLL_WRITE : 0, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, dir);
	unpin_user_pages_dirty_lock(&page, 1, false); /* want: missing-dirty */
	return 0;
}

struct md_log {
	struct page *page;
};

int md_log_bad(struct md_log *log, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE | FOLL_LONGTERM, &log->page) != 1) /* verdict: done */
		return -EFAULT;
	return 0;
}

void md_log_add(struct md_log *log, int n)
{
	int *slots = kmap_local_page(log->page);

	slots[n]++;
	kunmap_local(slots);
}

void md_log_end(struct md_log *log)
{
	unpin_user_page(log->page); /* want: missing-dirty */
}
