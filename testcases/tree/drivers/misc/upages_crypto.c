// SPDX-License-Identifier: GPL-2.0-only
/* First user of upages.c: a DMA engine works on the pages. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>
#include "upages.h"

struct ucrypt_req {
	struct device *dev;
	struct page **pages;
	int nr;
	struct scatterlist *sgl;
};

int ucrypt_map(struct ucrypt_req *req, unsigned long start)
{
	int i, ret;

	ret = upages_get(start, req->nr, true, req->pages);
	if (ret)
		return ret;

	sg_init_table(req->sgl, req->nr);
	for (i = 0; i < req->nr; i++)
		sg_set_page(&req->sgl[i], req->pages[i], PAGE_SIZE, 0);
	if (!dma_map_sg(req->dev, req->sgl, req->nr, DMA_BIDIRECTIONAL)) {
		upages_put(req->pages, req->nr, false);
		return -EIO;
	}
	return 0;
}

void ucrypt_unmap(struct ucrypt_req *req)
{
	dma_unmap_sg(req->dev, req->sgl, req->nr, DMA_BIDIRECTIONAL);
	upages_put(req->pages, req->nr, true);
}
