/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_GFP_H
#define _LINUX_GFP_H

#include <linux/types.h>

#define GFP_KERNEL 0x01u
#define GFP_ATOMIC 0x02u
#define __GFP_ZERO 0x04u

struct page;

struct page *alloc_pages(gfp_t gfp, unsigned int order);
#define alloc_page(gfp) alloc_pages(gfp, 0)
void __free_pages(struct page *page, unsigned int order);
#define __free_page(page) __free_pages((page), 0)
unsigned long get_zeroed_page(gfp_t gfp);
void free_page(unsigned long addr);

#endif
