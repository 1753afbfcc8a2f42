/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_BVEC_H
#define _LINUX_BVEC_H

#include <linux/mm.h>

struct bio_vec {
	struct page *bv_page;
	unsigned int bv_len;
	unsigned int bv_offset;
};

#endif
