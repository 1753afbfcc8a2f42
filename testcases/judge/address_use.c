// SPDX-License-Identifier: GPL-2.0-only
/* page_address and a store through it */
#include <linux/mm.h>
#include <linux/string.h>

int address_use_write(unsigned long addr)
{
	struct page *page;
	char *p;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert case 5 */
		return -EFAULT;
	p = page_address(page);
	memset(p, 0, PAGE_SIZE);
	set_page_dirty_lock(page);
	put_page(page);
	return 0;
}
