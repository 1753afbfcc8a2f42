// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pages lost in the middle of a loop, and after a call that was given but their
 * address, each with its correct twin.
 */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int rounds_start(struct device *dev, dma_addr_t dma);
int rounds_keep(void *data);

int rounds_status(struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kvmalloc_array(nr, sizeof(*pages), GFP_KERNEL);
	int n, ret;

	if (!pages)
		return -ENOMEM;
	n = pin_user_pages_fast(addr, nr, 0, pages);
	if (n <= 0) {
		kvfree(pages);
		return -EFAULT;
	}
	ret = rounds_start(dev, dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE));
	if (ret) {
		kvfree(pages);
		return ret; /* want: partial-pin-leak */
	}
	unpin_user_pages(pages, n);
	kvfree(pages);
	return 0;
}

/* the call keeps the address as long as it does not fail */
int rounds_address_good(unsigned long addr)
{
	struct page *page;
	int ret;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	ret = rounds_keep(page_address(page));
	if (ret < 0)
		unpin_user_page(page);
	return ret;
}

int rounds_address(unsigned long addr)
{
	struct page *page;
	int ret;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	ret = rounds_keep(page_address(page));
	if (ret)
		return ret; /* want: partial-pin-leak */
	unpin_user_page(page);
	return 0;
}

int rounds_each(struct device *dev, unsigned long addr, int nr)
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

int rounds_each_good(struct device *dev, unsigned long addr, int nr)
{
	struct page *pages[16];
	int i, ret = 0;

	if (nr > 16)
		return -EINVAL;
	for (i = 0; i < nr; i++) {
		if (pin_user_pages_fast(addr + i * PAGE_SIZE, 1, 0, &pages[i]) != 1) {
			ret = -EFAULT;
			goto out;
		}
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
out:
	while (--i >= 0) /* may: open-coded-release */
		unpin_user_page(pages[i]);
	return ret;
}

struct rounds_item {
	struct list_head list;
	struct page *page;
};

int rounds_batch(struct device *dev, unsigned long addr, struct list_head *to)
{
	struct page *pages[16];
	struct rounds_item *item;
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

int rounds_batch_good(struct device *dev, unsigned long addr, struct list_head *to)
{
	struct page *pages[16];
	struct rounds_item *item;
	int i, n;

	n = pin_user_pages_fast(addr, 16, 0, pages);
	if (n < 0)
		return n;
	for (i = 0; i < n; i++) {
		item = kmalloc(sizeof(*item), GFP_KERNEL);
		if (!item)
			goto fail;
		item->page = pages[i];
		dma_map_page(dev, item->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
		list_add_tail(&item->list, to);
	}
	return 0;
fail:
	while (i < n) /* may: open-coded-release */
		unpin_user_page(pages[i++]);
	return -ENOMEM;
}

/* all of them go into the list, if there is one for each */
int rounds_none_good(struct device *dev, unsigned long addr, struct rounds_item *items, int nr)
{
	struct page *pages[16];
	int i, n;

	n = pin_user_pages_fast(addr, 16, 0, pages);
	if (n < 0)
		return n;
	for (i = 0; i < nr; i++) {
		items[i].page = pages[i];
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE);
	}
	return n < 16 ? -EFAULT : 0;
}

void rounds_batch_free(struct list_head *from)
{
	struct rounds_item *item;

	list_for_each_entry(item, from, list)
		unpin_user_page(item->page);
}
