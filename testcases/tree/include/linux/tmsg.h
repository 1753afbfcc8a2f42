/* SPDX-License-Identifier: GPL-2.0-only */
/* A header that is never entered, with helpers that only pick something out. */
#ifndef _LINUX_TMSG_H
#define _LINUX_TMSG_H

#include <linux/scatterlist.h>

struct tmsg {
	struct scatterlist data[4];
	struct scatterlist spare[4];
};

static inline struct scatterlist *tmsg_elem(struct tmsg *msg, int i)
{
	return &msg->data[i];
}

static inline struct scatterlist *tmsg_spare(struct tmsg *msg, int i)
{
	return &msg->spare[i];
}

#endif
