// SPDX-License-Identifier: GPL-2.0-only
/* a long-term pin of which only the number is kept is case 2; without, it is not */
#include <linux/mm.h>

struct longterm_number {
	unsigned long long pa;
};

int longterm_number_get(struct longterm_number *ln, unsigned long addr)
{
	struct page *pages[1];

	if (pin_user_pages_fast(addr, 1, FOLL_LONGTERM, pages) != 1) /* verdict: done; case 2 */
		return -EFAULT;
	ln->pa = page_to_phys(pages[0]);
	return 0;
}

void longterm_number_put(struct longterm_number *ln)
{
	unpin_user_page(pfn_to_page(ln->pa >> PAGE_SHIFT));
}

struct shortterm_number {
	unsigned long long pa;
};

int shortterm_number_get(struct shortterm_number *sn, unsigned long addr)
{
	struct page *pages[1];

	if (pin_user_pages_fast(addr, 1, 0, pages) != 1) /* verdict: done; case 1 */
		return -EFAULT;
	sn->pa = page_to_phys(pages[0]);
	return 0;
}

void shortterm_number_put(struct shortterm_number *sn)
{
	unpin_user_page(pfn_to_page(sn->pa >> PAGE_SHIFT));
}
