// SPDX-License-Identifier: GPL-2.0-only
/* Stand-ins for the functions themselves: definitions and exports, no real code. */
#include <linux/mm.h>
#include <linux/module.h>

long get_user_pages(unsigned long start, unsigned long nr_pages, unsigned int gup_flags,
		    struct page **pages, struct vm_area_struct **vmas)
{
	return -EFAULT;
}
EXPORT_SYMBOL(get_user_pages);

int get_user_pages_fast(unsigned long start, int nr_pages, unsigned int gup_flags,
			struct page **pages)
{
	return -EFAULT;
}
EXPORT_SYMBOL_GPL(get_user_pages_fast);

int pin_user_pages_fast(unsigned long start, int nr_pages, unsigned int gup_flags,
			struct page **pages)
{
	return -EFAULT;
}
EXPORT_SYMBOL_GPL(pin_user_pages_fast);
