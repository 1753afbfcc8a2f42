// SPDX-License-Identifier: GPL-2.0-only
/* case 4: only struct page is read */
#include <linux/mm.h>

int struct_only_node(unsigned long addr)
{
	struct page *page;
	int node;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: keep case 4 */
		return -EFAULT;
	node = page_to_nid(page);
	put_page(page);
	return node;
}

int struct_only_anon(unsigned long addr)
{
	struct page *page;
	int anon = 0;

	if (get_user_pages_fast(addr, 1, 0, &page) == 1) { /* verdict: keep case 4 */
		if (PageAnon(page) && !PageHuge(page))
			anon = page_count(page);
		put_page(page);
	}
	return anon;
}
