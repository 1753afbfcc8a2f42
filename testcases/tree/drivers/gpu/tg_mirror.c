// SPDX-License-Identifier: GPL-2.0-only
/* A mirror of user memory under an MMU notifier: pages go on invalidation. */
#include <linux/slab.h>
#include "tg.h"

static void tg_mirror_drop(struct tg_mirror *m)
{
	unsigned int i;

	for (i = 0; i < m->nr_pages; i++) {
		dma_unmap_page(m->dev, m->addrs[i], PAGE_SIZE, DMA_BIDIRECTIONAL);
		put_page(m->pages[i]);
	}
	m->nr_pages = 0;
}

static bool tg_mirror_invalidate(struct mmu_interval_notifier *mni,
				 const struct mmu_notifier_range *range,
				 unsigned long cur_seq)
{
	struct tg_mirror *m = container_of(mni, struct tg_mirror, notifier);

	mmu_interval_set_seq(mni, cur_seq);
	tg_mirror_drop(m);
	return true;
}

static const struct mmu_interval_notifier_ops tg_mirror_ops = {
	.invalidate = tg_mirror_invalidate,
};

int tg_mirror_fill(struct tg_mirror *m, unsigned long start, unsigned int nr)
{
	unsigned long seq;
	int got, i;

	seq = mmu_interval_read_begin(&m->notifier);
	got = get_user_pages_fast(start, nr, FOLL_WRITE, m->pages);
	if (got <= 0)
		return -EFAULT;
	m->nr_pages = got;
	for (i = 0; i < got; i++)
		m->addrs[i] = dma_map_page(m->dev, m->pages[i], 0, PAGE_SIZE,
					   DMA_BIDIRECTIONAL);
	if (mmu_interval_read_retry(&m->notifier, seq)) {
		tg_mirror_drop(m);
		return -EAGAIN;
	}
	return 0;
}

int tg_mirror_register(struct tg_mirror *m, unsigned long start, unsigned long len)
{
	return mmu_interval_notifier_insert(&m->notifier, current->mm, start, len,
					    &tg_mirror_ops);
}
