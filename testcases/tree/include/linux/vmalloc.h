/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_VMALLOC_H
#define _LINUX_VMALLOC_H

#include <linux/types.h>

struct page;

#define VM_MAP 0x04
#define PAGE_KERNEL 0x01

void *vmap(struct page **pages, unsigned int count, unsigned long flags, unsigned long prot);
void vunmap(const void *addr);
void *vmalloc(unsigned long size);
void vfree(const void *addr);
struct page *vmalloc_to_page(const void *addr);

#endif
