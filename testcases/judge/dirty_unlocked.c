// SPDX-License-Identifier: GPL-2.0-only
/* user pages are made dirty without the page lock */
#include <linux/bio.h>
#include <linux/mm.h>
#include <linux/spinlock.h>

struct unlocked_buf {
	struct page *pages[8];
	int nr;
	spinlock_t lock;
};

int unlocked_pin(struct unlocked_buf *b, unsigned long addr)
{
	b->nr = pin_user_pages_fast(addr, 8, FOLL_WRITE | FOLL_LONGTERM, b->pages);
	return b->nr < 0 ? b->nr : 0;
}

void unlocked_release(struct unlocked_buf *b)
{
	for (int i = 0; i < b->nr; i++) { /* may: open-coded-release */
		set_page_dirty(b->pages[i]); /* want: dirty-unlocked */
		unpin_user_page(b->pages[i]);
	}
}

/* a lock that is dropped too early */
void unlocked_early(unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return;
	lock_page(page);
	unlock_page(page);
	set_page_dirty(page); /* want: dirty-unlocked */
	unpin_user_page(page);
}
