// SPDX-License-Identifier: GPL-2.0-only
/* Pins, and hands the list on by a pointer. */
#include <linux/mm.h>
#include "region.h"

const struct tinynet_transport *tinynet_transport;

int tinynet_region_add(struct tinynet_region *region, struct scatterlist *sg, unsigned long addr)
{
	struct page *page;
	int ret;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	sg_set_page(sg, page, PAGE_SIZE, 0);
	ret = tinynet_transport->keep(region, sg, 1);
	if (ret < 0) {
		unpin_user_page(page);
		return ret;
	}
	return 0;
}
