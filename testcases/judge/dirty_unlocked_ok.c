// SPDX-License-Identifier: GPL-2.0-only
/* set_page_dirty() where the page lock, or something else, keeps the mapping */
#include <linux/mm.h>
#include <linux/mmu_notifier.h>

struct locked_buf {
	struct page *pages[8];
	int nr;
	struct mmu_interval_notifier mni;
};

void locked_here(unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return;
	lock_page(page);
	set_page_dirty(page);
	unlock_page(page);
	unpin_user_page(page);
}

/* by the caller */
static void locked_dirty(struct page *page)
{
	set_page_dirty(page);
}

void locked_caller(unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return;
	lock_page(page);
	locked_dirty(page);
	unlock_page(page);
	unpin_user_page(page);
}

/* the mapping stays while the address space is locked */
void locked_mm(struct mm_struct *mm, unsigned long addr)
{
	struct page *page;

	mmap_read_lock(mm);
	if (pin_user_pages(addr, 1, FOLL_WRITE, &page, NULL) == 1) {
		set_page_dirty(page);
		unpin_user_page(page);
	}
	mmap_read_unlock(mm);
}

/* told by the mm, before the mapping goes */
static void locked_drop(struct locked_buf *b)
{
	for (int i = 0; i < b->nr; i++) { /* may: open-coded-release */
		set_page_dirty(b->pages[i]);
		unpin_user_page(b->pages[i]);
	}
}

static bool locked_invalidate(struct mmu_interval_notifier *mni,
			      const struct mmu_notifier_range *range, unsigned long seq)
{
	locked_drop(container_of(mni, struct locked_buf, mni));
	return true;
}

const struct mmu_interval_notifier_ops locked_mn_ops = {
	.invalidate = locked_invalidate,
};

int locked_pin(struct locked_buf *b, unsigned long addr)
{
	b->nr = pin_user_pages_fast(addr, 8, FOLL_WRITE, b->pages);
	return b->nr < 0 ? b->nr : 0;
}

/* the lock is taken by the call itself */
void locked_by_call(unsigned long addr)
{
	struct page *pages[4];
	int nr = pin_user_pages_fast(addr, 4, FOLL_WRITE, pages);

	if (nr > 0)
		unpin_user_pages_dirty_lock(pages, nr, true);
}
