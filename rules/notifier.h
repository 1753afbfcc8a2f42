/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registering an MMU notifier: code under one is told before pages go away, and
 * is case 3 of Documentation/core-api/pin_user_pages.rst if it lets go of them
 * then. mmu_interval_notifier_* and mmu_notifier_get come with v5.4 and v5.5;
 * hmm_mirror_register() goes with v5.6.
 */
#ifndef PINCHECK_RULES_NOTIFIER_H
#define PINCHECK_RULES_NOTIFIER_H

#include "pincheck.h"

struct hmm_mirror;
struct hmm_range;
struct mmu_interval_notifier;
struct mmu_interval_notifier_ops;
struct mmu_notifier;
struct mmu_notifier_ops;

int mmu_notifier_register(struct mmu_notifier *mn, struct mm_struct *mm)
	NOTIFIER ALIASES(__mmu_notifier_register);
struct mmu_notifier *mmu_notifier_get(const struct mmu_notifier_ops *ops,
				      struct mm_struct *mm)
	NOTIFIER ALIASES(mmu_notifier_get_locked);
int mmu_interval_notifier_insert(struct mmu_interval_notifier *interval_sub,
				 struct mm_struct *mm, unsigned long start,
				 unsigned long length,
				 const struct mmu_interval_notifier_ops *ops)
	NOTIFIER ALIASES(mmu_interval_notifier_insert_locked);
int hmm_mirror_register(struct hmm_mirror *mirror, struct mm_struct *mm) NOTIFIER;
int hmm_range_register(struct hmm_range *range, struct mm_struct *mm,
		       unsigned long start, unsigned long end, unsigned int page_shift)
	NOTIFIER;

#endif
