// SPDX-License-Identifier: GPL-2.0-only
/*
 * Faults that a checker finds hard: a failed call that was given the mapping, one
 * page a round, the rest of a batch that moves into a list, a helper on a member.
 */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int kl_start(struct device *dev, dma_addr_t dma);

/* the mapping fails, the chain of labels misses one */
int kx_chain(struct device *dev, unsigned long addr, int nr)
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
		goto free_pages; /* want: partial-pin-leak */
	ret = 0;
unpin:
	unpin_user_pages(pages, n);
free_pages:
	kvfree(pages);
	return ret;
}

/* one page each, and an error in the middle */
int kx_each(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[16];
	int i;

	if (nr > 16)
		return -EINVAL;
	for (i = 0; i < nr; i++) {
		if (pin_user_pages_fast(addr + i * PAGE_SIZE, 1, 0, &pages[i]) != 1)
			return -EFAULT; /* want: partial-pin-leak */
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, nr);
	return 0;
}

/* each page moves into a list; the rest of the batch is lost when one cannot */
struct kx_item {
	struct list_head list;
	struct page *page;
};

int kx_batch(struct device *dev, unsigned long addr, struct list_head *to)
{
	struct page *pages[16];
	struct kx_item *item;
	int i, n;

	n = pin_user_pages_fast(addr, 16, 0, pages);
	if (n < 0)
		return n;
	for (i = 0; i < n; i++) {
		item = kmalloc(sizeof(*item), GFP_KERNEL);
		if (!item)
			return -ENOMEM; /* want: partial-pin-leak */
		item->page = pages[i];
		dma_map_page(dev, item->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
		list_add_tail(&item->list, to);
	}
	return 0;
}

void kx_batch_free(struct list_head *from)
{
	struct kx_item *item;

	list_for_each_entry(item, from, list)
		unpin_user_page(item->page);
}

struct kx_request {
	struct page *pages[16];
	int nr;
};

/* a helper lets go of them, and its caller again */
static void kx_drop(struct kx_request *rq)
{
	unpin_user_pages(rq->pages, rq->nr);
}

int kx_helper(struct device *dev, struct kx_request *rq, unsigned long addr)
{
	int ret = 0;

	rq->nr = pin_user_pages_fast(addr, 16, 0, rq->pages);
	if (rq->nr <= 0)
		return -EFAULT;
	if (kl_start(dev, dma_map_page(dev, rq->pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE))) {
		kx_drop(rq);
		ret = -EIO;
	}
	kx_drop(rq); /* want: double-release */
	return ret;
}
