// SPDX-License-Identifier: GPL-2.0-only
/* trap: no array, no reference */
#include <linux/mm.h>

long null_pages_literal(unsigned long addr)
{
	return get_user_pages(addr, 1, FOLL_WRITE, NULL, NULL); /* verdict: keep */
}

int null_pages_fast(unsigned long addr)
{
	int ret = get_user_pages_fast(addr, 1, FOLL_WRITE, NULL); /* verdict: keep */

	return ret == 1 ? 0 : -EFAULT;
}
