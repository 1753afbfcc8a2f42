// SPDX-License-Identifier: GPL-2.0-only
/* The other half of vcap_line.c. It names no acquire at all. */
#include "vcap.h"

void vcap_line_unmap(struct device *dev, struct vcap_line *line)
{
	int i;

	for (i = 0; i < line->nr_pages; i++) {
		dma_unmap_page(dev, line->addr[i], PAGE_SIZE, DMA_FROM_DEVICE);
		set_page_dirty_lock(line->pages[i]);
		put_page(line->pages[i]);
	}
	line->nr_pages = 0;
}
