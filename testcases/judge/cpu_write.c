// SPDX-License-Identifier: GPL-2.0-only
/* case 5: the CPU writes to the page's data */
#include <linux/highmem.h>

int cpu_write_copy(unsigned long addr, const char *from, size_t len)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert case 5 */
		return -EFAULT;
	memcpy_to_page(page, 0, from, len);
	set_page_dirty_lock(page);
	put_page(page);
	return 0;
}

int cpu_write_kmap(unsigned long addr, int bit)
{
	struct page *page;
	unsigned long *p;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert case 5 */
		return -EFAULT;
	p = kmap_atomic(page);
	p[0] |= 1UL << bit;
	kunmap_atomic(p);
	set_page_dirty_lock(page);
	put_page(page);
	return 0;
}

int cpu_write_good(unsigned long addr, const char *from, size_t len)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	memcpy_to_page(page, 0, from, len);
	unpin_user_pages_dirty_lock(&page, 1, true);
	return 0;
}
