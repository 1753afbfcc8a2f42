// SPDX-License-Identifier: GPL-2.0-only
/* no write was asked for, and yet the CPU stores to the page */
#include <linux/highmem.h>

struct cpu_store {
	int x, y;
};

int cpu_store_member(unsigned long addr)
{
	struct page *page;
	struct cpu_store *cs;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* want: gup-put-page; verdict: convert; case 5 */
		return -EFAULT;
	cs = kmap(page);
	cs->x = 3;
	kunmap(page);
	put_page(page);
	return 0;
}

int cpu_store_count(unsigned long addr)
{
	struct page *page;
	struct cpu_store *cs;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* want: gup-put-page; verdict: convert; case 5 */
		return -EFAULT;
	cs = kmap(page);
	cs->x++;
	kunmap(page);
	put_page(page);
	return 0;
}

/* the twin: it is read */
int cpu_store_not(unsigned long addr, struct cpu_store *to)
{
	struct page *page;
	struct cpu_store *cs;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: keep */
		return -EFAULT;
	cs = kmap(page);
	to->x = cs->y;
	kunmap(page);
	put_page(page);
	return 0;
}
