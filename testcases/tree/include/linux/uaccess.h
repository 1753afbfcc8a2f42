/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_UACCESS_H
#define _LINUX_UACCESS_H

#include <linux/compiler.h>
#include <linux/types.h>

unsigned long copy_from_user(void *to, const void __user *from, unsigned long n);
unsigned long copy_to_user(void __user *to, const void *from, unsigned long n);

#endif
