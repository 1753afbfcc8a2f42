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

struct twice_request {
	struct page *pages[16];
	struct page **more;
	int nr, nr_more;
};

/* a helper releases an array in an object, and its caller again */
static void twice_drop(struct twice_request *rq)
{
	unpin_user_pages(rq->pages, rq->nr);
}

int twice_object(struct device *dev, struct twice_request *rq, unsigned long addr)
{
	int ret = 0;

	rq->nr = pin_user_pages_fast(addr, 16, 0, rq->pages);
	if (rq->nr <= 0)
		return -EFAULT;
	if (twice_map(dev, dma_map_page(dev, rq->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		twice_drop(rq);
		ret = -EIO;
	}
	twice_drop(rq); /* want: double-release */
	return ret;
}

/* this one leaves the object without pages */
static void twice_drop_all(struct twice_request *rq)
{
	int i;

	for (i = 0; i < rq->nr_more; i++) /* may: open-coded-release */
		unpin_user_page(rq->more[i]);
	rq->nr_more = 0;
}

int twice_object_good(struct device *dev, struct twice_request *rq, unsigned long addr)
{
	int ret = 0;

	rq->nr_more = pin_user_pages_fast(addr, 16, 0, rq->more);
	if (rq->nr_more <= 0)
		return -EFAULT;
	if (twice_map(dev, dma_map_page(dev, rq->more[0], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		twice_drop_all(rq);
		ret = -EIO;
	}
	twice_drop_all(rq);
	return ret;
}

/* and this one may have released nothing */
static void twice_drop_some(struct twice_request *rq, bool really)
{
	if (!really)
		return;
	unpin_user_pages(rq->pages, rq->nr);
}

int twice_object_some_good(struct device *dev, struct twice_request *rq, unsigned long addr,
			   bool mine)
{
	rq->nr = pin_user_pages_fast(addr, 16, 0, rq->pages);
	if (rq->nr <= 0)
		return -EFAULT;
	dma_map_page(dev, rq->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	twice_drop_some(rq, mine);
	twice_drop_some(rq, !mine);
	return 0;
}
