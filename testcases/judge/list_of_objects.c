// SPDX-License-Identifier: GPL-2.0-only
/* objects with a page each hang on a list */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct list_obj {
	struct list_head link;
	struct page *page;
};

int list_obj_add(struct list_head *head, struct device *dev, unsigned long addr)
{
	struct list_obj *obj = kzalloc(sizeof(*obj), GFP_KERNEL);

	if (!obj)
		return -ENOMEM;
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &obj->page) != 1) { /* want: gup-put-page; verdict: convert */
		kfree(obj);
		return -EFAULT;
	}
	dma_map_page(dev, obj->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	list_add_tail(&obj->link, head);
	return 0;
}

void list_obj_drop(struct list_head *head)
{
	struct list_obj *obj, *tmp;

	list_for_each_entry_safe(obj, tmp, head, link) {
		list_del(&obj->link);
		put_page(obj->page); /* may: missing-dirty */
		kfree(obj);
	}
}
