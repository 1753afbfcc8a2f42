// SPDX-License-Identifier: GPL-2.0-only
/* a case follows from a use that is seen, and from nothing else */
#include <linux/highmem.h>
#include <linux/slab.h>

struct case_seen {
	struct page **pages;
	int nr;
};

int case_seen_none(struct case_seen *obj, unsigned long addr)
{
	obj->nr = pin_user_pages_fast(addr, 4, FOLL_WRITE, obj->pages); /* verdict: done case none */
	return obj->nr;
}

void case_seen_drop(struct case_seen *obj)
{
	unpin_user_pages(obj->pages, obj->nr);
}

int case_seen_cpu(unsigned long addr, const char *from)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done case 5 */
		return -EFAULT;
	memcpy_to_page(page, 0, from, PAGE_SIZE);
	unpin_user_page(page); /* may: missing-dirty */
	return 0;
}
