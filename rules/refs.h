/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls that take one more reference on a page that is held already, and calls
 * that take over the caller's reference. A reference of its own ends the
 * owner's: what is stored after get_page() has its own put_page().
 */
#ifndef PINCHECK_RULES_REFS_H
#define PINCHECK_RULES_REFS_H

#include "pincheck.h"

struct pipe_buffer;
struct pipe_inode_info;
struct splice_pipe_desc;

/* include/linux/mm.h, page_ref.h. */
void get_page(struct page *page TAKES_REF) ALIASES(page_ref_inc);
bool try_get_page(struct page *page TAKES_REF);
int get_page_unless_zero(struct page *page TAKES_REF);
void page_ref_add(struct page *page TAKES_REF, int nr COUNT) ALIASES(page_ref_add_unless);
void folio_get(struct folio *folio TAKES_REF) ALIASES(folio_ref_inc);
bool folio_try_get(struct folio *folio TAKES_REF) ALIASES(folio_try_get_rcu);
void folio_ref_add(struct folio *folio TAKES_REF, int nr COUNT);
/* include/linux/pagemap.h, up to v5.16. */
int page_cache_get_speculative(struct page *page TAKES_REF);
int page_cache_add_speculative(struct page *page TAKES_REF, int count COUNT);
/* mm/gup.c: internal to mm; by flags, a reference or a pin. */
bool try_grab_page(struct page *page TAKES_REF, unsigned int flags FLAGS);
int try_grab_folio(struct folio *folio TAKES_REF ALSO(page), int refs COUNT,
		   unsigned int flags FLAGS);
/* mm/gup.c: one more pin on a pinned folio; v6.5, and several from v6.13. */
void folio_add_pin(struct folio *folio TAKES_REF);
int folio_add_pins(struct folio *folio TAKES_REF, unsigned int pins COUNT);
void skb_frag_ref(struct sk_buff *skb TAKES_REF, int f);

/*
 * mm/memory-failure.c, called by madvise() with MF_COUNT_INCREASED: the
 * reference is dropped there. It is handed on as a page frame number; the plain
 * call without the flag takes over nothing.
 */
int memory_failure(unsigned long pfn HANDOVER, int flags) CONDITIONAL;
int soft_offline_page(unsigned long pfn HANDOVER ALSO(page), int flags) CONDITIONAL;

/* fs/splice.c: the pipe's buffers own the references. */
ssize_t add_to_pipe(struct pipe_inode_info *pipe, struct pipe_buffer *buf HANDOVER);
ssize_t splice_to_pipe(struct pipe_inode_info *pipe,
		       struct splice_pipe_desc *spd HANDOVER);

#endif
