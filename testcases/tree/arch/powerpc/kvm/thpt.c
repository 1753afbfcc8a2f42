// SPDX-License-Identifier: GPL-2.0-only
/* A file that can only be read for its own architecture: its header has the struct. */
#include <linux/highmem.h>
#include <linux/mm.h>
#include <asm/tbits.h>
#include <asm/thpt.h>

int thpt_map(struct thpt *t, unsigned long addr)
{
	t->nr = get_user_pages_fast(addr, 16, TBITS_WRITE, t->pages);
	if (t->nr <= 0)
		return -EFAULT;
	memset(page_address(t->pages[0]), 0, PAGE_SIZE);
	return 0;
}

void thpt_unmap(struct thpt *t)
{
	int i;

	for (i = 0; i < t->nr; i++) {
		set_page_dirty_lock(t->pages[i]);
		put_page(t->pages[i]);
	}
}
