// SPDX-License-Identifier: GPL-2.0-only
/* Faults pages in; with no array there is no reference to drop. */
#include <linux/mm.h>

int prefault_range(unsigned long start, unsigned long nr)
{
	long ret;

	mmap_read_lock(current->mm);
	ret = get_user_pages(start, nr, FOLL_WRITE, NULL, NULL);
	mmap_read_unlock(current->mm);
	return ret < 0 ? ret : 0;
}
