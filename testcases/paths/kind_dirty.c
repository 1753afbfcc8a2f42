// SPDX-License-Identifier: GPL-2.0-only
/* Kinds 9 and 10: dirtied wrongly, too late, or not at all, and twins. */
#include <linux/dma-mapping.h>
#include <linux/highmem.h>
#include <linux/interrupt.h>
#include <linux/pagemap.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

struct kd_ring {
	spinlock_t lock;
	struct page *pages[16];
	int nr;
};

/* the CPU writes, nobody tells */
int kd_answer(unsigned long addr, const void *data, size_t len)
{
	struct page *page;
	void *p;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	p = kmap_local_page(page);
	memcpy(p, data, len);
	kunmap_local(p);
	unpin_user_page(page); /* want: missing-dirty */
	return 0;
}

int kd_answer_good(unsigned long addr, const void *data, size_t len)
{
	struct page *page;
	void *p;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	p = kmap_local_page(page);
	memcpy(p, data, len);
	kunmap_local(p);
	unpin_user_pages_dirty_lock(&page, 1, true);
	return 0;
}

/* only read, without FOLL_WRITE: right */
int kd_read_good(unsigned long addr, void *data, size_t len)
{
	struct page *page;
	void *p;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	p = kmap_local_page(page);
	memcpy(data, p, len);
	kunmap_local(p);
	unpin_user_page(page);
	return 0;
}

/* without the page lock */
int kd_unlocked(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	set_page_dirty(page); /* want: dirty-unlocked */
	unpin_user_page(page);
	return 0;
}

int kd_locked_good(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	lock_page(page);
	set_page_dirty(page);
	unlock_page(page);
	unpin_user_page(page);
	return 0;
}

/* after the last reference is gone */
int kd_late(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page);
	set_page_dirty_lock(page); /* want: dirty-after-release */
	return 0;
}

/* under a spinlock, by a helper */
static void kd_drop(struct kd_ring *r)
{
	unpin_user_pages_dirty_lock(r->pages, r->nr, true);
	r->nr = 0;
}

int kd_fill(struct device *dev, struct kd_ring *r, unsigned long addr)
{
	int n = pin_user_pages_fast(addr, 16, FOLL_WRITE | FOLL_LONGTERM, r->pages);

	if (n <= 0)
		return -EFAULT;
	r->nr = n;
	dma_map_page(dev, r->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void kd_reset(struct kd_ring *r)
{
	spin_lock(&r->lock);
	kd_drop(r); /* want: dirty-lock-atomic */
	spin_unlock(&r->lock);
}

struct kd_ring2 {
	spinlock_t lock;
	struct page *pages[16];
	int nr;
};

int kd_fill_good(struct device *dev, struct kd_ring2 *r, unsigned long addr)
{
	int n = pin_user_pages_fast(addr, 16, FOLL_WRITE | FOLL_LONGTERM, r->pages);

	if (n <= 0)
		return -EFAULT;
	r->nr = n;
	dma_map_page(dev, r->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

/* the lock is let go before */
void kd_reset_good(struct kd_ring2 *r)
{
	int n;

	spin_lock(&r->lock);
	n = r->nr;
	r->nr = 0;
	spin_unlock(&r->lock);
	unpin_user_pages_dirty_lock(r->pages, n, true);
}
