// SPDX-License-Identifier: GPL-2.0-only
/* a loop that counts down to 0 */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct countdown_for {
	struct page **pages;
	int nr;
	bool write;
};

int countdown_for_get(struct countdown_for *o, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, o->nr, FOLL_WRITE, o->pages) != o->nr)
		return -EFAULT;
	dma_map_page(dev, o->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void countdown_for_drop(struct countdown_for *o)
{
	int i;

	for (i = o->nr - 1; i >= 0; i--)
		put_page(o->pages[i]);
	kfree(o->pages);
}
