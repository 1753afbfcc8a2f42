// SPDX-License-Identifier: GPL-2.0-only
/* an sg list carries the pages from acquire to release */
#include <linux/dma-mapping.h>

struct sg_list_got {
	struct scatterlist sg[8];
	int nents;
};

struct sg_list_pinned {
	struct scatterlist sg[8];
	int nents;
};

int sg_list_get(struct sg_list_got *req, struct device *dev, unsigned long addr)
{
	struct page *pages[8];
	int i, got;

	got = get_user_pages_fast(addr, 8, FOLL_WRITE, pages); /* want: gup-put-page; verdict: convert */
	if (got <= 0)
		return -EFAULT;
	sg_init_table(req->sg, got);
	for (i = 0; i < got; i++)
		sg_set_page(&req->sg[i], pages[i], PAGE_SIZE, 0);
	req->nents = got;
	return dma_map_sg(dev, req->sg, got, DMA_FROM_DEVICE) ? 0 : -EIO;
}

void sg_list_put(struct sg_list_got *req)
{
	struct scatterlist *sg;
	int i;

	for_each_sg(req->sg, sg, req->nents, i)
		put_page(sg_page(sg)); /* may: missing-dirty */
}

int sg_list_pin(struct sg_list_pinned *req, struct device *dev, unsigned long addr)
{
	struct page *pages[8];
	int i, got;

	got = pin_user_pages_fast(addr, 8, FOLL_WRITE, pages); /* verdict: done */
	if (got <= 0)
		return -EFAULT;
	sg_init_table(req->sg, got);
	for (i = 0; i < got; i++)
		sg_set_page(&req->sg[i], pages[i], PAGE_SIZE, 0);
	req->nents = got;
	return dma_map_sg(dev, req->sg, got, DMA_FROM_DEVICE) ? 0 : -EIO;
}

void sg_list_unpin(struct sg_list_pinned *req)
{
	struct scatterlist *sg;
	int i;

	for_each_sg(req->sg, sg, req->nents, i)
		unpin_user_page(sg_page(sg)); /* may: missing-dirty */
}
