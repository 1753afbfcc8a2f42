// SPDX-License-Identifier: GPL-2.0-only
/* refused: another configuration has a release that was not read */
#include <linux/dma-mapping.h>

int hidden_branch(struct device *dev, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1)
		return -EFAULT;
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
#ifdef CONFIG_HIDDEN_BRANCH
	if (addr & 1) {
		put_page(page);
		return -EINVAL;
	}
#endif
	put_page(page);
	return 0;
}
