/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who may sleep: what takes and drops a lock, what sleeps, and where a callback
 * runs. Most locking calls are macros; the names here are those of the functions
 * that the macros call. Nothing here is about pages: such a function is entered
 * like any other.
 */
#ifndef PINCHECK_RULES_CONTEXT_H
#define PINCHECK_RULES_CONTEXT_H

#include "pincheck.h"
#include "types.h"

struct aead_request;
struct call_single_data;
struct completion;
struct dma_fence;
struct dma_fence_cb;
struct hlist_bl_head;
struct hrtimer;
struct ib_cq;
struct irq_poll;
struct irq_work;
struct kthread_work;
struct lock_class_key;
struct mutex;
struct napi_struct;
struct net_device;
struct pci_dev;
struct rcu_head;
struct rw_semaphore;
struct semaphore;
struct seqlock;
struct spinlock;
struct tasklet_struct;
struct timer_list;
struct urb;
struct usb_device;

/* Spinlocks: include/linux/spinlock.h, spinlock_api_smp.h, rwlock_api_smp.h. */
void spin_lock(struct spinlock *lock LOCKS(spin))
	ALIASES(spin_lock_bh, spin_lock_irq, __spin_lock_irqsave, _raw_spin_lock,
		_raw_spin_lock_bh, _raw_spin_lock_irq, _raw_spin_lock_irqsave,
		_raw_spin_lock_nested, _raw_spin_lock_bh_nested,
		_raw_spin_lock_irqsave_nested, _raw_spin_lock_nest_lock,
		arch_spin_lock, do_raw_spin_lock, __raw_spin_lock, task_lock,
		hlist_bl_lock);
void read_lock(struct spinlock *lock LOCKS(spin) ALSO(sl))
	ALIASES(write_lock, _raw_read_lock, _raw_read_lock_bh, _raw_read_lock_irq,
		_raw_read_lock_irqsave, _raw_write_lock, _raw_write_lock_bh,
		_raw_write_lock_irq, _raw_write_lock_irqsave, _raw_write_lock_nested,
		write_seqlock, write_seqlock_bh, write_seqlock_irq,
		__write_seqlock_irqsave, read_seqlock_excl, read_seqlock_excl_bh,
		read_seqlock_excl_irq, __read_seqlock_excl_irqsave);
void spin_unlock(struct spinlock *lock UNLOCKS(spin))
	ALIASES(spin_unlock_bh, spin_unlock_irq, spin_unlock_irqrestore,
		_raw_spin_unlock, _raw_spin_unlock_bh, _raw_spin_unlock_irq,
		_raw_spin_unlock_irqrestore, __raw_spin_unlock, __raw_spin_unlock_irq,
		__raw_spin_unlock_irqrestore, arch_spin_unlock, do_raw_spin_unlock,
		task_unlock, hlist_bl_unlock);
void read_unlock(struct spinlock *lock UNLOCKS(spin) ALSO(sl))
	ALIASES(write_unlock, _raw_read_unlock, __raw_read_unlock,
		_raw_read_unlock_bh, _raw_read_unlock_irq, __raw_read_unlock_irq,
		_raw_read_unlock_irqrestore, _raw_write_unlock, __raw_write_unlock,
		_raw_write_unlock_bh, _raw_write_unlock_irq, __raw_write_unlock_irq,
		_raw_write_unlock_irqrestore, write_sequnlock, write_sequnlock_bh,
		write_sequnlock_irq, write_sequnlock_irqrestore, read_sequnlock_excl,
		read_sequnlock_excl_bh, read_sequnlock_excl_irq,
		read_sequnlock_excl_irqrestore);
int spin_trylock(struct spinlock *lock LOCKS(spin)) TRYLOCK
	ALIASES(spin_trylock_bh, spin_trylock_irq, _raw_spin_trylock,
		_raw_spin_trylock_bh, _raw_read_trylock, _raw_write_trylock);
int _atomic_dec_and_lock(void *atomic, struct spinlock *lock LOCKS(spin)) TRYLOCK
	ALIASES(atomic_dec_and_lock, _atomic_dec_and_lock_irqsave,
		_atomic_dec_and_raw_lock, refcount_dec_and_lock,
		refcount_dec_and_lock_irqsave);
void bit_spin_lock(int bitnum, unsigned long *addr LOCKS(spin));
void bit_spin_unlock(int bitnum, unsigned long *addr UNLOCKS(spin))
	ALIASES(__bit_spin_unlock);
int bit_spin_trylock(int bitnum, unsigned long *addr LOCKS(spin)) TRYLOCK;

/* Guards, from v6.5: include/linux/cleanup.h, spinlock.h, irqflags.h, preempt.h. */
int class_spinlock_constructor(void *l) LOCKS(spin)
	ALIASES(class_spinlock_irq_constructor, class_spinlock_irqsave_constructor,
		class_spinlock_bh_constructor, class_raw_spinlock_constructor,
		class_raw_spinlock_nested_constructor,
		class_raw_spinlock_irq_constructor, class_raw_spinlock_bh_constructor,
		class_raw_spinlock_irqsave_constructor, class_read_lock_constructor,
		class_read_lock_irq_constructor, class_read_lock_irqsave_constructor,
		class_write_lock_constructor, class_write_lock_irq_constructor,
		class_write_lock_irqsave_constructor, class_task_lock_constructor,
		class_bit_spinlock_constructor);
void class_spinlock_destructor(void *guard) UNLOCKS(spin)
	ALIASES(class_spinlock_irq_destructor, class_spinlock_irqsave_destructor,
		class_spinlock_bh_destructor, class_raw_spinlock_destructor,
		class_raw_spinlock_nested_destructor,
		class_raw_spinlock_irq_destructor, class_raw_spinlock_bh_destructor,
		class_raw_spinlock_irqsave_destructor, class_read_lock_destructor,
		class_read_lock_irq_destructor, class_read_lock_irqsave_destructor,
		class_write_lock_destructor, class_write_lock_irq_destructor,
		class_write_lock_irqsave_destructor, class_task_lock_destructor,
		class_bit_spinlock_destructor);
int class_rcu_constructor(void) LOCKS(rcu);
void class_rcu_destructor(void *guard) UNLOCKS(rcu);
int class_preempt_constructor(void) LOCKS(preempt) ALIASES(class_preempt_notrace_constructor);
void class_preempt_destructor(void *guard) UNLOCKS(preempt)
	ALIASES(class_preempt_notrace_destructor);
int class_irq_constructor(void) LOCKS(irq) ALIASES(class_irqsave_constructor);
void class_irq_destructor(void *guard) UNLOCKS(irq) ALIASES(class_irqsave_destructor);
int class_mmap_read_lock_constructor(void *l) LOCKS(mmap);
void class_mmap_read_lock_destructor(void *guard) UNLOCKS(mmap);

/* Read sections, and what else keeps the processor: rcupdate.h, preempt.h … */
void rcu_read_lock(void) LOCKS(rcu)
	ALIASES(rcu_read_lock_bh, rcu_read_lock_sched, rcu_read_lock_sched_notrace);
void rcu_read_unlock(void) UNLOCKS(rcu)
	ALIASES(rcu_read_unlock_bh, rcu_read_unlock_sched, rcu_read_unlock_sched_notrace);
void preempt_disable(void) LOCKS(preempt)
	ALIASES(preempt_count_add, __preempt_count_add, preempt_disable_notrace,
		migrate_and_preempt_disable);
void preempt_enable(void) UNLOCKS(preempt)
	ALIASES(preempt_count_sub, __preempt_count_sub, __preempt_count_dec_and_test,
		preempt_count_dec_and_test, preempt_enable_notrace,
		preempt_enable_no_resched);
void local_irq_disable(void) LOCKS(irq)
	ALIASES(arch_local_irq_disable, arch_local_irq_save, raw_local_irq_disable);
void local_irq_enable(void) UNLOCKS(irq)
	ALIASES(arch_local_irq_enable, arch_local_irq_restore, raw_local_irq_enable,
		raw_local_irq_restore);
void local_bh_disable(void) LOCKS(bh) ALIASES(__local_bh_disable_ip);
void local_bh_enable(void) UNLOCKS(bh) ALIASES(__local_bh_enable_ip, _local_bh_enable);
void idr_preload(gfp_t gfp_mask) LOCKS(preempt);
void idr_preload_end(void) UNLOCKS(preempt) ALIASES(radix_tree_preload_end);

/* Locks of an address space: mmap_lock.h from v5.8, mmap_sem before. */
void mmap_read_lock(struct mm_struct *mm LOCKS(mmap)) SLEEPS
	ALIASES(mmap_write_lock, mmap_write_lock_nested, mmap_read_lock_killable,
		mmap_write_lock_killable);
void mmap_read_unlock(struct mm_struct *mm UNLOCKS(mmap))
	ALIASES(mmap_write_unlock, mmap_read_unlock_non_owner);
bool mmap_read_trylock(struct mm_struct *mm LOCKS(mmap)) TRYLOCK
	ALIASES(mmap_write_trylock);
struct mm_struct {
	unsigned long mmap_sem IS_LOCK(mmap);
	unsigned long mmap_lock IS_LOCK(mmap);
};

/* Locks that may sleep: include/linux/mutex.h, rwsem.h, semaphore.h. */
void mutex_lock(struct mutex *lock LOCKS(sleep)) SLEEPS
	ALIASES(mutex_lock_nested, _mutex_lock_nest_lock, mutex_lock_interruptible,
		mutex_lock_interruptible_nested, mutex_lock_killable,
		mutex_lock_killable_nested, mutex_lock_io, mutex_lock_io_nested,
		_mutex_lock_killable, ww_mutex_lock, ww_mutex_lock_interruptible);
void mutex_unlock(struct mutex *lock UNLOCKS(sleep)) ALIASES(ww_mutex_unlock);
void down_read(struct rw_semaphore *sem LOCKS(sleep)) SLEEPS
	ALIASES(down_read_killable, down_read_interruptible, down_read_nested,
		_down_write_nest_lock, down_write, down_write_killable,
		down_write_nested, down_write_killable_nested, down,
		down_interruptible, down_killable);
void up_read(struct rw_semaphore *sem UNLOCKS(sleep)) ALIASES(up_write, up);
int down_read_trylock(struct rw_semaphore *sem LOCKS(sleep)) TRYLOCK
	ALIASES(down_write_trylock);

/* These sleep, or are meant for those who may: sched.h, wait.h, completion.h … */
void might_sleep(void) SLEEPS
	ALIASES(__might_sleep, __cond_resched, _cond_resched, cond_resched, schedule,
		io_schedule, schedule_timeout, schedule_timeout_interruptible,
		schedule_timeout_uninterruptible, msleep, msleep_interruptible, ssleep,
		usleep_range, usleep_range_state, __might_fault);
void wait_for_completion(struct completion *x) SLEEPS
	ALIASES(wait_for_completion_timeout, wait_for_completion_interruptible,
		wait_for_completion_killable, wait_for_completion_interruptible_timeout,
		wait_for_completion_killable_timeout, wait_for_completion_io);
void synchronize_rcu(void) SLEEPS
	ALIASES(synchronize_rcu_expedited, synchronize_sched, synchronize_net,
		rcu_barrier, flush_scheduled_work);
void synchronize_srcu(void *ssp) SLEEPS
	ALIASES(synchronize_srcu_expedited, flush_work, flush_delayed_work,
		cancel_work_sync, cancel_delayed_work_sync, flush_workqueue,
		__flush_workqueue, drain_workqueue, destroy_workqueue, kthread_stop,
		lock_sock_nested, lock_sock, tasklet_kill, kthread_flush_work,
		kthread_cancel_work_sync);
void free_irq(unsigned int irq, void *dev_id) SLEEPS;

/* Whether one may sleep is asked: preempt.h, irqflags.h, gfp.h. */
int preempt_count(void) ASKS_CONTEXT
	ALIASES(in_interrupt, in_atomic, in_task, in_irq, in_hardirq, in_softirq,
		preemptible, irqs_disabled, arch_irqs_disabled, in_dbg_master,
		rcu_preempt_depth);
bool gfpflags_allow_blocking(gfp_t gfp_flags) ASKS_CONTEXT
	ALIASES(arch_irqs_disabled_flags);

/* Whether a mapping has a file: mm.h, mm_types.h. */
bool vma_is_anonymous(void *vma) ASKS_FILE;
struct vm_area_struct {
	void *vm_file ASKS_FILE;
};

/* Interrupts: include/linux/interrupt.h, pci.h, irq_work.h, smp.h. */
int request_irq(unsigned int irq, void (*handler)(void) CALLBACK RUNS_IN(hardirq),
		unsigned long flags, const char *name, void *dev DATA)
	ALIASES(request_any_context_irq);
int request_threaded_irq(unsigned int irq,
			 void (*handler)(void) CALLBACK RUNS_IN(hardirq),
			 void (*thread_fn)(void) CALLBACK RUNS_IN(process),
			 unsigned long flags, const char *name, void *dev DATA);
int devm_request_irq(struct device *dev, unsigned int irq,
		     void (*handler)(void) CALLBACK RUNS_IN(hardirq),
		     unsigned long irqflags, const char *devname, void *dev_id DATA)
	ALIASES(devm_request_any_context_irq);
int devm_request_threaded_irq(struct device *dev, unsigned int irq,
			      void (*handler)(void) CALLBACK RUNS_IN(hardirq),
			      void (*thread_fn)(void) CALLBACK RUNS_IN(process),
			      unsigned long irqflags, const char *devname,
			      void *dev_id DATA);
int pci_request_irq(struct pci_dev *dev, unsigned int nr,
		    void (*handler)(void) CALLBACK RUNS_IN(hardirq),
		    void (*thread_fn)(void) CALLBACK RUNS_IN(process),
		    void *dev_id DATA, const char *fmt, ...);
void init_irq_work(struct irq_work *work, void (*func)(void) CALLBACK RUNS_IN(hardirq));
int smp_call_function_single(int cpuid, void (*func)(void) CALLBACK RUNS_IN(hardirq),
			     void *info DATA, int wait);
void smp_call_function(void (*func)(void) CALLBACK RUNS_IN(hardirq), void *info DATA,
		       int wait)
	ALIASES(on_each_cpu);
void on_each_cpu_mask(const void *mask, void (*func)(void) CALLBACK RUNS_IN(hardirq),
		      void *info DATA, bool wait)
	ALIASES(smp_call_function_many);

/* Softirqs, tasklets, timers: interrupt.h, timer.h, hrtimer.h, irq_poll.h … */
void open_softirq(int nr, void (*action)(void) CALLBACK RUNS_IN(softirq));
void tasklet_init(struct tasklet_struct *t,
		  void (*func)(unsigned long) CALLBACK RUNS_IN(softirq),
		  unsigned long data DATA);
void tasklet_setup(struct tasklet_struct *t,
		   void (*callback)(struct tasklet_struct *t) CALLBACK RUNS_IN(softirq));
struct tasklet_struct {
	void *func RUNS_IN(softirq);
	void *callback RUNS_IN(softirq);
};
void init_timer_key(struct timer_list *timer,
		    void (*func)(struct timer_list *t) CALLBACK RUNS_IN(softirq),
		    unsigned int flags, const char *name, struct lock_class_key *key)
	ALIASES(timer_init_key, timer_setup, __timer_init);
struct timer_list {
	void *function RUNS_IN(softirq);
};
void hrtimer_setup(struct hrtimer *timer, void *function CALLBACK RUNS_IN(hardirq),
		   int clock_id, int mode)
	ALIASES(hrtimer_setup_on_stack);
struct hrtimer {
	void *function RUNS_IN(hardirq);
};
void irq_poll_init(struct irq_poll *iop, int weight,
		   void (*poll_fn)(void) CALLBACK RUNS_IN(softirq));
void netif_napi_add(struct net_device *dev, struct napi_struct *napi,
		    void (*poll)(void) CALLBACK RUNS_IN(softirq), int weight)
	ALIASES(netif_napi_add_weight, netif_tx_napi_add, netif_napi_add_tx);
void call_rcu(struct rcu_head *head, void (*func)(struct rcu_head *head)
	      CALLBACK RUNS_IN(softirq))
	ALIASES(call_rcu_hurry, call_rcu_sched, call_rcu_bh);

/* What ends a transfer: bio.bi_end_io is in types.h. */
struct request {
	void *end_io RUNS_IN(softirq);
};
struct blk_mq_ops {
	void *complete RUNS_IN(softirq);
};
struct urb {
	void *complete RUNS_IN(softirq);
};
struct usb_request {
	void *complete RUNS_IN(atomic);
};
void usb_fill_bulk_urb(struct urb *urb, struct usb_device *dev, unsigned int pipe,
		       void *transfer_buffer, int buffer_length,
		       void (*complete_fn)(void) CALLBACK RUNS_IN(softirq),
		       void *context DATA)
	ALIASES(usb_fill_int_urb);
void usb_fill_control_urb(struct urb *urb, struct usb_device *dev, unsigned int pipe,
			  unsigned char *setup_packet, void *transfer_buffer,
			  int buffer_length,
			  void (*complete_fn)(void) CALLBACK RUNS_IN(softirq),
			  void *context DATA);
struct dma_async_tx_descriptor {
	void *callback RUNS_IN(softirq);
	void *callback_result RUNS_IN(softirq);
};
struct crypto_async_request {
	void *complete RUNS_IN(softirq);
};
struct sock {
	void *sk_data_ready RUNS_IN(softirq);
	void *sk_write_space RUNS_IN(softirq);
	void *sk_state_change RUNS_IN(softirq);
};
int dma_fence_add_callback(struct dma_fence *fence, struct dma_fence_cb *cb,
			   void (*func)(void) CALLBACK RUNS_IN(atomic));
struct ib_cq *ib_create_cq(struct ib_device *device,
			   void (*comp_handler)(void) CALLBACK RUNS_IN(softirq),
			   void (*event_handler)(void), void *cq_context DATA,
			   const void *cq_attr)
	ALIASES(__ib_create_cq);
struct net_device_ops {
	void *ndo_start_xmit RUNS_IN(softirq);
};

/*
 * The mm holds the lock of the page while it takes it out of the page tables
 * (mm/rmap.c: try_to_unmap()): who waits for that lock waits for himself.
 * invalidate_range() goes in v6.6, invalidate_page() went in v4.14.
 */
struct mmu_notifier_ops {
	void *invalidate_range_start RUNS_IN(page_locked);
	void *invalidate_range RUNS_IN(page_locked);
	void *arch_invalidate_secondary_tlbs RUNS_IN(page_locked);
	void *change_pte RUNS_IN(page_locked);
};
/* Why the mapping goes, from v5.2: only some of the reasons lock pages. */
struct mmu_notifier_range {
	unsigned int event ASKS_CONTEXT;
};
struct mmu_interval_notifier_ops {
	void *invalidate RUNS_IN(page_locked);
};
struct hmm_mirror_ops {
	void *sync_cpu_device_pagetables RUNS_IN(page_locked);
};

/* Threads, work items and system calls may sleep: workqueue.h, kthread.h, fs.h … */
struct work_struct {
	void *func RUNS_IN(process);
};
struct kthread_work {
	void *func RUNS_IN(process);
};
void *kthread_create_on_node(void (*threadfn)(void) CALLBACK RUNS_IN(process),
			     void *data DATA, int node, const char *namefmt, ...);
struct RUNS_IN(process) file_operations;
struct RUNS_IN(process) vm_operations_struct;
struct RUNS_IN(process) proto_ops;
struct RUNS_IN(process) block_device_operations;
struct RUNS_IN(process) vb2_mem_ops;
struct RUNS_IN(process) v4l2_ioctl_ops;
struct RUNS_IN(process) drm_ioctl_desc;
struct RUNS_IN(process) dev_pm_ops;
struct RUNS_IN(process) pci_driver;
struct RUNS_IN(process) platform_driver;

#endif
