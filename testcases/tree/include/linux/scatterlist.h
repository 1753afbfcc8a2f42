/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_SCATTERLIST_H
#define _LINUX_SCATTERLIST_H

#include <linux/mm.h>

struct scatterlist {
	unsigned long page_link;
	unsigned int offset;
	unsigned int length;
	dma_addr_t dma_address;
	unsigned int dma_length;
};

struct sg_table {
	struct scatterlist *sgl;
	unsigned int nents;
	unsigned int orig_nents;
};

struct sg_page_iter {
	struct scatterlist *sg;
	unsigned int sg_pgoffset;
	unsigned int __nents;
	int __pg_advance;
};

static inline struct page *sg_page(struct scatterlist *sg)
{
	return (struct page *)(sg->page_link & ~0x03UL);
}

static inline void sg_assign_page(struct scatterlist *sg, struct page *page)
{
	sg->page_link = (sg->page_link & 0x03UL) | (unsigned long)page;
}

static inline void sg_set_page(struct scatterlist *sg, struct page *page, unsigned int len,
			       unsigned int offset)
{
	sg_assign_page(sg, page);
	sg->offset = offset;
	sg->length = len;
}

#define sg_dma_address(sg) ((sg)->dma_address)
#define sg_dma_len(sg) ((sg)->dma_length)

struct scatterlist *sg_next(struct scatterlist *sg);
void sg_init_table(struct scatterlist *sgl, unsigned int nents);
int sg_alloc_table(struct sg_table *table, unsigned int nents, gfp_t gfp);
void sg_free_table(struct sg_table *table);
int sg_alloc_table_from_pages(struct sg_table *sgt, struct page **pages, unsigned int n_pages,
			      unsigned int offset, unsigned long size, gfp_t gfp);
void __sg_page_iter_start(struct sg_page_iter *piter, struct scatterlist *sglist,
			  unsigned int nents, unsigned long pgoffset);
bool __sg_page_iter_next(struct sg_page_iter *piter);
struct page *sg_page_iter_page(struct sg_page_iter *piter);

#define for_each_sg(sglist, sg, nr, __i) \
	for (__i = 0, sg = (sglist); __i < (nr); __i++, sg = sg_next(sg))
#define for_each_sgtable_sg(sgt, sg, i) \
	for_each_sg((sgt)->sgl, sg, (sgt)->orig_nents, i)
#define for_each_sg_page(sglist, piter, nents, pgoffset)			\
	for (__sg_page_iter_start((piter), (sglist), (nents), (pgoffset));	\
	     __sg_page_iter_next(piter);)
#define for_each_sgtable_page(sgt, piter, pgoffset) \
	for_each_sg_page((sgt)->sgl, piter, (sgt)->orig_nents, pgoffset)

#endif
