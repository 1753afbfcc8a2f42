// SPDX-License-Identifier: GPL-2.0-only
/* pages that are taken out of an sg list: one by one */
#include <linux/dma-mapping.h>
#include <linux/scatterlist.h>

struct sg_iter {
	struct scatterlist *sgl;
	int nents;
};

int sg_iter_get(struct sg_iter *o, struct device *dev, unsigned long addr, struct page **pages)
{
	int i;

	if (get_user_pages_fast(addr, o->nents, FOLL_WRITE, pages) != o->nents)
		return -EFAULT;
	for (i = 0; i < o->nents; i++)
		sg_set_page(&o->sgl[i], pages[i], PAGE_SIZE, 0);
	dma_map_sg(dev, o->sgl, o->nents, DMA_FROM_DEVICE);
	return 0;
}

void sg_iter_drop(struct sg_iter *o)
{
	struct scatterlist *sg;
	int i;

	for_each_sg(o->sgl, sg, o->nents, i)
		put_page(sg_page(sg));
}
