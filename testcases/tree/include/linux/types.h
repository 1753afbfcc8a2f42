/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_TYPES_H
#define _LINUX_TYPES_H

#define NULL ((void *)0)
#define true 1
#define false 0

typedef _Bool bool;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int s32;
typedef long long s64;
typedef unsigned long size_t;
typedef long ssize_t;
typedef long long loff_t;
typedef unsigned int gfp_t;
typedef unsigned long uintptr_t;
typedef u64 dma_addr_t;
typedef u64 phys_addr_t;
typedef u64 sector_t;
typedef struct {
	int counter;
} atomic_t;

struct list_head {
	struct list_head *next, *prev;
};

#endif
