// SPDX-License-Identifier: GPL-2.0-only
/* goto: one label unpins, the other puts */
#include <linux/dma-mapping.h>

int goto_mixed(struct device *dev, unsigned long addr)
{
	struct page *page;
	dma_addr_t dma;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma = dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma))
		goto err_put;
	dma_unmap_page(dev, dma, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page); /* may: missing-dirty */
	return 0;

err_put:
	put_page(page); /* want: family-mismatch */
	return -EIO;
}
