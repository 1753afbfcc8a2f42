// SPDX-License-Identifier: GPL-2.0-only
/* One-shot transfer of a user buffer: got, mapped and put in one call. */
#include <linux/dma-mapping.h>
#include <linux/mm.h>
#include <linux/slab.h>

#define XFER_MAX_PAGES 64

struct xfer_dev {
	struct device *dev;
	int (*start)(struct xfer_dev *xd, dma_addr_t addr, size_t len);
};

long xfer_user_buffer(struct xfer_dev *xd, unsigned long uaddr, size_t len)
{
	unsigned long start = uaddr & PAGE_MASK;
	int nr_pages = DIV_ROUND_UP(uaddr + len - start, PAGE_SIZE);
	struct page **pages;
	dma_addr_t addr;
	int i, got, ret = 0;

	if (nr_pages > XFER_MAX_PAGES)
		return -EINVAL;

	pages = kcalloc(nr_pages, sizeof(*pages), GFP_KERNEL);
	if (!pages)
		return -ENOMEM;

	got = get_user_pages_fast(start, nr_pages, FOLL_WRITE, pages);
	if (got < 0) {
		kfree(pages);
		return got;
	}
	if (got < nr_pages) {
		ret = -EFAULT;
		goto out_put_pages;
	}

	for (i = 0; i < got; i++) {
		addr = dma_map_page(xd->dev, pages[i], 0, PAGE_SIZE, DMA_FROM_DEVICE);
		if (dma_mapping_error(xd->dev, addr)) {
			ret = -EIO;
			break;
		}
		ret = xd->start(xd, addr, PAGE_SIZE);
		dma_unmap_page(xd->dev, addr, PAGE_SIZE, DMA_FROM_DEVICE);
		if (ret)
			break;
		set_page_dirty_lock(pages[i]);
	}

out_put_pages:
	for (i = 0; i < got; i++)
		put_page(pages[i]);
	kfree(pages);
	return ret;
}
