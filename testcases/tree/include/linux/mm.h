/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_MM_H
#define _LINUX_MM_H

#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm_types.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#define PAGE_SHIFT 12
#define PAGE_SIZE (1UL << PAGE_SHIFT)
#define PAGE_MASK (~(PAGE_SIZE - 1))
#define PAGE_ALIGN(a) (((a) + PAGE_SIZE - 1) & PAGE_MASK)
#define offset_in_page(p) ((unsigned long)(p) & ~PAGE_MASK)

#define FOLL_WRITE 0x01
#define FOLL_TOUCH 0x02
#define FOLL_GET 0x04
#define FOLL_FORCE 0x10
#define FOLL_NOWAIT 0x20
#define FOLL_LONGTERM 0x10000
#define FOLL_PIN 0x40000
#define FOLL_FAST_ONLY 0x80000

#define VM_IO 0x4000
#define VM_PFNMAP 0x0400

extern struct page *vmemmap;
#define page_to_pfn(page) ((unsigned long)((page) - vmemmap))
#define pfn_to_page(pfn) (vmemmap + (pfn))
#define page_to_phys(page) ((phys_addr_t)page_to_pfn(page) << PAGE_SHIFT)

void *page_address(const struct page *page);
struct page *virt_to_page(const void *addr);
struct page *compound_head(struct page *page);
struct folio *page_folio(struct page *page);
extern struct page *empty_zero_page;
#define ZERO_PAGE(vaddr) (empty_zero_page)

long get_user_pages(unsigned long start, unsigned long nr_pages, unsigned int gup_flags,
		    struct page **pages, struct vm_area_struct **vmas);
long get_user_pages_remote(struct mm_struct *mm, unsigned long start, unsigned long nr_pages,
			   unsigned int gup_flags, struct page **pages,
			   struct vm_area_struct **vmas, int *locked);
long get_user_pages_unlocked(unsigned long start, unsigned long nr_pages, struct page **pages,
			     unsigned int gup_flags);
int get_user_pages_fast(unsigned long start, int nr_pages, unsigned int gup_flags,
			struct page **pages);
int get_user_pages_fast_only(unsigned long start, int nr_pages, unsigned int gup_flags,
			     struct page **pages);

static inline bool get_user_page_fast_only(unsigned long addr, unsigned int gup_flags,
					   struct page **pagep)
{
	return get_user_pages_fast_only(addr, 1, gup_flags, pagep) == 1;
}

long pin_user_pages(unsigned long start, unsigned long nr_pages, unsigned int gup_flags,
		    struct page **pages, struct vm_area_struct **vmas);
long pin_user_pages_remote(struct mm_struct *mm, unsigned long start, unsigned long nr_pages,
			   unsigned int gup_flags, struct page **pages,
			   struct vm_area_struct **vmas, int *locked);
long pin_user_pages_unlocked(unsigned long start, unsigned long nr_pages, struct page **pages,
			     unsigned int gup_flags);
int pin_user_pages_fast(unsigned long start, int nr_pages, unsigned int gup_flags,
			struct page **pages);

void unpin_user_page(struct page *page);
void unpin_user_pages(struct page **pages, unsigned long npages);
void unpin_user_pages_dirty_lock(struct page **pages, unsigned long npages, bool make_dirty);
void unpin_user_page_range_dirty_lock(struct page *page, unsigned long npages, bool make_dirty);

void get_page(struct page *page);
void put_page(struct page *page);
void folio_get(struct folio *folio);
void folio_put(struct folio *folio);
void release_pages(struct page **pages, int nr);

bool set_page_dirty(struct page *page);
int set_page_dirty_lock(struct page *page);
void SetPageDirty(struct page *page);
int PageReserved(const struct page *page);
int PageAnon(const struct page *page);
int PageHuge(const struct page *page);
int PageCompound(const struct page *page);
int page_to_nid(const struct page *page);
int page_count(const struct page *page);
void lock_page(struct page *page);
int trylock_page(struct page *page);
void unlock_page(struct page *page);

void mmap_read_lock(struct mm_struct *mm);
void mmap_read_unlock(struct mm_struct *mm);
struct vm_area_struct *find_vma(struct mm_struct *mm, unsigned long addr);
int soft_offline_page(unsigned long pfn, int flags);
int account_locked_vm(struct mm_struct *mm, unsigned long pages, bool inc);
int vm_insert_page(struct vm_area_struct *vma, unsigned long addr, struct page *page);

#endif
