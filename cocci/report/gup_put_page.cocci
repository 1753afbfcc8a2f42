// SPDX-License-Identifier: GPL-2.0-only
///
/// Pages that get_user_pages*() or iov_iter_get_pages*() took, and whose data
/// is then used (DMA, a bio, an sg list, writes by the CPU), are released by
/// put_page() and its like. Such pages have to be taken by pin_user_pages*()
/// and released by unpin_user_page*(), or file systems and migration can't
/// tell that somebody works on them: see cases 1, 2 and 5 of
/// Documentation/core-api/pin_user_pages.rst.
///
//# Code that drops its pages from an MMU notifier (case 3) must go on using
//# get_user_pages. It is told apart only where the same function reads the
//# notifier's sequence or asks whether to retry.
//#
//# A physical address may have been asked for to look at it only (case 4).
//#
//# The page that is put may have come from elsewhere, if the variable was
//# filled by a function that is given its address.
//#
//# Missed: an acquire whose release is in another function; data that is used
//# in another function only, unless the pages are stored or returned.
//
// Confidence: Moderate
// Copyright: (C) 2026 pincheck contributors
// Comments: Pages that the CPU only reads, or of which only struct page is
// Comments: looked at, are left alone on purpose
// Options: --no-includes --include-headers --no-loops
// Keywords: get_user_pages, put_page, pin_user_pages, unpin_user_page

virtual report
virtual context
virtual org

@initialize:python@
@@

import os
import re

written = {}	# acquire: does it ask for write access?
used = {}	# acquire: how the pages are used, the surest way first
reported = set()
case3 = set()	# functions that ask an MMU notifier whether to retry

def place(p):
	return (p[0].file, p[0].line, p[0].column)

def function(p):
	return (p[0].file, p[0].current_element, p[0].current_element_line)

def base_of(arg):
	"""&a[i], &a, a + i, (T)a: the a that the pages belong to"""
	arg = re.sub(r'^\( (struct page|void)[ *]+\) ', '', arg.strip())
	if arg.startswith('( ') and arg.find(')') == len(arg) - 1:
		arg = arg[2:-2]
	if arg.startswith('& '):
		return re.sub(r' \[ [^\[\]]* \]$', '', arg[2:])
	return re.sub(r' \+ .*$', '', arg)

def note_use(p, u, how):
	if function(p) == function(u):
		used[place(p)] = min(how, used.get(place(p), how))

def message(p, get, release, q):
	"""the text of a finding, or None where there is none"""
	if function(p) in case3 or place(p) not in used:
		return None
	what = ('whose data is used', 'which are kept')[used[place(p)]]
	return 'pages from %s, %s, are released by %s on line %s' % (
		get, what, release, q[0].line)

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
    get_user_pages_longterm@p\)(e1, e2, e3, pages, ...)
|
  get_user_pages_remote@p(e1, e2, e3, e4, e5, pages, e6, e7)
|
  get_user_pages_remote@p(e1, e2, e3, e4, pages, ...)
|
  \(get_user_pages_unlocked@p\|get_user_page_fast_only@p\)(e1, e2, pages, ...)
|
  \(iov_iter_get_pages@p\|iov_iter_get_pages2@p\|iov_iter_get_pages_alloc@p\|
    iov_iter_get_pages_alloc2@p\)(e1, pages, ...)
)

@script:python holder@
pages << acquire.pages;
base;
@@

coccinelle.base = cocci.make_expr(base_of(pages))

@call@
identifier get;
expression list args;
position acquire.p;
@@

  get@p(args)

@script:python@
p << acquire.p;
get << call.get;
args << call.args;
@@

args = str(args).replace(' ', '')
written[place(p)] = 'FOLL_WRITE' in args or \
	(get == 'get_user_pages_fast' and args.split(',')[2] == '1')

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

// exists: one path on which what was got is put is enough. The variable must
// not get a new value on the way.
@put exists@
expression holder.base, i, n, other;
identifier call.get;
identifier release = { put_page, folio_put, __free_page, release_pages };
position acquire.p, q;
@@

  get@p(...)
  ... when any
      when != base = other
(
  release@q(\(base[i]\|base\|*base\|&base\|&base[i]\|base + i\|
	      page_folio(base)\|page_folio(base[i])\))
|
  release@q(\(base\|&base\|&base[i]\|base + i\), n)
)

@put_one exists@
expression e, other;
identifier call.get, one.var;
identifier release = { put_page, folio_put, __free_page };
position acquire.p, alias.a, q;
@@

  get@p(...)
  ... when any
  var@a = e
  ... when any
      when != var = other
  release@q(\(var\|page_folio(var)\))

// Devices, other users of the pages, and writes by the CPU.
@data depends on put || put_one@
expression holder.base, i;
identifier touch = {
	dma_map_page, dma_map_page_attrs, pci_map_page, ib_dma_map_page,
	sg_set_page, sg_alloc_table_from_pages, __sg_alloc_table_from_pages,
	sg_alloc_append_table_from_pages, sg_alloc_table_from_pages_segment,
	bvec_set_page, bio_add_page, __bio_add_page, bio_add_pc_page,
	bio_add_hw_page, skb_fill_page_desc, skb_add_rx_frag, sk_msg_page_add,
	vmap, vm_map_ram, memcpy_to_page, memzero_page, copy_page_from_iter,
	copy_to_user_page, clear_highpage, zero_user, vm_insert_page,
	set_page_dirty, set_page_dirty_lock, SetPageDirty, folio_mark_dirty };
identifier copy = { copy_highpage, copy_user_highpage };
identifier physical = { page_to_phys, page_to_pfn };
position u;
@@

(
  touch@u(..., \(base[i]\|base\|&base\|&base[i]\|base + i\), ...)
|
  copy@u(\(base[i]\|base\), ...)
|
  physical@u(base[i])
)

@data_alias depends on put || put_one@
identifier one.var;
identifier touch = {
	dma_map_page, dma_map_page_attrs, pci_map_page, ib_dma_map_page,
	sg_set_page, bvec_set_page, bio_add_page, __bio_add_page,
	bio_add_pc_page, bio_add_hw_page, skb_fill_page_desc, skb_add_rx_frag,
	sk_msg_page_add, memcpy_to_page, memzero_page, copy_page_from_iter,
	copy_to_user_page, clear_highpage, zero_user, vm_insert_page,
	set_page_dirty, set_page_dirty_lock, SetPageDirty, folio_mark_dirty };
position u;
@@

  touch@u(..., var, ...)

// An address for the CPU: a use only where the acquire asks for write access.
@address depends on put || put_one@
expression holder.base, i;
identifier map = { kmap, kmap_atomic, kmap_local_page, page_address, page_to_virt };
position u;
@@

  map@u(\(base[i]\|base\))

@address_alias depends on put || put_one@
identifier one.var;
identifier map = { kmap, kmap_atomic, kmap_local_page, page_address, page_to_virt };
position u;
@@

  map@u(var)

// Pages that outlive the function.
@kept depends on put || put_one@
expression holder.base, x;
identifier m;
position u;
@@

(
  x->m@u = base;
|
  x.m@u = base;
|
  return base@u;
)

@notifier depends on put || put_one@
identifier retry = {
	mmu_notifier_retry, mmu_notifier_retry_hva, mmu_invalidate_retry,
	mmu_invalidate_retry_hva, mmu_interval_read_begin,
	mmu_interval_read_retry, mmu_interval_check_retry };
identifier seq = { mmu_notifier_seq, mmu_invalidate_seq };
expression mm;
position n;
@@

(
  retry@n(...)
|
  mm->seq@n
)

@script:python@
n << notifier.n;
@@

case3.add(function(n))

@script:python@
p << acquire.p;
u << data.u;
@@

note_use(p, u, 0)

@script:python@
p << acquire.p;
u << data_alias.u;
@@

note_use(p, u, 0)

@script:python@
p << acquire.p;
u << address.u;
@@

if written[place(p)]:
	note_use(p, u, 0)

@script:python@
p << acquire.p;
u << address_alias.u;
@@

if written[place(p)]:
	note_use(p, u, 0)

@script:python@
p << acquire.p;
pages << acquire.pages;
u << kept.u;
@@

if written[place(p)] or not pages.startswith('& '):
	note_use(p, u, 1)

@script:python@
p << acquire.p;
base << holder.base;
q << put.q;
@@

if '->' in base:
	note_use(p, q, 1)

@script:python finding@
p << acquire.p;
get << call.get;
q << put.q;
release << put.release;
found;
@@

coccinelle.found = release if message(p, get, release, q) else 'no_such_function'

@script:python depends on report@
p << acquire.p;
get << call.get;
q << put.q;
release << put.release;
@@

text = message(p, get, release, q)
if text and first(p, q):
	tell(p, text)

@script:python depends on org@
p << acquire.p;
get << call.get;
q << put.q;
release << put.release;
@@

text = message(p, get, release, q)
if text and first(p, q):
	cocci.print_main(text, p)
	cocci.print_secs(release, q)

@depends on context exists@
identifier call.get, finding.found;
position acquire.p, put.q;
@@

* get@p(...)
  ... when any
* found@q(...)

@script:python finding_one@
p << acquire.p;
get << call.get;
q << put_one.q;
release << put_one.release;
found;
@@

coccinelle.found = release if message(p, get, release, q) else 'no_such_function'

@script:python depends on report@
p << acquire.p;
get << call.get;
q << put_one.q;
release << put_one.release;
@@

text = message(p, get, release, q)
if text and first(p, q):
	tell(p, text)

@script:python depends on org@
p << acquire.p;
get << call.get;
q << put_one.q;
release << put_one.release;
@@

text = message(p, get, release, q)
if text and first(p, q):
	cocci.print_main(text, p)
	cocci.print_secs(release, q)

@depends on context exists@
identifier call.get, finding_one.found;
position acquire.p, put_one.q;
@@

* get@p(...)
  ... when any
* found@q(...)
