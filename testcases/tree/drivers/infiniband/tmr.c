// SPDX-License-Identifier: GPL-2.0-only
/* Memory region, not converted: got, kept in an sg list, put by walking it. */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct tmr_chunk {
	struct list_head list;
	int nents;
	int nmap;
	struct scatterlist page_list[16];
};

struct tmr {
	struct device *dev;
	struct list_head chunks;
};

static int tmr_add_chunk(struct tmr *mr, unsigned long addr, int npages)
{
	struct tmr_chunk *chunk;
	struct page *pages[16];
	int i, got;

	chunk = kzalloc(sizeof(*chunk), GFP_KERNEL);
	if (!chunk)
		return -ENOMEM;
	got = get_user_pages(addr, min(npages, 16), FOLL_WRITE, pages, NULL);
	if (got <= 0) {
		kfree(chunk);
		return -EFAULT;
	}
	sg_init_table(chunk->page_list, got);
	for (i = 0; i < got; i++)
		sg_set_page(&chunk->page_list[i], pages[i], PAGE_SIZE, 0);
	chunk->nents = got;
	chunk->nmap = dma_map_sg(mr->dev, chunk->page_list, got, DMA_BIDIRECTIONAL);
	list_add_tail(&chunk->list, &mr->chunks);
	return got;
}

void tmr_release(struct tmr *mr)
{
	struct tmr_chunk *chunk, *tmp;
	struct scatterlist *sg;
	int i;

	list_for_each_entry_safe(chunk, tmp, &mr->chunks, list) {
		dma_unmap_sg(mr->dev, chunk->page_list, chunk->nents, DMA_BIDIRECTIONAL);
		for_each_sg(chunk->page_list, sg, chunk->nents, i) {
			struct page *page = sg_page(sg);

			set_page_dirty_lock(page);
			put_page(page);
		}
		list_del(&chunk->list);
		kfree(chunk);
	}
}

int tmr_register(struct tmr *mr, unsigned long addr, int npages)
{
	int ret;

	while (npages > 0) {
		ret = tmr_add_chunk(mr, addr, npages);
		if (ret < 0) {
			tmr_release(mr);
			return ret;
		}
		addr += ret * PAGE_SIZE;
		npages -= ret;
	}
	return 0;
}
