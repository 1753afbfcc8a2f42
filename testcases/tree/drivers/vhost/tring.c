// SPDX-License-Identifier: GPL-2.0-only
/* Ring of one page, mapped by the CPU for as long as the ring lives. */
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <linux/mm.h>

struct tring {
	struct page *pages[4];
	int nr_pages;
	void *addr;
};

int tring_map(struct tring *ring, unsigned long start, int nr)
{
	ring->nr_pages = pin_user_pages_fast(start, min(nr, 4), FOLL_WRITE | FOLL_LONGTERM,
					     ring->pages);
	if (ring->nr_pages <= 0)
		return -EFAULT;
	ring->addr = vmap(ring->pages, ring->nr_pages, VM_MAP, PAGE_KERNEL);
	if (!ring->addr) {
		unpin_user_pages(ring->pages, ring->nr_pages);
		return -ENOMEM;
	}
	return 0;
}

void tring_unmap(struct tring *ring)
{
	vunmap(ring->addr);
	unpin_user_pages_dirty_lock(ring->pages, ring->nr_pages, true);
}
