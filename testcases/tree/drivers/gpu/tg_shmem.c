// SPDX-License-Identifier: GPL-2.0-only
/* Another kind in the same ops table: its pages were allocated, not acquired. */
#include <linux/slab.h>
#include "tg.h"

static int tg_shmem_get_pages(struct tg_object *obj)
{
	unsigned int i;

	obj->pages = kcalloc(obj->nr_pages, sizeof(*obj->pages), GFP_KERNEL);
	if (!obj->pages)
		return -ENOMEM;
	for (i = 0; i < obj->nr_pages; i++) {
		obj->pages[i] = alloc_page(GFP_KERNEL);
		if (!obj->pages[i])
			goto err_free;
	}
	return 0;

err_free:
	while (i--)
		__free_page(obj->pages[i]);
	kfree(obj->pages);
	return -ENOMEM;
}

static void tg_shmem_put_pages(struct tg_object *obj)
{
	unsigned int i;

	for (i = 0; i < obj->nr_pages; i++)
		__free_page(obj->pages[i]);
}

static const struct tg_object_ops tg_shmem_ops = {
	.get_pages = tg_shmem_get_pages,
	.put_pages = tg_shmem_put_pages,
};

struct tg_object *tg_shmem_create(struct device *dev, unsigned int nr)
{
	struct tg_object *obj = kzalloc(sizeof(*obj), GFP_KERNEL);

	if (!obj)
		return NULL;
	obj->ops = &tg_shmem_ops;
	obj->dev = dev;
	obj->nr_pages = nr;
	if (obj->ops->get_pages(obj)) {
		kfree(obj);
		return NULL;
	}
	return obj;
}
