// SPDX-License-Identifier: GPL-2.0-only
/* one release takes acquired pages and others: the advice says so */
#include <linux/dma-mapping.h>

struct origin_beside {
	struct page *page;
};

int origin_beside_user(struct origin_beside *ob, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, 0, &ob->page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma_map_page(dev, ob->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

void origin_beside_kernel(struct origin_beside *ob, void *addr)
{
	ob->page = virt_to_page(addr);
	get_page(ob->page);
}

void origin_beside_end(struct origin_beside *ob)
{
	put_page(ob->page);
}

/* the twin: only acquired pages */
struct origin_alone {
	struct page *page;
};

int origin_alone_user(struct origin_alone *oa, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, 0, &oa->page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma_map_page(dev, oa->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	return 0;
}

void origin_alone_end(struct origin_alone *oa)
{
	put_page(oa->page);
}
