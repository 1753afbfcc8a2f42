/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_MUTEX_H
#define _LINUX_MUTEX_H

struct mutex {
	int v;
};

void mutex_init(struct mutex *lock);
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

#endif
