// SPDX-License-Identifier: GPL-2.0-only
/* Kind 12: pages kept in a long-lived mapping without FOLL_LONGTERM, and twins. */
#include <linux/dma-mapping.h>
#include <linux/fs.h>
#include <linux/slab.h>

struct kg_region {
	struct page **pages;
	int nr;
	dma_addr_t dma;
};

/* registered by an ioctl, let go when the file is closed */
static int kg_register(struct device *dev, struct kg_region *r, unsigned long addr)
{
	int n = pin_user_pages_fast(addr, r->nr, FOLL_WRITE, r->pages); /* want: missing-longterm */

	if (n != r->nr) {
		if (n > 0)
			unpin_user_pages(r->pages, n);
		return -EFAULT;
	}
	r->dma = dma_map_page(dev, r->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

static struct device *kg_dev;

static long kg_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	return kg_register(kg_dev, file->private_data, arg);
}

static int kg_release(struct inode *inode, struct file *file)
{
	struct kg_region *r = file->private_data;

	unpin_user_pages_dirty_lock(r->pages, r->nr, true);
	return 0;
}

const struct file_operations kg_fops = {
	.unlocked_ioctl = kg_ioctl,
	.release = kg_release,
};

struct kg_region2 {
	struct page **pages;
	int nr;
	dma_addr_t dma;
};

static int kg_register_good(struct device *dev, struct kg_region2 *r, unsigned long addr)
{
	int n = pin_user_pages_fast(addr, r->nr, FOLL_WRITE | FOLL_LONGTERM, r->pages);

	if (n != r->nr) {
		if (n > 0)
			unpin_user_pages(r->pages, n);
		return -EFAULT;
	}
	r->dma = dma_map_page(dev, r->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

static long kg_ioctl_good(struct file *file, unsigned int cmd, unsigned long arg)
{
	return kg_register_good(kg_dev, file->private_data, arg);
}

static int kg_release_good(struct inode *inode, struct file *file)
{
	struct kg_region2 *r = file->private_data;

	unpin_user_pages_dirty_lock(r->pages, r->nr, true);
	return 0;
}

const struct file_operations kg_fops_good = {
	.unlocked_ioctl = kg_ioctl_good,
	.release = kg_release_good,
};

/* within one call: no long life, no flag wanted */
struct kg_transfer {
	struct page *pages[16];
	int nr;
};

static long kg_once_good(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct kg_transfer *t = file->private_data;

	t->nr = pin_user_pages_fast(arg, 16, FOLL_WRITE, t->pages);
	if (t->nr <= 0)
		return -EFAULT;
	dma_map_page(kg_dev, t->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages_dirty_lock(t->pages, t->nr, true);
	t->nr = 0;
	return 0;
}

const struct file_operations kg_once_fops = {
	.unlocked_ioctl = kg_once_good,
};
