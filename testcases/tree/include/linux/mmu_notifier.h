/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_MMU_NOTIFIER_H
#define _LINUX_MMU_NOTIFIER_H

#include <linux/mm.h>

struct mmu_interval_notifier;

struct mmu_notifier_range {
	struct mm_struct *mm;
	unsigned long start, end;
};

struct mmu_interval_notifier_ops {
	bool (*invalidate)(struct mmu_interval_notifier *mni,
			   const struct mmu_notifier_range *range, unsigned long cur_seq);
};

struct mmu_interval_notifier {
	const struct mmu_interval_notifier_ops *ops;
	struct mm_struct *mm;
	unsigned long invalidate_seq;
};

int mmu_interval_notifier_insert(struct mmu_interval_notifier *mni, struct mm_struct *mm,
				 unsigned long start, unsigned long length,
				 const struct mmu_interval_notifier_ops *ops);
void mmu_interval_notifier_remove(struct mmu_interval_notifier *mni);
unsigned long mmu_interval_read_begin(struct mmu_interval_notifier *mni);
bool mmu_interval_read_retry(struct mmu_interval_notifier *mni, unsigned long seq);
void mmu_interval_set_seq(struct mmu_interval_notifier *mni, unsigned long cur_seq);

#endif
