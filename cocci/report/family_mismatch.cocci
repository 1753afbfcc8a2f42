// SPDX-License-Identifier: GPL-2.0-only
///
/// Pages that pin_user_pages*() or iov_iter_extract_pages() pinned are released
/// by put_page() and its like, or pages that get_user_pages*() or
/// iov_iter_get_pages*() took are released by unpin_user_page*(). From v5.7 on
/// this corrupts the count of pins in the page. A page of user memory, however
/// it was taken, must not be given to __free_page() either.
///
//# A put_page() that balances a get_page() on top of the pin is right: functions
//# that call get_page() on such pages are left alone.
//#
//# Where a flag chooses between get and pin, and the same flag between put and
//# unpin, nothing is wrong: a variable that is filled by both families in one
//# function is left alone.
//#
//# The page that is put may have come from elsewhere, if the variable was
//# filled by a function that is given its address.
//#
//# Missed: an acquire whose release is in another function.
//
// Confidence: Moderate
// Copyright: (C) 2026 pincheck contributors
// Comments: A file that defines pin_user_pages() or unpin_user_page() itself
// Comments: implements the API, or has other functions of that name: left alone
// Options: --no-includes --include-headers --no-loops
// Keywords: pin_user_pages, put_page, get_user_pages, unpin_user_page

virtual report
virtual context
virtual org

@initialize:python@
@@

import os
import re

families = {}	# variable in a function: families of the calls that fill it
balanced = set()	# variable in a function: get_page() is called on it
own = set()	# files that define the API themselves
reported = set()

PIN = 'pinned'
GET = 'taken'

def place(p):
	return (p[0].file, p[0].line, p[0].column)

def function(p):
	return (p[0].file, p[0].current_element, p[0].current_element_line)

def base_of(arg):
	"""&a[i], &a, a + i, (T)a: the a that the pages belong to"""
	arg = re.sub(r'^\( (struct (page|folio)|void)[ *]+\) ', '', arg.strip())
	if arg.startswith('( ') and arg.find(')') == len(arg) - 1:
		arg = arg[2:-2]
	if arg.startswith('& '):
		return re.sub(r' \[ [^\[\]]* \]$', '', arg[2:])
	return re.sub(r' \+ .*$', '', arg)

def family_of(call):
	if re.match(r'_*get_|iov_iter_get_', call):
		return GET
	return PIN

def wrong(p, base, call, release):
	"""is this release of the other family than the acquire?"""
	var = function(p) + (base,)
	if p[0].file in own or len(families[var]) > 1:
		return False
	if release in ('__free_page', '__free_pages'):
		return True
	if 'unpin' in release:
		return family_of(call) == GET
	return family_of(call) == PIN and var not in balanced

def message(p, call, release):
	return 'pages %s by %s on line %s are released by %s' % (
		family_of(call), call, p[0].line, release)

def first(p, q):
	"""the same pair of places is met once for each way to bind the rest"""
	if (place(p), place(q)) in reported:
		return False
	reported.add((place(p), place(q)))
	return True

def tell(p, text):
	coccilib.report.print_report(p[0], text)
	# pincheck asks for the function too
	if os.environ.get('PINCHECK_FUNCTION'):
		print('%s:%s:%s: in %s' % (p[0].file, p[0].line, p[0].column,
					   p[0].current_element))

// Where the pages argument stands depends on the call and, for the _remote
// form, on the version.
@acquire@
expression pages, e1, e2, e3, e4, e5, e6, e7;
position p;
@@

(
  \(get_user_pages@p\|get_user_pages_fast@p\|get_user_pages_fast_only@p\|
    __get_user_pages_fast@p\|get_user_pages_locked@p\|
    get_user_pages_longterm@p\|pin_user_pages@p\|pin_user_pages_fast@p\|
    pin_user_pages_fast_only@p\|pin_user_pages_locked@p\|
    memfd_pin_folios@p\)(e1, e2, e3, pages, ...)
|
  \(get_user_pages_remote@p\|pin_user_pages_remote@p\)(e1, e2, e3, e4, e5,
						     pages, e6, e7)
|
  \(get_user_pages_remote@p\|pin_user_pages_remote@p\)(e1, e2, e3, e4,
						     pages, ...)
|
  \(get_user_pages_unlocked@p\|get_user_page_fast_only@p\|
    pin_user_pages_unlocked@p\)(e1, e2, pages, ...)
|
  \(iov_iter_get_pages@p\|iov_iter_get_pages2@p\|iov_iter_get_pages_alloc@p\|
    iov_iter_get_pages_alloc2@p\|iov_iter_extract_pages@p\)(e1, pages, ...)
)

@script:python holder@
pages << acquire.pages;
base;
@@

coccinelle.base = cocci.make_expr(base_of(pages))

@call@
identifier acq;
position acquire.p;
@@

  acq@p(...)

@script:python@
p << acquire.p;
base << holder.base;
acq << call.acq;
@@

families.setdefault(function(p) + (base,), set()).add(family_of(acq))

@defined@
identifier api = { pin_user_pages, pin_user_pages_fast, unpin_user_page, unpin_user_pages };
position d;
@@

  api@d(...) { ... }

@script:python@
d << defined.d;
@@

own.add(d[0].file)

@again@
expression holder.base, i;
identifier take = { get_page, folio_get, try_get_page };
position t;
@@

  take@t(\(base[i]\|base\|*base\|page_folio(base)\|page_folio(base[i])\), ...)

@script:python@
base << holder.base;
t << again.t;
@@

balanced.add(function(t) + (base,))

// One page taken out of the array into a variable of its own.
@alias@
expression holder.base, i;
identifier page;
position a;
@@

  page@a = \(base[i]\|*base\|*(base + i)\)

@script:python one@
p << acquire.p;
a << alias.a;
page << alias.page;
var;
@@

# dropping the match would drop the acquire's other releases with it
coccinelle.var = page if function(p) == function(a) else 'no_such_variable'

@again_one@
identifier one.var;
identifier take = { get_page, folio_get, try_get_page };
position t;
@@

  take@t(\(var\|page_folio(var)\), ...)

@script:python@
base << holder.base;
t << again_one.t;
@@

balanced.add(function(t) + (base,))

// exists: one path on which what was taken is released is enough. The variable
// must not get a new value on the way.
@drop exists@
expression holder.base, i, other;
identifier call.acq;
identifier release = {
	put_page, folio_put, __free_page, __free_pages, release_pages,
	unpin_user_page, unpin_user_pages, unpin_user_pages_dirty_lock,
	unpin_user_page_range_dirty_lock, unpin_folio, unpin_folios,
	unpin_user_folio };
position acquire.p, q;
@@

  acq@p(...)
  ... when any
      when != base = other
  release@q(\(base[i]\|base\|*base\|&base\|&base[i]\|base + i\|
	      page_folio(base)\|page_folio(base[i])\), ...)

@drop_one exists@
expression e, other;
identifier call.acq, one.var;
identifier release = {
	put_page, folio_put, __free_page, __free_pages, release_pages,
	unpin_user_page, unpin_user_pages, unpin_user_pages_dirty_lock,
	unpin_user_page_range_dirty_lock, unpin_folio, unpin_user_folio };
position acquire.p, alias.a, q;
@@

  acq@p(...)
  ... when any
  var@a = e
  ... when any
      when != var = other
  release@q(\(var\|&var\|page_folio(var)\), ...)

@script:python mismatch@
p << acquire.p;
base << holder.base;
acq << call.acq;
q << drop.q;
release << drop.release;
found;
@@

coccinelle.found = release if wrong(p, base, acq, release) else 'no_such_function'

@script:python depends on report@
p << acquire.p;
base << holder.base;
acq << call.acq;
q << drop.q;
release << drop.release;
@@

if wrong(p, base, acq, release) and first(p, q):
	tell(q, message(p, acq, release))

@script:python depends on org@
p << acquire.p;
base << holder.base;
acq << call.acq;
q << drop.q;
release << drop.release;
@@

if wrong(p, base, acq, release) and first(p, q):
	cocci.print_main(message(p, acq, release), q)
	cocci.print_secs(acq, p)

@depends on context exists@
identifier call.acq, mismatch.found;
position acquire.p, drop.q;
@@

* acq@p(...)
  ... when any
* found@q(...)

@script:python mismatch_one@
p << acquire.p;
base << holder.base;
acq << call.acq;
q << drop_one.q;
release << drop_one.release;
found;
@@

coccinelle.found = release if wrong(p, base, acq, release) else 'no_such_function'

@script:python depends on report@
p << acquire.p;
base << holder.base;
acq << call.acq;
q << drop_one.q;
release << drop_one.release;
@@

if wrong(p, base, acq, release) and first(p, q):
	tell(q, message(p, acq, release))

@script:python depends on org@
p << acquire.p;
base << holder.base;
acq << call.acq;
q << drop_one.q;
release << drop_one.release;
@@

if wrong(p, base, acq, release) and first(p, q):
	cocci.print_main(message(p, acq, release), q)
	cocci.print_secs(acq, p)

@depends on context exists@
identifier call.acq, mismatch_one.found;
position acquire.p, drop_one.q;
@@

* acq@p(...)
  ... when any
* found@q(...)
