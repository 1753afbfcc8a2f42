// SPDX-License-Identifier: GPL-2.0-only
/* Pages that are held when a function gives up: faults, each with its correct twin. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int leak_map(struct device *dev, struct page **pages, int nr);
void leak_log(int n);
void free_pages(unsigned long addr, unsigned int order);

/* fewer than asked: an error, and those that were got stay */
int leak_partial(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages;
	int n, ret = 0;

	pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr) {
		ret = -EFAULT;
		goto out_free; /* want: partial-pin-leak */
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, n);
out_free:
	kfree(pages);
	return ret;
}

int leak_partial_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages;
	int n, ret = 0;

	pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr) {
		ret = n < 0 ? n : -EFAULT;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	if (n > 0)
		unpin_user_pages(pages, n);
	kfree(pages);
	return ret;
}

/* the variable of the count gets the error first */
int leak_overwritten(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int ret, i;

	if (!pages)
		return -ENOMEM;
	ret = pin_user_pages_fast(addr, nr, 0, pages);
	if (ret < 0)
		goto out_free;
	if (ret < nr) {
		ret = -EINVAL;
		goto out; /* want: partial-pin-leak */
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	for (i = 0; i < ret; i++) /* may: open-coded-release */
		unpin_user_page(pages[i]);
out_free:
	kfree(pages);
	return ret < 0 ? ret : 0;
}

int leak_overwritten_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int ret, got, i;

	if (!pages)
		return -ENOMEM;
	got = ret = pin_user_pages_fast(addr, nr, 0, pages);
	if (ret < 0)
		goto out_free;
	if (ret < nr) {
		ret = -EINVAL;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	for (i = 0; i < got; i++) /* may: open-coded-release */
		unpin_user_page(pages[i]);
out_free:
	kfree(pages);
	return ret < 0 ? ret : 0;
}

/* one page, and an error after it */
int leak_later_error(struct device *dev, unsigned long addr)
{
	struct page *page;
	void *buf;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	buf = kmalloc(64, GFP_KERNEL);
	if (!buf)
		return -ENOMEM; /* want: partial-pin-leak */
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_page(page);
	kfree(buf);
	return 0;
}

int leak_later_error_good(struct device *dev, unsigned long addr)
{
	struct page *page;
	void *buf;
	int ret;

	ret = pin_user_pages_fast(addr, 1, 0, &page);
	if (ret != 1)
		return ret < 0 ? ret : -EFAULT;
	buf = kmalloc(64, GFP_KERNEL);
	if (!buf) {
		ret = -ENOMEM;
		goto out;
	}
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	ret = 0;
	kfree(buf);
out:
	unpin_user_page(page);
	return ret;
}

/* a helper fills the array of its caller */
static int leak_fill(unsigned long addr, int nr, struct page **pages)
{
	int n = pin_user_pages_fast(addr, nr, 0, pages);

	if (n >= 0 && n < nr) {
		unpin_user_pages(pages, n);
		n = -EFAULT;
	}
	return n;
}

static void leak_drop(struct page **pages, int nr)
{
	int i;

	for (i = 0; i < nr; i++) /* may: open-coded-release */
		unpin_user_page(pages[i]);
}

int leak_by_helper(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	void *sg = NULL;
	int ret;

	if (!pages)
		return -ENOMEM;
	ret = leak_fill(addr, nr, pages);
	if (ret < 0)
		goto out;
	sg = kmalloc(64, GFP_KERNEL);
	if (!sg) {
		ret = -ENOMEM;
		goto out; /* want: partial-pin-leak */
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	leak_drop(pages, nr);
	ret = 0;
out:
	kfree(sg);
	kfree(pages);
	return ret;
}

int leak_by_helper_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	void *sg = NULL;
	int ret;

	if (!pages)
		return -ENOMEM;
	ret = leak_fill(addr, nr, pages);
	if (ret < 0)
		goto out;
	sg = kmalloc(64, GFP_KERNEL);
	if (!sg) {
		leak_drop(pages, nr);
		ret = -ENOMEM;
		goto out;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	leak_drop(pages, nr);
	ret = 0;
out:
	kfree(sg);
	kfree(pages);
	return ret;
}

/* in rounds: what was got before the error is lost */
int leak_rounds(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int done = 0, n;

	if (!pages)
		return -ENOMEM;
	while (done < nr) {
		n = pin_user_pages_fast(addr + done * PAGE_SIZE, nr - done, 0, pages + done);
		if (n < 0) {
			kfree(pages);
			return n; /* want: partial-pin-leak */
		}
		if (!n)
			break;
		done += n;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, done);
	kfree(pages);
	return 0;
}

int leak_rounds_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int done = 0, n = 0;

	if (!pages)
		return -ENOMEM;
	while (done < nr) {
		n = pin_user_pages_fast(addr + done * PAGE_SIZE, nr - done, 0, pages + done);
		if (n <= 0)
			goto out;
		done += n;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	unpin_user_pages(pages, done);
	kfree(pages);
	return n < 0 ? n : 0;
}

/* a helper gives its caller the array */
static struct page **leak_make(unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int n;

	if (!pages)
		return NULL;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr) {
		if (n > 0)
			unpin_user_pages(pages, n);
		kfree(pages);
		return NULL;
	}
	return pages;
}

int leak_handed_out(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = leak_make(addr, nr);
	void *buf;

	if (!pages)
		return -ENOMEM;
	buf = kmalloc(64, GFP_KERNEL);
	if (!buf)
		return -ENOMEM; /* want: partial-pin-leak */
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	leak_drop(pages, nr);
	kfree(pages);
	kfree(buf);
	return 0;
}

int leak_handed_out_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = leak_make(addr, nr);
	void *buf;

	if (!pages)
		return -ENOMEM;
	buf = kmalloc(64, GFP_KERNEL);
	if (buf)
		dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	leak_drop(pages, nr);
	kfree(pages);
	kfree(buf);
	return buf ? 0 : -ENOMEM;
}

/* the array goes, and the number of pages that were in it is what is returned */
int leak_number(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int n;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n != nr)
		goto out; /* want: partial-pin-leak */
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, n);
	n = 0;
out:
	kfree(pages);
	return n;
}

int leak_number_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int n;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n > 0) {
		dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
		unpin_user_pages(pages, n);
	}
	kfree(pages);
	return n;
}

/* a whole page as the array */
int leak_whole(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = (struct page **)__get_free_page(GFP_KERNEL);
	void *buf;
	int n;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n <= 0)
		goto out;
	buf = kmalloc(64, GFP_KERNEL);
	if (!buf) {
		n = -ENOMEM;
		goto out; /* want: partial-pin-leak */
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, n);
	kfree(buf);
out:
	free_pages((unsigned long)pages, 0);
	return n;
}

int leak_whole_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = (struct page **)__get_free_page(GFP_KERNEL);
	void *buf;
	int n;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n <= 0)
		goto out;
	buf = kmalloc(64, GFP_KERNEL);
	if (buf)
		dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, n);
	kfree(buf);
out:
	free_pages((unsigned long)pages, 0);
	return n;
}
