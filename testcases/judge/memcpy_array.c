// SPDX-License-Identifier: GPL-2.0-only
/* the array is copied into the object */
#include <linux/dma-mapping.h>
#include <linux/string.h>

struct memcpy_array {
	struct page *pages[4];
	int nr;
};

int memcpy_array_get(struct memcpy_array *ma, struct device *dev, unsigned long addr)
{
	struct page *tmp[4];
	int got;

	got = get_user_pages_fast(addr, 4, FOLL_WRITE, tmp); /* want: gup-put-page; verdict: convert */
	if (got <= 0)
		return -EFAULT;
	dma_map_page(dev, tmp[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	memcpy(ma->pages, tmp, got * sizeof(*tmp));
	ma->nr = got;
	return 0;
}

void memcpy_array_put(struct memcpy_array *ma)
{
	int i;

	for (i = 0; i < ma->nr; i++) /* may: open-coded-release */
		put_page(ma->pages[i]); /* may: missing-dirty */
}
