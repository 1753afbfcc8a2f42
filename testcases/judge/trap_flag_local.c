// SPDX-License-Identifier: GPL-2.0-only
/* trap: a local flag chooses both the acquire and the release */
#include <linux/dma-mapping.h>

int trap_flag_local(struct device *dev, unsigned long addr, unsigned int cmd)
{
	bool pin = cmd & 1;
	struct page *pages[4];
	int i, got;

	if (pin)
		got = pin_user_pages_fast(addr, 4, 0, pages); /* verdict: manual|done */
	else
		got = get_user_pages_fast(addr, 4, 0, pages); /* may: gup-put-page; verdict: manual|convert */
	if (got < 0)
		return got;
	for (i = 0; i < got; i++)
		dma_map_page(dev, pages[i], 0, PAGE_SIZE, DMA_TO_DEVICE);
	if (pin) {
		unpin_user_pages(pages, got);
	} else {
		for (i = 0; i < got; i++) /* may: open-coded-release */
			put_page(pages[i]);
	}
	return 0;
}
