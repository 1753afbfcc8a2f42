// SPDX-License-Identifier: GPL-2.0-only
///
/// Lists each call of a function that acquires user pages, with the function
/// it stands in. Nothing is judged: pincheck's ledger asks which calls
/// Coccinelle could read, in code that the compiler front end did not see.
///
//# A function that does not parse gives no line.
//
// Confidence: High
// Copyright: (C) 2026 pincheck contributors
// Options: --no-includes --include-headers --no-loops
// Keywords: get_user_pages, pin_user_pages

virtual report

@acquire@
identifier acq = {
	get_user_pages, get_user_pages_fast, get_user_pages_fast_only,
	get_user_page_fast_only, __get_user_pages_fast, get_user_pages_locked,
	get_user_pages_unlocked, get_user_pages_remote, get_user_pages_longterm,
	get_user_page_vma_remote, get_vaddr_frames, get_dump_page,
	get_kernel_pages, get_kernel_page,
	iov_iter_get_pages, iov_iter_get_pages2, iov_iter_get_pages_alloc,
	iov_iter_get_pages_alloc2, iov_iter_extract_pages,
	pin_user_pages, pin_user_pages_fast, pin_user_pages_fast_only,
	pin_user_pages_locked, pin_user_pages_unlocked, pin_user_pages_remote,
	pin_longterm_pages, pin_longterm_pages_remote, pin_user_page,
	memfd_pin_folios, follow_page };
position p;
@@

  acq@p(...)

@script:python depends on report@
p << acquire.p;
acq << acquire.acq;
@@

print('%s:%s:%s: call: %s in %s' % (p[0].file, p[0].line, p[0].column, acq,
				    p[0].current_element))
