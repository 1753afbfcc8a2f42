/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_INTERRUPT_H
#define _LINUX_INTERRUPT_H

#include <linux/types.h>

typedef int irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int irq, void *dev);

#define IRQ_HANDLED 1
#define IRQ_WAKE_THREAD 2

struct tasklet_struct {
	void (*callback)(struct tasklet_struct *t);
};

int request_threaded_irq(unsigned int irq, irq_handler_t handler, irq_handler_t thread_fn,
			 unsigned long flags, const char *name, void *dev);
void tasklet_setup(struct tasklet_struct *t, void (*callback)(struct tasklet_struct *t));
int preempt_count(void);
#define in_task() (!(preempt_count() & 0xffff00))
#define in_interrupt() (preempt_count() & 0xffff00)
void rcu_read_lock(void);
void rcu_read_unlock(void);

#endif
