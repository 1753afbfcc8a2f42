// SPDX-License-Identifier: GPL-2.0-only
/* A file of one architecture: tags in user pages are saved by the CPU. */
#include <linux/highmem.h>
#include <linux/mm.h>

int tguest_clear_page(unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr & PAGE_MASK, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	memset(page_address(page), 0, PAGE_SIZE);
	set_page_dirty_lock(page);
	put_page(page);
	return 0;
}
