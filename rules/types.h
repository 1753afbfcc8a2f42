/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Types and folders, as the flow sees them.
 *
 * A container's carrying members hold pages; all its other members (lengths,
 * offsets, DMA addresses) hold nothing of interest. Members of an opaque type
 * join nothing: they are shared by the whole kernel. A type that is not named
 * here is an ordinary one, whose members are nodes of the flow.
 */
#ifndef PINCHECK_RULES_TYPES_H
#define PINCHECK_RULES_TYPES_H

#include "pincheck.h"

/* include/linux/scatterlist.h */
struct CONTAINER_TYPE scatterlist {
	unsigned long page_link CARRIES_FOR(sg);
};
struct CONTAINER_TYPE sg_table {
	struct scatterlist *sgl CARRIES;
	struct scatterlist *orig_sgl CARRIES;
};
struct CONTAINER_TYPE sg_append_table {
	struct sg_table sgt CARRIES;
	struct scatterlist *prv CARRIES;
};
struct CONTAINER_TYPE sg_page_iter {
	struct scatterlist *sg CARRIES;
};
struct CONTAINER_TYPE sg_dma_page_iter {
	struct sg_page_iter base CARRIES;
};
struct CONTAINER_TYPE sg_mapping_iter {
	struct page *page CARRIES;
	void *addr CARRIES;
	struct scatterlist *sg CARRIES;
	struct sg_page_iter piter CARRIES;
};

/* include/linux/bvec.h, blk_types.h; bi_private and bi_next tie bios together. */
struct CONTAINER_TYPE bio_vec {
	struct page *bv_page CARRIES_FOR(bio);
};
struct CONTAINER_TYPE bio {
	struct bio_vec *bi_io_vec CARRIES;
	struct bio_vec *bi_inline_vecs CARRIES;
	void *bi_end_io RUNS_IN(softirq);
};
struct CONTAINER_TYPE bvec_iter_all {
	struct bio_vec bv CARRIES;
};

/* include/linux/mm.h, media/frame_vector.h; include/linux/pagevec.h */
struct CONTAINER_TYPE frame_vector {
	void *ptrs CARRIES;
};
struct CONTAINER_TYPE pagevec {
	struct page *pages CARRIES;
};
struct CONTAINER_TYPE folio_batch {
	struct folio *folios CARRIES;
};

/* include/linux/skbuff.h: skb_frag_struct up to v5.3, a bio_vec from v5.4 on. */
struct CONTAINER_TYPE skb_frag_struct {
	struct page *page CARRIES_FOR(skb);
	struct page *p CARRIES_FOR(skb);
};
struct CONTAINER_TYPE skb_frag {
	struct page *bv_page CARRIES_FOR(skb);
	unsigned long netmem CARRIES;
};

/* include/linux/xarray.h */
struct CONTAINER_TYPE xarray {
	void *xa_head CARRIES;
};
struct OPAQUE_TYPE xa_state;
struct OPAQUE_TYPE xa_node;

/* include/linux/mm_types.h, a transparent union from v6.3 on. */
struct CONTAINER_TYPE release_pages_arg {
	struct page **pages CARRIES;
	struct folio **folios CARRIES;
	void *encoded_pages CARRIES;
};

/* What a KUnit assertion compares: include/kunit/assert.h. */
struct OPAQUE_TYPE kunit_ptr_not_err_assert;
struct OPAQUE_TYPE kunit_binary_ptr_assert;

/* Iterators over kernel memory are no path for user pages: lib/iov_iter.c. */
struct OPAQUE_TYPE iov_iter;
struct OPAQUE_TYPE kvec;
struct OPAQUE_TYPE iovec;

/* struct page and struct folio are PAGE_TYPE, in pincheck.h. */
/* An entry of a page table holds no reference of whoever wrote it. */
struct OPAQUE_TYPE pte_t;
struct OPAQUE_TYPE pmd_t;
struct OPAQUE_TYPE pud_t;
struct OPAQUE_TYPE p4d_t;
struct OPAQUE_TYPE pgd_t;

/* Shared by everybody: what is stored there meets what anybody reads. */
struct OPAQUE_TYPE inode;
struct OPAQUE_TYPE file;
struct OPAQUE_TYPE mm_struct;
struct OPAQUE_TYPE address_space;
struct OPAQUE_TYPE vm_area_struct;
struct OPAQUE_TYPE vm_fault;
struct OPAQUE_TYPE task_struct;
struct OPAQUE_TYPE list_head;
struct OPAQUE_TYPE kobject;
struct OPAQUE_TYPE device;
struct OPAQUE_TYPE request;
struct OPAQUE_TYPE request_queue;
struct OPAQUE_TYPE socket;
struct OPAQUE_TYPE sock;
struct OPAQUE_TYPE kiocb;
struct OPAQUE_TYPE buffer_head;
struct OPAQUE_TYPE skb_shared_info;
struct OPAQUE_TYPE sk_buff;
struct OPAQUE_TYPE pipe_buffer;
struct OPAQUE_TYPE bio_alloc_cache;
struct OPAQUE_TYPE aead_request;
struct OPAQUE_TYPE skcipher_request;
struct OPAQUE_TYPE ablkcipher_request;
struct OPAQUE_TYPE ahash_request;
struct OPAQUE_TYPE akcipher_request;
struct OPAQUE_TYPE crypto_async_request;

/*
 * Folders and files whose functions are not entered; the longest name that
 * fits decides. An acquire or a release that stands in them is still seen.
 */
extern const char pincheck_kernel_core[]
	NEVER_ENTER("mm/", "lib/", "kernel/dma/", "include/linux/", "include/asm-generic/",
		    "block/", "kernel/trace/",
		    "arch/*/include/", "arch/*/mm/");
extern const char pincheck_still_entered[]
	ENTER("mm/frame_vector.c", "block/bio.c", "block/blk-map.c", "mm/process_vm_access.c", "mm/gup_test.c",
	      "mm/gup_benchmark.c", "lib/scatterlist.c",
	      "include/linux/ceph/", "include/linux/kvm_host.h",
	      "include/linux/nfs_page.h", "include/linux/skbuff.h",
	      "include/linux/skbuff_ref.h", "arch/*/include/asm/kvm_host.h");

#endif
