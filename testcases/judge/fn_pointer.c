// SPDX-License-Identifier: GPL-2.0-only
/* the release is reached through a function pointer in a table */
#include <linux/dma-mapping.h>

struct fn_pointer_obj;

struct fn_pointer_ops {
	void (*put_pages)(struct fn_pointer_obj *obj);
};

struct fn_pointer_obj {
	const struct fn_pointer_ops *ops;
	struct page *pages[4];
	int nr;
};

static void fn_pointer_put(struct fn_pointer_obj *obj)
{
	int i;

	for (i = 0; i < obj->nr; i++) /* may: open-coded-release */
		put_page(obj->pages[i]); /* may: missing-dirty */
}

static const struct fn_pointer_ops fn_pointer_ops = {
	.put_pages = fn_pointer_put,
};

int fn_pointer_get(struct fn_pointer_obj *obj, struct device *dev, unsigned long addr)
{
	obj->ops = &fn_pointer_ops;
	obj->nr = get_user_pages_fast(addr, 4, FOLL_WRITE, obj->pages); /* want: gup-put-page; verdict: convert */
	if (obj->nr <= 0)
		return -EFAULT;
	dma_map_page(dev, obj->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void fn_pointer_drop(struct fn_pointer_obj *obj)
{
	obj->ops->put_pages(obj);
}
