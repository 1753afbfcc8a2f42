// SPDX-License-Identifier: GPL-2.0-only
/* each page is in an array of its own: the loop stays */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct loop_two_indices {
	struct {
		struct page *pages[4];
	} row[4];
	int nr;
};

int loop_two_indices_get(struct loop_two_indices *o, struct device *dev, unsigned long addr)
{
	int i;

	for (i = 0; i < o->nr; i++)
		if (get_user_pages_fast(addr, 1, FOLL_WRITE, &o->row[i].pages[i]) != 1)
			return -EFAULT;
	dma_map_page(dev, o->row[0].pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void loop_two_indices_drop(struct loop_two_indices *o)
{
	int i;

	for (i = 0; i < o->nr; i++)
		put_page(o->row[i].pages[i]);
}
