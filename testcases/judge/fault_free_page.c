// SPDX-License-Identifier: GPL-2.0-only
/* fault 6: an error path frees a pinned user page */
#include <linux/dma-mapping.h>

int fault_free_page(struct device *dev, unsigned long addr)
{
	struct page *page;
	dma_addr_t dma;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma = dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma)) {
		__free_page(page); /* want: family-mismatch */
		return -EIO;
	}
	dma_unmap_page(dev, dma, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page); /* may: missing-dirty */
	return 0;
}

int fault_free_page_twin(struct device *dev, unsigned long addr)
{
	struct page *page, *bounce;
	dma_addr_t dma;

	bounce = alloc_page(GFP_KERNEL);
	if (!bounce)
		return -ENOMEM;
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) { /* verdict: done */
		__free_page(bounce);
		return -EFAULT;
	}
	dma = dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	dma_unmap_page(dev, dma, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page); /* may: missing-dirty */
	__free_page(bounce);
	return 0;
}
