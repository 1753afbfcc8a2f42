/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TINYNET_REGION_H
#define TINYNET_REGION_H

#include <linux/scatterlist.h>

struct tinynet_region {
	struct scatterlist *sg;
	unsigned int nents;
};

struct tinynet_transport {
	int (*keep)(struct tinynet_region *region, struct scatterlist *sg, unsigned int nents);
};

extern const struct tinynet_transport *tinynet_transport;

int tinynet_keep(struct tinynet_region *region, struct scatterlist *sg, unsigned int nents);
void tinynet_forget(struct tinynet_region *region);

#endif
