// SPDX-License-Identifier: GPL-2.0-only
/*
 * A static function with the name of an API that this tree no longer has: its
 * pages are got, not pinned.
 */
#include <linux/dma-mapping.h>

static int pin_user_pages_locked(unsigned long first, unsigned int nr, bool write,
				 struct page **pages)
{
	int ret;

	ret = get_user_pages_fast(first, nr, write ? FOLL_WRITE : 0, pages);
	if (ret <= 0)
		return -EFAULT;
	return ret;
}

static void release_user_pages(struct page **pages, int nr, bool dirty)
{
	int i;

	for (i = 0; i < nr; i++) {
		if (dirty)
			set_page_dirty(pages[i]);
		put_page(pages[i]);
	}
}

int goldpipe_transfer(struct device *dev, unsigned long addr, unsigned int nr, bool write)
{
	struct page *pages[16];
	dma_addr_t dma;
	int i, got;

	got = pin_user_pages_locked(addr, min(nr, 16u), write, pages);
	if (got < 0)
		return got;
	for (i = 0; i < got; i++) {
		dma = dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_BIDIRECTIONAL);
		dma_unmap_page(dev, dma, PAGE_SIZE, DMA_BIDIRECTIONAL);
	}
	release_user_pages(pages, got, write);
	return 0;
}
