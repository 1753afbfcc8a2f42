/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef UPAGES_H
#define UPAGES_H

#include <linux/mm.h>

int upages_get(unsigned long start, int nr, bool write, struct page **pages);
void upages_put(struct page **pages, int nr, bool dirty);

#endif
