// SPDX-License-Identifier: GPL-2.0-only
/* the page is the return value, an error an ERR_PTR */
#include <linux/dma-mapping.h>
#include <linux/err.h>

static struct page *return_value_get(unsigned long addr)
{
	struct page *page;
	int ret;

	ret = get_user_pages_fast(addr, 1, FOLL_WRITE, &page); /* want: gup-put-page; verdict: convert */
	if (ret < 0)
		return ERR_PTR(ret);
	return page;
}

static struct page *return_value_pin(unsigned long addr)
{
	struct page *page;
	int ret;

	ret = pin_user_pages_fast(addr, 1, FOLL_WRITE, &page); /* verdict: mismatch */
	return ret < 0 ? ERR_PTR(ret) : page;
}

int return_value_use(struct device *dev, unsigned long addr)
{
	struct page *page = return_value_get(addr);
	struct page *other;

	if (IS_ERR(page))
		return PTR_ERR(page);
	dma_map_page(dev, page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(page); /* may: missing-dirty */

	other = return_value_pin(addr);
	if (IS_ERR(other))
		return PTR_ERR(other);
	dma_map_page(dev, other, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(other); /* want: family-mismatch; may: missing-dirty */
	return 0;
}
