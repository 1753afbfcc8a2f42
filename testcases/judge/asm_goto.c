// SPDX-License-Identifier: GPL-2.0-only
/* asm goto and a case range in a function that touches pages */
#include <linux/dma-mapping.h>

int asm_goto(struct device *dev, unsigned long addr, int cmd)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: mismatch|manual */
		return -EFAULT;
	asm goto("" : : "r"(cmd) : : slow);
	switch (cmd) {
	case 0 ... 7:
		dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
		break;
	default:
		break;
	}
	unpin_user_page(page); /* may: missing-dirty */
	return 0;
slow:
	put_page(page); /* may: family-mismatch */
	return -EAGAIN;
}
