// SPDX-License-Identifier: GPL-2.0-only
static void up(struct page **pages, int n)
{
	int i;

	for (i = 0; i < n; i++)	/* want */
		unpin_user_page(pages[i]);
}

static void dirty(struct buffer *b, bool write)
{
	int i;

	for (i = 0; i < b->nr; ++i) {	/* want */
		struct page *page = b->pages[i];

		if (write)
			set_page_dirty_lock(page);
		unpin_user_page(page);
	}
}

static void down(struct page **pages, int n)
{
	while (n--)	/* want */
		put_user_page(pages[n]);
}

static void tested(struct buffer *b)
{
	int i;

	for (i = b->nr - 1; i >= 0; i--) {	/* want */
		if (!b->pages[i])
			continue;
		unpin_user_page(b->pages[i]);
	}
}

static int plain(unsigned long addr, struct page **pages)
{
	int i, n = get_user_pages_fast(addr, 4, 0, pages);

	for (i = 0; i < n; i++) {	/* want */
		set_page_dirty(pages[i]);
		put_page(pages[i]);
	}
	return n;
}
