// SPDX-License-Identifier: GPL-2.0-only
/* like missing_dirty.c, but nothing is missing */
#include <linux/dma-mapping.h>
#include <linux/highmem.h>
#include <linux/mm.h>

struct mdt_buffer {
	struct page *page;
	bool write;
};

/* The device only reads, whatever the flags. */
int mdt_reads(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_page(page);
	return 0;
}

/* No write was asked for. */
int mdt_not_asked(struct device *dev, unsigned long addr, enum dma_data_direction dir)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, dir);
	unpin_user_page(page);
	return 0;
}

/* Dirtied under a flag, by a helper. */
static void mdt_put(struct mdt_buffer *b)
{
	if (b->write)
		set_page_dirty_lock(b->page);
	unpin_user_page(b->page);
}

int mdt_map(struct device *dev, struct mdt_buffer *b, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, b->write ? FOLL_WRITE : 0, &b->page) != 1) /* verdict: done */
		return -EFAULT;
	dma_map_page(dev, b->page, 0, PAGE_SIZE, b->write ? DMA_FROM_DEVICE : DMA_TO_DEVICE);
	return 0;
}

void mdt_unmap(struct mdt_buffer *b)
{
	mdt_put(b);
}

/* The CPU only reads through the mapping. */
struct mdt_log {
	struct page *page;
};

int mdt_log_begin(struct mdt_log *log, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE | FOLL_LONGTERM, &log->page) != 1) /* verdict: done */
		return -EFAULT;
	return 0;
}

int mdt_log_get(struct mdt_log *log, int n)
{
	int *slots = kmap_local_page(log->page), v = slots[n];

	kunmap_local(slots);
	return v;
}

void mdt_log_end(struct mdt_log *log)
{
	unpin_user_page(log->page);
}
