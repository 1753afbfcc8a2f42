// SPDX-License-Identifier: GPL-2.0-only
///
/// A loop that releases the pages of an array one by one, and may dirty them:
/// unpin_user_pages() and unpin_user_pages_dirty_lock() do that in one call,
/// once for each folio instead of once for each page.
///
//# The count may be signed and negative, or the loop variable may be used
//# afterwards: look before changing. That is why there is no patch mode.
//#
//# A condition on the single page (PageReserved, say) is no more asked then.
//#
//# set_page_dirty() became set_page_dirty_lock() in the helpers, which sleep.
//#
//# Loops of put_page() are reported only in files that acquire user pages, but
//# those pages may be others.
//
// Confidence: Moderate
// Copyright: (C) 2026 pincheck contributors
// Comments: Walks by a pointer and loops with other work in them are left alone
// Options: --no-includes --include-headers --no-loops
// Keywords: unpin_user_pages, unpin_user_pages_dirty_lock, put_user_pages

virtual report
virtual context
virtual org

@initialize:python@
@@

import os
import re

acquires = set()	# files that acquire user pages
reported = set()

def wanted(p, release):
	if release == 'put_page' and p[0].file not in acquires:
		return False
	# the helpers themselves
	return not re.match(r'_*(un)?(pin|put)_user_pages', p[0].current_element)

def first(p, q):
	"""the same loop may fit more than one form"""
	places = (p[0].file, p[0].line, p[0].column, q[0].line)
	if places in reported:
		return False
	reported.add(places)
	return True

def message(release, dirty):
	suffix = '_dirty_lock' if dirty else ''
	if release == 'put_page':
		return ('one call of a %s helper can replace this loop over put_page '
			'once its pages are pinned' % ('dirty_lock' if dirty else 'release'))
	return '%ss%s can replace this loop over %s' % (release, suffix, release)

def tell(p, text):
	coccilib.report.print_report(p[0], text)
	# pincheck asks for the function too
	if os.environ.get('PINCHECK_FUNCTION'):
		print('%s:%s:%s: in %s' % (p[0].file, p[0].line, p[0].column,
					   p[0].current_element))

@user@
position p;
@@

  \(get_user_pages@p\|get_user_pages_fast@p\|get_user_pages_remote@p\|
    get_user_pages_unlocked@p\|get_user_pages_locked@p\|
    get_user_pages_longterm@p\|__get_user_pages_fast@p\|
    get_user_pages_fast_only@p\|pin_user_pages@p\|pin_user_pages_fast@p\|
    pin_user_pages_remote@p\|pin_user_pages_unlocked@p\|
    pin_user_pages_locked@p\|iov_iter_get_pages@p\|iov_iter_get_pages2@p\|
    iov_iter_get_pages_alloc@p\|iov_iter_get_pages_alloc2@p\|
    iov_iter_extract_pages@p\)(...)

@script:python@
p << user.p;
@@

acquires.add(p[0].file)

// A loop that counts i up to n, or down to 0.
@header@
expression i, n;
statement S;
position p;
@@

(
  for@p (...; i < n; \(i++\|++i\)) S
|
  for@p (...; i >= 0; \(i--\|--i\)) S
|
  while@p (\(i--\|i-- > 0\|--i >= 0\)) S
)

@plain@
expression header.i, a, c;
identifier page;
type T;
identifier release = { put_page, put_user_page, unpin_user_page };
position header.p, q;
@@

(
for@p (...; c; ...)
  release@q(a[i]);
|
for@p (...; c; ...)
  if (a[i]) release@q(a[i]);
|
for@p (...; c; ...) {
(
  if (!a[i]) \(continue;\|break;\)
  release@q(a[i]);
|
  release@q(a[i]);
  a[i] = NULL;
|
  if (a[i]) {
    release@q(a[i]);
    a[i] = NULL;
  }
|
  page = a[i];
  release@q(page);
|
  page = a[i];
  if (page) release@q(page);
|
  page = a[i];
  if (!page) \(continue;\|break;\)
  release@q(page);
|
  T page = a[i];
  release@q(page);
|
  T page = a[i];
  if (page) release@q(page);
|
  T page = a[i];
  if (!page) \(continue;\|break;\)
  release@q(page);
)
}
|
while@p (c)
  release@q(a[i]);
|
while@p (c)
  if (a[i]) release@q(a[i]);
|
while@p (c) {
(
  if (!a[i]) \(continue;\|break;\)
  release@q(a[i]);
|
  release@q(a[i]);
  a[i] = NULL;
|
  if (a[i]) {
    release@q(a[i]);
    a[i] = NULL;
  }
|
  page = a[i];
  release@q(page);
|
  page = a[i];
  if (page) release@q(page);
|
  page = a[i];
  if (!page) \(continue;\|break;\)
  release@q(page);
|
  T page = a[i];
  release@q(page);
|
  T page = a[i];
  if (page) release@q(page);
|
  T page = a[i];
  if (!page) \(continue;\|break;\)
  release@q(page);
)
}
)

@dirtying@
expression header.i, a, c, cond;
identifier page;
type T;
identifier dirty = { set_page_dirty, set_page_dirty_lock, SetPageDirty };
identifier release = { put_page, put_user_page, unpin_user_page };
position header.p, q;
@@

(
for@p (...; c; ...)
  if (cond) { dirty(a[i]); release@q(a[i]); } else { release(a[i]); }
|
for@p (...; c; ...)
  if (a[i]) { dirty(a[i]); release@q(a[i]); }
|
for@p (...; c; ...) {
(
  dirty(a[i]);
  release@q(a[i]);
|
  page = a[i];
  dirty(page);
  release@q(page);
|
  T page = a[i];
  dirty(page);
  release@q(page);
|
  if (a[i]) { dirty(a[i]); release@q(a[i]); }
|
  page = a[i];
  if (page) { dirty(page); release@q(page); }
|
  T page = a[i];
  if (page) { dirty(page); release@q(page); }
|
  if (!a[i]) \(continue;\|break;\)
  dirty(a[i]);
  release@q(a[i]);
|
  page = a[i];
  if (!page) \(continue;\|break;\)
  dirty(page);
  release@q(page);
|
  T page = a[i];
  if (!page) \(continue;\|break;\)
  dirty(page);
  release@q(page);
|
  if (cond) dirty(a[i]);
  release@q(a[i]);
|
  page = a[i];
  if (cond) dirty(page);
  release@q(page);
|
  T page = a[i];
  if (cond) dirty(page);
  release@q(page);
|
  if (a[i]) { if (cond) dirty(a[i]); release@q(a[i]); }
|
  page = a[i];
  if (page) { if (cond) dirty(page); release@q(page); }
|
  T page = a[i];
  if (page) { if (cond) dirty(page); release@q(page); }
|
  if (!a[i]) \(continue;\|break;\)
  if (cond) dirty(a[i]);
  release@q(a[i]);
|
  page = a[i];
  if (!page) \(continue;\|break;\)
  if (cond) dirty(page);
  release@q(page);
|
  T page = a[i];
  if (!page) \(continue;\|break;\)
  if (cond) dirty(page);
  release@q(page);
)
}
|
while@p (c)
  if (cond) { dirty(a[i]); release@q(a[i]); } else { release(a[i]); }
|
while@p (c)
  if (a[i]) { dirty(a[i]); release@q(a[i]); }
|
while@p (c) {
(
  dirty(a[i]);
  release@q(a[i]);
|
  page = a[i];
  dirty(page);
  release@q(page);
|
  T page = a[i];
  dirty(page);
  release@q(page);
|
  if (a[i]) { dirty(a[i]); release@q(a[i]); }
|
  page = a[i];
  if (page) { dirty(page); release@q(page); }
|
  T page = a[i];
  if (page) { dirty(page); release@q(page); }
|
  if (!a[i]) \(continue;\|break;\)
  dirty(a[i]);
  release@q(a[i]);
|
  page = a[i];
  if (!page) \(continue;\|break;\)
  dirty(page);
  release@q(page);
|
  T page = a[i];
  if (!page) \(continue;\|break;\)
  dirty(page);
  release@q(page);
|
  if (cond) dirty(a[i]);
  release@q(a[i]);
|
  page = a[i];
  if (cond) dirty(page);
  release@q(page);
|
  T page = a[i];
  if (cond) dirty(page);
  release@q(page);
|
  if (a[i]) { if (cond) dirty(a[i]); release@q(a[i]); }
|
  page = a[i];
  if (page) { if (cond) dirty(page); release@q(page); }
|
  T page = a[i];
  if (page) { if (cond) dirty(page); release@q(page); }
|
  if (!a[i]) \(continue;\|break;\)
  if (cond) dirty(a[i]);
  release@q(a[i]);
|
  page = a[i];
  if (!page) \(continue;\|break;\)
  if (cond) dirty(page);
  release@q(page);
|
  T page = a[i];
  if (!page) \(continue;\|break;\)
  if (cond) dirty(page);
  release@q(page);
)
}
)

@script:python plain_loop@
p << header.p;
release << plain.release;
found;
@@

coccinelle.found = release if wanted(p, release) else 'no_such_function'

@script:python depends on report@
p << header.p;
q << plain.q;
release << plain.release;
@@

if wanted(p, release) and first(p, q):
	tell(p, message(release, False))

@script:python depends on org@
p << header.p;
q << plain.q;
release << plain.release;
@@

if wanted(p, release) and first(p, q):
	cocci.print_main(message(release, False), p)
	cocci.print_secs(release, q)

@depends on context@
identifier plain_loop.found;
position plain.q;
@@

* found@q(...)

@script:python dirtying_loop@
p << header.p;
release << dirtying.release;
found;
@@

coccinelle.found = release if wanted(p, release) else 'no_such_function'

@script:python depends on report@
p << header.p;
q << dirtying.q;
release << dirtying.release;
@@

if wanted(p, release) and first(p, q):
	tell(p, message(release, True))

@script:python depends on org@
p << header.p;
q << dirtying.q;
release << dirtying.release;
@@

if wanted(p, release) and first(p, q):
	cocci.print_main(message(release, True), p)
	cocci.print_secs(release, q)

@depends on context@
identifier dirtying_loop.found;
position dirtying.q;
@@

* found@q(...)
