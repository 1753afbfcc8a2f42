// SPDX-License-Identifier: GPL-2.0-only
/* refused: this tree has the call that pins from an iterator takes other arguments */
#include <linux/dma-mapping.h>
#include <linux/uio.h>

ssize_t other_arguments(struct device *dev, struct iov_iter *iter)
{
	struct page *page;
	size_t start;
	ssize_t len = iov_iter_get_pages2(iter, &page, PAGE_SIZE, 1, &start);

	if (len <= 0)
		return len;
	dma_map_page(dev, page, start, len, DMA_FROM_DEVICE);
	put_page(page);
	return len;
}
