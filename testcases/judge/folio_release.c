// SPDX-License-Identifier: GPL-2.0-only
/* the page is put as a folio */
#include <linux/dma-mapping.h>

int folio_release_bad(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	folio_put(page_folio(page)); /* may: missing-dirty */
	return 0;
}

int folio_release_mismatch(struct device *dev, unsigned long addr)
{
	struct folio *folio;
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	folio = page_folio(page);
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	folio_put(folio); /* want: family-mismatch; may: missing-dirty */
	return 0;
}
