/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where else a page can come from. A page of one of these that reaches the same
 * release as an acquired one is why that release can't simply be changed.
 * Kinds: alloc (the page allocator and pools on it), pagecache (a look-up that
 * takes a reference), kernel (of a kernel address; no reference), zero, dma, iter
 * (an iterator over kernel memory).
 */
#ifndef PINCHECK_RULES_ORIGIN_H
#define PINCHECK_RULES_ORIGIN_H

#include "pincheck.h"

struct cma;
struct folio_queue;
struct page_pool;
struct pipe_inode_info;
struct xarray;
enum sgp_type { PINCHECK_SGP_NONE };

/*
 * include/linux/gfp.h. alloc_page() and alloc_pages() are macros or inline
 * functions; from v6.10 all are macros over the function with _noprof.
 */
struct page *alloc_pages(gfp_t gfp, unsigned int order)
	ORIGIN(alloc) ALIASES(alloc_page, alloc_pages_noprof, alloc_pages_current);
struct page *alloc_pages_node(int nid, gfp_t gfp_mask, unsigned int order)
	ORIGIN(alloc) ALIASES(alloc_pages_node_noprof, __alloc_pages_node,
			      __alloc_pages_node_noprof);
struct page *__alloc_pages(gfp_t gfp, unsigned int order, int preferred_nid)
	ORIGIN(alloc) ALIASES(__alloc_pages_noprof, __alloc_pages_nodemask);
struct page *alloc_page_vma(gfp_t gfp, struct vm_area_struct *vma, unsigned long addr)
	ORIGIN(alloc) ALIASES(alloc_pages_vma, alloc_page_vma_noprof);
struct folio *folio_alloc(gfp_t gfp, unsigned int order)
	ORIGIN(alloc) ALIASES(folio_alloc_noprof, __folio_alloc, __folio_alloc_noprof,
			      folio_alloc_mpol_noprof, vma_alloc_folio,
			      vma_alloc_folio_noprof, filemap_alloc_folio,
			      filemap_alloc_folio_noprof);
unsigned long __get_free_pages(gfp_t gfp_mask, unsigned int order)
	ORIGIN(kernel) ALIASES(__get_free_page, get_zeroed_page, get_free_pages_noprof,
			       get_zeroed_page_noprof);
unsigned long __alloc_pages_bulk(gfp_t gfp, int preferred_nid, void *nodemask,
				 int nr_pages, struct list_head *page_list,
				 struct page **page_array ORIGIN(alloc))
	ALIASES(alloc_pages_bulk_noprof);
unsigned long alloc_pages_bulk_array(gfp_t gfp, unsigned long nr_pages,
				     struct page **page_array ORIGIN(alloc))
	ALIASES(alloc_pages_bulk_array_mempolicy);
unsigned long alloc_pages_bulk_array_node(gfp_t gfp, int nid, unsigned long nr_pages,
					  struct page **page_array ORIGIN(alloc));
struct page *alloc_contig_pages(unsigned long nr_pages, gfp_t gfp_mask, int nid)
	ORIGIN(alloc) ALIASES(alloc_contig_pages_noprof);
struct page *cma_alloc(struct cma *cma, size_t count, unsigned int align, bool no_warn)
	ORIGIN(alloc) ALIASES(dma_alloc_from_contiguous);
/* include/linux/skbuff.h, include/net/page_pool. */
struct page *dev_alloc_pages(unsigned int order)
	ORIGIN(alloc) ALIASES(dev_alloc_page, __dev_alloc_pages, __dev_alloc_page,
			      __dev_alloc_pages_noprof, __dev_alloc_page_noprof);
struct page *page_pool_alloc_pages(struct page_pool *pool, gfp_t gfp)
	ORIGIN(alloc) ALIASES(page_pool_dev_alloc_pages);
/* Xen: drivers/xen/grant-table.c, unpopulated-alloc.c. */
int gnttab_alloc_pages(int nr_pages, struct page **pages ORIGIN(alloc))
	ALIASES(xen_alloc_unpopulated_pages);

/* include/linux/dma-mapping.h. */
struct page *dma_alloc_pages(struct device *dev, size_t size, dma_addr_t *dma_handle,
			     enum dma_data_direction dir, gfp_t gfp)
	ORIGIN(dma);
void *dma_alloc_attrs(struct device *dev, size_t size, dma_addr_t *dma_handle,
		      gfp_t flag, unsigned long attrs)
	ORIGIN(dma) ALIASES(dma_alloc_coherent);

/* Of a kernel address, without a reference: mm/vmalloc.c, asm/page.h. */
struct page *vmalloc_to_page(const void *addr) ORIGIN(kernel);
unsigned long vmalloc_to_pfn(const void *addr) ORIGIN(kernel);
struct page *virt_to_page(const void *addr ADDRESS FROM)
	TO_RETURN ORIGIN(kernel) ALIASES(virt_to_head_page, kmap_to_page);
struct folio *virt_to_folio(const void *addr) ORIGIN(kernel);
/* A macro over virt_to_page() or an array, by architecture. */
struct page *ZERO_PAGE(unsigned long vaddr) ORIGIN(zero);

/* The page cache: include/linux/pagemap.h, mm/filemap.c, mm/shmem.c. */
struct page *find_get_page(struct address_space *mapping, pgoff_t offset)
	ORIGIN(pagecache) ALIASES(find_lock_page, find_get_page_flags, find_get_entry);
struct page *find_or_create_page(struct address_space *mapping, pgoff_t index,
				 gfp_t gfp_mask)
	ORIGIN(pagecache) ALIASES(read_cache_page_gfp, grab_cache_page,
				  grab_cache_page_write_begin, grab_cache_page_nowait);
struct page *pagecache_get_page(struct address_space *mapping, pgoff_t index,
				fgf_t fgp_flags, gfp_t gfp)
	ORIGIN(pagecache);
unsigned int find_get_pages(struct address_space *mapping, pgoff_t *start,
			    unsigned int nr_pages,
			    struct page **pages ORIGIN(pagecache));
unsigned int find_get_pages_range(struct address_space *mapping, pgoff_t *start,
				  pgoff_t end, unsigned int nr_pages,
				  struct page **pages ORIGIN(pagecache));
unsigned int find_get_pages_range_tag(struct address_space *mapping, pgoff_t *index,
				      pgoff_t end, unsigned int tag,
				      unsigned int nr_pages,
				      struct page **pages ORIGIN(pagecache));
unsigned int find_get_pages_contig(struct address_space *mapping, pgoff_t start,
				   unsigned int nr_pages,
				   struct page **pages ORIGIN(pagecache));
unsigned int pagevec_lookup(struct pagevec *pvec ORIGIN(pagecache),
			    struct address_space *mapping, pgoff_t *start);
unsigned int pagevec_lookup_range_tag(struct pagevec *pvec ORIGIN(pagecache),
				      struct address_space *mapping, pgoff_t *index,
				      pgoff_t end, unsigned int tag)
	ALIASES(pagevec_lookup_range);
unsigned int filemap_get_folios(struct address_space *mapping, pgoff_t *start,
				pgoff_t end, struct folio_batch *fbatch ORIGIN(pagecache))
	ALIASES(filemap_get_folios_contig);
unsigned int filemap_get_folios_tag(struct address_space *mapping, pgoff_t *start,
				    pgoff_t end, unsigned int tag,
				    struct folio_batch *fbatch ORIGIN(pagecache));
struct folio *__filemap_get_folio(struct address_space *mapping, pgoff_t index,
				  fgf_t fgp_flags, gfp_t gfp)
	ORIGIN(pagecache);
struct folio *filemap_get_folio(struct address_space *mapping, pgoff_t index)
	ORIGIN(pagecache) ALIASES(filemap_lock_folio, filemap_grab_folio);
struct page *read_mapping_page(struct address_space *mapping, pgoff_t index,
			       void *data)
	ORIGIN(pagecache);
struct page *read_cache_page(struct address_space *mapping, pgoff_t index, void *filler,
			     void *data)
	ORIGIN(pagecache);
struct folio *read_mapping_folio(struct address_space *mapping, pgoff_t index,
				 struct file *file)
	ORIGIN(pagecache);
struct folio *read_cache_folio(struct address_space *mapping, pgoff_t index,
			       void *filler, struct file *file)
	ORIGIN(pagecache);
struct folio *mapping_read_folio_gfp(struct address_space *mapping, pgoff_t index,
				     gfp_t flags)
	ORIGIN(pagecache);
struct page *shmem_read_mapping_page_gfp(struct address_space *mapping, pgoff_t index,
					 gfp_t gfp_mask)
	ORIGIN(pagecache) ALIASES(shmem_read_mapping_page);
struct folio *shmem_read_folio_gfp(struct address_space *mapping, pgoff_t index,
				   gfp_t gfp)
	ORIGIN(pagecache) ALIASES(shmem_read_folio);
int shmem_getpage(struct inode *inode, pgoff_t index,
		  struct page **pagep ORIGIN(pagecache), enum sgp_type sgp);
int shmem_get_folio(struct inode *inode, pgoff_t index, loff_t write_end,
		    struct folio **foliop ORIGIN(pagecache), enum sgp_type sgp);

/*
 * Iterators over kernel memory: lib/iov_iter.c. iov_iter_get_pages() takes
 * references on their pages all the same, iov_iter_extract_pages() does not.
 * iov_iter_init() and import_iovec() make user-backed ones and are not here.
 */
void iov_iter_kvec(struct iov_iter *i ORIGIN(iter), unsigned int direction,
		   const struct kvec *kvec, unsigned long nr_segs, size_t count);
void iov_iter_bvec(struct iov_iter *i ORIGIN(iter), unsigned int direction,
		   const struct bio_vec *bvec, unsigned long nr_segs, size_t count);
void iov_iter_pipe(struct iov_iter *i ORIGIN(iter), unsigned int direction,
		   struct pipe_inode_info *pipe, size_t count);
void iov_iter_xarray(struct iov_iter *i ORIGIN(iter), unsigned int direction,
		     struct xarray *xarray, loff_t start, size_t count);
void iov_iter_folio_queue(struct iov_iter *i ORIGIN(iter), unsigned int direction,
			  const struct folio_queue *folioq, unsigned int first_slot,
			  unsigned int offset, size_t count);

/*
 * Pages that an earlier kernel handed over: kernel/liveupdate, from v6.16. The
 * number that finds them is that of pages which that kernel held.
 */
struct folio *kho_restore_folio(phys_addr_t phys) ORIGIN(preserved);
struct page *kho_restore_pages(phys_addr_t phys, unsigned long nr_pages)
	ORIGIN(preserved);

#endif
