// SPDX-License-Identifier: GPL-2.0-only
/* got pages given to each unpin call */
#include <linux/dma-mapping.h>

int got_unpin_one(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_page(page); /* want: family-mismatch; may: missing-dirty */
	return 0;
}

int got_unpin_many(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	long got;

	got = get_user_pages_unlocked(addr, nr, pages, FOLL_WRITE); /* verdict: mismatch */
	if (got <= 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages(pages, got); /* want: family-mismatch; may: missing-dirty */
	return 0;
}

int got_unpin_struct_only(unsigned long addr)
{
	struct page *page;
	int nid;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	nid = page_to_nid(page);
	unpin_user_page(page); /* want: family-mismatch */
	return nid;
}
