/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls that mark a page dirty. Those without _lock want the page lock to be
 * held, or something else that keeps the mapping alive; those with _lock sleep
 * for it. Releases that dirty as well are in release.h.
 */
#ifndef PINCHECK_RULES_DIRTY_H
#define PINCHECK_RULES_DIRTY_H

#include "pincheck.h"

/* mm/page-writeback.c, all versions; set_page_dirty() returns bool from v5.17. */
bool set_page_dirty(struct page *page DIRTIES) NEEDS_PAGE_LOCK;
int set_page_dirty_lock(struct page *page DIRTIES) SLEEPS LOCKS_PAGE ADVISED;

/* include/linux/mm.h: folio_mark_dirty() from v5.16, the other from v6.13. */
bool folio_mark_dirty(struct folio *folio DIRTIES) NEEDS_PAGE_LOCK;
bool folio_mark_dirty_lock(struct folio *folio DIRTIES) SLEEPS LOCKS_PAGE;

/*
 * include/linux/page-flags.h: the flag alone, nothing is accounted. A page of a file
 * wants its lock all the same.
 */
void SetPageDirty(struct page *page DIRTIES) NEEDS_PAGE_LOCK ALIASES(__SetPageDirty);
int TestSetPageDirty(struct page *page DIRTIES) NEEDS_PAGE_LOCK;
void folio_set_dirty(struct folio *folio DIRTIES) NEEDS_PAGE_LOCK ALIASES(__folio_set_dirty);
bool folio_test_set_dirty(struct folio *folio DIRTIES) NEEDS_PAGE_LOCK;

/*
 * What file systems give as a_ops->set_page_dirty (up to v5.17) and
 * a_ops->dirty_folio (v5.18 on): mm/page-writeback.c, fs/buffer.c, fs/iomap.
 */
int __set_page_dirty_nobuffers(struct page *page DIRTIES);
int __set_page_dirty_buffers(struct page *page DIRTIES);
int __set_page_dirty_no_writeback(struct page *page DIRTIES);
int iomap_set_page_dirty(struct page *page DIRTIES);
void __set_page_dirty(struct page *page DIRTIES, struct address_space *mapping,
		      int warn);
void __folio_mark_dirty(struct folio *folio DIRTIES, struct address_space *mapping,
			int warn);
bool noop_dirty_folio(struct address_space *mapping, struct folio *folio DIRTIES);
bool filemap_dirty_folio(struct address_space *mapping, struct folio *folio DIRTIES);
bool block_dirty_folio(struct address_space *mapping, struct folio *folio DIRTIES);
bool iomap_dirty_folio(struct address_space *mapping, struct folio *folio DIRTIES);

/* block/bio.c: every page of a bio, with the page lock. */
void bio_set_pages_dirty(struct bio *bio DIRTIES) SLEEPS LOCKS_PAGE;

#endif
