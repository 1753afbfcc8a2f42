// SPDX-License-Identifier: GPL-2.0-only
/* an array inside a struct, released by another function */
#include <linux/dma-mapping.h>

struct member_array {
	struct page *got[4];
	struct page *pinned[4];
	int nr;
};

int member_array_fill(struct member_array *ma, struct device *dev, unsigned long addr)
{
	ma->nr = get_user_pages_fast(addr, 4, 0, ma->got); /* want: gup-put-page; verdict: convert */
	if (ma->nr < 1)
		return -EFAULT;
	ma->nr = pin_user_pages_fast(addr, ma->nr, 0, ma->pinned); /* verdict: done */
	dma_map_page(dev, ma->got[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	dma_map_page(dev, ma->pinned[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

void member_array_drop(struct member_array *ma)
{
	release_pages(ma->got, ma->nr);
	unpin_user_pages(ma->pinned, ma->nr);
}
