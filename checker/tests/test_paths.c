// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which calls lead to an error return only, and which two a flag chooses between.
 * In each text, mark() is the call that is asked for; one() and two() are the
 * alternatives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../judge/judge_priv.h"
#include "../lib/util.h"
#include "facts_util.h"

#define HEAD								\
	"#define NULL ((void *)0)\n"					\
	"typedef _Bool bool; enum { false, true };"			\
	"struct page; struct obj { int flags, nr; bool pinned; };"	\
	"int mark(void), one(void), two(void), g(void), n;"		\
	"long lg(void); bool IS_ERR(const void *), IS_ERR_OR_NULL(const void *);"	\
	"void *ERR_PTR(long); long PTR_ERR(const void *); void *ERR_CAST(const void *);"	\
	"void *alloc(void); void stop(void) __attribute__((noreturn));"	\
	"int PTR_ERR_OR_ZERO(const void *); void fill(int *);\n"

static struct rules *rules;

static int set_up(void **state)
{
	const char *src = getenv("PINCHECK_SRC");
	char *dir = xasprintf("%s/rules", src ? src : ".");
	struct strvec have = {0};
	int err;

	(void)state;
	strvec__add(&have, "get_user_pages_fast");
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

struct piece {
	struct tu_facts *tu;
	struct program *prog;
	struct paths_cache *paths;
	uint32_t fn;
};

static void open_piece(struct piece *p, const char *body)
{
	char *text = xasprintf("%s%s", HEAD, body);

	p->tu = facts_of(text);
	free(text);
	p->prog = program__new(rules);
	program__add(p->prog, p->tu, NULL);
	program__link(p->prog);
	p->paths = paths__new(p->prog);
	p->fn = program__find_fn(p->prog, "f", 0);
	assert_true(p->fn < p->prog->fns.nr);
}

static void close_piece(struct piece *p)
{
	paths__free(p->paths);
	program__free(p->prog);
	tu_facts__free(p->tu);
}

static uint32_t find_call(const struct piece *p, const char *name)
{
	const struct fn *fn = p->prog->fns.v[p->fn].fn;

	for (uint32_t i = 0; i < fn->exprs.nr; i++)
		if (fn->exprs.v[i].op == EXPR_CALL &&
		    !strcmp(tu_str(p->tu, fn->exprs.v[i].sym), name))
			return i;
	fail_msg("no call of %s()", name);
	return 0;
}

static bool error_only(const char *body)
{
	struct piece p;
	bool ret;

	open_piece(&p, body);
	ret = paths__error_only(p.paths, p.fn, find_call(&p, "mark"));
	close_piece(&p);
	return ret;
}

static bool error_too(const char *body)
{
	struct piece p;
	bool ret;

	open_piece(&p, body);
	ret = paths__error_too(p.paths, p.fn, find_call(&p, "mark"));
	close_piece(&p);
	return ret;
}

/* Does every way to two() lead over one()? */
static bool before(const char *body)
{
	struct piece p;
	bool ret;

	open_piece(&p, body);
	ret = paths__before(p.paths, p.fn, find_call(&p, "one"), find_call(&p, "two"));
	close_piece(&p);
	return ret;
}

static bool alternatives(const char *body)
{
	struct piece p;
	bool ret;

	open_piece(&p, body);
	ret = paths__alternatives(p.paths, p.fn, find_call(&p, "one"), find_call(&p, "two"));
	assert_int_equal(ret, paths__alternatives(p.paths, p.fn, find_call(&p, "two"),
						  find_call(&p, "one")));
	close_piece(&p);
	return ret;
}

#define yes(body) assert_true(error_only(body))
#define no(body) assert_false(error_only(body))

static void test_returns(void **state)
{
	(void)state;
	yes("int f(int a) { if (a) { mark(); return -22; } return 0; }");
	no("int f(int a) { if (a) return -22; mark(); return 0; }");
	no("int f(int a) { mark(); if (a) return -22; return 0; }");
	yes("int f(int a) { mark(); if (a) return -22; return -1; }");
	no("int f(int a) { if (a) { mark(); return a; } return 0; }");
	yes("int f(int a) { if (a < 0) { mark(); return a; } return 0; }");
	no("int f(int a) { if (a <= 0) { mark(); return a; } return 0; }");
	no("int f(int a) { if (a > 0) { mark(); return a; } return 0; }");
	yes("int f(int a) { if (a > 0) { mark(); return -a; } return 0; }");
	yes("long f(int a) { if (a) { mark(); return -(20 + 2); } return 0; }");
	no("int f(int a) { if (a) { mark(); return ~0 & 7; } return 0; }");
	no("void f(int a) { if (a) { mark(); return; } g(); }");
	no("int f(int a) { if (a) { mark(); return 0xffffffff > 1; } return 0; }");
	no("long f(int a) { if (a) { mark(); return 0xffffffffUL; } return 0; }");
	no("long f(int a) { if (a) { mark(); return 0x80000000; } return 0; }");
	no("int f(int a) { if (a) { mark(); stop(); } return -1; }");
}

static void test_goto_out(void **state)
{
	(void)state;
	yes("int f(int a) { int ret = 0; if (a) { ret = -22; goto out; } return 0;"
	    " out: mark(); return ret; }");
	yes("int f(void) { int ret = g(); if (ret < 0) goto err; return 0;"
	    " err: mark(); return ret; }");
	/* a label of success and error */
	no("int f(int a) { int ret = 0; if (a) { ret = -22; goto out; }"
	   " out: mark(); return ret; }");
	no("int f(void) { int ret = g(); if (ret < 0) goto out; ret = 0;"
	   " out: mark(); return ret; }");
	/* there, what leads to it tells */
	yes("int f(int a) { int ret = 0; if (a) { mark(); ret = -22; goto out; }"
	    " out: g(); return ret; }");
	no("int f(int a) { int ret = -22; if (a) { mark(); ret = 0; goto out; }"
	   " out: g(); return ret; }");
	no("int f(int a) { int ret; ret = g(); if (ret) goto out; ret = -1; return ret;"
	   " out: mark(); return ret; }");
}

static void test_short_count(void **state)
{
	(void)state;
	yes("int f(int nr) { int ret = g(); if (ret != nr) {"
	    " ret = ret < 0 ? ret : -14; goto err; } return 0;"
	    " err: mark(); return ret; }");
	yes("int f(int nr) { int ret = g(); if (ret != nr) {"
	    " if (ret >= 0) ret = -14; goto err; } return 0;"
	    " err: mark(); return ret; }");
	yes("int f(int nr) { int ret = g(); if (ret < nr) {"
	    " mark(); return ret < 0 ? ret : -14; } return 0; }");
	yes("int f(int nr) { int ret = g(); if (ret < nr) {"
	    " mark(); return ret >= 0 ? -14 : ret; } return 0; }");
	yes("int f(int nr) { int ret = g(); if (ret <= 0) {"
	    " mark(); return ret ? ret : -14; } return 0; }");
	yes("int f(int nr) { int ret = g(); if (ret <= 0) {"
	    " mark(); return ret ?: -14; } return 0; }");
	no("int f(int nr) { int ret = g(); if (ret != nr) { mark(); return ret; } return 0; }");
	no("int f(int nr) { int ret = g(); if (ret != nr) {"
	   " mark(); return ret ? ret : -14; } return 0; }");
}

static void test_conditions(void **state)
{
	(void)state;
	yes("int f(void) { int ret; if ((ret = g()) < 0) { mark(); return ret; } return 0; }");
	yes("int f(void) { int ret = g(); if (0 > ret) { mark(); return ret; } return 0; }");
	yes("int f(void) { int ret = g(); if (ret <= -1) { mark(); return ret; } return 0; }");
	yes("int f(void) { int ret = g(); if (ret == -14) { mark(); return ret; } return 0; }");
	no("int f(void) { int ret = g(); if (ret == 14) { mark(); return ret; } return 0; }");
	yes("int f(int a) { int ret = g(); if (a && ret < 0) { mark(); return ret; } return 0; }");
	no("int f(int a) { int ret = g(); if (a || ret < 0) { mark(); return ret; } return 0; }");
	yes("int f(void) { int ret = g(); if (__builtin_expect(!!(ret < 0), 0)) {"
	    " mark(); return ret; } return 0; }");
	yes("int f(void) { int ret = g(); if (!(ret >= 0)) { mark(); return ret; } return 0; }");
	yes("int f(void) { int ret = g(); if (ret >= 0) return 0; mark(); return ret; }");
	/* the variable is changed by its address */
	no("int f(void) { int ret = g(); if (ret < 0) { mark(); fill(&ret); return ret; }"
	   " return 0; }");
	no("int f(void) { int ret = g(); if (ret < 0) { mark(); ret += 5; return ret; }"
	   " return 0; }");
}

static void test_pointers(void **state)
{
	(void)state;
	yes("void *f(int a) { if (a) { mark(); return NULL; } return &n; }");
	yes("void *f(int a) { if (a) { mark(); return ERR_PTR(-12); } return &n; }");
	yes("void *f(int a) { void *p = alloc(); if (!p) { mark(); return p; } return p; }");
	yes("void *f(int a) { void *p = alloc(); if (IS_ERR(p)) { mark(); return p; } return p; }");
	yes("void *f(int a) { void *p = alloc(); if (IS_ERR(p)) { mark(); return ERR_CAST(p); }"
	    " return p; }");
	yes("int f(int a) { void *p = alloc(); if (IS_ERR(p)) { mark(); return PTR_ERR(p); }"
	    " return 0; }");
	yes("void *f(int a) { void *p = alloc(); int ret; if (a) { ret = -5; goto err; } return p;"
	    " err: mark(); return ERR_PTR(ret); }");
	no("void *f(int a) { void *p = alloc(); if (!IS_ERR(p)) { mark(); return p; } return NULL; }");
	no("void *f(int a) { void *p = alloc(); mark(); return p; }");
	yes("void *f(int a) { void *p = alloc(); if (IS_ERR_OR_NULL(p)) { mark(); return p; }"
	    " return p; }");
	/* zero of a pointer's function, not of a number's */
	no("int f(int a) { if (a) { mark(); return 0; } return 1; }");
	no("int f(int a) { void *p = alloc(); mark(); return PTR_ERR_OR_ZERO(p); }");
}

/* A bool does not say which of its values is the error. */
static void test_bools(void **state)
{
	(void)state;
	no("bool f(int a) { if (a) { mark(); return false; } return true; }");
	no("bool f(int a) { if (a) { mark(); return true; } return false; }");
	no("bool f(int a) { if (a) { mark(); return -1; } return false; }");
}

static void test_loops(void **state)
{
	(void)state;
	yes("int f(int nr) { int i, ret = g(); if (ret < 0) { for (i = 0; i < nr; i++) mark();"
	    " return ret; } return 0; }");
	yes("int f(int nr) { int i, ret; for (i = 0; i < nr; i++) { ret = g(); if (ret < 0)"
	    " goto err; } return 0; err: while (--i >= 0) mark(); return ret; }");
	no("int f(int nr) { int i; for (i = 0; i < nr; i++) { mark(); if (g()) return -5; }"
	   " return 0; }");
	no("int f(int nr) { int ret = -5; while (nr--) { mark(); ret = 0; } return ret; }");
	yes("int f(int nr) { int ret = 0; do { ret = g(); if (ret < 0) { mark(); break; } }"
	    " while (nr--); return ret; }");
	no("int f(int nr) { int ret = 0; do { ret = g(); if (ret < 0) { mark(); continue; } }"
	   " while (nr--); return ret; }");
	/* it never comes back */
	no("int f(void) { if (g()) { mark(); for (;;) ; } return -1; }");
}

static void test_switches(void **state)
{
	(void)state;
	yes("int f(int a) { switch (a) { case 1: mark(); return -5; case 2: return 0; }"
	    " return 1; }");
	no("int f(int a) { switch (a) { case 1: mark(); case 2: return 0; } return -1; }");
	no("int f(int a) { int ret; switch (a) { case 1: mark(); ret = 0; break;"
	   " default: ret = -5; } return ret; }");
	yes("int f(int a) { int ret; switch (a) { case 1: ret = 0; break;"
	    " default: mark(); ret = -5; } return ret; }");
}

static void test_alternatives(void **state)
{
	(void)state;
	assert_true(alternatives("void f(struct obj *o) { if (o->pinned) one(); else two(); }"));
	assert_true(alternatives("void f(struct obj *o) { if (o->flags & 1) one(); else two(); }"));
	assert_true(alternatives("void f(struct obj *o) { if (!o->pinned) { one(); return; } two(); }"));
	assert_true(alternatives("void f(bool pin) { if (pin) one(); else two(); }"));
	assert_true(alternatives("int f(struct obj *o) { return o->pinned ? one() : two(); }"));
	assert_true(alternatives("void f(struct obj *o) { bool pin = o->flags & 1;"
				 " for (int i = 0; i < o->nr; i++) { if (pin) one(); else two(); } }"));
	assert_true(alternatives("void f(struct obj *o) { if (o->flags & 1) one();"
				 " if (!(o->flags & 1)) two(); }"));
}

static void test_no_alternatives(void **state)
{
	(void)state;
	/* one after the other */
	assert_false(alternatives("void f(struct obj *o) { one(); two(); }"));
	assert_false(alternatives("void f(struct obj *o) { if (o->pinned) one(); two(); }"));
	assert_false(alternatives("void f(struct obj *o) { if (o->pinned) { one(); two(); } }"));
	/* an error check is no flag */
	assert_false(alternatives("int f(void) { int ret = g(); if (ret < 0) { one(); return ret; }"
				  " two(); return 0; }"));
	assert_false(alternatives("int f(void) { int ret = g(); if (ret) { one(); return ret; }"
				  " two(); return 0; }"));
	assert_false(alternatives("int f(void) { if (g()) { one(); return -1; } two(); return 0; }"));
	assert_false(alternatives("int f(void) { void *p = alloc(); if (!p) { one(); return -1; }"
				  " two(); return 0; }"));
	assert_false(alternatives("int f(void) { void *p = alloc(); if (IS_ERR(p)) { one(); return -1; }"
				  " two(); return 0; }"));
	assert_false(alternatives("int f(int nr) { int ret = g(); if (ret != nr) { one(); return -14; }"
				  " two(); return 0; }"));
	/* nor is a mode that a switch looks at */
	assert_false(alternatives("int f(int how) { switch (how) { case 0: one(); break;"
				  " default: two(); return 1; } return 0; }"));
	/* both in turn */
	assert_false(alternatives("void f(struct obj *o) { while (g()) { if (o->nr > 3) one();"
				  " else two(); } }"));
}

static void test_error_too(void **state)
{
	(void)state;
	assert_true(error_too("int f(void) { int ret = g(); mark(); return ret; }"));
	assert_true(error_too("int f(void) { int ret = g(); if (ret) { mark(); return ret; } return 0; }"));
	assert_true(error_too("int f(void) { mark(); return -5; }"));
	assert_false(error_too("int f(void) { int ret = g(); if (ret < 0) return ret; mark(); return ret; }"));
	assert_false(error_too("int f(void) { mark(); return 0; }"));
	assert_false(error_too("void f(void) { mark(); }"));
	assert_true(error_too("void *f(void) { void *p = alloc(); mark(); return p; }"));
	assert_false(error_too("void *f(void) { mark(); return &n; }"));
}

static void test_before(void **state)
{
	(void)state;
	assert_true(before("void f(void) { one(); two(); }"));
	assert_false(before("void f(void) { two(); one(); }"));
	assert_true(before("void f(int a) { one(); if (a) two(); }"));
	assert_false(before("void f(int a) { if (a) one(); two(); }"));
	assert_false(before("void f(int a) { if (a) one(); else two(); }"));
}

/* All cases of a switch count, however many there are. */
static void test_many_cases(void **state)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	(void)state;
	fputs("int f(int a) { switch (a) { ", f);
	for (int i = 0; i < 1500; i++)
		fprintf(f, "case %d: %s", i, i == 1400 ? "mark(); return -1; " : "break; ");
	fputs("default: break; } return 0; }", f);
	fclose(f);
	yes(text);
	free(text);
}

/* A function that is too large to be looked at gives no answer, in time. */
static void test_large(void **state)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	(void)state;
	fputs("int f(int a) { ", f);
	for (int i = 0; i < 1500; i++)
		fprintf(f, "int v%d = g(); if (v%d) { a++; }", i, i);
	fputs("mark(); return -1; }", f);
	fclose(f);
	no(text);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_returns),
		cmocka_unit_test(test_goto_out),
		cmocka_unit_test(test_short_count),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_pointers),
		cmocka_unit_test(test_bools),
		cmocka_unit_test(test_loops),
		cmocka_unit_test(test_switches),
		cmocka_unit_test(test_alternatives),
		cmocka_unit_test(test_no_alternatives),
		cmocka_unit_test(test_error_too),
		cmocka_unit_test(test_before),
		cmocka_unit_test(test_many_cases),
		cmocka_unit_test(test_large),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
