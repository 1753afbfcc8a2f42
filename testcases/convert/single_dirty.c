// SPDX-License-Identifier: GPL-2.0-only
/* one page, dirtied with its lock and released */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

int single_dirty(unsigned long addr, unsigned int value)
{
	struct page *page;
	unsigned int *at;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	at = kmap(page);
	*at = value;
	kunmap(page);
	set_page_dirty_lock(page);
	put_page(page);
	return 0;
}
