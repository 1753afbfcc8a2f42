// SPDX-License-Identifier: GPL-2.0-only
/* Sets a bit in a user page with the CPU: case 5, though there is no DMA. */
#include <linux/highmem.h>

int tv_set_bit_user(unsigned int nr, unsigned long addr)
{
	struct page *page;
	unsigned long *base;
	int ret;

	ret = get_user_pages_fast(addr & PAGE_MASK, 1, FOLL_WRITE, &page);
	if (ret < 0)
		return ret;
	if (ret != 1)
		return -EFAULT;
	base = kmap_atomic(page);
	base[offset_in_page(addr) / sizeof(*base)] |= 1UL << nr;
	kunmap_atomic(base);
	set_page_dirty_lock(page);
	put_page(page);
	return 0;
}
