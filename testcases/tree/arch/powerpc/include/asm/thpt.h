/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a guest's table stands; other architectures have none. */
#ifndef _ASM_THPT_H
#define _ASM_THPT_H

#ifdef __powerpc64__
struct thpt {
	struct page *pages[16];
	int nr;
};

struct thpt_pinned {
	struct page *pages[16];
	int nr;
};
#endif

#endif
