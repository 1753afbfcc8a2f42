// SPDX-License-Identifier: GPL-2.0-only
/* What all kinds of objects share; a kind gives its pages back through ops. */
#include <linux/slab.h>
#include "tg.h"

void tg_object_unmap(struct tg_object *obj)
{
	dma_unmap_sgtable(obj->dev, &obj->sgt, DMA_BIDIRECTIONAL, 0);
	sg_free_table(&obj->sgt);
	obj->ops->put_pages(obj);
	kfree(obj->pages);
	kfree(obj);
}
