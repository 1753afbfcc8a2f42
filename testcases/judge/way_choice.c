// SPDX-License-Identifier: GPL-2.0-only
/* the steps show the release that belongs to the site, not its neighbour's */
#include <linux/dma-mapping.h>

struct way_queue {
	struct page **pages;
	int nr;
};

static void way_put(struct page **pages, int nr)
{
	for (int i = 0; i < nr; i++) /* may: open-coded-release */
		put_page(pages[i]); /* may: missing-dirty */
}

int way_fill(struct way_queue *to, struct way_queue *from, struct device *dev,
	     unsigned long addr)
{
	if (get_user_pages_fast(addr, to->nr, FOLL_WRITE, to->pages) != to->nr) { /* want: gup-put-page; verdict: convert */
		way_put(to->pages, 1);
		return -EFAULT;
	}
	if (get_user_pages_fast(addr, from->nr, FOLL_WRITE, from->pages) != from->nr) { /* want: gup-put-page; verdict: convert */
		way_put(from->pages, 1);
		return -EFAULT;
	}
	dma_map_page(dev, to->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void way_end(struct way_queue *queue)
{
	way_put(queue->pages, queue->nr);
}
