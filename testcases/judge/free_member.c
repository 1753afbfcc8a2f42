// SPDX-License-Identifier: GPL-2.0-only
/* pages of a user are freed through the member that holds them; a pool is not */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

struct free_member {
	struct page **pages;
	int nr;
};

int free_member_fill(struct free_member *obj, struct device *dev, unsigned long addr)
{
	dma_addr_t dma;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, obj->pages) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma = dma_map_page(dev, obj->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma)) {
		__free_page(obj->pages[0]); /* want: family-mismatch */
		return -EIO;
	}
	obj->nr = 1;
	return 0;
}

void free_member_drop(struct free_member *obj)
{
	put_page(obj->pages[0]); /* may: missing-dirty */
}

struct free_pool {
	struct page **pages;
	struct page **spare;
	bool user;
};

int free_pool_fill(struct free_pool *pool, struct device *dev, unsigned long addr, int nr)
{
	dma_addr_t dma;

	if (addr) {
		if (get_user_pages_fast(addr, nr, FOLL_WRITE, pool->pages) != nr) /* want: gup-put-page; verdict: convert */
			return -EFAULT;
		pool->user = true;
	} else {
		for (int i = 0; i < nr; i++)
			pool->pages[i] = alloc_page(GFP_KERNEL);
	}
	dma = dma_map_page(dev, pool->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma) && !addr) {
		__free_page(pool->pages[0]);
		return -EIO;
	}
	return 0;
}

void free_pool_drop(struct free_pool *pool)
{
	put_page(pool->pages[0]); /* may: missing-dirty */
}

struct free_swap {
	struct page **pages;
};

int free_swap_fill(struct free_swap *obj, struct device *dev, unsigned long addr)
{
	struct page *user;
	dma_addr_t dma;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, obj->pages) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	user = obj->pages[0];
	dma_map_page(dev, user, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	put_page(user); /* may: missing-dirty */
	obj->pages[0] = alloc_page(GFP_KERNEL);
	dma = dma_map_page(dev, obj->pages[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	if (dma_mapping_error(dev, dma)) {
		__free_page(obj->pages[0]);
		return -EIO;
	}
	return 0;
}
