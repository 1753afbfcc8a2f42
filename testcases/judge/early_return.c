// SPDX-License-Identifier: GPL-2.0-only
/* an early return releases by the wrong call */
#include <linux/dma-mapping.h>

int early_return_bad(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int got = pin_user_pages_fast(addr, nr, FOLL_WRITE, pages); /* verdict: mismatch */

	if (got < 0)
		return got;
	if (got < nr) {
		release_pages(pages, got); /* want: family-mismatch */
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages_dirty_lock(pages, got, true);
	return 0;
}

int early_return_good(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int got = pin_user_pages_fast(addr, nr, FOLL_WRITE, pages); /* verdict: done */

	if (got < 0)
		return got;
	if (got < nr) {
		unpin_user_pages(pages, got);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages_dirty_lock(pages, got, true);
	return 0;
}
