/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_KERNEL_H
#define _LINUX_KERNEL_H

#include <linux/types.h>
#include <linux/compiler.h>
#include <linux/errno.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define DIV_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define min(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a < _b ? _a : _b; })
#define min_t(t, a, b) ({ t _a = (a); t _b = (b); _a < _b ? _a : _b; })
#define offsetof(t, m) __builtin_offsetof(t, m)
#define container_of(ptr, type, member) ({			\
	void *__mptr = (void *)(ptr);				\
	((type *)(__mptr - offsetof(type, member))); })
#define BUG_ON(c) do { if (unlikely(c)) __builtin_trap(); } while (0)
#define WARN_ON(c) ({ int __w = !!(c); unlikely(__w); })
#define WARN_ON_ONCE(c) WARN_ON(c)

int printk(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
#define pr_err(fmt, ...) printk(fmt, ##__VA_ARGS__)
#define pr_debug(fmt, ...) printk(fmt, ##__VA_ARGS__)

#endif
