// SPDX-License-Identifier: GPL-2.0-only
/* the same calls, where one may sleep or where they do not */
#include <linux/bio.h>
#include <linux/cleanup.h>
#include <linux/highmem.h>
#include <linux/interrupt.h>
#include <linux/mm.h>
#include <linux/mmu_notifier.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

struct calm_buf {
	spinlock_t lock, other;
	struct mutex mutex;
	struct page *pages[8];
	int nr;
	struct work_struct work;
	struct tasklet_struct done, either;
	bool clean;
	struct mmu_interval_notifier mni;
};

int calm_buf_pin(struct calm_buf *b, unsigned long addr)
{
	b->nr = pin_user_pages_fast(addr, 8, FOLL_WRITE | FOLL_LONGTERM, b->pages);
	return b->nr < 0 ? b->nr : 0;
}

static void calm_put(struct calm_buf *b, bool dirty)
{
	unpin_user_pages_dirty_lock(b->pages, b->nr, dirty);
}

/* dropped before */
void calm_dropped(struct calm_buf *b)
{
	int nr;

	spin_lock(&b->lock);
	nr = b->nr;
	b->nr = 0;
	spin_unlock(&b->lock);
	unpin_user_pages_dirty_lock(b->pages, nr, true);
}

/* nothing is dirtied, here or in the helper */
void calm_clean(struct calm_buf *b)
{
	spin_lock(&b->lock);
	unpin_user_pages_dirty_lock(b->pages, b->nr, false);
	calm_put(b, false);
	spin_unlock(&b->lock);
}

/* the helper lets the lock of its caller go */
static void calm_let_go(struct calm_buf *b)
{
	spin_unlock(&b->lock);
	unpin_user_pages_dirty_lock(b->pages, b->nr, true);
	spin_lock(&b->lock);
}

void calm_relock(struct calm_buf *b)
{
	spin_lock(&b->lock);
	calm_let_go(b);
	spin_unlock(&b->lock);
}

/* who locks only sometimes unlocks only sometimes */
void calm_sometimes(struct calm_buf *b, bool locked)
{
	if (!locked)
		spin_lock(&b->lock);
	b->nr++;
	if (!locked)
		spin_unlock(&b->lock);
	unpin_user_pages_dirty_lock(b->pages, b->nr, true);
}

/* the guard's scope ends before */
void calm_guard(struct calm_buf *b)
{
	int nr;

	{
		guard(spinlock)(&b->lock);
		nr = b->nr;
		b->nr = 0;
	}
	unpin_user_pages_dirty_lock(b->pages, nr, true);
}

void calm_tried(struct calm_buf *b)
{
	if (spin_trylock(&b->lock)) {
		b->nr = 0;
		spin_unlock(&b->lock);
		return;
	}
	unpin_user_pages_dirty_lock(b->pages, b->nr, true);
}

void calm_map(struct page *page)
{
	int *addr = kmap_atomic(page);

	*addr = 1;
	kunmap_atomic(addr);
	set_page_dirty_lock(page);
}

/* a mutex is no spinlock */
void calm_mutex(struct calm_buf *b)
{
	mutex_lock(&b->mutex);
	unpin_user_pages_dirty_lock(b->pages, b->nr, true);
	mutex_unlock(&b->mutex);
}

static void calm_work(struct work_struct *work)
{
	struct calm_buf *b = container_of(work, struct calm_buf, work);

	calm_put(b, true);
}

/* a tasklet that leaves it to a work item */
static void calm_tasklet(struct tasklet_struct *t)
{
	struct calm_buf *b = container_of(t, struct calm_buf, done);

	schedule_work(&b->work);
}

static irqreturn_t calm_irq(int irq, void *dev)
{
	return IRQ_WAKE_THREAD;
}

static irqreturn_t calm_thread(int irq, void *dev)
{
	calm_put(dev, true);
	return IRQ_HANDLED;
}

/* it asks where it runs */
static void calm_end_io(struct bio *bio)
{
	struct calm_buf *b = bio->bi_private;

	if (in_interrupt())
		schedule_work(&b->work);
	else
		unpin_user_pages_dirty_lock(b->pages, b->nr, true);
	bio_put(bio);
}

/* in one of two cases it asks, in the other nothing is dirtied */
static void calm_either(struct tasklet_struct *t)
{
	struct calm_buf *b = container_of(t, struct calm_buf, either);
	bool clean = b->clean;

	if (in_task() || clean)
		unpin_user_pages_dirty_lock(b->pages, b->nr, !clean);
	else
		schedule_work(&b->work);
}

void calm_start(struct calm_buf *b, struct bio *bio)
{
	INIT_WORK(&b->work, calm_work);
	tasklet_setup(&b->done, calm_tasklet);
	tasklet_setup(&b->either, calm_either);
	request_threaded_irq(2, calm_irq, calm_thread, 0, "calm", b);
	bio->bi_private = b;
	bio->bi_end_io = calm_end_io;
	submit_bio(bio);
}

/* the lock is tried: who fails leaves the page alone */
static bool calm_invalidate(struct mmu_interval_notifier *mni,
			    const struct mmu_notifier_range *range, unsigned long seq)
{
	struct calm_buf *b = container_of(mni, struct calm_buf, mni);

	for (int i = 0; i < b->nr; i++) { /* may: open-coded-release */
		if (trylock_page(b->pages[i])) {
			set_page_dirty(b->pages[i]);
			unlock_page(b->pages[i]);
		}
		unpin_user_page(b->pages[i]);
	}
	return true;
}

const struct mmu_interval_notifier_ops calm_mn_ops = {
	.invalidate = calm_invalidate,
};

/* one page's lock is not the other's */
void calm_other_page(struct page *a, struct page *b)
{
	lock_page(a);
	set_page_dirty_lock(b);
	unlock_page(a);
}
