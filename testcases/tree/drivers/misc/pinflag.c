// SPDX-License-Identifier: GPL-2.0-only
/* Gets or pins by a flag, and releases by the same flag: no fault. */
#include <linux/dma-mapping.h>

struct pinflag {
	struct device *dev;
	bool pinned;
	struct page *page;
	dma_addr_t dma;
};

int pinflag_acquire(struct pinflag *pf, unsigned long addr, bool longterm)
{
	int ret;

	pf->pinned = longterm;
	if (longterm)
		ret = pin_user_pages_fast(addr, 1, FOLL_WRITE | FOLL_LONGTERM, &pf->page);
	else
		ret = get_user_pages_fast(addr, 1, FOLL_WRITE, &pf->page);
	if (ret != 1)
		return -EFAULT;
	pf->dma = dma_map_page(pf->dev, pf->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void pinflag_release(struct pinflag *pf)
{
	dma_unmap_page(pf->dev, pf->dma, PAGE_SIZE, DMA_FROM_DEVICE);
	set_page_dirty_lock(pf->page);
	if (pf->pinned)
		unpin_user_page(pf->page);
	else
		put_page(pf->page);
}
