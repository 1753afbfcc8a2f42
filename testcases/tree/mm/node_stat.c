// SPDX-License-Identifier: GPL-2.0-only
/* On which node is a user page? Reads struct page alone. */
#include <linux/mm.h>

int node_stat_lookup(struct mm_struct *mm, unsigned long addr)
{
	struct page *page;
	int node = -EFAULT;
	long ret;

	mmap_read_lock(mm);
	ret = get_user_pages_remote(mm, addr & PAGE_MASK, 1, 0, &page, NULL, NULL);
	if (ret == 1) {
		node = page_to_nid(page);
		put_page(page);
	}
	mmap_read_unlock(mm);
	return node;
}
