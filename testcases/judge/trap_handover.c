// SPDX-License-Identifier: GPL-2.0-only
/* trap: the reference is handed on to other code by contract */
#include <linux/mm.h>

int trap_handover(unsigned long start, unsigned long end)
{
	for (; start < end; start += PAGE_SIZE) {
		struct page *page;
		int ret;

		ret = get_user_pages_fast(start, 1, 0, &page); /* verdict: manual|keep */
		if (ret != 1)
			return ret;
		ret = soft_offline_page(page_to_pfn(page), 1);
		if (ret)
			return ret;
	}
	return 0;
}
