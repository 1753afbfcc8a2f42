// SPDX-License-Identifier: GPL-2.0-only
/*
 * two functions make what one member keeps: the error path of the one releases
 * pages of its own, not those that the other acquired; the twin is filled through
 * the member, and released by who made the array
 */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct two_makers {
	struct page **pages;
	int nr;
	bool user;
};

int two_makers_pin(struct two_makers *tm, struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int got = pin_user_pages_fast(addr, nr, FOLL_WRITE | FOLL_LONGTERM, pages); /* verdict: done */

	if (got != nr) {
		if (got > 0)
			unpin_user_pages(pages, got);
		kfree(pages);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	tm->pages = pages;
	tm->nr = nr;
	tm->user = true;
	return 0;
}

int two_makers_fill(struct two_makers *tm, struct page *(*get)(int at), int nr)
{
	struct page **pages = kcalloc(nr, sizeof(*pages), GFP_KERNEL);
	int i;

	for (i = 0; i < nr; i++) {
		pages[i] = get(i);
		if (!pages[i]) {
			release_pages(pages, i);
			kfree(pages);
			return -ENOMEM;
		}
	}
	tm->pages = pages;
	tm->nr = nr;
	tm->user = false;
	return 0;
}

struct page *two_makers_first(struct two_makers *tm)
{
	struct page **pages = tm->pages;

	return tm->nr ? pages[0] : NULL;
}

void two_makers_free(struct two_makers *tm)
{
	if (tm->user)
		unpin_user_pages_dirty_lock(tm->pages, tm->nr, true);
	kfree(tm->pages);
}

struct one_maker {
	struct page **pages;
	int nr;
};

static int one_maker_fill(struct one_maker *om, struct device *dev, unsigned long addr)
{
	om->nr = get_user_pages_fast(addr, 4, FOLL_WRITE, om->pages); /* want: gup-put-page; verdict: convert */
	if (om->nr <= 0)
		return -EFAULT;
	dma_map_page(dev, om->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

int one_maker(struct one_maker *om, struct device *dev, unsigned long addr)
{
	struct page **pages = kcalloc(4, sizeof(*pages), GFP_KERNEL);
	int i, ret;

	om->pages = pages;
	ret = one_maker_fill(om, dev, addr);
	if (ret)
		return ret;
	for (i = 0; i < om->nr; i++) { /* may: open-coded-release */
		set_page_dirty_lock(pages[i]);
		put_page(pages[i]);
	}
	return 0;
}

struct by_address {
	struct page **to;
};

/* what is put where a member points to goes to who owns that place */
static int by_address_get(struct by_address *ba, struct device *dev, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	*ba->to = page;
	return 0;
}

int by_address(struct device *dev, unsigned long addr)
{
	struct page *page;
	struct by_address ba = { .to = &page };
	int ret = by_address_get(&ba, dev, addr);

	if (ret)
		return ret;
	put_page(page);
	return 0;
}
