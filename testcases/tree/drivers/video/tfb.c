// SPDX-License-Identifier: GPL-2.0-only
/* The acquire is under an option that is off: only Coccinelle sees it. */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#ifdef CONFIG_TFB_DMA
#include <linux/dma-mapping.h>

int tfb_dma(struct device *dev, dma_addr_t addr);

ssize_t tfb_write(struct device *dev, const char __user *buf, size_t count)
{
	unsigned int nr_pages = (count + PAGE_SIZE - 1) >> PAGE_SHIFT;
	struct page **pages;
	int i, ret;

	pages = kmalloc_array(nr_pages, sizeof(*pages), GFP_KERNEL);
	if (!pages)
		return -ENOMEM;
	ret = get_user_pages_fast((unsigned long)buf, nr_pages, FOLL_WRITE, pages);
	if (ret < nr_pages) {
		nr_pages = ret;
		ret = -EINVAL;
		goto out_unmap;
	}
	for (i = 0; i < nr_pages; i++)
		tfb_dma(dev, dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE));
	ret = count;

out_unmap:
	for (i = 0; i < nr_pages; i++)
		put_page(pages[i]);
	kfree(pages);
	return ret;
}
#else
ssize_t tfb_write(void *screen, const char __user *buf, size_t count)
{
	return copy_from_user(screen, buf, count) ? -EFAULT : count;
}
#endif
