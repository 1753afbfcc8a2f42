// SPDX-License-Identifier: GPL-2.0-only
/* Kinds 1 and 13: the same pages released twice, and twins. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int kt_start(struct device *dev, dma_addr_t dma);

struct kt_request {
	struct page *pages[16];
	int nr;
};

/* a helper lets go of them, once on each way: right */
static void kt_drop(struct kt_request *rq)
{
	unpin_user_pages(rq->pages, rq->nr);
}

int kt_helper_good(struct device *dev, struct kt_request *rq, unsigned long addr)
{
	rq->nr = pin_user_pages_fast(addr, 16, 0, rq->pages);
	if (rq->nr <= 0)
		return -EFAULT;
	if (kt_start(dev, dma_map_page(dev, rq->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		kt_drop(rq);
		return -EIO;
	}
	kt_drop(rq);
	return 0;
}

/* the rest of a batch, and then all */
int kt_rest(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	int i, n, ret = 0;

	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n <= 0)
		return -EFAULT;
	for (i = 0; i < n; i++) {
		if (kt_start(dev, dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
			unpin_user_pages(pages + i, n - i);
			ret = -EIO;
			break;
		}
	}
	unpin_user_pages(pages, n); /* want: double-release */
	return ret;
}

int kt_rest_good(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	int i, n, ret = 0;

	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n <= 0)
		return -EFAULT;
	for (i = 0; i < n; i++) {
		if (kt_start(dev, dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
			unpin_user_pages(pages + i, n - i);
			ret = -EIO;
			break;
		}
	}
	unpin_user_pages(pages, i);
	return ret;
}

/* released and acquired again: right */
int kt_again_good(struct device *dev, unsigned long addr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, 16, FOLL_WRITE, pages);

	if (n != 16) {
		if (n > 0)
			unpin_user_pages(pages, n);
		n = pin_user_pages_fast(addr, 16, 0, pages);
	}
	if (n <= 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, n);
	return 0;
}

/* one each round: right */
int kt_loop_good(struct device *dev, unsigned long addr, int nr)
{
	struct page *page;
	int i;

	for (i = 0; i < nr; i++) {
		if (pin_user_pages_fast(addr + i * PAGE_SIZE, 1, 0, &page) != 1)
			return -EFAULT;
		kt_start(dev, dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE));
		unpin_user_page(page);
	}
	return 0;
}

/* what is released is set to NULL, and NULL is left out: right */
int kt_null_good(struct device *dev, unsigned long addr, struct page **pages)
{
	int i, n = pin_user_pages_fast(addr, 16, 0, pages), ret = 0;

	if (n < 16) {
		if (n > 0)
			unpin_user_pages(pages, n);
		return -EFAULT;
	}
	for (i = 0; i < 16; i++) {
		if (kt_start(dev, dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
			unpin_user_page(pages[i]);
			pages[i] = NULL;
			ret = -EIO;
		}
	}
	for (i = 0; i < 16; i++) /* may: open-coded-release */
		if (pages[i])
			unpin_user_page(pages[i]);
	return ret;
}
