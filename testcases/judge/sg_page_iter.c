// SPDX-License-Identifier: GPL-2.0-only
/* a page iterator walks the sg table */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct sg_iter_obj {
	struct sg_table sgt;
	struct page **pages;
	int nr;
};

int sg_iter_get(struct sg_iter_obj *obj, struct device *dev, unsigned long addr)
{
	int got;

	got = get_user_pages_fast(addr, obj->nr, FOLL_WRITE, obj->pages); /* want: gup-put-page; verdict: convert */
	if (got != obj->nr)
		return -EFAULT;
	if (sg_alloc_table_from_pages(&obj->sgt, obj->pages, got, 0, got * PAGE_SIZE, GFP_KERNEL))
		return -ENOMEM;
	return dma_map_sgtable(dev, &obj->sgt, DMA_BIDIRECTIONAL, 0);
}

void sg_iter_put(struct sg_iter_obj *obj)
{
	struct sg_page_iter iter;

	for_each_sgtable_page(&obj->sgt, &iter, 0) {
		struct page *page = sg_page_iter_page(&iter);

		set_page_dirty_lock(page);
		put_page(page);
	}
	sg_free_table(&obj->sgt);
}
