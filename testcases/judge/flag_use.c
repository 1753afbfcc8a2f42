// SPDX-License-Identifier: GPL-2.0-only
/* a flag chooses to pin or to get, and the data is used only where it is pinned */
#include <linux/dma-mapping.h>

struct flag_use {
	bool pin;
	struct page *page;
};

int flag_use_get(struct flag_use *fu, struct device *dev, unsigned long addr)
{
	int nr = fu->pin ? pin_user_pages_fast(addr, 1, 0, &fu->page) : /* verdict: done */
		get_user_pages_fast(addr, 1, 0, &fu->page); /* verdict: keep; case 4 */

	if (nr != 1)
		return -EFAULT;
	if (fu->pin)
		dma_map_page(dev, fu->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	else
		page_to_nid(fu->page);
	return 0;
}

void flag_use_put(struct flag_use *fu)
{
	if (fu->pin)
		unpin_user_page(fu->page);
	else
		put_page(fu->page);
}

/* the twin: used in both cases */
struct flag_use_both {
	bool pin;
	struct page *page;
};

int flag_use_both_get(struct flag_use_both *fu, struct device *dev, unsigned long addr)
{
	int nr = fu->pin ? pin_user_pages_fast(addr, 1, 0, &fu->page) : /* verdict: done */
		get_user_pages_fast(addr, 1, 0, &fu->page); /* want: gup-put-page; verdict: convert */

	if (nr != 1)
		return -EFAULT;
	dma_map_page(dev, fu->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

void flag_use_both_put(struct flag_use_both *fu)
{
	if (fu->pin)
		unpin_user_page(fu->page);
	else
		put_page(fu->page);
}
