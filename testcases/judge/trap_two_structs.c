// SPDX-License-Identifier: GPL-2.0-only
/* trap: two struct types with a member of the same name */
#include <linux/dma-mapping.h>

struct trap_pinned_buf {
	struct page **pages;
	int nr;
};

struct trap_kernel_buf {
	struct page **pages;
	int nr;
};

int trap_pinned_fill(struct trap_pinned_buf *buf, struct device *dev, unsigned long addr)
{
	buf->nr = pin_user_pages_fast(addr, buf->nr, FOLL_WRITE, buf->pages); /* verdict: done */
	if (buf->nr <= 0)
		return -EFAULT;
	dma_map_page(dev, buf->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void trap_pinned_drop(struct trap_pinned_buf *buf)
{
	unpin_user_pages(buf->pages, buf->nr); /* may: missing-dirty */
}

void trap_kernel_fill(struct trap_kernel_buf *buf)
{
	int i;

	for (i = 0; i < buf->nr; i++)
		buf->pages[i] = alloc_page(GFP_KERNEL);
}

void trap_kernel_drop(struct trap_kernel_buf *buf)
{
	int i;

	for (i = 0; i < buf->nr; i++)
		put_page(buf->pages[i]);
}
