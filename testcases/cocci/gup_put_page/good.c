// SPDX-License-Identifier: GPL-2.0-only
/* Nothing here is to be reported. */
static int pinned(struct dev *d, unsigned long addr)
{
	struct page *pages[4];
	int n;

	n = pin_user_pages_fast(addr, 4, FOLL_WRITE, pages);
	d->handle = dma_map_page(d->dev, pages[0], 0, 4096, DMA_FROM_DEVICE);
	unpin_user_pages(pages, n);
	return n;
}

/* Case 4: only struct page is looked at. */
static int node(unsigned long addr)
{
	struct page *page;
	int ret;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	ret = page_to_nid(page);
	put_page(page);
	return ret;
}

/* The CPU only reads the data, and lets go at once. */
static int peek(unsigned long addr, void *to)
{
	struct page *page;
	void *p;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	p = kmap_local_page(page);
	memcpy(to, p, 8);
	kunmap_local(p);
	put_page(page);
	return 0;
}

/* Case 3: the notifier takes the page away. */
static int fault(struct vm *vm, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	if (mmu_invalidate_retry(vm->kvm, vm->seq)) {
		put_page(page);
		return -EAGAIN;
	}
	set_page_dirty_lock(page);
	put_page(page);
	return 0;
}

/* No page of the get family reaches the release. */
static void other(struct dev *d, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return;
	hand_over(d, page);
	page = alloc_page(GFP_KERNEL);
	d->handle = dma_map_page(d->dev, page, 0, 4096, DMA_TO_DEVICE);
	put_page(page);
}

/* Nothing is taken: no array is given. */
static void touch(unsigned long addr, struct page *page)
{
	get_user_pages(addr, 1, FOLL_WRITE, NULL, NULL);
	set_page_dirty_lock(page);
	put_page(page);
}
