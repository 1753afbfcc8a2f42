// SPDX-License-Identifier: GPL-2.0-only
/*
 * Flows through small programs of several files: which releases the pages of an
 * acquire reach. The answer is a text, "function:release", sorted, one each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../lib/strbuf.h"
#include "../lib/strvec.h"
#include "../lib/util.h"
#include "../link/link.h"
#include "../link/link_priv.h"
#include "facts_util.h"

#define MAX_UNITS 4

/* Parameters are named as in the kernel: rules find them by name. */
static const struct facts_file header = { "linux/mm.h",
	"#define NULL ((void *)0)\n"
	"struct page { unsigned long flags; };\n"
	"struct scatterlist { unsigned long page_link; unsigned int offset, length; };\n"
	"struct sg_table { struct scatterlist *sgl; unsigned int nents, orig_nents; };\n"
	"int get_user_pages_fast(unsigned long start, int nr_pages, unsigned int gup_flags,\n"
	"			struct page **pages);\n"
	"int pin_user_pages_fast(unsigned long start, int nr_pages, unsigned int gup_flags,\n"
	"			struct page **pages);\n"
	"void put_page(struct page *page);\n"
	"void unpin_user_page(struct page *page);\n"
	"void unpin_user_pages(struct page **pages, unsigned long npages);\n"
	"struct page *alloc_page(unsigned int gfp);\n"
	"void sg_set_page(struct scatterlist *sg, struct page *page, unsigned int len,\n"
	"		 unsigned int offset);\n"
	"struct page *sg_page(struct scatterlist *sg);\n"
	"void *kmalloc(unsigned long size, unsigned int gfp);\n"
	"void kfree(const void *p);\n"
	"struct obj { struct page *page; struct page *pages[8]; struct page **many; int nr;\n"
	"	     struct scatterlist sg[8]; struct sg_table table; void *priv; };\n"
	"struct other { struct page *page; struct scatterlist sg[8]; };\n"
	"struct ops { int (*get)(struct obj *o, unsigned long addr);\n"
	"	     void (*put)(struct obj *o); void (*drop)(struct page *page); };\n"
	"struct dev { const struct ops *ops; };\n"
	"void get_page(struct page *page);\n"
	"void *page_address(const struct page *page);\n"
	"unsigned long long virt_to_phys(volatile void *address);\n"
	"struct page *pfn_to_page(unsigned long pfn);\n"
	"struct skb_frag { struct page *bv_page; };\n"
	"struct skb_shared_info { struct skb_frag frags[17]; };\n"
	"struct sk_buff { struct skb_shared_info *end; };\n"
	"void skb_fill_page_desc(struct sk_buff *skb, int i, struct page *page, int off,\n"
	"			int size);\n"
	"struct page *skb_frag_page(const struct skb_frag *frag);\n"
	"struct skcipher_request { struct scatterlist *src, *dst; void *data; };\n"
	"void skcipher_request_set_crypt(struct skcipher_request *req,\n"
	"				struct scatterlist *src, struct scatterlist *dst,\n"
	"				unsigned int cryptlen, void *iv);\n"
	"void skcipher_request_set_callback(struct skcipher_request *req, unsigned int flags,\n"
	"				   void (*compl)(void *, int), void *data);\n"
};

static struct rules *rules;

static int set_up(void **state)
{
	static const char *const names[] = {
		"alloc_page", "get_user_pages_fast", "pin_user_pages_fast", "put_page",
		"unpin_user_page", "unpin_user_pages",
	};
	const char *src = getenv("PINCHECK_SRC");
	char *dir = xasprintf("%s/rules", src ? src : ".");
	struct strvec have = {0};
	int err;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		strvec__add(&have, names[i]);
	err = rules__load(dir, &have, &rules);
	strvec__exit(&have);
	free(dir);
	return err;
}

static int tear_down(void **state)
{
	(void)state;
	rules__free(rules);
	return 0;
}

struct linked {
	struct tu_facts *tus[MAX_UNITS];
	size_t nr;
	struct program *prog;
};

/* A text that begins so is a unit for another architecture. */
#define FOR_ARM64 "/* arm64 */ "

/* Units drivers/a.c, drivers/b.c …; the last argument is NULL. */
static void open_linked(struct linked *l, const char *const *texts)
{
	memset(l, 0, sizeof(*l));
	l->prog = program__new(rules);
	for (; *texts; texts++) {
		char path[] = "drivers/a.c";
		char *text = xasprintf("#include \"linux/mm.h\"\n%s", *texts);
		struct facts_file files[] = { { path, text }, header };

		path[8] += (char)l->nr;
		l->tus[l->nr] = facts_of_files(files, 2);
		if (l->tus[l->nr]->nr_errors)
			fail_msg("%s: %s", path, tu_str(l->tus[l->nr],
				 l->tus[l->nr]->errors.v[0].text));
		program__add(l->prog, l->tus[l->nr++],
			     str_starts(*texts, FOR_ARM64) ? "arm64" : NULL);
		free(text);
	}
	program__link(l->prog);
	program__flow(l->prog);
}

static void close_linked(struct linked *l)
{
	program__free(l->prog);
	for (size_t i = 0; i < l->nr; i++)
		tu_facts__free(l->tus[i]);
}

static const char *fn_name(const struct program *p, uint32_t fn)
{
	return tu_str(p->fns.v[fn].tu, p->fns.v[fn].fn->name);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Releases of the acquire that stands in @fn; the caller frees it. */
static char *releases_of(const struct program *p, const char *fn)
{
	struct strvec found = {0};
	struct strbuf out;
	const struct flow *flow = NULL;
	char *ret;

	for (size_t i = 0; i < p->acquires.nr; i++)
		if (!strcmp(fn_name(p, p->acquires.v[i].fn), fn))
			flow = &p->flows[i];
	if (!flow)
		fail_msg("no acquire in %s()", fn);
	assert_false(flow->limit);
	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &p->events.v[flow->hits.v[i].event];
		char *s;

		if (ev->kind != EVENT_RELEASE || ev->frees)
			continue;
		s = xasprintf("%s:%s", fn_name(p, ev->fn), program__str(p, ev->sym));
		strvec__add(&found, s);
		free(s);
	}
	if (found.nr)
		qsort(found.v, found.nr, sizeof(*found.v), by_text);
	strbuf__init(&out);
	for (size_t i = 0; i < found.nr; i++)
		if (!i || strcmp(found.v[i], found.v[i - 1]))
			strbuf__addf(&out, "%s%s", out.len ? " " : "", found.v[i]);
	strvec__exit(&found);
	ret = xstrdup(out.buf);
	strbuf__exit(&out);
	return ret;
}

static void check(const char *const *texts, const char *fn, const char *want)
{
	struct linked l;
	char *got;

	open_linked(&l, texts);
	got = releases_of(l.prog, fn);
	assert_string_equal(got, want);
	free(got);
	close_linked(&l);
}

#define UNITS(...) (const char *const[]){ __VA_ARGS__, NULL }

static void test_same_function(void **state)
{
	(void)state;
	check(UNITS("void f(void) { struct page *p; get_user_pages_fast(0, 1, 0, &p); put_page(p); }"),
	      "f", "f:put_page");
	check(UNITS("void f(void) { struct page *p[4]; int i, n = get_user_pages_fast(0, 4, 0, p);"
		    " for (i = 0; i < n; i++) put_page(p[i]); }"), "f", "f:put_page");
	check(UNITS("void f(void) { struct page *p[4], *q = alloc_page(0);"
		    " get_user_pages_fast(0, 4, 0, p); put_page(q); }"), "f", "");
}

static void test_member_across_files(void **state)
{
	(void)state;
	check(UNITS("int fill(struct obj *o) { return get_user_pages_fast(0, 1, 0, &o->page); }",
		    "void drop(struct obj *o) { put_page(o->page); }"),
	      "fill", "drop:put_page");
	/* the member of another struct is another place */
	check(UNITS("int fill(struct obj *o) { return get_user_pages_fast(0, 1, 0, &o->page); }",
		    "void drop(struct other *o) { put_page(o->page); }"),
	      "fill", "");
	check(UNITS("int fill(struct obj *o) { return get_user_pages_fast(0, 8, 0, o->pages); }",
		    "void drop(struct obj *o) { while (o->nr--) put_page(o->pages[o->nr]); }"),
	      "fill", "drop:put_page");
	/* through a local that is stored later */
	check(UNITS("int fill(struct obj *o) { struct page **p = kmalloc(64, 0);"
		    " get_user_pages_fast(0, 8, 0, p); o->many = p; return 0; }",
		    "void drop(struct obj *o) { struct page **p = o->many;"
		    " for (; o->nr--; p++) put_page(*p); }"),
	      "fill", "drop:put_page");
}

static void test_initialisers(void **state)
{
	(void)state;
	check(UNITS("void keep(struct obj *o) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " *o = (struct obj){ .page = p }; }",
		    "void drop(struct obj *o) { put_page(o->page); }"),
	      "keep", "drop:put_page");
	/* by order */
	check(UNITS("void keep(struct obj *o) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " *o = (struct obj){ p }; }",
		    "void drop(struct obj *o) { put_page(o->page); }"),
	      "keep", "drop:put_page");
	/* a member inside a member */
	check(UNITS("struct outer { int a; struct obj in; };"
		    "void keep(struct outer *o) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " *o = (struct outer){ 1, { p } }; }",
		    "void drop(struct obj *o) { put_page(o->page); }"),
	      "keep", "drop:put_page");
}

static void test_parameter(void **state)
{
	(void)state;
	check(UNITS("void drop(struct page *page);"
		    "void f(void) { struct page *p; get_user_pages_fast(0, 1, 0, &p); drop(p); }",
		    "void drop(struct page *page) { put_page(page); }"),
	      "f", "drop:put_page");
	check(UNITS("void drop(struct page **pages, int n);"
		    "void f(void) { struct page *p[8]; get_user_pages_fast(0, 8, 0, p); drop(p, 8); }",
		    "void drop(struct page **pages, int n) { int i;"
		    " for (i = 0; i < n; i++) put_page(pages[i]); }"),
	      "f", "drop:put_page");
}

static void test_return(void **state)
{
	(void)state;
	check(UNITS("struct page *take(void) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " return p; }",
		    "struct page *take(void);"
		    "void f(void) { struct page *p = take(); put_page(p); }"),
	      "take", "f:put_page");
	/* either arm, and x ?: y */
	check(UNITS("struct page *take(int a) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " return a ? p : NULL; }",
		    "struct page *take(int a);"
		    "void f(struct page *q) { struct page *p = take(1) ?: q; put_page(p); }"),
	      "take", "f:put_page");
}

static void test_out_parameter(void **state)
{
	(void)state;
	check(UNITS("int fill(struct page **pages, int n)"
		    " { return get_user_pages_fast(0, n, 0, pages); }",
		    "int fill(struct page **pages, int n);"
		    "void f(void) { struct page *p[8]; int n = fill(p, 8); while (n--) put_page(p[n]); }"),
	      "fill", "f:put_page");
	/* one page through a pointer */
	check(UNITS("int fill(struct page **ret) { struct page *p;"
		    " get_user_pages_fast(0, 1, 0, &p); *ret = p; return 0; }",
		    "int fill(struct page **ret);"
		    "void f(void) { struct page *p; fill(&p); put_page(p); }"),
	      "fill", "f:put_page");
}

static void test_calls_and_returns_match(void **state)
{
	const char *const *texts = UNITS(
		"struct page *same(struct page *page) { return page; }",
		"struct page *same(struct page *page);"
		"void one(void) { struct page *p, *q; get_user_pages_fast(0, 1, 0, &p);"
		" q = same(p); put_page(q); }",
		"struct page *same(struct page *page);"
		"void two(void) { struct page *p, *q; pin_user_pages_fast(0, 1, 0, &p);"
		" q = same(p); unpin_user_page(q); }");

	(void)state;
	check(texts, "one", "one:put_page");
	check(texts, "two", "two:unpin_user_page");
}

static void test_ops_table(void **state)
{
	const char *const *texts = UNITS(
		"static int my_get(struct obj *o, unsigned long addr)"
		" { return get_user_pages_fast(addr, 1, 0, &o->page); }"
		"static void my_drop(struct page *page) { put_page(page); }"
		"const struct ops my_ops = { .get = my_get, .drop = my_drop };",
		"void close(struct dev *d, struct obj *o) { d->ops->drop(o->page); }");
	const char *const *by_order = UNITS(
		"static int my_get(struct obj *o, unsigned long addr)"
		" { return get_user_pages_fast(addr, 1, 0, &o->page); }"
		"static void my_put(struct obj *o) { }"
		"static void my_drop(struct page *page) { put_page(page); }"
		"const struct ops my_ops = { my_get, my_put, my_drop };",
		"void close(struct dev *d, struct obj *o) { d->ops->drop(o->page); }");

	(void)state;
	check(texts, "my_get", "my_drop:put_page");
	check(by_order, "my_get", "my_drop:put_page");
}

static void test_containers(void **state)
{
	(void)state;
	check(UNITS("void fill(struct obj *o) { struct page *p[8]; int i;"
		    " get_user_pages_fast(0, 8, 0, p);"
		    " for (i = 0; i < 8; i++) sg_set_page(&o->sg[i], p[i], 4096, 0); }",
		    "void drop(struct obj *o) { int i;"
		    " for (i = 0; i < 8; i++) put_page(sg_page(&o->sg[i])); }",
		    "void drop_other(struct other *o) { unpin_user_page(sg_page(&o->sg[0])); }"),
	      "fill", "drop:put_page");
	/* a list that was handed on as a parameter */
	check(UNITS("void fill(struct obj *o) { struct page *p[8]; struct scatterlist *sg = o->sg;"
		    " get_user_pages_fast(0, 8, 0, p); sg_set_page(sg, p[0], 4096, 0); }",
		    "void drop_list(struct scatterlist *sg, int n)"
		    " { while (n--) put_page(sg_page(sg++)); }",
		    "void drop_list(struct scatterlist *sg, int n);"
		    "void drop(struct obj *o) { drop_list(o->sg, 8); }"),
	      "fill", "drop_list:put_page");
}

static void test_static_namesakes(void **state)
{
	const char *const *texts = UNITS(
		"static void drop(struct page *page) { put_page(page); }"
		"void one(void) { struct page *p; get_user_pages_fast(0, 1, 0, &p); drop(p); }",
		"static void drop(struct page *page) { unpin_user_page(page); }"
		"void two(void) { struct page *p; pin_user_pages_fast(0, 1, 0, &p); drop(p); }");
	struct linked l;
	uint32_t a, b;

	(void)state;
	check(texts, "one", "drop:put_page");
	check(texts, "two", "drop:unpin_user_page");
	open_linked(&l, texts);
	a = program__find_fn(l.prog, "drop", 0);
	assert_true(a < l.prog->fns.nr);
	b = program__find_fn(l.prog, "drop", a + 1);
	assert_true(b < l.prog->fns.nr);
	assert_int_not_equal(l.prog->fns.v[a].tu_index, l.prog->fns.v[b].tu_index);
	close_linked(&l);
}

static void test_other_architecture(void **state)
{
	(void)state;
	/* code for the main one does not call it, it calls what is for all */
	check(UNITS("void h(struct page *p); void f(void) { struct page *p;"
		    " get_user_pages_fast(0, 1, 0, &p); h(p); }",
		    FOR_ARM64 "void h(struct page *p) { put_page(p); }"), "f", "");
	check(UNITS(FOR_ARM64 "void h(struct page *p); void k(struct page *p);"
		    " void f(void) { struct page *p;"
		    " get_user_pages_fast(0, 1, 0, &p); h(p); k(p); }",
		    FOR_ARM64 "void h(struct page *p) { put_page(p); }",
		    "void k(struct page *p) { unpin_user_page(p); }"), "f",
	      "h:put_page k:unpin_user_page");
}

static void test_recursion_ends(void **state)
{
	(void)state;
	check(UNITS("void b(struct page *page, int n);"
		    "void a(struct page *page, int n) { if (n) b(page, n - 1); else put_page(page); }"
		    "void f(void) { struct page *p; get_user_pages_fast(0, 1, 0, &p); a(p, 3); }",
		    "void a(struct page *page, int n);"
		    "void b(struct page *page, int n) { a(page, n); }"),
	      "f", "a:put_page");
	check(UNITS("struct page *r(struct page *page, int n)"
		    " { return n ? r(page, n - 1) : page; }"
		    "void f(void) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " put_page(r(p, 3)); }"),
	      "f", "f:put_page");
}

static void test_cleanup_attribute(void **state)
{
	(void)state;
	check(UNITS("static inline void put_it(struct page **p) { if (*p) put_page(*p); }"
		    "int f(int a) { struct page *p __attribute__((cleanup(put_it))) = NULL;"
		    " if (get_user_pages_fast(0, 1, 0, &p) != 1) return -14; return 0; }"),
	      "f", "put_it:put_page");
}

static void test_generic(void **state)
{
	(void)state;
	check(UNITS("struct page *head_of(struct page *page) { return page; }"
		    "const struct page *chead_of(const struct page *page) { return page; }"
		    "void f(void) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " put_page(_Generic(p, const struct page *: chead_of,"
		    " struct page *: head_of)(p)); }"),
	      "f", "f:put_page");
	check(UNITS("void f(void) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " put_page(_Generic(p, const struct page *: (struct page *)p,"
		    " struct page *: p)); }"),
	      "f", "f:put_page");
}

#define SKB_DROP \
	"static void unref(struct skb_frag *frag) { put_page(skb_frag_page(frag)); }" \
	"static void skb_release_data(struct sk_buff *skb) { unref(&skb->end->frags[0]); }"

static void test_handed_over(void **state)
{
	(void)state;
	/* dropped where the tree drops what an skb holds */
	check(UNITS("void f(struct sk_buff *skb) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " skb_fill_page_desc(skb, 0, p, 0, 1); }", SKB_DROP),
	      "f", "unref:put_page");
	/* and nowhere else: what others take out of an skb is not followed */
	check(UNITS("void f(struct sk_buff *skb) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " skb_fill_page_desc(skb, 0, p, 0, 1); }",
		    "void g(struct sk_buff *skb) { put_page(skb_frag_page(&skb->end->frags[0])); }"),
	      "f", "");
	/* nor does a reference of its own end the owner's */
	check(UNITS("void f(struct sk_buff *skb) { struct page *p; get_user_pages_fast(0, 1, 0, &p);"
		    " get_page(p); skb_fill_page_desc(skb, 0, p, 0, 1); }", SKB_DROP),
	      "f", "");
}

#define ACQUIRE_SG \
	" struct page *p; get_user_pages_fast(0, 1, 0, &p); sg_set_page(sg, p, 1, 0);"

static void test_request_callback(void **state)
{
	(void)state;
	/* what is in the request */
	check(UNITS("static void done(void *data, int err) { struct skcipher_request *req = data;"
		    " put_page(sg_page(req->dst)); }"
		    "void f(struct skcipher_request *req, struct scatterlist *sg) {" ACQUIRE_SG
		    " skcipher_request_set_crypt(req, sg, sg, 1, NULL);"
		    " skcipher_request_set_callback(req, 0, done, NULL); }"),
	      "f", "done:put_page");
	/* its data */
	check(UNITS("static void done(void *data, int err) { put_page(data); }"
		    "void f(struct skcipher_request *req) { struct page *p;"
		    " get_user_pages_fast(0, 1, 0, &p);"
		    " skcipher_request_set_callback(req, 0, done, p); }"),
	      "f", "done:put_page");
	/* of another request */
	check(UNITS("static void done(void *data, int err) { struct skcipher_request *req = data;"
		    " put_page(sg_page(req->dst)); }"
		    "void f(struct skcipher_request *req, struct skcipher_request *other,"
		    " struct scatterlist *sg) {" ACQUIRE_SG
		    " skcipher_request_set_crypt(req, sg, sg, 1, NULL);"
		    " skcipher_request_set_callback(other, 0, done, NULL); }"),
	      "f", "");
	/* of another user of the cipher */
	check(UNITS("void f(struct skcipher_request *req, struct scatterlist *sg) {" ACQUIRE_SG
		    " skcipher_request_set_crypt(req, sg, sg, 1, NULL); }",
		    "static void done(void *data, int err) { struct skcipher_request *req = data;"
		    " put_page(sg_page(req->dst)); }"
		    "void g(struct skcipher_request *req) {"
		    " skcipher_request_set_callback(req, 0, done, NULL); }"),
	      "f", "");
}

static void test_address(void **state)
{
	(void)state;
	check(UNITS("void f(void) { struct page *p; unsigned long pa; void *va;"
		    " get_user_pages_fast(0, 1, 0, &p); va = page_address(p);"
		    " pa = virt_to_phys((char *)va + 8); put_page(pfn_to_page(pa >> 12)); }"),
	      "f", "f:put_page");
	/* an address is no page, and no number of one */
	check(UNITS("void f(struct obj *o) { struct page *p; unsigned long va;"
		    " get_user_pages_fast(0, 1, 0, &p); va = (unsigned long)page_address(p);"
		    " put_page(pfn_to_page(va >> 12)); }"),
	      "f", "");
}

/* Fifty owners that keep their pages in one member of one struct. */
static char *many_owners(void)
{
	struct strbuf s;
	char *ret;

	strbuf__init(&s);
	for (int i = 0; i < 50; i++)
		strbuf__addf(&s, "void d%d(struct obj *o) { put_page(o->page); }\n", i);
	ret = xstrdup(s.buf);
	strbuf__exit(&s);
	return ret;
}

static void test_tie(void **state)
{
	char *many = many_owners();
	struct linked l;
	char *got;

	(void)state;
	open_linked(&l, UNITS("void f(struct obj *o) { get_user_pages_fast(0, 1, 0, &o->page); }"
			      "void g(struct other *o) { get_user_pages_fast(0, 1, 0, &o->page); }"
			      "void h(struct other *o) { put_page(o->page); }", many));
	got = releases_of(l.prog, "f");
	assert_string_equal(got, "");
	free(got);
	assert_int_equal(l.prog->flows[0].ties.nr, 1);
	assert_string_equal(program__node_name(l.prog, l.prog->flows[0].ties.v[0]), "obj.page");
	/* who does not go through it is followed */
	got = releases_of(l.prog, "g");
	assert_string_equal(got, "h:put_page");
	assert_int_equal(l.prog->flows[1].ties.nr, 0);
	free(got);
	close_linked(&l);
	free(many);
}

/* A flow that is cut short is said to be, and origins are found all the same. */
static void test_limit(void **state)
{
	struct linked l;

	(void)state;
	open_linked(&l, UNITS("static struct page *pass(struct page *p) { return p; }"
			      "static struct page *more(struct page *p) { return pass(p); }"
			      "void f(void) { struct page *p, *q = alloc_page(0);"
			      " get_user_pages_fast(0, 1, 0, &p); put_page(more(p));"
			      " put_page(more(q)); }"));
	for (size_t i = 0; i < l.prog->acquires.nr; i++)
		flow__exit(&l.prog->flows[i]);
	free(l.prog->flows);
	l.prog->event_origin.nr = 0;
	l.prog->max_states = 2;
	program__flow(l.prog);
	assert_true(l.prog->flows[0].limit);
	for (size_t i = 0; i < l.prog->events.nr; i++)
		if (l.prog->events.v[i].kind == EVENT_RELEASE)
			assert_int_equal(l.prog->event_origin.v[i], 0);
	close_linked(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_function),
		cmocka_unit_test(test_member_across_files),
		cmocka_unit_test(test_initialisers),
		cmocka_unit_test(test_parameter),
		cmocka_unit_test(test_return),
		cmocka_unit_test(test_out_parameter),
		cmocka_unit_test(test_calls_and_returns_match),
		cmocka_unit_test(test_ops_table),
		cmocka_unit_test(test_containers),
		cmocka_unit_test(test_static_namesakes),
		cmocka_unit_test(test_other_architecture),
		cmocka_unit_test(test_recursion_ends),
		cmocka_unit_test(test_cleanup_attribute),
		cmocka_unit_test(test_generic),
		cmocka_unit_test(test_handed_over),
		cmocka_unit_test(test_request_callback),
		cmocka_unit_test(test_address),
		cmocka_unit_test(test_tie),
		cmocka_unit_test(test_limit),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
