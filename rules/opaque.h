/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls that get pages or containers and are never entered: what happens inside
 * is the kernel's own bookkeeping, and flows through it would join unrelated
 * owners. Whole folders that are not entered are in types.h.
 */
#ifndef PINCHECK_RULES_OPAQUE_H
#define PINCHECK_RULES_OPAQUE_H

#include "pincheck.h"

struct sg_append_table;
struct sg_mapping_iter;

/* The end of a mapping: include/linux/dma-mapping.h, highmem.h, vmalloc.h. */
void dma_unmap_page_attrs(struct device *dev, dma_addr_t addr, size_t size,
			  enum dma_data_direction dir, unsigned long attrs)
	OPAQUE ALIASES(dma_unmap_page, dma_unmap_single_attrs, dma_unmap_resource,
		       dma_unmap_phys);
void dma_unmap_sg_attrs(struct device *dev, struct scatterlist *sg, int nents,
			enum dma_data_direction dir, unsigned long attrs)
	OPAQUE ALIASES(dma_unmap_sg, dma_unmap_sgtable, dma_sync_sg_for_cpu,
		       dma_sync_sg_for_device, dma_sync_single_for_cpu,
		       dma_sync_single_for_device);
void kunmap(struct page *page)
	OPAQUE ALIASES(kunmap_local, kunmap_local_indexed, kunmap_high);
void kunmap_atomic(void *addr) OPAQUE UNLOCKS(preempt) ALIASES(__kunmap_atomic);
void vunmap(const void *addr) OPAQUE ALIASES(vm_unmap_ram);
void flush_dcache_page(struct page *page)
	OPAQUE ALIASES(flush_kernel_dcache_page, flush_dcache_folio, flush_anon_page,
		       flush_icache_page);

/* Takes back the pages of a pool, and no other: net/core/page_pool.c, skbuff.c. */
bool page_pool_return_skb_page(struct page *page)
	OPAQUE ALIASES(napi_pp_put_page, page_pool_put_page, page_pool_put_full_page,
		       page_pool_recycle_direct, page_pool_put_unrefed_page,
		       page_pool_put_netmem, page_pool_put_full_netmem,
		       page_pool_put_unrefed_netmem);

/* The list itself, not its pages: lib/scatterlist.c. */
void sg_init_table(struct scatterlist *sgl, unsigned int nents) OPAQUE
	ALIASES(sg_init_marker, sg_mark_end, sg_unmark_end);
int sg_alloc_table(struct sg_table *table, unsigned int nents, gfp_t gfp_mask) OPAQUE
	ALIASES(__sg_alloc_table, sg_alloc_table_chained);
void sg_free_table(struct sg_table *table) OPAQUE
	ALIASES(__sg_free_table, sg_free_append_table, sg_free_table_chained);
bool __sg_page_iter_next(void *piter) OPAQUE
	ALIASES(__sg_page_iter_dma_next, sg_miter_next, sg_miter_stop, sg_miter_skip);
int sg_nents(struct scatterlist *sg) OPAQUE ALIASES(sg_nents_for_len);

/* Memory of the arrays: include/linux/slab.h, mm.h. */
void kfree(const void *objp) OPAQUE FREES ALIASES(kvfree, vfree, kfree_sensitive, kzfree);
void free_pages(unsigned long addr, unsigned int order) OPAQUE FREES;
void *kmalloc(size_t size, gfp_t flags) OPAQUE
	ALIASES(kmalloc_array, kvmalloc, kvmalloc_array, kmalloc_noprof,
		kmalloc_array_noprof, kvmalloc_array_noprof, kvmalloc_node_noprof,
		__kmalloc, __kmalloc_noprof, kmalloc_node, vmalloc,
		vmalloc_noprof, krealloc, krealloc_noprof, krealloc_node_align_noprof,
		kvrealloc_node_align_noprof, _krealloc_array_noprof, _kmalloc_noprof,
		_kmalloc_array_noprof, _kvmalloc_noprof, _kvmalloc_array_noprof,
		_kmalloc_node_noprof, _kmalloc_array_node_noprof, _kmalloc_nolock_noprof,
		__kmalloc_node_noprof, __kvmalloc_node_noprof, _kvmalloc_array_node_noprof);
void *kzalloc(size_t size, gfp_t flags) OPAQUE ZEROED
	ALIASES(kcalloc, kvzalloc, kvcalloc, kzalloc_noprof, kcalloc_noprof,
		kvzalloc_noprof, kvcalloc_noprof, vzalloc, vzalloc_noprof, kzalloc_node,
		_kzalloc_noprof, _kcalloc_noprof, _kvzalloc_noprof, _kvcalloc_noprof);
struct frame_vector *frame_vector_create(unsigned int nr_frames) OPAQUE;
void frame_vector_destroy(struct frame_vector *vec) OPAQUE;
int frame_vector_to_pages(struct frame_vector *vec) OPAQUE ALIASES(frame_vector_to_pfns);
unsigned int frame_vector_count(struct frame_vector *vec) OPAQUE;

/*
 * A bio on its way: block/blk-core.c, bio.c. Its pages come back through
 * bi_end_io, not through the block layer.
 */
void submit_bio(struct bio *bio) OPAQUE
	ALIASES(submit_bio_wait, submit_bio_noacct, submit_bio_noacct_nocheck,
		generic_make_request, blk_execute_rq, bio_endio, bio_chain, bio_put,
		bio_get, bio_advance, bio_split, bio_init, bio_reset, bio_uninit,
		bio_trim, bio_associate_blkg, bio_set_dev, bio_io_error,
		bio_integrity_prep, bio_poll, blk_rq_append_bio, blk_crypto_submit_bio);

/* Iterators: lib/iov_iter.c. */
void iov_iter_advance(struct iov_iter *i, size_t bytes) OPAQUE
	ALIASES(iov_iter_revert, iov_iter_truncate, iov_iter_reexpand);
size_t iov_iter_count(const struct iov_iter *i) OPAQUE
	ALIASES(iov_iter_npages, iov_iter_alignment, iov_iter_single_seg_count,
		iov_iter_extract_will_pin, iov_iter_is_bvec, iov_iter_rw,
		user_backed_iter, iter_is_iovec, iter_is_ubuf);
void iov_iter_init(struct iov_iter *i, unsigned int direction, const void *iov,
		   unsigned long nr_segs, size_t count)
	OPAQUE;
ssize_t import_iovec(int type, const void *uvec, unsigned int nr_segs,
		     unsigned int fast_segs, void *iovp, struct iov_iter *i)
	OPAQUE;

/* Takes no reference: mm/gup.c, mm/memory.c. */
int fixup_user_fault(struct mm_struct *mm, unsigned long address,
		     unsigned int fault_flags, bool *unlocked)
	OPAQUE SLEEPS;
int follow_pfn(struct vm_area_struct *vma, unsigned long address, unsigned long *pfn)
	OPAQUE;
int account_locked_vm(struct mm_struct *mm, unsigned long pages, bool inc)
	OPAQUE SLEEPS ALIASES(__account_locked_vm);

#endif
