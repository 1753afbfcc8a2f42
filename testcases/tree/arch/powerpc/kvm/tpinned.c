// SPDX-License-Identifier: GPL-2.0-only
/* Pinned pages, and the flag of the architecture: nothing to say. */
#include <linux/mm.h>
#include <asm/tbits.h>
#include <asm/thpt.h>

int tpinned_map(struct thpt_pinned *t, unsigned long addr)
{
	t->nr = pin_user_pages_fast(addr, 16, TBITS_WRITE, t->pages);
	return t->nr > 0 ? 0 : -EFAULT;
}

void tpinned_unmap(struct thpt_pinned *t)
{
	unpin_user_pages_dirty_lock(t->pages, t->nr, true);
}
