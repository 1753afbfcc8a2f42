// SPDX-License-Identifier: GPL-2.0-only
/* Kinds 1, 5, 6 and 13: pages that are lost on the way, in more shapes, with twins. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int kl_start(struct device *dev, dma_addr_t dma);

struct kl_buffer {
	struct page **pages;
	int nr;
	bool ready;
	dma_addr_t dma;
};

/* the array is a member, and the count is one too */
int kl_member(struct device *dev, struct kl_buffer *b, unsigned long addr)
{
	long rv;

	b->pages = kcalloc(b->nr, sizeof(*b->pages), GFP_KERNEL);
	if (!b->pages)
		return -ENOMEM;
	rv = pin_user_pages_fast(addr, b->nr, 0, b->pages);
	if (rv != b->nr)
		goto err_pages; /* want: partial-pin-leak */
	b->dma = dma_map_page(dev, b->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
err_pages:
	kfree(b->pages);
	b->pages = NULL;
	return rv < 0 ? rv : -EFAULT;
}

int kl_member_good(struct device *dev, struct kl_buffer *b, unsigned long addr)
{
	long rv;

	b->pages = kcalloc(b->nr, sizeof(*b->pages), GFP_KERNEL);
	if (!b->pages)
		return -ENOMEM;
	rv = pin_user_pages_fast(addr, b->nr, 0, b->pages);
	if (rv != b->nr)
		goto err_pages;
	b->dma = dma_map_page(dev, b->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
err_pages:
	if (rv > 0)
		unpin_user_pages(b->pages, rv);
	kfree(b->pages);
	b->pages = NULL;
	return rv < 0 ? rv : -EFAULT;
}

/* the caller lets go of what a member counts: no leak here */
int kl_left_in_member(struct device *dev, struct kl_buffer *b, unsigned long addr)
{
	int n = pin_user_pages_fast(addr, b->nr, 0, b->pages);

	if (n != b->nr) {
		b->nr = n > 0 ? n : 0;
		return -EFAULT;
	}
	b->dma = dma_map_page(dev, b->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

void kl_member_free(struct kl_buffer *b)
{
	unpin_user_pages(b->pages, b->nr);
	kfree(b->pages);
}

int kl_chain_good(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kvmalloc_array(nr, sizeof(*pages), GFP_KERNEL);
	dma_addr_t dma;
	int n, ret;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n < 0) {
		ret = n;
		goto free_pages;
	}
	if (n < nr) {
		ret = -EFAULT;
		goto unpin;
	}
	dma = dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	ret = kl_start(dev, dma);
	if (ret)
		goto unpin;
	ret = 0;
unpin:
	unpin_user_pages(pages, n);
free_pages:
	kvfree(pages);
	return ret;
}

/* a copy of the result decides */
int kl_copy(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[16];
	int n, got;

	if (nr > 16)
		return -EINVAL;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	got = n;
	if (got != nr)
		return got < 0 ? got : -EFAULT; /* want: partial-pin-leak */
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, got);
	return 0;
}

int kl_copy_good(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[16];
	int n, got;

	if (nr > 16)
		return -EINVAL;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	got = n;
	if (got != nr) {
		while (got-- > 0) /* may: open-coded-release */
			unpin_user_page(pages[got]);
		return n < 0 ? n : -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, got);
	return 0;
}

/* in rounds, and one that gives fewer is an error */
int kl_rounds(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[16];
	int nr_pinned = 0, ret;

	if (nr > 16)
		return -EINVAL;
	do {
		ret = pin_user_pages_fast(addr + nr_pinned * PAGE_SIZE, nr - nr_pinned, 0,
					  pages + nr_pinned);
		if (ret <= 0)
			return -EFAULT; /* want: partial-pin-leak */
		nr_pinned += ret;
	} while (nr_pinned < nr);
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, nr_pinned);
	return 0;
}

int kl_rounds_good(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[16];
	int nr_pinned = 0, ret;

	if (nr > 16)
		return -EINVAL;
	do {
		ret = pin_user_pages_fast(addr + nr_pinned * PAGE_SIZE, nr - nr_pinned, 0,
					  pages + nr_pinned);
		if (ret <= 0) {
			unpin_user_pages(pages, nr_pinned);
			return -EFAULT;
		}
		nr_pinned += ret;
	} while (nr_pinned < nr);
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, nr_pinned);
	return 0;
}

int kl_each_good(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[16];
	int i;

	if (nr > 16)
		return -EINVAL;
	for (i = 0; i < nr; i++) {
		if (pin_user_pages_fast(addr + i * PAGE_SIZE, 1, 0, &pages[i]) != 1)
			goto undo;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, nr);
	return 0;
undo:
	while (i-- > 0) /* may: open-coded-release */
		unpin_user_page(pages[i]);
	return -EFAULT;
}

/* each page moves into a list; the rest of the batch is lost when one cannot */
struct kl_item {
	struct list_head list;
	struct page *page;
};

int kl_batch_good(struct device *dev, unsigned long addr, struct list_head *to)
{
	struct page *pages[16];
	struct kl_item *item;
	int i, n;

	n = pin_user_pages_fast(addr, 16, 0, pages);
	if (n < 0)
		return n;
	for (i = 0; i < n; i++) {
		item = kmalloc(sizeof(*item), GFP_KERNEL);
		if (!item) {
			unpin_user_pages(pages + i, n - i);
			return -ENOMEM;
		}
		item->page = pages[i];
		dma_map_page(dev, item->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
		list_add_tail(&item->list, to);
	}
	return 0;
}

void kl_batch_free(struct list_head *from)
{
	struct kl_item *item;

	list_for_each_entry(item, from, list)
		unpin_user_page(item->page);
}

/* a flag says which ways hold the pages: right */
int kl_flag_good(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	bool held = false;
	int ret;

	ret = pin_user_pages_fast(addr, nr, 0, pages);
	if (ret == nr)
		held = true;
	else if (ret > 0)
		unpin_user_pages(pages, ret);
	if (!held)
		return -EFAULT;
	ret = kl_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
	if (held)
		unpin_user_pages(pages, nr);
	return ret;
}

/* one page: 1 or an error, there is no less */
int kl_single_good(struct device *dev, unsigned long addr)
{
	struct page *page;
	int ret = pin_user_pages_fast(addr, 1, 0, &page);

	if (ret < 1)
		return ret ? ret : -EFAULT;
	ret = kl_start(dev, dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE));
	unpin_user_page(page);
	return ret;
}
