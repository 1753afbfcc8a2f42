/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_PAGEMAP_H
#define _LINUX_PAGEMAP_H

#include <linux/mm.h>

struct page *find_get_page(struct address_space *mapping, unsigned long index);
struct page *find_or_create_page(struct address_space *mapping, unsigned long index, gfp_t gfp);

#endif
