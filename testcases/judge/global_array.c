// SPDX-License-Identifier: GPL-2.0-only
/* pages in a variable of the file */
#include <linux/dma-mapping.h>

static struct page *global_pages[8];
static int global_nr;

int global_array_init(struct device *dev, unsigned long addr)
{
	global_nr = get_user_pages_fast(addr, 8, FOLL_WRITE, global_pages); /* want: gup-put-page; verdict: convert */
	if (global_nr <= 0)
		return -EFAULT;
	dma_map_page(dev, global_pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void global_array_exit(void)
{
	int i;

	for (i = 0; i < global_nr; i++) /* may: open-coded-release */
		put_page(global_pages[i]); /* may: missing-dirty */
}
