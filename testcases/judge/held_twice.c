// SPDX-License-Identifier: GPL-2.0-only
/* The same pages released twice on one path, each with its correct twin. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int twice_map(struct device *dev, dma_addr_t dma);

int twice_label(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages), ret = 0;

	if (n <= 0)
		return -EFAULT;
	if (twice_map(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		unpin_user_pages(pages, n);
		ret = -EIO;
		goto out;
	}
out:
	unpin_user_pages(pages, n); /* want: double-release */
	return ret;
}

int twice_label_good(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages), ret = 0;

	if (n <= 0)
		return -EFAULT;
	if (twice_map(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		unpin_user_pages(pages, n);
		n = 0;
		ret = -EIO;
		goto out;
	}
out:
	unpin_user_pages(pages, n);
	return ret;
}

int twice_page(struct device *dev, unsigned long addr)
{
	struct page *page;
	int ret = 0;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	if (twice_map(dev, dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		unpin_user_page(page);
		ret = -EIO;
	}
	unpin_user_page(page); /* want: double-release */
	return ret;
}

int twice_page_good(struct device *dev, unsigned long addr)
{
	struct page *page;
	int ret = 0;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	if (twice_map(dev, dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		unpin_user_page(page);
		page = NULL;
		ret = -EIO;
	}
	if (page)
		unpin_user_page(page);
	return ret;
}
