// SPDX-License-Identifier: GPL-2.0-only
/* a release was found on the error path alone: who releases otherwise is not known */
#include <linux/dma-mapping.h>

struct error_only {
	struct page *pages[8];
};

int error_only_pin(struct error_only *eo, struct device *dev, unsigned long addr)
{
	int nr = pin_user_pages_fast(addr, 8, 0, eo->pages); /* verdict: manual */

	if (nr != 8) {
		while (nr > 0) /* may: open-coded-release */
			unpin_user_page(eo->pages[--nr]);
		return -EFAULT;
	}
	dma_map_page(dev, eo->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

struct error_only_get {
	struct page *pages[8];
};

int error_only_get(struct error_only_get *eo, struct device *dev, unsigned long addr)
{
	int nr = get_user_pages_fast(addr, 8, 0, eo->pages); /* verdict: manual */

	if (nr != 8) {
		while (nr > 0) /* may: open-coded-release */
			put_page(eo->pages[--nr]);
		return -EFAULT;
	}
	dma_map_page(dev, eo->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

/* the twin: both are there */
struct error_too {
	struct page *pages[8];
};

int error_too_pin(struct error_too *et, struct device *dev, unsigned long addr)
{
	int nr = pin_user_pages_fast(addr, 8, 0, et->pages); /* verdict: done */

	if (nr != 8) {
		while (nr > 0) /* may: open-coded-release */
			unpin_user_page(et->pages[--nr]);
		return -EFAULT;
	}
	dma_map_page(dev, et->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

void error_too_end(struct error_too *et)
{
	unpin_user_pages(et->pages, 8);
}
