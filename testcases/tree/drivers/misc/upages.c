// SPDX-License-Identifier: GPL-2.0-only
/* A helper that hands out user pages, and its other half, for several drivers. */
#include <linux/mm.h>
#include <linux/module.h>
#include "upages.h"

int upages_get(unsigned long start, int nr, bool write, struct page **pages)
{
	int got;

	got = get_user_pages_fast(start, nr, write ? FOLL_WRITE : 0, pages);
	if (got < 0)
		return got;
	if (got != nr) {
		upages_put(pages, got, false);
		return -EFAULT;
	}
	return 0;
}
EXPORT_SYMBOL_GPL(upages_get);

void upages_put(struct page **pages, int nr, bool dirty)
{
	int i;

	for (i = 0; i < nr; i++) {
		if (dirty)
			set_page_dirty_lock(pages[i]);
		put_page(pages[i]);
	}
}
EXPORT_SYMBOL_GPL(upages_put);
MODULE_LICENSE("GPL");
