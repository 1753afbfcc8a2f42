// SPDX-License-Identifier: GPL-2.0-only
/* Releases of a wrong number of pages, each with its correct twin. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

/* as many as asked for */
int count_asked(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages);

	if (n < 0)
		return n;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, nr); /* want: bad-count */
	return 0;
}

int count_asked_good(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages);

	if (n < nr) {
		if (n > 0)
			unpin_user_pages(pages, n);
		return n < 0 ? n : -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, nr);
	return 0;
}

/* the same by a helper with a loop */
static void count_drop(struct page **pages, unsigned long nr)
{
	unsigned long i;

	for (i = 0; i < nr; i++) /* may: open-coded-release */
		unpin_user_page(pages[i]);
}

int count_helper(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages);

	if (n <= 0)
		return n;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	count_drop(pages, nr); /* want: bad-count */
	return 0;
}

int count_helper_good(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages);

	if (n <= 0)
		return n;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	count_drop(pages, n);
	return 0;
}

/* a negative result as an unsigned count */
int count_negative(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages);

	if (n < nr) {
		unpin_user_pages(pages, n); /* want: bad-count */
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, n);
	return 0;
}

/* a negative result in an unsigned variable */
int count_wild(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	unsigned long i, n;

	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n == 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	for (i = 0; i < n; i++) /* want: bad-count; may: open-coded-release */
		unpin_user_page(pages[i]);
	return 0;
}

int count_wild_good(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	long i, n;

	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n == 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	for (i = 0; i < n; i++) /* may: open-coded-release */
		unpin_user_page(pages[i]);
	return 0;
}

/* zeroed, and NULL is left out: any count up to the size will do */
int count_guarded(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int i, n, ret = 0;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr)
		ret = -EFAULT;
	else
		dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	for (i = 0; i < nr; i++) /* may: open-coded-release */
		if (pages[i])
			unpin_user_page(pages[i]);
	kfree(pages);
	return ret;
}

/* the error as a bound of another loop */
int count_bound(struct device *dev, unsigned long addr, unsigned int nr, struct page **pages)
{
	unsigned int i, n = pin_user_pages_fast(addr, nr, 0, pages);

	for (i = 0; i < n; i++) /* want: bad-count */
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, (int)n > 0 ? n : 0);
	return 0;
}

/* no page, the same again */
int count_no_end(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int done = 0, n;

	while (done < nr) {
		n = pin_user_pages_fast(addr, nr - done, 0, pages + done); /* want: bad-count */
		if (n < 0)
			break;
		done += n;
		addr += n * PAGE_SIZE;
	}
	if (done)
		dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, done);
	return 0;
}

int count_no_end_good(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int done = 0, n;

	while (done < nr) {
		n = pin_user_pages_fast(addr, nr - done, 0, pages + done);
		if (n <= 0)
			break;
		done += n;
		addr += n * PAGE_SIZE;
	}
	if (done)
		dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, done);
	return 0;
}

/* the array was never there */
int count_no_array(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int ret = 0;

	if (!pages) {
		ret = -ENOMEM;
		goto out;
	}
	ret = pin_user_pages_fast(addr, nr, 0, pages);
	if (ret != nr) {
		nr = ret < 0 ? 0 : ret;
		ret = -EFAULT;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	unpin_user_pages(pages, nr); /* want: bad-count */
	kfree(pages);
	return ret;
}

int count_no_array_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int ret = 0, got = 0;

	if (!pages) {
		ret = -ENOMEM;
		goto out;
	}
	ret = pin_user_pages_fast(addr, nr, 0, pages);
	got = ret < 0 ? 0 : ret;
	if (ret != nr) {
		ret = -EFAULT;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	unpin_user_pages(pages, got);
	kfree(pages);
	return ret;
}
