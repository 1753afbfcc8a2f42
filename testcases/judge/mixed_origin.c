// SPDX-License-Identifier: GPL-2.0-only
/* user pages and allocated pages end at one put_page */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct mixed_origin {
	struct page **pages;
	int nr;
	bool user;
};

int mixed_origin_fill(struct mixed_origin *mo, struct device *dev, unsigned long addr)
{
	int i;

	if (mo->user) {
		if (get_user_pages_fast(addr, mo->nr, FOLL_WRITE, mo->pages) != mo->nr) /* may: gup-put-page; verdict: manual|convert */
			return -EFAULT;
	} else {
		for (i = 0; i < mo->nr; i++)
			mo->pages[i] = alloc_page(GFP_KERNEL);
	}
	dma_map_page(dev, mo->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void mixed_origin_free(struct mixed_origin *mo)
{
	int i;

	for (i = 0; i < mo->nr; i++) /* may: open-coded-release */
		put_page(mo->pages[i]); /* may: missing-dirty */
}
