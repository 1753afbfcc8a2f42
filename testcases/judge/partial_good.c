// SPDX-License-Identifier: GPL-2.0-only
/* two acquires share one array and one release, both converted */
#include <linux/dma-mapping.h>

struct partial_good {
	struct page *map[32];
	int nr;
};

int partial_good_map(struct partial_good *pg, struct device *dev, unsigned long y,
		    unsigned long uv)
{
	int i, ret;

	ret = pin_user_pages_fast(y, 16, FOLL_WRITE, pg->map); /* verdict: done */
	if (ret != 16)
		return -EFAULT;
	ret = pin_user_pages_fast(uv, 16, FOLL_WRITE, pg->map + 16); /* verdict: done */
	if (ret != 16)
		return -EFAULT;
	for (i = 0; i < 32; i++)
		dma_map_page(dev, pg->map[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	pg->nr = 32;
	return 0;
}

void partial_good_unmap(struct partial_good *pg)
{
	unpin_user_pages(pg->map, pg->nr); /* may: missing-dirty */
}
