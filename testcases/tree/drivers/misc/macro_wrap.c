// SPDX-License-Identifier: GPL-2.0-only
/* The acquire and the release hide in macros of the driver's own. */
#include <linux/dma-mapping.h>

#define MW_GET_PAGE(addr, page)	get_user_pages_fast((addr), 1, FOLL_WRITE, (page))
#define MW_PUT_PAGE(page)	do { set_page_dirty_lock(page); put_page(page); } while (0)

int macro_wrap_run(struct device *dev, unsigned long addr)
{
	struct page *page;
	dma_addr_t dma;

	if (MW_GET_PAGE(addr, &page) != 1)
		return -EFAULT;
	dma = dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	dma_unmap_page(dev, dma, PAGE_SIZE, DMA_FROM_DEVICE);
	MW_PUT_PAGE(page);
	return 0;
}
