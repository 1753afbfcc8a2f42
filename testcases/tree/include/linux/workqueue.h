/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_WORKQUEUE_H
#define _LINUX_WORKQUEUE_H

#include <linux/types.h>

struct work_struct {
	void (*func)(struct work_struct *work);
};

#define INIT_WORK(w, f) ((w)->func = (f))
bool schedule_work(struct work_struct *work);

#endif
