// SPDX-License-Identifier: GPL-2.0-only
/* Each function holds pages that have to be pinned. */
static int dma(struct dev *d, unsigned long addr)
{
	struct page *pages[4];
	int i, n;

	n = get_user_pages_fast(addr, 4, FOLL_WRITE, pages);	/* want */
	for (i = 0; i < n; i++)
		d->handle[i] = dma_map_page(d->dev, pages[i], 0, 4096, DMA_FROM_DEVICE);
	wait_for_device(d);
	for (i = 0; i < n; i++)
		put_page(pages[i]);
	return n;
}

static int one_page(struct mm_struct *mm, unsigned long addr, char value)
{
	struct page *page;
	char *p;

	if (get_user_pages_remote(mm, addr, 1, FOLL_WRITE, &page, NULL, NULL) != 1) /* want */
		return -EFAULT;
	p = kmap_local_page(page);
	*p = value;
	kunmap_local(p);
	put_page(page);
	return 0;
}

static int error_path(struct buffer *b, unsigned long addr)
{
	long n;

	n = get_user_pages_unlocked(addr, b->nr, b->pages, 0);	/* want */
	if (n != b->nr) {
		release_pages(b->pages, n);
		return -EFAULT;
	}
	return 0;
}

static int own_variable(struct bio *bio, struct iov_iter *iter)
{
	struct page *pages[8];
	size_t offset;
	ssize_t size;
	int i;

	size = iov_iter_get_pages2(iter, pages, 4096, 8, &offset);	/* want */
	for (i = 0; i < 8; i++) {
		struct page *page = pages[i];

		if (!bio_add_page(bio, page, 512, offset))
			put_page(page);
	}
	return size;
}
