// SPDX-License-Identifier: GPL-2.0-only
/* a struct with the pages is copied as a whole */
#include <linux/dma-mapping.h>

struct struct_copy {
	struct page *page;
	int len;
};

static void struct_copy_drop(struct struct_copy sc)
{
	put_page(sc.page); /* want: family-mismatch */
}

int struct_copy_run(struct struct_copy *to, struct device *dev, unsigned long addr)
{
	struct struct_copy sc = { .len = 1 };

	if (pin_user_pages_fast(addr, 1, 0, &sc.page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, sc.page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	*to = sc;
	return 0;
}

void struct_copy_end(struct struct_copy *from)
{
	struct_copy_drop(*from);
}
