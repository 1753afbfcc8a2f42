// SPDX-License-Identifier: GPL-2.0-only
/* three helpers deep on both sides */
#include <linux/dma-mapping.h>

static int chain_get3(unsigned long addr, int nr, struct page **pages)
{
	return get_user_pages_fast(addr, nr, 0, pages); /* want: gup-put-page; verdict: convert */
}

static int chain_get2(unsigned long addr, int nr, struct page **pages)
{
	return chain_get3(addr & PAGE_MASK, nr, pages);
}

static int chain_get1(unsigned long addr, int nr, struct page **pages)
{
	return chain_get2(addr, nr, pages);
}

static void chain_put2(struct page *page)
{
	put_page(page);
}

static void chain_put1(struct page **pages, int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		chain_put2(pages[i]);
}

static void chain_map(struct device *dev, struct page **pages, int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE);
}

int chain_run(struct device *dev, unsigned long addr)
{
	struct page *pages[8];
	int got = chain_get1(addr, 8, pages);

	if (got <= 0)
		return -EFAULT;
	chain_map(dev, pages, got);
	chain_put1(pages, got);
	return 0;
}
