// SPDX-License-Identifier: GPL-2.0-only
/* Kinds 2, 3, 4, 11 and 14: a release of a wrong number of pages, and twins. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

/* the number asked for stays, in a variable that the error path uses */
int kc_asked(struct device *dev, unsigned long addr, unsigned long nr)
{
	struct page **pages = kmalloc_array(nr, sizeof(*pages), GFP_KERNEL);
	long pinned;
	int ret = 0;

	if (!pages)
		return -ENOMEM;
	pinned = pin_user_pages_fast(addr, nr, 0, pages);
	if (pinned != nr) {
		if (pinned < 0)
			nr = 0;
		ret = -EFAULT;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	unpin_user_pages(pages, nr); /* want: bad-count */
	kfree(pages);
	return ret;
}

int kc_asked_good(struct device *dev, unsigned long addr, unsigned long nr)
{
	struct page **pages = kmalloc_array(nr, sizeof(*pages), GFP_KERNEL);
	long pinned;
	int ret = 0;

	if (!pages)
		return -ENOMEM;
	pinned = pin_user_pages_fast(addr, nr, 0, pages);
	if (pinned != nr) {
		nr = pinned < 0 ? 0 : pinned;
		ret = -EFAULT;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	unpin_user_pages(pages, nr);
	kfree(pages);
	return ret;
}

/* a helper takes the count as u64: a negative one is huge */
static void kc_drop(struct page **pages, u64 nr)
{
	u64 i;

	for (i = 0; i < nr; i++) /* may: open-coded-release */
		unpin_user_page(pages[i]);
}

int kc_negative(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int ret = pin_user_pages_fast(addr, nr, 0, pages);

	if (ret < nr) {
		kc_drop(pages, ret); /* want: bad-count */
		return -ENOMEM;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	kc_drop(pages, nr);
	return 0;
}

int kc_negative_good(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int ret = pin_user_pages_fast(addr, nr, 0, pages);

	if (ret < nr) {
		if (ret > 0)
			kc_drop(pages, ret);
		return -ENOMEM;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	kc_drop(pages, nr);
	return 0;
}

/* a helper that takes int stops at once: right */
static void kc_drop_int(struct page **pages, int nr)
{
	int i;

	for (i = 0; i < nr; i++) /* may: open-coded-release */
		unpin_user_page(pages[i]);
}

int kc_signed_good(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int ret = pin_user_pages_fast(addr, nr, 0, pages);

	if (ret < nr) {
		kc_drop_int(pages, ret);
		return -ENOMEM;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	kc_drop_int(pages, nr);
	return 0;
}

/* an unsigned comparison: an error is not less, and so a success */
int kc_unsigned(struct device *dev, unsigned long addr, unsigned int nr, struct page **pages)
{
	int ret = pin_user_pages_fast(addr, nr, 0, pages);

	if (ret < nr) { /* may: bad-count */
		if (ret > 0)
			unpin_user_pages(pages, ret);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, nr); /* want: bad-count */
	return 0;
}

int kc_unsigned_good(struct device *dev, unsigned long addr, unsigned int nr, struct page **pages)
{
	int ret = pin_user_pages_fast(addr, nr, 0, pages);

	if (ret < 0)
		return ret;
	if (ret < nr) {
		unpin_user_pages(pages, ret);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, nr);
	return 0;
}

/* the result goes into an unsigned variable of the release */
int kc_store(struct device *dev, unsigned long addr, unsigned int nr, struct page **pages)
{
	int ret = pin_user_pages_fast(addr, nr, 0, pages);
	unsigned int held = nr, i;

	if (ret != nr) {
		held = ret;
		ret = -EINVAL;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	ret = 0;
out:
	for (i = 0; i < held; i++) /* want: bad-count; may: open-coded-release */
		unpin_user_page(pages[i]);
	return ret;
}

/* nothing was allocated: NULL, n */
int kc_null(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = NULL;
	int n, ret = -ENOMEM;

	pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	if (!pages)
		goto out;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr) {
		if (n > 0)
			unpin_user_pages(pages, n);
		kfree(pages);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	ret = 0;
out:
	unpin_user_pages(pages, nr); /* want: bad-count */
	kfree(pages);
	return ret;
}

int kc_null_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = NULL;
	int n = 0, ret = -ENOMEM;

	pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	if (!pages)
		goto out;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr) {
		ret = -EFAULT;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	ret = 0;
out:
	if (n > 0)
		unpin_user_pages(pages, n);
	kfree(pages);
	return ret;
}

/* 0 pages, again and again */
int kc_endless(struct device *dev, unsigned long addr, int nr, struct page **pages)
{
	int got = 0, ret;

	while (got < nr) {
		ret = pin_user_pages_fast(addr + got * PAGE_SIZE, nr - got, 0, pages + got); /* want: bad-count */
		if (ret < 0) {
			unpin_user_pages(pages, got);
			return ret;
		}
		got += ret;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, got);
	return 0;
}
