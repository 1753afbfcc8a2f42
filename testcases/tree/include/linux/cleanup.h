/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_CLEANUP_H
#define _LINUX_CLEANUP_H

#include <linux/spinlock.h>

typedef struct {
	spinlock_t *lock;
} class_spinlock_t;

static inline class_spinlock_t class_spinlock_constructor(spinlock_t *l)
{
	class_spinlock_t t = { .lock = l };

	spin_lock(l);
	return t;
}

static inline void class_spinlock_destructor(class_spinlock_t *t)
{
	spin_unlock(t->lock);
}

#define CLASS(name, var) \
	class_##name##_t var __attribute__((cleanup(class_##name##_destructor))) = \
		class_##name##_constructor
#define guard(name) CLASS(name, __guard)

#endif
