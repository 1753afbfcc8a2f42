/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls that touch the data of a page, or hand it to something that does:
 * after them a page is more than its struct page. The last group reads only
 * struct page. sg, bio and skb, which also carry the page on, are in flow.h.
 */
#ifndef PINCHECK_RULES_USE_H
#define PINCHECK_RULES_USE_H

#include "pincheck.h"

/* include/linux/dma-direction.h; the PCI names up to v5.17. */
enum pincheck_dma_directions {
	DMA_BIDIRECTIONAL FLAG(device_writes), DMA_FROM_DEVICE FLAG(device_writes),
	DMA_TO_DEVICE FLAG(device_reads),
	PCI_DMA_BIDIRECTIONAL FLAG(device_writes), PCI_DMA_FROMDEVICE FLAG(device_writes),
	PCI_DMA_TODEVICE FLAG(device_reads),
};

struct ib_device;
struct ib_qp;
struct iommu_domain;
struct pci_dev;
struct rdma_rw_ctx;
struct socket;
struct vm_fault;

/*
 * DMA: include/linux/dma-mapping.h, all versions (dma_map_page() is a macro
 * over dma_map_page_attrs()); include/linux/pci-dma-compat.h up to v5.17;
 * include/rdma/ib_verbs.h, include/rdma/rw.h; include/linux/iommu.h.
 */
dma_addr_t dma_map_page_attrs(struct device *dev, struct page *page USES(dma),
			      size_t offset, size_t size,
			      enum dma_data_direction dir, unsigned long attrs)
	ALIASES(dma_map_page);
unsigned int dma_map_sg_attrs(struct device *dev, struct scatterlist *sg USES(dma),
			      int nents, enum dma_data_direction dir,
			      unsigned long attrs)
	ALIASES(dma_map_sg);
int dma_map_sgtable(struct device *dev, struct sg_table *sgt USES(dma),
		    enum dma_data_direction dir, unsigned long attrs);
dma_addr_t dma_map_phys(struct device *dev, phys_addr_t phys USES(dma) PAGE,
			size_t size, enum dma_data_direction dir,
			unsigned long attrs);
dma_addr_t dma_map_resource(struct device *dev, phys_addr_t phys_addr USES(dma) PAGE,
			    size_t size, enum dma_data_direction dir,
			    unsigned long attrs);
dma_addr_t pci_map_page(struct pci_dev *hwdev, struct page *page USES(dma),
			unsigned long offset, size_t size, int direction);
int pci_map_sg(struct pci_dev *hwdev, struct scatterlist *sg USES(dma), int nents,
	       int direction);
u64 ib_dma_map_page(struct ib_device *dev, struct page *page USES(dma),
		    unsigned long offset, size_t size,
		    enum dma_data_direction direction);
int ib_dma_map_sg(struct ib_device *dev, struct scatterlist *sg USES(dma), int nents,
		  enum dma_data_direction direction);
int ib_dma_map_sg_attrs(struct ib_device *dev, struct scatterlist *sg USES(dma),
			int nents, enum dma_data_direction direction,
			unsigned long dma_attrs);
int ib_dma_map_sgtable_attrs(struct ib_device *dev, struct sg_table *sgt USES(dma),
			     enum dma_data_direction direction,
			     unsigned long dma_attrs);
int rdma_rw_ctx_init(struct rdma_rw_ctx *ctx, struct ib_qp *qp, u32 port_num,
		     struct scatterlist *sg USES(dma), u32 sg_cnt, u32 sg_offset,
		     u64 remote_addr, u32 rkey, enum dma_data_direction dir);
int iommu_map(struct iommu_domain *domain, unsigned long iova,
	      phys_addr_t paddr USES(phys) PAGE, size_t size, int prot, gfp_t gfp)
	ALIASES(iommu_map_atomic);
ssize_t iommu_map_sg(struct iommu_domain *domain, unsigned long iova,
		     struct scatterlist *sg USES(dma), unsigned int nents, int prot,
		     gfp_t gfp);
ssize_t iommu_map_sgtable(struct iommu_domain *domain, unsigned long iova,
			  struct sg_table *sgt USES(dma), int prot);

/*
 * The CPU maps the data: include/linux/highmem.h, from v5.11
 * highmem-internal.h; kmap_atomic() is a macro over kmap_atomic_prot() in
 * v5.8 to v5.10.
 */
void *kmap(struct page *page USES(kmap)) SLEEPS;
void *kmap_atomic(struct page *page USES(kmap)) LOCKS(preempt);
void *kmap_atomic_prot(struct page *page USES(kmap), pgprot_t prot) LOCKS(preempt);
void *kmap_local_page(struct page *page USES(kmap));
void *kmap_local_page_prot(struct page *page USES(kmap), pgprot_t prot);
void *kmap_local_folio(struct folio *folio USES(kmap), size_t offset);
/* include/linux/vmalloc.h. */
void *vmap(struct page **pages USES(vmap), unsigned int count COUNT,
	   unsigned long flags, pgprot_t prot) SLEEPS;
void *vm_map_ram(struct page **pages USES(vmap), unsigned int count COUNT, int node)
	SLEEPS;

/*
 * An address of the data, while the page is in the direct map:
 * include/linux/mm.h.
 */
void *page_address(const struct page *page USES(address))
	ALIASES(lowmem_page_address, page_to_virt);
void *folio_address(const struct folio *folio USES(address));

/* The CPU copies or clears: include/linux/highmem.h, uio.h, asm/page.h. */
void copy_highpage(struct page *to USES(copy) WRITTEN, struct page *from USES(copy));
void copy_user_highpage(struct page *to USES(copy) WRITTEN, struct page *from USES(copy),
			unsigned long vaddr, struct vm_area_struct *vma);
void clear_highpage(struct page *page USES(copy) WRITTEN);
void clear_user_highpage(struct page *page USES(copy) WRITTEN, unsigned long vaddr);
void memcpy_from_page(char *to, struct page *page USES(copy), size_t offset,
		      size_t len);
void memcpy_to_page(struct page *page USES(copy) WRITTEN, size_t offset, const char *from,
		    size_t len);
void memcpy_page(struct page *dst_page USES(copy) WRITTEN, size_t dst_off,
		 struct page *src_page USES(copy), size_t src_off, size_t len);
void memset_page(struct page *page USES(copy) WRITTEN, size_t offset, int val, size_t len);
void memzero_page(struct page *page USES(copy) WRITTEN, size_t offset, size_t len);
void zero_user(struct page *page USES(copy) WRITTEN, unsigned int start, unsigned int size);
void zero_user_segment(struct page *page USES(copy) WRITTEN, unsigned int start,
		       unsigned int end);
void zero_user_segments(struct page *page USES(copy) WRITTEN, unsigned int start1,
			unsigned int end1, unsigned int start2, unsigned int end2);
void memcpy_from_folio(char *to, struct folio *folio USES(copy), size_t offset,
		       size_t len);
void memcpy_to_folio(struct folio *folio USES(copy) WRITTEN, size_t offset, const char *from,
		     size_t len);
size_t memcpy_from_file_folio(char *to, struct folio *folio USES(copy), loff_t pos,
			      size_t len);
void folio_zero_range(struct folio *folio USES(copy) WRITTEN, size_t start, size_t length);
void folio_zero_segment(struct folio *folio USES(copy) WRITTEN, size_t start, size_t xend);
void folio_fill_tail(struct folio *folio USES(copy) WRITTEN, size_t offset, const char *from,
		     size_t len);
size_t copy_page_to_iter(struct page *page USES(copy), size_t offset, size_t bytes,
			 struct iov_iter *i)
	SLEEPS ALIASES(copy_page_to_iter_nofault);
size_t copy_page_from_iter(struct page *page USES(copy) WRITTEN, size_t offset,
			   size_t bytes, struct iov_iter *i)
	SLEEPS ALIASES(copy_page_from_iter_atomic);
size_t copy_folio_to_iter(struct folio *folio USES(copy), size_t offset, size_t bytes,
			  struct iov_iter *i)
	SLEEPS;
size_t copy_folio_from_iter(struct folio *folio USES(copy) WRITTEN, size_t offset,
			    size_t bytes, struct iov_iter *i)
	SLEEPS ALIASES(copy_folio_from_iter_atomic);
size_t iov_iter_copy_from_user_atomic(struct page *page USES(copy) WRITTEN, struct iov_iter *i,
				      unsigned long offset, size_t bytes);
/* lib/scatterlist.c. */
size_t sg_copy_buffer(struct scatterlist *sgl USES(copy), unsigned int nents, void *buf,
		      size_t buflen, loff_t skip, bool to_buffer);
size_t sg_copy_from_buffer(struct scatterlist *sgl USES(copy) WRITTEN, unsigned int nents,
			   const void *buf, size_t buflen);
size_t sg_copy_to_buffer(struct scatterlist *sgl USES(copy), unsigned int nents, void *buf,
			 size_t buflen);
size_t sg_pcopy_from_buffer(struct scatterlist *sgl USES(copy) WRITTEN,
			    unsigned int nents, const void *buf, size_t buflen, loff_t skip);
size_t sg_pcopy_to_buffer(struct scatterlist *sgl USES(copy), unsigned int nents,
			  void *buf, size_t buflen, loff_t skip);
size_t sg_zero_buffer(struct scatterlist *sgl USES(copy) WRITTEN, unsigned int nents,
		      size_t buflen, loff_t skip);

/* Memory behind an address: include/linux/string.h, uaccess.h, bitmap.h. */
void *memset(void *s WRITTEN ALSO(p), int c, size_t n)
	OPAQUE ALIASES(__builtin_memset, __memset, memset16, memset32, memset64);
unsigned long copy_from_user(void *to WRITTEN, const void *from, unsigned long n)
	OPAQUE SLEEPS ALIASES(__copy_from_user, _copy_from_user, __copy_from_user_inatomic);
size_t copy_from_iter(void *addr WRITTEN, size_t bytes, struct iov_iter *i)
	OPAQUE SLEEPS ALIASES(_copy_from_iter, copy_from_iter_full);
void bitmap_set(unsigned long *map WRITTEN, unsigned int start, unsigned int nbits)
	OPAQUE ALIASES(__bitmap_set, bitmap_clear, __bitmap_clear);
void set_bit(long nr, unsigned long *addr WRITTEN)
	OPAQUE ALIASES(__set_bit, clear_bit, __clear_bit, test_and_set_bit,
		       test_and_clear_bit, set_bit_le, clear_bit_le);

/* Into another address space: mm/memory.c. */
int vm_insert_page(struct vm_area_struct *vma, unsigned long addr,
		   struct page *page USES(map)) ALIASES(vmf_insert_page);
int vmf_insert_page_mkwrite(struct vm_fault *vmf, struct page *page USES(map),
			    bool write);
int vm_insert_pages(struct vm_area_struct *vma, unsigned long addr,
		    struct page **pages USES(map), unsigned long *num);
int vm_map_pages(struct vm_area_struct *vma, struct page **pages USES(map),
		 unsigned long num COUNT)
	ALIASES(vm_map_pages_zero);
int remap_pfn_range(struct vm_area_struct *vma, unsigned long addr,
		    unsigned long pfn USES(map) PAGE ALSO(orig_pfn),
		    unsigned long size, pgprot_t prot)
	ALIASES(io_remap_pfn_range);
vm_fault_t vmf_insert_pfn(struct vm_area_struct *vma, unsigned long addr,
			  unsigned long pfn USES(map) PAGE)
	ALIASES(vmf_insert_mixed);
vm_fault_t vmf_insert_pfn_prot(struct vm_area_struct *vma, unsigned long addr,
			       unsigned long pfn USES(map) PAGE, pgprot_t pgprot);

/* The network sends the page itself, up to v6.4: include/linux/net.h. */
int kernel_sendpage(struct socket *sock, struct page *page USES(skb), int offset,
		    size_t size, int flags)
	SLEEPS;

/*
 * struct page is read or waited for, no data is touched: include/linux/mm.h,
 * page-flags.h, pagemap.h. These are case 4 of
 * Documentation/core-api/pin_user_pages.rst. The lock is taken or dropped by
 * the caller's own wish; it is no sign of a use.
 */
int page_count(struct page *page USES(struct)) ALIASES(page_ref_count, page_mapcount);
bool page_mapped(struct page *page USES(struct));
int page_to_nid(const struct page *page USES(struct));
struct address_space *page_mapping(struct page *page USES(struct));
int PageCompound(struct page *page USES(struct))
	ALIASES(PageHead, PageTail, PageHuge, PageTransHuge, PageTransCompound, PageAnon,
		PageReserved, PageDirty, PageUptodate, PageHighMem, PageLRU, PageSlab,
		PageSwapCache, PageLocked, PageWriteback, PageHWPoison);
unsigned int compound_order(struct page *page USES(struct));
unsigned long page_size(struct page *page USES(struct));
unsigned int compound_nr(struct page *page USES(struct));
bool is_zone_device_page(const struct page *page USES(struct))
	ALIASES(is_pci_p2pdma_page, is_device_private_page, is_longterm_pinnable_page,
		is_pinnable_page);
void lock_page(struct page *page USES(struct) LOCKS(page)) SLEEPS LOCKS_PAGE
	ALIASES(lock_page_killable);
int trylock_page(struct page *page USES(struct) LOCKS(page)) TRYLOCK;
void unlock_page(struct page *page USES(struct) UNLOCKS(page));
void folio_lock(struct folio *folio USES(struct) LOCKS(page)) SLEEPS LOCKS_PAGE;
bool folio_trylock(struct folio *folio USES(struct) LOCKS(page)) TRYLOCK;
void folio_unlock(struct folio *folio USES(struct) UNLOCKS(page));
void wait_on_page_writeback(struct page *page USES(struct)) SLEEPS;
void mark_page_accessed(struct page *page USES(struct));
void folio_mark_accessed(struct folio *folio USES(struct));
bool page_maybe_dma_pinned(struct page *page USES(struct));
bool folio_maybe_dma_pinned(struct folio *folio USES(struct));

#endif
