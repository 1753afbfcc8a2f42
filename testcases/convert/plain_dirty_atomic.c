// SPDX-License-Identifier: GPL-2.0-only
/* under a spinlock it stays plain, and so does the loop */
#include <linux/dma-mapping.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

struct plain_dirty_atomic {
	spinlock_t lock;
	struct page **pages;
	int nr;
};

int plain_dirty_atomic_get(struct plain_dirty_atomic *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void plain_dirty_atomic_drop(struct plain_dirty_atomic *o)
{
	int i;

	spin_lock(&o->lock);
	for (i = 0; i < o->nr; i++) {
		set_page_dirty(o->pages[i]);
		put_page(o->pages[i]);
	}
	spin_unlock(&o->lock);
}
