// SPDX-License-Identifier: GPL-2.0-only
/* Second user of upages.c: the CPU fills the pages. */
#include <linux/highmem.h>
#include "upages.h"

int ucopy_fill(unsigned long start, const char *from, size_t len)
{
	struct page *page;
	int ret;

	ret = upages_get(start & PAGE_MASK, 1, true, &page);
	if (ret)
		return ret;
	memcpy_to_page(page, offset_in_page(start), from, len);
	upages_put(&page, 1, true);
	return 0;
}
