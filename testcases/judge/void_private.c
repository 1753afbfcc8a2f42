// SPDX-License-Identifier: GPL-2.0-only
/* the object travels as void * */
#include <linux/dma-mapping.h>
#include <linux/fs.h>

struct void_private {
	struct page *page;
	struct device *dev;
};

int void_private_get(struct file *file, unsigned long addr)
{
	struct void_private *vp = file->private_data;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &vp->page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma_map_page(vp->dev, vp->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void void_private_done(void *data)
{
	struct void_private *vp = data;

	put_page(vp->page); /* may: missing-dirty */
}
