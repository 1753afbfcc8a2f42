// SPDX-License-Identifier: GPL-2.0-only
/* Objects over user memory: pages go back through the ops table. */
#include <linux/slab.h>
#include "tg.h"

static int tg_userptr_get_pages(struct tg_object *obj)
{
	int pinned = 0, ret;

	obj->pages = kcalloc(obj->nr_pages, sizeof(*obj->pages), GFP_KERNEL);
	if (!obj->pages)
		return -ENOMEM;

	while (pinned < obj->nr_pages) {
		ret = get_user_pages_fast(obj->addr + pinned * PAGE_SIZE,
					  obj->nr_pages - pinned, FOLL_WRITE,
					  obj->pages + pinned);
		if (!ret)
			ret = -EFAULT;
		if (ret < 0)
			goto err_release;
		pinned += ret;
	}

	ret = sg_alloc_table_from_pages(&obj->sgt, obj->pages, obj->nr_pages, 0,
					obj->nr_pages * PAGE_SIZE, GFP_KERNEL);
	if (ret)
		goto err_release;
	ret = dma_map_sgtable(obj->dev, &obj->sgt, DMA_BIDIRECTIONAL, 0);
	if (ret) {
		sg_free_table(&obj->sgt);
		goto err_release;
	}
	return 0;

err_release:
	release_pages(obj->pages, pinned);
	kfree(obj->pages);
	return ret;
}

static void tg_userptr_put_pages(struct tg_object *obj)
{
	unsigned int i;

	for (i = 0; i < obj->nr_pages; i++) {
		set_page_dirty_lock(obj->pages[i]);
		put_page(obj->pages[i]);
	}
}

static const struct tg_object_ops tg_userptr_ops = {
	.get_pages = tg_userptr_get_pages,
	.put_pages = tg_userptr_put_pages,
};

struct tg_object *tg_userptr_create(struct device *dev, unsigned long addr, unsigned int nr)
{
	struct tg_object *obj = kzalloc(sizeof(*obj), GFP_KERNEL);

	if (!obj)
		return NULL;
	obj->ops = &tg_userptr_ops;
	obj->dev = dev;
	obj->addr = addr;
	obj->nr_pages = nr;
	if (obj->ops->get_pages(obj)) {
		kfree(obj);
		return NULL;
	}
	return obj;
}
