// SPDX-License-Identifier: GPL-2.0-only
/* kept until a user lets go, and twins that are right */
#include <linux/completion.h>
#include <linux/dma-mapping.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/workqueue.h>

struct ml_region {
	struct device *dev;
	struct page *page;
};

static int ml_register(struct ml_region *r, unsigned long addr)
{
	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &r->page) != 1) /* want: missing-longterm; verdict: done */
		return -EFAULT;
	dma_map_page(r->dev, r->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

static void ml_unregister(struct ml_region *r)
{
	set_page_dirty_lock(r->page);
	unpin_user_page(r->page);
}

static long ml_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	switch (cmd) {
	case 1:
		return ml_register(file->private_data, arg);
	case 2:
		ml_unregister(file->private_data);
		return 0;
	default:
		return -EINVAL;
	}
}

static int ml_release(struct inode *inode, struct file *file)
{
	ml_unregister(file->private_data);
	return 0;
}

const struct file_operations ml_fops = {
	.unlocked_ioctl = ml_ioctl,
	.release = ml_release,
};

/* The flag is there, by way of a variable. */
struct mlt_flagged {
	struct page *page;
};

static long mlt_flagged_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct mlt_flagged *f = file->private_data;
	unsigned int flags = FOLL_LONGTERM;

	if (cmd)
		flags |= FOLL_WRITE;
	return pin_user_pages_fast(arg, 1, flags, &f->page); /* verdict: done */
}

static int mlt_flagged_release(struct inode *inode, struct file *file)
{
	struct mlt_flagged *f = file->private_data;

	set_page_dirty_lock(f->page);
	unpin_user_page(f->page);
	return 0;
}

const struct file_operations mlt_flagged_fops = {
	.unlocked_ioctl = mlt_flagged_ioctl,
	.release = mlt_flagged_release,
};

/* The same call lets go of it, though by way of an object. */
struct mlt_once {
	struct device *dev;
	struct page *page;
};

static int mlt_once_get(struct mlt_once *o, unsigned long addr)
{
	return pin_user_pages_fast(addr, 1, FOLL_WRITE, &o->page); /* verdict: done */
}

static void mlt_once_put(struct mlt_once *o)
{
	set_page_dirty_lock(o->page);
	unpin_user_page(o->page);
}

static long mlt_once_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct mlt_once *o = file->private_data;

	if (mlt_once_get(o, arg) != 1)
		return -EFAULT;
	dma_map_page(o->dev, o->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	mlt_once_put(o);
	return 0;
}

const struct file_operations mlt_once_fops = {
	.unlocked_ioctl = mlt_once_ioctl,
};

/* A transfer that ends by itself, or is ended by the last close: a note, it can't be told. */
struct mlt_xfer {
	struct device *dev;
	struct page *page;
	struct work_struct work;
};

static void mlt_xfer_put(struct mlt_xfer *x)
{
	set_page_dirty_lock(x->page);
	unpin_user_page(x->page);
	x->page = NULL;
}

static void mlt_xfer_done(struct work_struct *work)
{
	mlt_xfer_put(container_of(work, struct mlt_xfer, work));
}

static long mlt_xfer_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct mlt_xfer *x = file->private_data;

	if (pin_user_pages_fast(arg, 1, FOLL_WRITE, &x->page) != 1) /* want: missing-longterm; verdict: done */
		return -EFAULT;
	dma_map_page(x->dev, x->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	INIT_WORK(&x->work, mlt_xfer_done);
	return 0;
}

static int mlt_xfer_release(struct inode *inode, struct file *file)
{
	struct mlt_xfer *x = file->private_data;

	if (x->page)
		mlt_xfer_put(x);
	return 0;
}

const struct file_operations mlt_xfer_fops = {
	.unlocked_ioctl = mlt_xfer_ioctl,
	.release = mlt_xfer_release,
};
