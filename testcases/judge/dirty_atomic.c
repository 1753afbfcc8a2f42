// SPDX-License-Identifier: GPL-2.0-only
/* calls that may sleep for the page lock, where one must not sleep */
#include <linux/bio.h>
#include <linux/cleanup.h>
#include <linux/highmem.h>
#include <linux/interrupt.h>
#include <linux/kref.h>
#include <linux/mm.h>
#include <linux/mmu_notifier.h>
#include <linux/spinlock.h>

struct atomic_buf {
	spinlock_t lock;
	struct page *pages[8];
	int nr;
	struct tasklet_struct done, stat;
	int count;
	struct mmu_interval_notifier mni;
};

int atomic_buf_pin(struct atomic_buf *b, unsigned long addr)
{
	b->nr = pin_user_pages_fast(addr, 8, FOLL_WRITE | FOLL_LONGTERM, b->pages);
	return b->nr < 0 ? b->nr : 0;
}

void atomic_direct(struct atomic_buf *b)
{
	spin_lock(&b->lock);
	unpin_user_pages_dirty_lock(b->pages, b->nr, true); /* want: dirty-lock-atomic */
	b->nr = 0;
	spin_unlock(&b->lock);
}

/* the call to change is the one that is made under the lock */
static void atomic_put(struct atomic_buf *b, bool dirty)
{
	unpin_user_pages_dirty_lock(b->pages, b->nr, dirty);
}

void atomic_helper(struct atomic_buf *b)
{
	unsigned long flags;

	spin_lock_irqsave(&b->lock, flags);
	atomic_put(b, true); /* want: dirty-lock-atomic */
	b->nr = 0;
	spin_unlock_irqrestore(&b->lock, flags);
}

void atomic_rcu(struct atomic_buf *b)
{
	rcu_read_lock();
	for (int i = 0; i < b->nr; i++) { /* may: open-coded-release */
		set_page_dirty_lock(b->pages[i]); /* want: dirty-lock-atomic */
		unpin_user_page(b->pages[i]);
	}
	rcu_read_unlock();
}

void atomic_guard(struct atomic_buf *b)
{
	guard(spinlock)(&b->lock);
	if (!b->nr)
		return;
	unpin_user_pages_dirty_lock(b->pages, b->nr, true); /* want: dirty-lock-atomic */
}

void atomic_tried(struct atomic_buf *b)
{
	if (!spin_trylock(&b->lock))
		return;
	unpin_user_pages_dirty_lock(b->pages, b->nr, true); /* want: dirty-lock-atomic */
	spin_unlock(&b->lock);
}

/* an atomic mapping is one too */
void atomic_map(struct page *page)
{
	int *addr = kmap_atomic(page);

	*addr = 1;
	set_page_dirty_lock(page); /* want: dirty-lock-atomic */
	kunmap_atomic(addr);
}

/* a lock that helpers take and drop */
static void atomic_take(struct atomic_buf *b)
{
	spin_lock(&b->lock);
}

static void atomic_leave(struct atomic_buf *b)
{
	spin_unlock(&b->lock);
}

void atomic_wrapped(struct atomic_buf *b)
{
	atomic_take(b);
	unpin_user_pages_dirty_lock(b->pages, b->nr, true); /* want: dirty-lock-atomic */
	atomic_leave(b);
}

static void atomic_tasklet(struct tasklet_struct *t)
{
	struct atomic_buf *b = container_of(t, struct atomic_buf, done);

	atomic_put(b, true); /* want: dirty-lock-atomic */
}

/* asking for something else does not help */
static void atomic_stat(struct tasklet_struct *t)
{
	struct atomic_buf *b = container_of(t, struct atomic_buf, stat);

	if (in_interrupt())
		b->count++;
	unpin_user_pages_dirty_lock(b->pages, b->nr, true); /* want: dirty-lock-atomic */
}

static irqreturn_t atomic_irq(int irq, void *dev)
{
	struct atomic_buf *b = dev;

	unpin_user_pages_dirty_lock(b->pages, b->nr, true); /* want: dirty-lock-atomic */
	return IRQ_HANDLED;
}

static void atomic_end_io(struct bio *bio)
{
	struct atomic_buf *b = bio->bi_private;

	unpin_user_pages_dirty_lock(b->pages, b->nr, true); /* want: dirty-lock-atomic */
	bio_put(bio);
}

void atomic_start(struct atomic_buf *b, struct bio *bio)
{
	tasklet_setup(&b->done, atomic_tasklet);
	tasklet_setup(&b->stat, atomic_stat);
	request_threaded_irq(1, atomic_irq, NULL, 0, "atomic", b);
	bio->bi_private = b;
	bio->bi_end_io = atomic_end_io;
	submit_bio(bio);
}

/* the mm waits for the callback, and may hold the lock of the page meanwhile */
static bool atomic_invalidate(struct mmu_interval_notifier *mni,
			      const struct mmu_notifier_range *range, unsigned long seq)
{
	struct atomic_buf *b = container_of(mni, struct atomic_buf, mni);

	unpin_user_pages_dirty_lock(b->pages, b->nr, true); /* want: dirty-lock-atomic */
	return true;
}

const struct mmu_interval_notifier_ops atomic_mn_ops = {
	.invalidate = atomic_invalidate,
};

/* locked here already */
void atomic_twice(struct page *page)
{
	lock_page(page);
	set_page_dirty_lock(page); /* want: dirty-lock-atomic */
	unlock_page(page);
}

/* the last reference ends the object at once */
struct atomic_counted {
	struct kref ref;
	spinlock_t lock;
	struct page *page;
};

int atomic_counted_pin(struct atomic_counted *c, unsigned long addr)
{
	return pin_user_pages_fast(addr, 1, FOLL_WRITE, &c->page) == 1 ? 0 : -EFAULT;
}

static void atomic_counted_free(struct kref *ref)
{
	struct atomic_counted *c = container_of(ref, struct atomic_counted, ref);

	unpin_user_pages_dirty_lock(&c->page, 1, true);
}

void atomic_counted_put(struct atomic_counted *c)
{
	spin_lock(&c->lock);
	kref_put(&c->ref, atomic_counted_free); /* want: dirty-lock-atomic */
	spin_unlock(&c->lock);
}
