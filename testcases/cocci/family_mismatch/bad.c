// SPDX-License-Identifier: GPL-2.0-only
static int pinned_put(struct dev *d, unsigned long addr)
{
	struct page *pages[4];
	int i, n;

	n = pin_user_pages_fast(addr, 4, FOLL_WRITE, pages);
	if (n < 4)
		goto out;
	if (start(d, pages)) {
		unpin_user_pages(pages, n);
		return 0;
	}
out:
	for (i = 0; i < n; i++)
		put_page(pages[i]);	/* want */
	return -EFAULT;
}

static int got_unpin(unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1)
		return -EFAULT;
	use(page);
	unpin_user_page(page);	/* want */
	return 0;
}

static int extracted(struct iov_iter *iter, struct table *t)
{
	struct page **pages = t->pages;
	ssize_t n;

	n = iov_iter_extract_pages(iter, &pages, 4096, 8, 0, &t->offset);
	if (fill(t))
		release_pages(pages, n);	/* want */
	return n;
}

static int freed(struct sg *sg, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, 0, sg->pages) != 1)
		return -EFAULT;
	if (map(sg)) {
		__free_page(sg->pages[0]);	/* want */
		return -EIO;
	}
	return 0;
}

static void own_variable(unsigned long addr)
{
	struct page *pages[2];
	struct page *first;

	pin_user_pages(addr, 2, FOLL_WRITE, pages, NULL);
	first = pages[0];
	work(first);
	put_page(first);	/* want */
	unpin_user_page(pages[1]);
}
