// SPDX-License-Identifier: GPL-2.0-only
/* goto: the release stands behind labels */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int goto_bad(struct device *dev, unsigned long addr)
{
	struct page *page;
	dma_addr_t dma;
	int ret;

	ret = get_user_pages_fast(addr, 1, FOLL_WRITE, &page); /* want: gup-put-page; verdict: convert */
	if (ret != 1)
		goto out;
	dma = dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma)) {
		ret = -EIO;
		goto out_put;
	}
	dma_unmap_page(dev, dma, PAGE_SIZE, DMA_FROM_DEVICE);
	ret = 0;
out_put:
	put_page(page); /* may: missing-dirty */
out:
	return ret;
}

int goto_good(struct device *dev, unsigned long addr)
{
	struct page *page;
	dma_addr_t dma;
	int ret;

	ret = pin_user_pages_fast(addr, 1, FOLL_WRITE, &page); /* verdict: done */
	if (ret != 1)
		goto out;
	dma = dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma)) {
		ret = -EIO;
		goto out_unpin;
	}
	dma_unmap_page(dev, dma, PAGE_SIZE, DMA_FROM_DEVICE);
	set_page_dirty_lock(page);
	ret = 0;
out_unpin:
	unpin_user_page(page);
out:
	return ret;
}
