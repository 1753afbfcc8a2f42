// SPDX-License-Identifier: GPL-2.0-only
/* Line buffer: got here, put in vcap_release.c. */
#include "vcap.h"

int vcap_line_map(struct device *dev, struct vcap_line *line, unsigned long start, int nr)
{
	int i;

	if (nr > ARRAY_SIZE(line->pages))
		return -EINVAL;
	line->nr_pages = get_user_pages_fast(start, nr, FOLL_WRITE, line->pages);
	if (line->nr_pages <= 0)
		return -EFAULT;
	for (i = 0; i < line->nr_pages; i++)
		line->addr[i] = dma_map_page(dev, line->pages[i], 0, PAGE_SIZE,
					     DMA_FROM_DEVICE);
	return 0;
}
