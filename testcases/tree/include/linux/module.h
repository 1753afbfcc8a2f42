/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_MODULE_H
#define _LINUX_MODULE_H

#define EXPORT_SYMBOL(sym) extern typeof(sym) sym
#define EXPORT_SYMBOL_GPL(sym) extern typeof(sym) sym
#define MODULE_LICENSE(s) extern int __module_license
#define module_init(fn) int init_module(void) __attribute__((alias(#fn)))

#endif
