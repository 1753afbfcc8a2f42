// SPDX-License-Identifier: GPL-2.0-only
/* Registered memory, converted: pinned for long, unpinned over its sg table. */
#include <linux/dma-mapping.h>
#include <linux/err.h>
#include <linux/slab.h>

struct tumem {
	struct device *dev;
	struct mm_struct *owning_mm;
	struct sg_table sgt;
	bool writable;
};

static void __tumem_release(struct tumem *umem, bool dirty)
{
	struct scatterlist *sg;
	unsigned int i;

	dma_unmap_sgtable(umem->dev, &umem->sgt, DMA_BIDIRECTIONAL, 0);
	for_each_sgtable_sg(&umem->sgt, sg, i)
		unpin_user_page_range_dirty_lock(sg_page(sg),
						 DIV_ROUND_UP(sg->length, PAGE_SIZE), dirty);
	sg_free_table(&umem->sgt);
}

struct tumem *tumem_get(struct device *dev, unsigned long addr, unsigned long npages,
			bool writable)
{
	struct page **page_list;
	struct tumem *umem;
	int pinned, ret;

	umem = kzalloc(sizeof(*umem), GFP_KERNEL);
	if (!umem)
		return ERR_PTR(-ENOMEM);
	umem->dev = dev;
	umem->owning_mm = current->mm;
	umem->writable = writable;

	page_list = kvmalloc_array(npages, sizeof(*page_list), GFP_KERNEL);
	if (!page_list) {
		ret = -ENOMEM;
		goto err_free;
	}

	pinned = pin_user_pages_fast(addr & PAGE_MASK, npages,
				     FOLL_LONGTERM | (writable ? FOLL_WRITE : 0), page_list);
	if (pinned < 0) {
		ret = pinned;
		goto err_free_list;
	}
	ret = sg_alloc_table_from_pages(&umem->sgt, page_list, pinned, 0,
					(unsigned long)pinned << PAGE_SHIFT, GFP_KERNEL);
	if (ret) {
		unpin_user_pages_dirty_lock(page_list, pinned, false);
		goto err_free_list;
	}
	ret = dma_map_sgtable(dev, &umem->sgt, DMA_BIDIRECTIONAL, 0);
	if (ret) {
		__tumem_release(umem, false);
		goto err_free_list;
	}
	kvfree(page_list);
	return umem;

err_free_list:
	kvfree(page_list);
err_free:
	kfree(umem);
	return ERR_PTR(ret);
}

void tumem_release(struct tumem *umem)
{
	__tumem_release(umem, umem->writable);
	kfree(umem);
}
