/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_MM_TYPES_H
#define _LINUX_MM_TYPES_H

#include <linux/types.h>
#include <linux/rwsem.h>

struct address_space;
struct mmu_notifier_subscriptions;

struct page {
	unsigned long flags;
	struct address_space *mapping;
	unsigned long index;
	unsigned long private;
	struct list_head lru;
	atomic_t _refcount;
	atomic_t _mapcount;
};

struct folio {
	struct page page;
};

struct mm_struct {
	struct rw_semaphore mmap_lock;
	unsigned long locked_vm;
	struct mmu_notifier_subscriptions *notifier_subscriptions;
};

struct vm_area_struct {
	unsigned long vm_start, vm_end, vm_flags;
	struct mm_struct *vm_mm;
	void *vm_private_data;
	struct file *vm_file;
};

#endif
