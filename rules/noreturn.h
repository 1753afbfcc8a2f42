/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that do not return. Most say so by an attribute of their own, which
 * an older tree's header may lack. __pincheck_bug() is what rules/prelude.h
 * makes of BUG().
 */
#ifndef PINCHECK_RULES_NORETURN_H
#define PINCHECK_RULES_NORETURN_H

#include "pincheck.h"

void __pincheck_bug(void) NORETURN;
void panic(const char *fmt, ...) NORETURN ALIASES(nmi_panic);
void do_exit(long error_code) NORETURN
	ALIASES(make_task_dead, kthread_exit, do_group_exit, complete_and_exit,
		kthread_complete_and_exit, module_put_and_exit, __module_put_and_exit,
		module_put_and_kthread_exit);
void __stack_chk_fail(void) NORETURN;

#endif
