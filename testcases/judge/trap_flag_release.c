// SPDX-License-Identifier: GPL-2.0-only
/* trap: put or unpin is chosen by a flag which the acquire set */
#include <linux/dma-mapping.h>

#define TRAP_PINNED 0x1

struct trap_flag {
	unsigned int flags;
	struct page *page;
};

int trap_flag_fill(struct trap_flag *tf, struct device *dev, unsigned long addr, bool pin)
{
	int ret;

	if (pin) {
		ret = pin_user_pages_fast(addr, 1, FOLL_WRITE, &tf->page); /* verdict: manual|done */
		tf->flags |= TRAP_PINNED;
	} else {
		ret = get_user_pages_fast(addr, 1, FOLL_WRITE, &tf->page); /* may: gup-put-page; verdict: manual|convert */
		tf->flags &= ~TRAP_PINNED;
	}
	if (ret != 1)
		return -EFAULT;
	dma_map_page(dev, tf->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void trap_flag_drop(struct trap_flag *tf)
{
	if (tf->flags & TRAP_PINNED)
		unpin_user_page(tf->page); /* may: missing-dirty */
	else
		put_page(tf->page); /* may: missing-dirty */
}
