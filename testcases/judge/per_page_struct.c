// SPDX-License-Identifier: GPL-2.0-only
/* each page moves into a struct of its own */
#include <linux/dma-mapping.h>

struct per_page_addr {
	struct page *page;
	dma_addr_t addr;
};

struct per_page_pkt {
	int n;
	struct per_page_addr addr[8];
};

int per_page_pin(struct per_page_pkt *pkt, struct device *dev, unsigned long start)
{
	struct page *pages[8];
	int i, got;

	got = pin_user_pages_fast(start, 8, 0, pages); /* verdict: mismatch */
	if (got <= 0)
		return -EFAULT;
	for (i = 0; i < got; i++) {
		pkt->addr[i].page = pages[i];
		pkt->addr[i].addr = dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE);
	}
	pkt->n = got;
	return 0;
}

void per_page_free(struct per_page_pkt *pkt)
{
	int i;

	for (i = 0; i < pkt->n; i++)
		put_page(pkt->addr[i].page); /* want: family-mismatch */
}
