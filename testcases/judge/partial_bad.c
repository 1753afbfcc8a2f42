// SPDX-License-Identifier: GPL-2.0-only
/* two acquires share one array and one release; one of them is converted */
#include <linux/dma-mapping.h>

struct partial_bad {
	struct page *map[32];
	int nr;
};

int partial_bad_map(struct partial_bad *pb, struct device *dev, unsigned long y,
		    unsigned long uv)
{
	int i, ret;

	ret = pin_user_pages_fast(y, 16, FOLL_WRITE, pb->map); /* verdict: done */
	if (ret != 16)
		return -EFAULT;
	ret = get_user_pages_fast(uv, 16, FOLL_WRITE, pb->map + 16); /* want: partial-conversion; verdict: mismatch */
	if (ret != 16)
		return -EFAULT;
	for (i = 0; i < 32; i++)
		dma_map_page(dev, pb->map[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	pb->nr = 32;
	return 0;
}

void partial_bad_unmap(struct partial_bad *pb)
{
	unpin_user_pages(pb->map, pb->nr); /* may: missing-dirty */
}
