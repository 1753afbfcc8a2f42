/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls that drop references to pages: put (put_page and friends), user_put
 * (put_user_page*, v5.2 to v5.5) and unpin (from v5.6). Releases of pages that
 * were allocated by the caller (__free_page) are here too: reaching one with an
 * acquired page is a mistake, or the page was another.
 *
 * KVM's kvm_release_*() are not here: they are wrappers, entered like any other
 * function, and the put_page() stands in their body.
 */
#ifndef PINCHECK_RULES_RELEASE_H
#define PINCHECK_RULES_RELEASE_H

#include "pincheck.h"

/* include/linux/mm.h, all versions; inline, never entered. folio_put: v5.16. */
void put_page(struct page *page RELEASES(put, one)) ADVISED MANY(release_pages);
void folio_put(struct folio *folio RELEASES(put, one));
void folio_put_refs(struct folio *folio RELEASES(put, refs), int refs);

/*
 * mm/swap.c. From v6.4 the first parameter has a union type and no name: it
 * is matched by position.
 */
void release_pages(struct page **pages RELEASES(put, nr) ALSO(arg), int nr);

/* An array and its count up to v6.8, then a folio_batch that counts itself. */
#ifdef HAVE_folios_put_refs
void folios_put(struct folio_batch *folios CONTAINER RELEASES(put, all));
#else
void folios_put(struct folio **folios RELEASES(put, nr), unsigned int nr);
#endif
void folios_put_refs(struct folio_batch *folios CONTAINER RELEASES(put, all),
		     unsigned int *refs);
void put_pages_list(struct list_head *pages CONTAINER RELEASES(put, all));

/* include/linux/pagevec.h: up to v6.5, then folio batches alone. */
void pagevec_release(struct pagevec *pvec CONTAINER RELEASES(put, all))
	ALIASES(__pagevec_release);
void folio_batch_release(struct folio_batch *fbatch CONTAINER RELEASES(put, all))
	ALIASES(__folio_batch_release);

/* include/linux/page_ref.h: the count itself, changed by hand. */
void page_ref_sub(struct page *page RELEASES(put, nr), int nr);
int page_ref_sub_and_test(struct page *page RELEASES(put, nr), int nr);
void page_ref_dec(struct page *page RELEASES(put, one));
int page_ref_dec_and_test(struct page *page RELEASES(put, one));
int put_page_testzero(struct page *page RELEASES(put, one));
void folio_ref_sub(struct folio *folio RELEASES(put, nr), int nr);
int folio_ref_sub_and_test(struct folio *folio RELEASES(put, nr), int nr);
void folio_ref_dec(struct folio *folio RELEASES(put, one));
int folio_ref_dec_and_test(struct folio *folio RELEASES(put, one));
int folio_put_testzero(struct folio *folio RELEASES(put, one));

/*
 * include/linux/swap.h, mm/swap_state.c; a macro for put_page() or
 * release_pages() where CONFIG_SWAP is off. Gone in v7.x.
 */
void free_page_and_swap_cache(struct page *page RELEASES(put, one));
void free_pages_and_swap_cache(struct page **pages RELEASES(put, nr), int nr);
void putback_lru_page(struct page *page RELEASES(put, one));
void folio_putback_lru(struct folio *folio RELEASES(put, one));

/* include/linux/highmem.h, from v6.5: unmap and put in one. */
void folio_release_kmap(struct folio *folio RELEASES(put, one), void *addr);
void unmap_and_put_page(struct page *page RELEASES(put, one), void *addr);

/*
 * include/linux/gfp.h: these drop the last reference of an allocation.
 * __free_page() is a macro over __free_pages().
 */
void __free_pages(struct page *page RELEASES(put, one), unsigned int order) FREES;
void __free_page(struct page *page RELEASES(put, one)) FREES;

/*
 * mm/gup.c and include/linux/mm.h, v5.2 to v5.5: at first the same as
 * put_page(). v5.2 and v5.3 dirty always and have put_user_pages_dirty(); v5.4
 * adds make_dirty.
 */
void put_user_page(struct page *page RELEASES(user_put, one)) ADVISED
	MANY(put_user_pages, put_user_pages_dirty, put_user_pages_dirty_lock);
void put_user_pages(struct page **pages RELEASES(user_put, npages),
		    unsigned long npages) ADVISED;
#ifdef HAVE_put_user_pages_dirty
void put_user_pages_dirty(struct page **pages RELEASES(user_put, npages) DIRTIES,
			  unsigned long npages) NEEDS_PAGE_LOCK;
void put_user_pages_dirty_lock(struct page **pages RELEASES(user_put, npages) DIRTIES,
			       unsigned long npages) SLEEPS LOCKS_PAGE;
#else
void put_user_pages_dirty_lock(struct page **pages RELEASES(user_put, npages),
			       unsigned long npages, bool make_dirty DIRTIES_IF)
	SLEEPS LOCKS_PAGE;
#endif

/* mm/gup.c, from v5.6. */
void unpin_user_page(struct page *page RELEASES(unpin, one)) ADVISED
	MANY(unpin_user_pages, unpin_user_pages_dirty_lock);
void unpin_user_pages(struct page **pages RELEASES(unpin, npages),
		      unsigned long npages) ADVISED;
void unpin_user_pages_dirty_lock(struct page **pages RELEASES(unpin, npages),
				 unsigned long npages, bool make_dirty DIRTIES_IF)
	SLEEPS LOCKS_PAGE;
/* v5.13: npages pages from this one on, physically contiguous. */
void unpin_user_page_range_dirty_lock(struct page *page RELEASES(unpin, npages),
				      unsigned long npages, bool make_dirty DIRTIES_IF)
	SLEEPS LOCKS_PAGE;
/* v6.11 and later. */
void unpin_folio(struct folio *folio RELEASES(unpin, one)) MANY(unpin_folios);
void unpin_folios(struct folio **folios RELEASES(unpin, nfolios),
		  unsigned long nfolios);
void unpin_user_folio(struct folio *folio RELEASES(unpin, npages),
		      unsigned long npages);

/*
 * block/bio.c, v5.3 on (static in v5.0 to v5.2). Plain puts unless
 * BIO_NO_PAGE_REF is set; from v6.5 unpins if BIO_PAGE_PINNED is set, and does
 * nothing otherwise.
 */
#ifdef HAVE_BIO_PAGE_PINNED
void bio_release_pages(struct bio *bio RELEASES(unpin, all),
		       bool mark_dirty DIRTIES_IF)
	CONDITIONAL SLEEPS LOCKS_PAGE ALIASES(__bio_release_pages);
void bio_release_page(struct bio *bio, struct page *page RELEASES(unpin, one))
	CONDITIONAL;
void bio_check_pages_dirty(struct bio *bio RELEASES(unpin, all) DIRTIES) CONDITIONAL;
#else
void bio_release_pages(struct bio *bio RELEASES(put, all),
		       bool mark_dirty DIRTIES_IF)
	CONDITIONAL SLEEPS LOCKS_PAGE ALIASES(__bio_release_pages);
void bio_check_pages_dirty(struct bio *bio RELEASES(put, all) DIRTIES) CONDITIONAL;
#endif

/*
 * include/linux/blk_types.h: how the end of a bio releases its pages. v6.3 and v6.4
 * have the first, v6.4 and later the second.
 */
enum pincheck_bio_flags {
	BIO_PAGE_REFFED FLAG(puts),
	BIO_PAGE_PINNED FLAG(unpins),
};
void bio_set_flag(struct bio *bio, unsigned int bit FLAGS);

/* v7.x, block/bio.c: undoes bio_iov_iter_bounce(). */
void bio_iov_iter_unbounce(struct bio *bio RELEASES(unpin, all), bool is_error,
			   bool mark_dirty DIRTIES_IF)
	CONDITIONAL SLEEPS LOCKS_PAGE;

/*
 * mm/frame_vector.c up to v5.10, then videobuf2: the body tells put from unpin,
 * as for get_vaddr_frames().
 */
#if defined(HAVE_pin_user_pages_locked) || defined(HAVE_iov_iter_extract_pages) || \
	(defined(HAVE_pin_user_pages) && !defined(HAVE_get_user_pages_locked))
void put_vaddr_frames(struct frame_vector *vec CONTAINER RELEASES(unpin, all))
	FAMILY_FROM_BODY;
#else
void put_vaddr_frames(struct frame_vector *vec CONTAINER RELEASES(put, all))
	FAMILY_FROM_BODY;
#endif

#endif
