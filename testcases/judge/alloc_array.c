// SPDX-License-Identifier: GPL-2.0-only
/* a kmalloc'ed array that is stored after the acquire */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct alloc_array {
	struct page **pages;
	int nr;
};

int alloc_array_get(struct alloc_array *aa, struct device *dev, unsigned long addr, int nr)
{
	struct page **pages = kmalloc_array(nr, sizeof(*pages), GFP_KERNEL);
	int got;

	if (!pages)
		return -ENOMEM;
	got = get_user_pages_fast(addr, nr, FOLL_WRITE, pages); /* want: gup-put-page; verdict: convert */
	if (got < nr) {
		while (got > 0) /* may: open-coded-release */
			put_page(pages[--got]);
		kfree(pages);
		return -EFAULT;
	}
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	aa->pages = pages;
	aa->nr = nr;
	return 0;
}

void alloc_array_put(struct alloc_array *aa)
{
	int i;

	for (i = 0; i < aa->nr; i++) { /* may: open-coded-release */
		set_page_dirty_lock(aa->pages[i]);
		put_page(aa->pages[i]);
	}
	kfree(aa->pages);
}
