// SPDX-License-Identifier: GPL-2.0-only
/* Kinds 5, 6, 7 and 13 with extracted pages, counted in bytes, and twins. */
#include <linux/dma-mapping.h>
#include <linux/uio.h>
#include <linux/slab.h>

int ki_start(struct device *dev, dma_addr_t dma);

/* the error path puts what was pinned */
int ki_put(struct device *dev, struct iov_iter *iter)
{
	struct page *array[16], **pages = array;
	size_t off;
	ssize_t len;
	int i, n;

	len = iov_iter_extract_pages(iter, &pages, 16 * PAGE_SIZE, 16, 0, &off); /* verdict: mismatch */
	if (len <= 0)
		return -EFAULT;
	n = DIV_ROUND_UP(off + len, PAGE_SIZE);
	if (ki_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		for (i = 0; i < n; i++) /* may: open-coded-release */
			put_page(pages[i]); /* want: family-mismatch */
		return -EIO;
	}
	for (i = 0; i < n; i++) /* may: open-coded-release */
		unpin_user_page(pages[i]);
	return 0;
}

/* the offset is part of the count: right */
int ki_bytes_good(struct device *dev, struct iov_iter *iter)
{
	struct page *array[16], **pages = array;
	size_t off;
	ssize_t len;
	int ret;

	len = iov_iter_extract_pages(iter, &pages, 16 * PAGE_SIZE, 16, 0, &off);
	if (len <= 0)
		return -EFAULT;
	ret = ki_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
	unpin_user_pages(pages, DIV_ROUND_UP(off + len, PAGE_SIZE)); /* may: missing-dirty */
	return ret;
}

/* the offset is left out: one page too few */
int ki_bytes(struct device *dev, struct iov_iter *iter)
{
	struct page *array[16], **pages = array;
	size_t off;
	ssize_t len;
	int ret;

	len = iov_iter_extract_pages(iter, &pages, 16 * PAGE_SIZE, 16, 0, &off); /* verdict: done|manual */
	if (len <= 0)
		return -EFAULT;
	ret = ki_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
	unpin_user_pages(pages, len / PAGE_SIZE); /* may: bad-count, missing-dirty */
	return ret;
}

/* an error in between: lost */
int ki_lost(struct device *dev, struct iov_iter *iter)
{
	struct page *array[16], **pages = array;
	size_t off;
	ssize_t len;
	void *buf;
	int ret;

	len = iov_iter_extract_pages(iter, &pages, 16 * PAGE_SIZE, 16, 0, &off);
	if (len <= 0)
		return -EFAULT;
	buf = kmalloc(64, GFP_KERNEL);
	if (!buf)
		return -ENOMEM; /* want: partial-pin-leak */
	ret = ki_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
	kfree(buf);
	unpin_user_pages(pages, DIV_ROUND_UP(off + len, PAGE_SIZE)); /* may: missing-dirty */
	return ret;
}
