// SPDX-License-Identifier: GPL-2.0-only
/*
 * Webs of small functions. The line of a use says which one is meant: each
 * expression of `p` stands on a line of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../lib/strbuf.h"
#include "../link/webs.h"
#include "facts_util.h"

#define HEAD							\
	"struct page { int x; };"				\
	"struct page *find(int), *pin(int);"			\
	"void put(struct page *), unpin(struct page *);"	\
	"int fill(struct page **), get(int, struct page **);"	\
	"extern int c; extern struct page **kept;"

struct piece {
	struct tu_facts *tu;
	const struct fn *fn;
	struct webs webs;
};

static bool is_page(void *ctx, uint32_t var)
{
	const struct piece *p = ctx;

	return !strcmp(tu_str(p->tu, p->fn->vars.v[var].type), "struct page *");
}

static bool get_overwrites(void *ctx, uint32_t call, uint32_t arg)
{
	const struct piece *p = ctx;

	return arg == 1 && !strcmp(tu_str(p->tu, p->fn->exprs.v[call].sym), "get");
}

static struct piece piece(const char *text)
{
	struct piece p = { .tu = facts_of(text) };
	struct webs_ask ask = {
		.candidate = is_page, .overwrites = get_overwrites, .ctx = &p,
	};

	p.fn = fn_of(p.tu, "f");
	assert_non_null(p.fn);
	webs__build(p.fn, &ask, &p.webs);
	assert_false(p.webs.too_large);
	return p;
}

/* Webs of p in the order of its expressions in the text: "0 0 1 1". */
static void expect(const char *text, const char *want)
{
	struct piece p = piece(text);
	char got[256] = "";
	size_t len = 0;
	uint32_t var = var_of(p.tu, p.fn, "p");

	assert_int_not_equal(var, UINT32_MAX);
	for (uint32_t line = 1; line < 100; line++) {
		for (uint32_t i = 0; i < p.fn->exprs.nr; i++) {
			const struct expr *e = &p.fn->exprs.v[i];
			uint32_t web = webs__of(&p.webs, i);

			if (e->op != EXPR_VAR || e->a != var || e->line != line)
				continue;
			len += (size_t)snprintf(got + len, sizeof(got) - len, "%s%u",
						len ? " " : "", web);
			if (!web)
				continue;
			assert_int_equal(p.webs.extra.v[p.webs.extra_at[i]].var, var);
			assert_int_equal(p.webs.extra.v[p.webs.extra_at[i]].nr, web);
		}
	}
	assert_string_equal(got, want);
	webs__exit(&p.webs);
	tu_facts__free(p.tu);
}

static void test_reused(void **state)
{
	(void)state;
	expect(HEAD "void f(void) { struct page *p;\n"
	       "p = pin(1);\n" "unpin(p);\n" "p = find(1);\n" "put(p); }", "0 0 1 1");
	/* initialised where it is declared */
	expect(HEAD "void f(void) {\n struct page *p = pin(1);\n" "unpin(p);\n"
	       "p = find(1);\n" "put(p); }", "0 0 1 1");
	/* made of what it was: perhaps it is the same still */
	expect(HEAD "struct page *next(struct page *);"
	       "void f(void) { struct page *p;\n" "p = pin(1);\n"
	       "p =\n next(p);\n" "put(p);\n" "p = find(1);\n" "put(p); }",
	       "0 0 0 0 1 1");
	expect(HEAD "struct page *page_of(int);"
	       "void f(void) { struct page *p;\n" "p = pin(1);\n"
	       "p =\n page_of(p->x);\n" "put(p); }", "0 0 0 0");
}

static void test_branches(void **state)
{
	(void)state;
	/* both get to one use */
	expect(HEAD "void f(void) { struct page *p;\n" "if (c)\n p = pin(1);\n"
	       "else\n p = find(1);\n" "put(p); }", "0 0 0");
	/* a use in an arm, and another after */
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "unpin(p);\n"
	       "if (c) {\n p = find(1);\n put(p);\n return; }\n"
	       "p = find(2);\n" "put(p); }", "0 0 1 1 2 2");
	/* not certain: the old value may be there still */
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n"
	       "c = c &&\n (p = find(1)) != 0;\n" "put(p); }", "0 0 0");
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n"
	       "c ?\n (p = find(1)) :\n 0;\n" "put(p); }", "0 0 0");
	/* a statement in an arm stands before the expression */
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n"
	       "c = c ? ({\n p = find(1); 1; }) : 2;\n" "put(p); }", "0 0 0");
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "unpin(p);\n"
	       "c = ({\n p = find(1); 1; }) ? 1 : 2;\n" "put(p); }", "0 0 1 1");
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "unpin(p);\n"
	       "if (c && (\np = find(1)))\n put(p); }", "0 0 1 1");
	/* without a value at first: nothing to share */
	expect(HEAD "void f(void) { struct page *p;\n" "if (c)\n p = pin(1);\n"
	       "unpin(p);\n" "if (c)\n p = find(1);\n" "else return;\n"
	       "put(p); }", "0 0 1 1");
	expect(HEAD "void f(void) { struct page *p;\n" "switch (c) {\n"
	       "case 1:\n p = pin(1);\n break;\n" "default:\n p = find(1);\n }\n"
	       "put(p);\n p = 0; }", "0 0 0 0");
}

static void test_loops(void **state)
{
	(void)state;
	/* each round anew */
	expect(HEAD "void f(void) { struct page *p;\n" "while (c) {\n"
	       "p = pin(1);\n" "unpin(p);\n" "p = find(1);\n" "put(p); } }", "0 0 1 1");
	/* the last of a round is the first of the next */
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "while (c) {\n"
	       "put(p);\n" "p = find(1);\n" "} }", "0 0 0");
	/* to and fro by goto */
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "again:\n"
	       "put(p);\n" "p = find(1);\n" "if (c) goto again; }", "0 0 0");
}

static void test_constant(void **state)
{
	(void)state;
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "unpin(p);\n"
	       "p = (void *)0;\n" "if (c)\n p = find(1);\n" "if (\np)\n put(p); }",
	       "0 0 0 1 1 1");
	/* ++ and += go on with what is there */
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "p++;\n"
	       "p += 2;\n" "unpin(p);\n" "p = find(1);\n" "put(p); }", "0 0 0 0 1 1");
}

static void test_parameter(void **state)
{
	(void)state;
	expect(HEAD "void f(struct page *p) {\n" "put(p);\n" "p = find(1);\n"
	       "put(p); }", "0 1 1");
	/* its own value is unused: it is the first web all the same */
	expect(HEAD "void f(struct page *p) {\n" "p = find(1);\n" "put(p);\n"
	       "p = pin(1);\n" "unpin(p); }", "1 1 2 2");
}

static void test_address(void **state)
{
	(void)state;
	/* a call that may read what was there */
	expect(HEAD "void f(void) { struct page *p;\n" "p = find(1);\n" "fill(&p);\n"
	       "put(p); }", "0 0 0");
	expect(HEAD "void f(void) { struct page *p = 0;\n" "fill(&p);\n" "put(p);\n"
	       "p = find(1);\n" "put(p); }", "0 0 0 1 1");
	/* one that does not */
	expect(HEAD "void f(void) { struct page *p;\n" "p = find(1);\n" "put(p);\n"
	       "get(1, &p);\n" "unpin(p); }", "0 0 1 1");
	/* kept somewhere: others may write it */
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "kept = &p;\n"
	       "unpin(p);\n" "p = find(1);\n" "put(p); }", "0 0 0 0 0");
}

/* Code that nothing leads to may see every value. */
static void test_dead(void **state)
{
	(void)state;
	expect(HEAD "void f(void) { struct page *p;\n" "p = pin(1);\n" "unpin(p);\n"
	       "p = find(1);\n" "put(p);\n" "return;\n" "put(p); }", "0 0 0 0 0");
}

/* A function of one definition costs nothing, and another variable stays out. */
static void test_early(void **state)
{
	struct piece p = piece(HEAD "void f(void) { struct page *p = pin(1); int i = 0;"
			       "i = 2; unpin(p); }");

	(void)state;
	assert_int_equal(p.webs.nr_exprs, 0);
	assert_null(p.webs.at);
	webs__exit(&p.webs);
	tu_facts__free(p.tu);
	p = piece(HEAD "void f(void) { struct page *p = pin(1), *q = pin(2); int i = 1;"
		  "unpin(p); p = find(1); put(p); put(q); q = find(i); i = 2; put(q);"
		  "p = find(i); put(p); }");
	assert_int_equal(p.webs.extra.nr, 3);
	assert_int_equal(p.webs.extra.v[0].var, var_of(p.tu, p.fn, "p"));
	assert_int_equal(p.webs.extra.v[1].nr, 2);
	assert_int_equal(p.webs.extra.v[2].var, var_of(p.tu, p.fn, "q"));
	for (uint32_t i = 0; i < p.fn->exprs.nr; i++)
		if (p.fn->exprs.v[i].op != EXPR_VAR ||
		    p.fn->exprs.v[i].a == var_of(p.tu, p.fn, "i"))
			assert_int_equal(p.webs.at[i], WEB_NONE);
	webs__exit(&p.webs);
	tu_facts__free(p.tu);
}

/* Too much to look at: nothing is split, and that is said. */
static void test_too_large(void **state)
{
	struct strbuf text = {0};
	struct tu_facts *tu;
	struct piece p = {0};
	struct webs_ask ask = { .candidate = is_page, .ctx = &p };

	(void)state;
	strbuf__addf(&text, HEAD "void f(void) { struct page *p;");
	for (int i = 0; i < 2000; i++)
		strbuf__addf(&text, "if (c) { p = find(%d); put(p); }", i);
	strbuf__addf(&text, "}");
	tu = p.tu = facts_of(text.buf);
	p.fn = fn_of(tu, "f");
	webs__build(p.fn, &ask, &p.webs);
	assert_true(p.webs.too_large);
	assert_int_equal(p.webs.nr_exprs, 0);
	assert_int_equal(p.webs.extra.nr, 0);
	webs__exit(&p.webs);
	tu_facts__free(tu);
	strbuf__exit(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reused),
		cmocka_unit_test(test_branches),
		cmocka_unit_test(test_loops),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_parameter),
		cmocka_unit_test(test_address),
		cmocka_unit_test(test_dead),
		cmocka_unit_test(test_early),
		cmocka_unit_test(test_too_large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
