// SPDX-License-Identifier: GPL-2.0-only
/* Counts that are right though they look odd, each with a twin that is wrong. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

static inline void silent_free(void *p)
{
	struct page *page = *(struct page **)p;

	if (page)
		unpin_user_page(page);
}

/* the cleanup leaves out NULL */
int silent_cleanup(struct device *dev, unsigned long addr)
{
	struct page *page __attribute__((cleanup(silent_free))) = NULL;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

/* what the wrapper gives is the number, and it asks for one */
static int silent_one(unsigned long addr, struct page **page)
{
	return pin_user_pages_fast(addr, 1, 0, page);
}

int silent_wrapper(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (silent_one(addr, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_page(page);
	return 0;
}

int loud_wrapper(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (silent_one(addr, &page) != 1)
		return -EFAULT;
	if (dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE))
		return -EIO; /* want: partial-pin-leak */
	unpin_user_page(page);
	return 0;
}

/* the same with two */
static int silent_two(unsigned long addr, struct page **pages)
{
	return pin_user_pages_fast(addr, 2, 0, pages);
}

int loud_two(struct device *dev, unsigned long addr)
{
	struct page *pages[2];

	if (silent_two(addr, pages) != 2)
		return -EFAULT; /* want: partial-pin-leak */
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, 2);
	return 0;
}

/* how many it asks for is not known here */
struct silent_buf {
	int nr;
};

static int silent_many(struct silent_buf *b, unsigned long addr, struct page **pages)
{
	return pin_user_pages_fast(addr, b->nr, 0, pages);
}

int silent_member(struct device *dev, struct silent_buf *b, unsigned long addr)
{
	struct page *pages[4];
	int n = silent_many(b, addr, pages);

	if (n != b->nr) {
		if (n > 0)
			unpin_user_pages(pages, n);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_TO_DEVICE);
	unpin_user_pages(pages, n);
	return 0;
}

/* each round is of another buffer: the loop ends whatever the call gives */
struct silent_vec {
	unsigned long addr;
	int len;
};

int silent_rounds(struct device *dev, struct silent_vec *v, int num, struct page **pages, int max)
{
	int i, n;

	for (i = 0; i < num; i++) {
		n = pin_user_pages_fast(v->addr, 4, 0, pages);
		if (n < 0)
			return n;
		pages += n;
		max -= n;
	}
	return max;
}

/* once more for another reason */
int silent_again(struct device *dev, unsigned long addr)
{
	struct page *page;
	int n, busy;

again:
	n = pin_user_pages_fast(addr, 1, 0, &page);
	if (n < 0)
		return n;
	lock_page(page);
	busy = dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE) == 0;
	unlock_page(page);
	unpin_user_page(page);
	if (busy)
		goto again;
	return 0;
}

/* the flag alone wants the lock too */
int loud_flag(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	SetPageDirty(page); /* want: dirty-unlocked */
	unpin_user_page(page);
	return 0;
}

int silent_flag(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	lock_page(page);
	SetPageDirty(page);
	unlock_page(page);
	unpin_user_page(page);
	return 0;
}
