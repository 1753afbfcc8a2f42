/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls through which page pointers flow: from FROM to TO, or to the return
 * value. They are never entered. A container (sg list, bio, bvec, frame vector,
 * xarray, skb frags) is transparent: what is put in flows to the variable or
 * member that holds it.
 */
#ifndef PINCHECK_RULES_FLOW_H
#define PINCHECK_RULES_FLOW_H

#include "pincheck.h"

struct aead_request;
struct ahash_request;
struct akcipher_request;
struct request;
struct sg_append_table;
struct sg_mapping_iter;
struct sg_page_iter;
struct skb_frag;
struct skcipher_request;
struct xa_state;
struct xarray;

/* sg lists: include/linux/scatterlist.h, lib/scatterlist.c, all versions. */
void sg_set_page(struct scatterlist *sg TO, struct page *page FROM USES(sg),
		 unsigned int len, unsigned int offset);
void sg_assign_page(struct scatterlist *sg TO, struct page *page FROM USES(sg));
void sg_set_folio(struct scatterlist *sg TO, struct folio *folio FROM USES(sg),
		  size_t len, size_t offset);
struct page *sg_page(struct scatterlist *sg FROM) TO_RETURN;
struct page *sg_page_iter_page(struct sg_page_iter *piter FROM) TO_RETURN;
struct scatterlist *sg_next(struct scatterlist *sg FROM)
	TO_RETURN ALIASES(sg_chain_ptr, __sg_next);
struct scatterlist *sg_last(struct scatterlist *s FROM, unsigned int nents) TO_RETURN;
void sg_chain(struct scatterlist *prv TO, unsigned int prv_nents,
	      struct scatterlist *sgl FROM);
void __sg_page_iter_start(struct sg_page_iter *piter TO,
			  struct scatterlist *sglist FROM, unsigned int nents,
			  unsigned long pgoffset);
void sg_miter_start(struct sg_mapping_iter *miter TO,
		    struct scatterlist *sgl FROM USES(kmap), unsigned int nents,
		    unsigned int flags);
int sg_alloc_table_from_pages(struct sg_table *sgt TO, struct page **pages FROM USES(sg),
			      unsigned int n_pages COUNT, unsigned int offset,
			      unsigned long size, gfp_t gfp_mask);
/* Returns int up to v5.9, the last entry in v5.10 to v5.14. */
struct scatterlist *__sg_alloc_table_from_pages(struct sg_table *sgt TO,
						struct page **pages FROM USES(sg),
						unsigned int n_pages COUNT,
						unsigned int offset, unsigned long size,
						unsigned int max_segment,
						struct scatterlist *prv,
						unsigned int left_pages, gfp_t gfp_mask);
int sg_alloc_table_from_pages_segment(struct sg_table *sgt TO,
				      struct page **pages FROM USES(sg),
				      unsigned int n_pages COUNT, unsigned int offset,
				      unsigned long size, unsigned int max_segment,
				      gfp_t gfp_mask);
int sg_alloc_append_table_from_pages(struct sg_append_table *sgt TO,
				     struct page **pages FROM USES(sg),
				     unsigned int n_pages COUNT, unsigned int offset,
				     unsigned long size, unsigned int max_segment,
				     unsigned int left_pages, gfp_t gfp_mask);
/* The data of a kernel buffer: no page of ours. */
void sg_set_buf(struct scatterlist *sg ORIGIN(kernel), const void *buf,
		unsigned int buflen);
void sg_init_one(struct scatterlist *sg ORIGIN(kernel), const void *buf,
		 unsigned int buflen);
/* drivers/gpu/drm/drm_prime.c; v5.10 adds dev in front. */
struct sg_table *drm_prime_pages_to_sg(struct device *dev,
				       struct page **pages FROM USES(sg),
				       unsigned int nr_pages COUNT)
	TO_RETURN;
int drm_prime_sg_to_page_addr_arrays(struct sg_table *sgt FROM, struct page **pages TO,
				     dma_addr_t *addrs, int max_pages COUNT);
int drm_prime_sg_to_page_array(struct sg_table *sgt FROM, struct page **pages TO,
			       int max_pages COUNT);

/* bios and bvecs: include/linux/bio.h, bvec.h, blk-mq.h, block/bio.c. */
int bio_add_page(struct bio *bio TO, struct page *page FROM USES(bio), unsigned int len,
		 unsigned int off)
	ALIASES(__bio_add_page, bio_add_zone_append_page);
int bio_add_pc_page(struct request_queue *q, struct bio *bio TO,
		    struct page *page FROM USES(bio), unsigned int len,
		    unsigned int off);
bool bio_add_folio(struct bio *bio TO, struct folio *folio FROM USES(bio), size_t len,
		   size_t off)
	ALIASES(bio_add_folio_nofail);
void bvec_set_page(struct bio_vec *bv TO, struct page *page FROM USES(bio),
		   unsigned int len, unsigned int offset);
void bvec_set_folio(struct bio_vec *bv TO, struct folio *folio FROM USES(bio),
		    size_t len, size_t offset);
void bvec_set_virt(struct bio_vec *bv ORIGIN(kernel), void *vaddr, unsigned int len);

/* Frame vectors: mm/frame_vector.c, then videobuf2. */
struct page **frame_vector_pages(struct frame_vector *vec FROM) TO_RETURN;
unsigned long *frame_vector_pfns(struct frame_vector *vec FROM) TO_RETURN;

/*
 * One page to another of the same allocation, to its folio, its number, its
 * physical address, and back. Some are macros; rules/prelude.h makes calls of
 * them. include/linux/mm.h, page-flags.h, asm-generic/memory_model.h.
 */
struct page *compound_head(const struct page *page FROM) TO_RETURN
	ALIASES(_compound_head);
struct folio *page_folio(const struct page *page FROM) TO_RETURN;
struct page *folio_page(const struct folio *folio FROM, unsigned long n) TO_RETURN;
struct page *folio_file_page(struct folio *folio FROM, pgoff_t index) TO_RETURN;
struct page *nth_page(const struct page *page FROM, unsigned long n) TO_RETURN;
unsigned long page_to_pfn(const struct page *page FROM) TO_RETURN ALIASES(__page_to_pfn);
struct page *pfn_to_page(unsigned long pfn FROM) TO_RETURN
	ALIASES(__pfn_to_page, pfn_to_online_page);
unsigned long folio_pfn(const struct folio *folio FROM) TO_RETURN;
struct folio *pfn_folio(unsigned long pfn FROM) TO_RETURN;
phys_addr_t page_to_phys(const struct page *page FROM USES(phys)) TO_RETURN;
struct page *phys_to_page(phys_addr_t phys FROM) TO_RETURN;
/* __pa() is a macro everywhere; asm/page.h, asm/io.h. */
phys_addr_t virt_to_phys(volatile void *address FROM ADDRESS ALSO(addr, x)) TO_RETURN
	ALIASES(__pincheck_pa);
phys_addr_t sg_phys(struct scatterlist *sg FROM USES(phys)) TO_RETURN;
void *sg_virt(struct scatterlist *sg USES(address));

/*
 * Maps from numbers to pointers: include/linux/xarray.h, radix-tree.h, idr.h.
 * xa_alloc() has another order in v5.0, and the same names.
 */
void *xa_store(struct xarray *xa TO, unsigned long index, void *entry FROM, gfp_t gfp)
	ALIASES(__xa_store, xa_insert, __xa_insert);
int xa_alloc(struct xarray *xa TO, u32 *id, void *entry FROM, unsigned int limit,
	     gfp_t gfp)
	ALIASES(__xa_alloc);
void *xa_load(struct xarray *xa FROM, unsigned long index) TO_RETURN
	ALIASES(xa_erase, __xa_erase);
void *xas_store(struct xa_state *xas TO, void *entry FROM);
void *xas_load(struct xa_state *xas FROM) TO_RETURN ALIASES(xas_next, xas_find);

/* bio_for_each_segment_all(): include/linux/bvec.h, bio.h, v5.1 and later. */
struct bio_vec *bvec_init_iter_all(struct bvec_iter_all *iter_all FROM) TO_RETURN;
bool bio_next_segment(const struct bio *bio FROM, struct bvec_iter_all *iter TO);
void bvec_advance(const struct bio_vec *bvec FROM, struct bvec_iter_all *iter_all TO);

/*
 * skbs: include/linux/skbuff.h, net/core/skbuff.c. The references belong to the
 * skb, until its data is released.
 */
void skb_fill_page_desc(struct sk_buff *skb TO ALSO(shinfo), int i,
			struct page *page FROM USES(skb) HANDOVER, int off, int size)
	DROPPED_BY(skb_release_data)
	ALIASES(__skb_fill_page_desc, skb_fill_page_desc_noacc,
		__skb_fill_page_desc_noacc);
void skb_add_rx_frag(struct sk_buff *skb TO, int i, struct page *page FROM USES(skb) HANDOVER,
		     int off, int size, unsigned int truesize)
	DROPPED_BY(skb_release_data);
/* Takes a reference of its own. */
int skb_append_pagefrags(struct sk_buff *skb TO, struct page *page FROM USES(skb) TAKES_REF,
			 int offset, size_t size, size_t max_frags);
void skb_frag_set_page(struct sk_buff *skb TO, int f, struct page *page FROM USES(skb) HANDOVER)
	DROPPED_BY(skb_release_data);
void __skb_frag_set_page(struct skb_frag *frag TO, struct page *page FROM USES(skb) HANDOVER)
	DROPPED_BY(skb_release_data);
void skb_frag_fill_page_desc(struct skb_frag *frag TO, struct page *page FROM USES(skb) HANDOVER,
			     int off, int size)
	DROPPED_BY(skb_release_data);
struct page *skb_frag_page(const struct skb_frag *frag FROM) TO_RETURN;
/* From v6.11: a page as a number with a mark. include/net/netmem.h. */
unsigned long skb_frag_netmem(const struct skb_frag *frag FROM) TO_RETURN;
struct page *netmem_to_page(unsigned long netmem FROM) TO_RETURN
	ALIASES(__netmem_to_page);
unsigned long page_to_netmem(struct page *page FROM) TO_RETURN;

/* Arrays: include/linux/string.h, slab.h; compilers know some by builtin names. */
void *memcpy(void *dest TO WRITTEN ALSO(p), const void *src FROM ALSO(q), size_t n)
	ALIASES(memmove, __builtin_memcpy, __builtin_memmove, __memcpy, __memmove);
void *kmemdup(const void *src FROM ALSO(p), size_t len, gfp_t gfp) TO_RETURN
	ALIASES(kmemdup_noprof, kvmemdup);
void *kmemdup_array(const void *src FROM, size_t count, size_t element_size, gfp_t gfp)
	TO_RETURN;

/*
 * Crypto requests: include/crypto. The request itself is a node that ties all
 * users of a cipher together: what flows in there is a use, and comes back
 * through the callback that is set on this request only, with its data.
 */
void aead_request_set_crypt(struct aead_request *req TO,
			    struct scatterlist *src FROM USES(copy),
			    struct scatterlist *dst FROM USES(copy) WRITTEN,
			    unsigned int cryptlen, u8 *iv);
void skcipher_request_set_crypt(struct skcipher_request *req TO,
				struct scatterlist *src FROM USES(copy),
				struct scatterlist *dst FROM USES(copy) WRITTEN,
				unsigned int cryptlen, void *iv)
	ALIASES(ablkcipher_request_set_crypt);
void akcipher_request_set_crypt(struct akcipher_request *req TO,
				struct scatterlist *src FROM USES(copy),
				struct scatterlist *dst FROM USES(copy),
				unsigned int src_len, unsigned int dst_len);
void ahash_request_set_crypt(struct ahash_request *req TO,
			     struct scatterlist *src FROM USES(copy),
			     u8 *result, unsigned int nbytes);
void aead_request_set_callback(struct aead_request *req TO, u32 flags,
			       void (*compl)(void *) CALLBACK, void *data DATA);
void skcipher_request_set_callback(struct skcipher_request *req TO, u32 flags,
				   void (*compl)(void *) CALLBACK, void *data DATA)
	ALIASES(ablkcipher_request_set_callback);
void ahash_request_set_callback(struct ahash_request *req TO, u32 flags,
				void (*compl)(void *) CALLBACK, void *data DATA);
void akcipher_request_set_callback(struct akcipher_request *req TO, u32 flags,
				   void (*compl)(void *) CALLBACK, void *data DATA);

#endif
