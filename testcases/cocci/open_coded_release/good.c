// SPDX-License-Identifier: GPL-2.0-only
/* Nothing here is to be reported: this file acquires no user pages. */
static void kernel_pages(struct page **pages, int n)
{
	int i;

	for (i = 0; i < n; i++)
		put_page(pages[i]);
}

static void other_work(struct buffer *b)
{
	int i;

	for (i = 0; i < b->nr; i++) {
		account(b->pages[i]);
		unpin_user_page(b->pages[i]);
	}
}

static void two_arrays(struct page **a, struct page **b, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		set_page_dirty_lock(a[i]);
		unpin_user_page(b[i]);
	}
}

static void same_page(struct page *page, int n)
{
	while (n--)
		unpin_user_page(page);
}

/* The helper itself. */
void unpin_user_pages(struct page **pages, unsigned long n)
{
	unsigned long i;

	for (i = 0; i < n; i++)
		unpin_user_page(pages[i]);
}
