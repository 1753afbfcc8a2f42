/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_SCHED_H
#define _LINUX_SCHED_H

struct mm_struct;

struct task_struct {
	int pid;
	struct mm_struct *mm;
};

struct task_struct *get_current(void);
#define current get_current()

#endif
