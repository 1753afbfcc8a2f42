// SPDX-License-Identifier: GPL-2.0-only
/* pinned pages given to release_pages */
#include <linux/dma-mapping.h>

int pin_release_pages(struct device *dev, unsigned long addr, struct page **pages, int nr)
{
	int got;

	mmap_read_lock(current->mm);
	got = pin_user_pages(addr, nr, FOLL_WRITE, pages, NULL); /* verdict: mismatch */
	mmap_read_unlock(current->mm);
	if (got <= 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	release_pages(pages, got); /* want: family-mismatch; may: missing-dirty */
	return 0;
}

int pin_unpin_remote(struct device *dev, struct mm_struct *mm, unsigned long addr,
		     struct page **pages, int nr)
{
	long got;

	mmap_read_lock(mm);
	got = pin_user_pages_remote(mm, addr, nr, FOLL_WRITE, pages, NULL, NULL); /* verdict: done */
	mmap_read_unlock(mm);
	if (got <= 0)
		return -EFAULT;
	dma_map_page(dev, pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	unpin_user_pages(pages, got); /* may: missing-dirty */
	return 0;
}
