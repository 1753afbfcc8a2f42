// SPDX-License-Identifier: GPL-2.0-only
/* The CPU reads a word of a user page and puts it, all in one call. */
#include <linux/highmem.h>

int tinyfs_peek(unsigned long addr, u32 *val)
{
	struct page *page;
	void *kaddr;
	int ret;

	ret = get_user_pages_fast(addr & PAGE_MASK, 1, 0, &page);
	if (ret != 1)
		return -EFAULT;
	kaddr = kmap_local_page(page);
	*val = *(u32 *)(kaddr + offset_in_page(addr));
	kunmap_local(kaddr);
	put_page(page);
	return 0;
}
