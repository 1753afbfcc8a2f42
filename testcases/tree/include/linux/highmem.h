/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_HIGHMEM_H
#define _LINUX_HIGHMEM_H

#include <linux/mm.h>
#include <linux/string.h>

void *kmap(struct page *page);
void kunmap(struct page *page);
void *kmap_atomic(struct page *page);
void kunmap_atomic(void *addr);
void *kmap_local_page(struct page *page);
void kunmap_local(const void *addr);
void memcpy_from_page(char *to, struct page *page, size_t offset, size_t len);
void memcpy_to_page(struct page *page, size_t offset, const char *from, size_t len);
void flush_dcache_page(struct page *page);

#endif
