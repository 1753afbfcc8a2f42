/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_RWSEM_H
#define _LINUX_RWSEM_H

struct rw_semaphore {
	int v;
};

void down_read(struct rw_semaphore *sem);
void up_read(struct rw_semaphore *sem);

#endif
