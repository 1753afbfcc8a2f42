/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Read behind the kernel's common headers, in front of every file.
 *
 * Kernel macros that hide a call behind arithmetic or statement expressions
 * become plain calls with the same name, so that rules/ can speak of them, and
 * assertion macros become plain conditions. Only the meaning for pages counts
 * here; nothing of this is ever compiled.
 */
#ifndef PINCHECK_PRELUDE_H
#define PINCHECK_PRELUDE_H

struct page;
struct folio;

void __pincheck_bug(void) __attribute__((noreturn));

#undef likely
#undef unlikely
#define likely(x)	(x)
#define unlikely(x)	(x)

#undef READ_ONCE
#undef WRITE_ONCE
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, v)	((x) = (v))

#undef BUG
#undef BUG_ON
#undef WARN
#undef WARN_ON
#undef WARN_ONCE
#undef WARN_ON_ONCE
#define BUG()			__pincheck_bug()
#define BUG_ON(c)		do { if (c) __pincheck_bug(); } while (0)
#define WARN(c, ...)		(!!(c))
#define WARN_ON(c)		(!!(c))
#define WARN_ONCE(c, ...)	(!!(c))
#define WARN_ON_ONCE(c)		(!!(c))

#undef VM_BUG_ON
#undef VM_BUG_ON_PAGE
#undef VM_WARN_ON
#undef VM_WARN_ON_ONCE
#define VM_BUG_ON(c)		BUG_ON(c)
#define VM_BUG_ON_PAGE(c, p)	BUG_ON(c)
#define VM_WARN_ON(c)		(!!(c))
#define VM_WARN_ON_ONCE(c)	(!!(c))

#undef BUILD_BUG_ON
#undef BUILD_BUG_ON_MSG
#define BUILD_BUG_ON(c)		do { } while (0)
#define BUILD_BUG_ON_MSG(c, m)	do { } while (0)

#ifdef min
#undef min
#undef max
#undef min_t
#undef max_t
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))
#define min_t(t, a, b)		((t)(a) < (t)(b) ? (t)(a) : (t)(b))
#define max_t(t, a, b)		((t)(a) > (t)(b) ? (t)(a) : (t)(b))
#endif

#ifdef alloc_hooks	/* from v6.10: memory allocation profiling */
#undef alloc_hooks
#define alloc_hooks(call)	(call)
#endif

/* cleanup.h: taken out of a variable by its name, not through its address */
#ifdef __get_and_null
#undef __get_and_null
#define __get_and_null(p, nothing) ({ __typeof__(p) __val = (p); (p) = (nothing); __val; })
#endif
#ifdef no_free_ptr
#undef no_free_ptr
#define no_free_ptr(p)	({ __typeof__(p) __val = (p); (p) = (void *)0; __val; })
#endif

#ifdef page_to_pfn
#undef page_to_pfn
unsigned long page_to_pfn(const struct page *page);
#endif
#ifdef pfn_to_page
#undef pfn_to_page
struct page *pfn_to_page(unsigned long pfn);
#endif
#ifdef nth_page
#undef nth_page
struct page *nth_page(const struct page *page, unsigned long n);
#endif
#ifdef page_to_phys
#undef page_to_phys
unsigned long long page_to_phys(const struct page *page);
#endif
#ifdef phys_to_page
#undef phys_to_page
struct page *phys_to_page(unsigned long long phys);
#endif
#ifdef virt_to_page
#undef virt_to_page
struct page *virt_to_page(const void *addr);
#endif
#ifdef __pa
#undef __pa
unsigned long __pincheck_pa(const void *address);
#define __pa(x)		__pincheck_pa((const void *)(x))
#endif
#ifdef compound_head	/* a macro from v5.17 */
#undef compound_head
struct page *compound_head(const struct page *page);
#endif
#ifdef page_folio
#undef page_folio
struct folio *page_folio(const struct page *page);
#endif
#ifdef folio_page
#undef folio_page
struct page *folio_page(const struct folio *folio, unsigned long n);
#endif
#ifdef page_address
#undef page_address
void *page_address(const struct page *page);
#endif

#endif
