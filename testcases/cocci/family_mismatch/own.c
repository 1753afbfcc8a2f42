// SPDX-License-Identifier: GPL-2.0-only
/* A driver's own function of that name takes plain references. */
static int pin_user_pages(unsigned long first, unsigned long last, int write,
			  struct page **pages)
{
	return get_user_pages_fast(first, last - first, write, pages);
}

static void transfer(unsigned long addr)
{
	struct page *pages[4];

	pin_user_pages(addr, addr + 4, 1, pages);
	put_page(pages[0]);
}
