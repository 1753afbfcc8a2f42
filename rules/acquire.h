/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls that take references to user pages. The get family takes plain
 * references, the pin family pins, the extract family pins if the iterator is
 * user-backed and takes nothing otherwise.
 *
 * fixup_user_fault() is not here: it faults a page in and takes no reference.
 * bio_iov_iter_get_pages() is not here either: it is a wrapper, whose acquire
 * stands in its body (block/bio.c).
 */
#ifndef PINCHECK_RULES_ACQUIRE_H
#define PINCHECK_RULES_ACQUIRE_H

#include "pincheck.h"

/*
 * The flags of an acquire: include/linux/mm.h, mm_types.h, mm/internal.h, uio.h.
 * Only their names count, their numbers changed.
 */
enum pincheck_gup_flags {
	FOLL_WRITE FLAG(write),
#ifdef HAVE_FOLL_LONGTERM
	FOLL_LONGTERM FLAG(longterm),
#endif
	FOLL_GET FLAG(reference), FOLL_PIN FLAG(other), FOLL_TOUCH FLAG(other),
	FOLL_FORCE FLAG(other), FOLL_REMOTE FLAG(other), FOLL_NOWAIT FLAG(other),
	FOLL_ANON FLAG(other), FOLL_DUMP FLAG(other), FOLL_HWPOISON FLAG(other),
	FOLL_COW FLAG(other), FOLL_NUMA FLAG(other), FOLL_TRIED FLAG(other),
	FOLL_SPLIT FLAG(other), FOLL_SPLIT_PMD FLAG(other), FOLL_MLOCK FLAG(other),
	FOLL_POPULATE FLAG(other), FOLL_MIGRATION FLAG(other),
	FOLL_FAST_ONLY FLAG(other), FOLL_UNLOCKABLE FLAG(other),
	FOLL_INTERRUPTIBLE FLAG(other), FOLL_NOFAULT FLAG(other),
	FOLL_PCI_P2PDMA FLAG(other), FOLL_HONOR_NUMA_FAULT FLAG(other),
	FOLL_MADV_POPULATE FLAG(other), ITER_ALLOW_P2PDMA FLAG(other),
};

/*
 * The get family: mm/gup.c, include/linux/mm.h, v5.0 to v7.2. Pages that are
 * NULL take no reference (mm/gup.c sets FOLL_GET only if pages is given).
 * Before v5.2 get_user_pages_fast() and __get_user_pages_fast() take
 * `int write` where flags stand later. v5.2 to v5.5 offer no other acquire,
 * only a release of its own: the target is then put_user_page.
 */
long get_user_pages(unsigned long start, unsigned long nr_pages,
		    unsigned int gup_flags FLAGS,
		    struct page **pages PAGES(get, nr_pages) NULL_OK,
		    struct vm_area_struct **vmas)
	COUNT_RETURNED SLEEPS TOUCHES TARGET(pin_user_pages, put_user_page);

long get_user_pages_remote(struct task_struct *tsk, struct mm_struct *mm,
			   unsigned long start, unsigned long nr_pages,
			   unsigned int gup_flags FLAGS,
			   struct page **pages PAGES(get, nr_pages) NULL_OK,
			   struct vm_area_struct **vmas, int *locked)
	COUNT_RETURNED SLEEPS TOUCHES TARGET(pin_user_pages_remote, put_user_page);

/* Internal to mm/ from v6.0. */
long get_user_pages_locked(unsigned long start, unsigned long nr_pages,
			   unsigned int gup_flags FLAGS,
			   struct page **pages PAGES(get, nr_pages) NULL_OK,
			   int *locked)
	COUNT_RETURNED SLEEPS TOUCHES TARGET(pin_user_pages_locked, put_user_page);

long get_user_pages_unlocked(unsigned long start, unsigned long nr_pages,
			     struct page **pages PAGES(get, nr_pages) NULL_OK,
			     unsigned int gup_flags FLAGS)
	COUNT_RETURNED SLEEPS TOUCHES TARGET(pin_user_pages_unlocked, put_user_page);

int get_user_pages_fast(unsigned long start, int nr_pages,
			unsigned int gup_flags FLAGS ALSO(write),
			struct page **pages PAGES(get, nr_pages) NULL_OK)
	COUNT_RETURNED SLEEPS TARGET(pin_user_pages_fast, put_user_page);

/* Up to v5.8; never sleeps, and returns 0 or more, never an error. */
int __get_user_pages_fast(unsigned long start, int nr_pages,
			  int write FLAGS ALSO(gup_flags),
			  struct page **pages PAGES(get, nr_pages) NULL_OK)
	COUNT_RETURNED TARGET(pin_user_pages_fast_only, put_user_page);

/* From v5.9. pin_user_pages_fast_only() is gone again in v6.3. */
int get_user_pages_fast_only(unsigned long start, int nr_pages,
			     unsigned int gup_flags FLAGS,
			     struct page **pages PAGES(get, nr_pages) NULL_OK)
	COUNT_RETURNED TARGET(pin_user_pages_fast_only);

bool get_user_page_fast_only(unsigned long addr, unsigned int gup_flags FLAGS,
			     struct page **pagep PAGES(get, one))
	BOOL_RETURNED TARGET(pin_user_pages_fast_only);

/* Up to v5.1, and static in mm/gup.c up to v5.11; it sets FOLL_LONGTERM itself. */
long get_user_pages_longterm(unsigned long start, unsigned long nr_pages,
			     unsigned int gup_flags FLAGS,
			     struct page **pages PAGES(get, nr_pages),
			     struct vm_area_struct **vmas)
	COUNT_RETURNED SLEEPS LONGTERM TARGET(pin_user_pages, put_user_page);

/* From v6.5. */
struct page *get_user_page_vma_remote(struct mm_struct *mm, unsigned long addr,
				      int gup_flags FLAGS,
				      struct vm_area_struct **vmap)
	RETURNS_PAGE(get) ERR_POINTER SLEEPS;

/*
 * NULL where there is no page; v7.x adds `int *locked`. The page goes into a core
 * dump: it is read, and let go in the same call.
 */
struct page *get_dump_page(unsigned long addr, int *locked)
	RETURNS_PAGE(get) SLEEPS READ_ONLY;

/* With FOLL_GET only; gone by v6.12. */
struct page *follow_page(struct vm_area_struct *vma, unsigned long address,
			 unsigned int foll_flags FLAGS)
	RETURNS_PAGE(get) ERR_POINTER CONDITIONAL SLEEPS;

/*
 * Plain references to pages of kernel memory: mm/swap.c, mm/memory.c, up to
 * v6.2 and v5.16. No pin call takes their place.
 */
int get_kernel_pages(const struct kvec *iov, int nr_pages, int write,
		     struct page **pages PAGES(get, nr_pages) ALSO(nr_segs))
	COUNT_RETURNED;

int get_kernel_page(unsigned long start, int write,
		    struct page **pages PAGES(get, one))
	COUNT_RETURNED;

/*
 * Frame vectors: mm/frame_vector.c up to v5.10, then
 * drivers/media/common/videobuf2/frame_vector.c. They take plain references up
 * to v5.9 and pins from v5.10, under the same name: the body tells. Until it is
 * read, a tree that has pin_user_pages_locked() or is newer is taken to pin. Up
 * to v5.12 they also hold page frames of VM_PFNMAP areas, on which no reference
 * is taken.
 */
#if defined(HAVE_pin_user_pages_locked) || defined(HAVE_iov_iter_extract_pages) || \
	(defined(HAVE_pin_user_pages) && !defined(HAVE_get_user_pages_locked))
int get_vaddr_frames(unsigned long start, unsigned int nr_pfns ALSO(nr_frames),
		     unsigned int gup_flags FLAGS ALSO(write),
		     struct frame_vector *vec CONTAINER PAGES(pin, nr_pfns))
	COUNT_RETURNED SLEEPS LONGTERM FAMILY_FROM_BODY;
#else
int get_vaddr_frames(unsigned long start, unsigned int nr_pfns ALSO(nr_frames),
		     unsigned int gup_flags FLAGS ALSO(write),
		     struct frame_vector *vec CONTAINER PAGES(get, nr_pfns))
	COUNT_RETURNED SLEEPS FAMILY_FROM_BODY;
#endif

/*
 * The pin family: mm/gup.c, from v5.6; from v5.7 pins are counted. Pages must
 * be given: NULL is refused with -EINVAL and a warning.
 */
long pin_user_pages(unsigned long start, unsigned long nr_pages,
		    unsigned int gup_flags FLAGS,
		    struct page **pages PAGES(pin, nr_pages),
		    struct vm_area_struct **vmas)
	COUNT_RETURNED SLEEPS;

long pin_user_pages_remote(struct task_struct *tsk, struct mm_struct *mm,
			   unsigned long start, unsigned long nr_pages,
			   unsigned int gup_flags FLAGS,
			   struct page **pages PAGES(pin, nr_pages),
			   struct vm_area_struct **vmas, int *locked)
	COUNT_RETURNED SLEEPS TOUCHES;

/* v5.8 to v5.19. */
long pin_user_pages_locked(unsigned long start, unsigned long nr_pages,
			   unsigned int gup_flags FLAGS,
			   struct page **pages PAGES(pin, nr_pages),
			   int *locked)
	COUNT_RETURNED SLEEPS;

long pin_user_pages_unlocked(unsigned long start, unsigned long nr_pages,
			     struct page **pages PAGES(pin, nr_pages),
			     unsigned int gup_flags FLAGS)
	COUNT_RETURNED SLEEPS TOUCHES;

int pin_user_pages_fast(unsigned long start, int nr_pages,
			unsigned int gup_flags FLAGS,
			struct page **pages PAGES(pin, nr_pages))
	COUNT_RETURNED SLEEPS;

/* v5.9 to v6.2; never sleeps, and never returns an error. */
int pin_user_pages_fast_only(unsigned long start, int nr_pages,
			     unsigned int gup_flags FLAGS,
			     struct page **pages PAGES(pin, nr_pages))
	COUNT_RETURNED;

/* mm/gup.c, from v6.11: always long-term, may return fewer than asked. */
long memfd_pin_folios(struct file *memfd, loff_t start, loff_t end,
		      struct folio **folios PAGES(pin, max_folios),
		      unsigned int max_folios, pgoff_t *offset)
	COUNT_RETURNED SLEEPS LONGTERM;

/*
 * Iterators: lib/iov_iter.c. iov_iter_get_pages*() take plain references,
 * whatever the iterator is over: user memory, bvecs, a pipe, an xarray. They
 * count bytes; maxpages bounds the pages. v6.0 renames them with a 2, and they
 * then advance the iterator. The _alloc form allocates the array unless one is
 * given. A pinning call comes with v6.3 only.
 */
ssize_t iov_iter_get_pages(struct iov_iter *i,
			   struct page **pages PAGES(get, maxpages),
			   size_t maxsize, unsigned int maxpages, size_t *start)
	BYTES_RETURNED SLEEPS TARGET(iov_iter_extract_pages)
	ALIASES(iov_iter_get_pages2);

ssize_t iov_iter_get_pages_alloc(struct iov_iter *i,
				 struct page ***pages PAGES(get, unknown),
				 size_t maxsize, size_t *start)
	BYTES_RETURNED SLEEPS TARGET(iov_iter_extract_pages)
	ALIASES(iov_iter_get_pages_alloc2);

/*
 * v6.3 on: pins for user-backed iterators, nothing for others;
 * iov_iter_extract_will_pin() tells which.
 */
ssize_t iov_iter_extract_pages(struct iov_iter *i,
			       struct page ***pages PAGES(extract, maxpages),
			       size_t maxsize, unsigned int maxpages,
			       iov_iter_extraction_t extraction_flags FLAGS,
			       size_t *offset0)
	BYTES_RETURNED SLEEPS PINS_IF(iov_iter_extract_will_pin);

/* lib/iov_iter.c, v7.x: the same into an array of bio_vec. */
ssize_t iov_iter_extract_bvecs(struct iov_iter *iter,
			       struct bio_vec *bv CONTAINER PAGES(extract, max_vecs),
			       size_t max_size, unsigned short *nr_vecs,
			       unsigned short max_vecs,
			       unsigned int mem_align_mask,
			       iov_iter_extraction_t extraction_flags FLAGS)
	BYTES_RETURNED SLEEPS PINS_IF(iov_iter_extract_will_pin);

#endif
