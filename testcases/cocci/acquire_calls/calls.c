// SPDX-License-Identifier: GPL-2.0-only
/* get_user_pages() in a comment is no call. */
static const char *const text = "pin_user_pages(";
int get_user_pages_fast(unsigned long addr, int n, unsigned int flags, struct page **pages);

#ifdef CONFIG_NEVER
static int never(unsigned long addr, struct page **pages)
{
	return get_user_pages_fast(addr, 1, 0, pages);
}
#else
static int always(unsigned long addr, struct page **pages)
{
	if (pin_user_pages_fast(addr, 1, 0, pages) != 1)
		return -EFAULT;
	return iov_iter_get_pages2(iter, pages, 1, 1, &off);
}
#endif
