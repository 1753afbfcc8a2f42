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

/* files may be refused: a note */
void unlocked_anon(struct mm_struct *mm, unsigned long addr)
{
	struct vm_area_struct *vma = find_vma(mm, addr);
	struct page *page;

	if (!vma || vma->vm_file || pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return;
	set_page_dirty(page); /* want: dirty-unlocked */
	unpin_user_page(page);
}

/* in a completion the lock form is no way out */
static void unlocked_end_io(struct bio *bio)
{
	struct unlocked_buf *b = bio->bi_private;

	set_page_dirty(b->pages[0]); /* want: dirty-unlocked */
	unpin_user_page(b->pages[0]);
	bio_put(bio);
}

void unlocked_start(struct unlocked_buf *b, struct bio *bio)
{
	bio->bi_private = b;
	bio->bi_end_io = unlocked_end_io;
	submit_bio(bio);
}
