// SPDX-License-Identifier: GPL-2.0-only
/* fault 15: success is converted, the error path in another function is not */
#include <linux/dma-mapping.h>

struct fault_conv {
	struct page *pages[8];
	int nr;
};

static void fault_conv_abort(struct fault_conv *fc)
{
	int i;

	for (i = 0; i < fc->nr; i++) /* may: open-coded-release */
		put_page(fc->pages[i]); /* want: family-mismatch */
}

int fault_conv_map(struct fault_conv *fc, struct device *dev, unsigned long addr)
{
	dma_addr_t dma;

	fc->nr = pin_user_pages_fast(addr, 8, FOLL_WRITE, fc->pages); /* verdict: mismatch */
	if (fc->nr <= 0)
		return -EFAULT;
	dma = dma_map_page(dev, fc->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma)) {
		fault_conv_abort(fc);
		return -EIO;
	}
	return 0;
}

void fault_conv_unmap(struct fault_conv *fc)
{
	unpin_user_pages_dirty_lock(fc->pages, fc->nr, true);
}

struct fault_conv_twin {
	struct page *pages[8];
	int nr;
};

static void fault_conv_twin_abort(struct fault_conv_twin *fc)
{
	unpin_user_pages(fc->pages, fc->nr);
}

int fault_conv_twin_map(struct fault_conv_twin *fc, struct device *dev, unsigned long addr)
{
	dma_addr_t dma;

	fc->nr = pin_user_pages_fast(addr, 8, FOLL_WRITE, fc->pages); /* verdict: done */
	if (fc->nr <= 0)
		return -EFAULT;
	dma = dma_map_page(dev, fc->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma)) {
		fault_conv_twin_abort(fc);
		return -EIO;
	}
	return 0;
}

void fault_conv_twin_unmap(struct fault_conv_twin *fc)
{
	unpin_user_pages_dirty_lock(fc->pages, fc->nr, true);
}
