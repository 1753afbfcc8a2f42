// SPDX-License-Identifier: GPL-2.0-only
/* Nothing here is to be reported. */
static void pinned(unsigned long addr)
{
	struct page *pages[4];
	int n;

	n = pin_user_pages_fast(addr, 4, FOLL_WRITE, pages);
	unpin_user_pages_dirty_lock(pages, n, true);
}

static void got(unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, &page) == 1)
		put_page(page);
}

/* From v5.2 to v5.5 got pages are released by put_user_page(). */
static void user_put(unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, &page) == 1)
		put_user_page(page);
}

/* One flag chooses both. */
static void chosen(unsigned long addr, bool pin)
{
	struct page *pages[4];
	int n;

	if (pin)
		n = pin_user_pages_fast(addr, 4, 0, pages);
	else
		n = get_user_pages_fast(addr, 4, 0, pages);
	work(pages);
	if (pin)
		unpin_user_pages(pages, n);
	else
		release_pages(pages, n);
}

/* The put belongs to a reference on top of the pin. */
static void balanced(unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return;
	get_page(page);
	work(page);
	put_page(page);
	unpin_user_page(page);
}

/* Another page in the same variable. */
static void reused(unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return;
	unpin_user_page(page);
	page = alloc_page(GFP_KERNEL);
	put_page(page);
}
