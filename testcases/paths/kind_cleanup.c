// SPDX-License-Identifier: GPL-2.0-only
/* Pages and the cleanup attribute: what is freed at the end of the block, and twins. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int ku_start(struct device *dev, dma_addr_t dma);

static inline void ku_free(struct page ***p)
{
	kvfree(*p);
}

/* the array goes by itself, the pages in it do not */
int ku_lost(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages __attribute__((cleanup(ku_free))) =
		kvmalloc_array(nr, sizeof(*pages), GFP_KERNEL);
	int n, ret;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr)
		return n < 0 ? n : -EFAULT; /* want: partial-pin-leak */
	ret = ku_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
	unpin_user_pages(pages, n);
	return ret;
}

int ku_lost_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages __attribute__((cleanup(ku_free))) =
		kvmalloc_array(nr, sizeof(*pages), GFP_KERNEL);
	int n, ret;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr) {
		if (n > 0)
			unpin_user_pages(pages, n);
		return n < 0 ? n : -EFAULT;
	}
	ret = ku_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
	unpin_user_pages(pages, n);
	return ret;
}

/* the page goes by itself: every way is right */
static inline void ku_unpin(struct page **p)
{
	if (*p)
		unpin_user_page(*p);
}

int ku_page_good(struct device *dev, unsigned long addr)
{
	struct page *page __attribute__((cleanup(ku_unpin))) = NULL;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	if (ku_start(dev, dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE)))
		return -EIO;
	return 0;
}

/* released by hand too */
int ku_page_twice(struct device *dev, unsigned long addr)
{
	struct page *page __attribute__((cleanup(ku_unpin))) = NULL;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	if (ku_start(dev, dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		unpin_user_page(page);
		return -EIO; /* may: double-release */
	}
	return 0;
}

/* a switch and a long way to one label: right */
int ku_switch_good(struct device *dev, unsigned long addr, struct page **pages, int nr, int how)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages), ret = 0;

	switch (n) {
	case 0:
		return -EFAULT;
	default:
		if (n < 0)
			return n;
		break;
	}
	switch (how) {
	case 1:
		ret = -EINVAL;
		goto out;
	case 2:
		ret = ku_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
		break;
	default:
		ret = -EOPNOTSUPP;
	}
out:
	unpin_user_pages(pages, n);
	return ret;
}

/* ?: and && around the release: right */
int ku_cond_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int n = pages ? pin_user_pages_fast(addr, nr, 0, pages) : -ENOMEM;
	int ret = n == nr ? 0 : n < 0 ? n : -EFAULT;

	if (!ret)
		ret = ku_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
	if (pages && n > 0)
		unpin_user_pages(pages, n);
	kfree(pages);
	return ret;
}
