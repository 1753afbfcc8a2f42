// SPDX-License-Identifier: GPL-2.0-only
/* the page is kept as a physical address */
#include <linux/dma-mapping.h>

struct phys_store {
	phys_addr_t phys[4];
	int nr;
};

int phys_store_pin(struct phys_store *ps, struct device *dev, unsigned long addr)
{
	struct page *pages[4];
	int i;

	ps->nr = pin_user_pages_fast(addr, 4, FOLL_WRITE, pages); /* verdict: mismatch */
	if (ps->nr <= 0)
		return -EFAULT;
	for (i = 0; i < ps->nr; i++) {
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
		ps->phys[i] = page_to_phys(pages[i]);
	}
	return 0;
}

void phys_store_put(struct phys_store *ps)
{
	int i;

	for (i = 0; i < ps->nr; i++)
		put_page(pfn_to_page(ps->phys[i] >> PAGE_SHIFT)); /* want: family-mismatch */
}
