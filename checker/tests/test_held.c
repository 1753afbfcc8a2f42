// SPDX-License-Identifier: GPL-2.0-only
/*
 * Terms that the page count is made of, and which functions of one small unit
 * are found to lose, to release too many, or to release twice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../judge/held.h"
#include "../lib/util.h"
#include "facts_util.h"

#define HEAD								\
	"#define NULL ((void *)0)\n"					\
	"struct page; void *alloc(int); int g(void);"			\
	"int pin_user_pages_fast(unsigned long, int nr_pages, unsigned int, struct page **pages);" \
	"void unpin_user_pages(struct page **pages, unsigned long npages);" \
	"void unpin_user_page(struct page *page); void kfree(const void *objp);\n"

static struct rules *rules;

static int set_up(void **state)
{
	const char *src = getenv("PINCHECK_SRC");
	char *dir = xasprintf("%s/rules", src ? src : ".");
	struct strvec have = {0};
	int err;

	(void)state;
	strvec__add(&have, "pin_user_pages_fast");
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

/* "rule line" of each finding of the three rules, lines of @body counted from 1 */
static char *found(const char *body)
{
	char *text = xasprintf("%s%s", HEAD, body), *ret = xasprintf("%s", ""), *more;
	struct judge_options opts = { .era = ERA_PIN };
	struct tu_facts *tu = facts_of(text);
	struct result *res = result__new();
	struct program *prog = program__new(rules);
	static const char *const ids[] = { "partial-pin-leak", "bad-count", "double-release" };

	free(text);
	program__add(prog, tu, NULL);
	program__link(prog);
	program__flow(prog);
	judge__run(prog, &opts, res);
	for (size_t i = 0; i < res->findings.nr; i++) {
		const struct finding *f = &res->findings.v[i];

		for (size_t k = 0; k < ARRAY_SIZE(ids); k++) {
			if (strcmp(f->rule, ids[k]) || f->level == LEVEL_NOTE)
				continue;
			more = xasprintf("%s%s %u;", ret, f->rule, f->at.line - 2);
			free(ret);
			ret = more;
		}
	}
	program__free(prog);
	result__free(res);
	tu_facts__free(tu);
	return ret;
}

static void expect(const char *body, const char *want)
{
	char *got = found(body);

	assert_string_equal(got, want);
	free(got);
}

static void test_sums(void **state)
{
	struct terms t = {0};
	uint32_t x = terms__get(&t, TERM_START, 0, 1, 0), y = terms__get(&t, TERM_RESULT, 0, 0, 0);
	int32_t k;

	(void)state;
	assert_int_equal(terms__add(&t, x, terms__const(&t, 0)), x);
	assert_int_equal(terms__add(&t, terms__sub(&t, x, y), y), x);
	assert_int_equal(terms__sub(&t, terms__add(&t, x, y), x), y);
	assert_int_equal(terms__sub(&t, terms__add(&t, x, terms__const(&t, 1)),
				    terms__const(&t, 1)), x);
	assert_true(terms__is_const(&t, terms__sub(&t, x, x), &k) && !k);
	assert_true(terms__has(&t, terms__add(&t, x, y), y));
	assert_false(terms__has(&t, x, y));
	/* a sum that does not fit is not told */
	assert_int_equal(terms__add(&t, terms__const(&t, INT32_MAX), terms__const(&t, 1)),
			 NO_TERM);
	terms__exit(&t);
}

static void test_leak(void **state)
{
	(void)state;
	expect("int f(unsigned long a) { struct page *p[4];\n"
	       "int n = pin_user_pages_fast(a, 4, 0, p);\n"
	       "if (n != 4)\n"
	       "return -14;\n"
	       "unpin_user_pages(p, 4); return 0; }\n", "partial-pin-leak 4;");
	expect("int f(unsigned long a) { struct page *p[4];\n"
	       "int n = pin_user_pages_fast(a, 4, 0, p);\n"
	       "if (n != 4) { if (n > 0) unpin_user_pages(p, n); return -14; }\n"
	       "unpin_user_pages(p, 4); return 0; }\n", "");
	/* given to the caller */
	expect("int f(unsigned long a, struct page **p) {\n"
	       "return pin_user_pages_fast(a, 4, 0, p); }\n", "");
	/* one page can't be a part */
	expect("int f(unsigned long a) { struct page *p;\n"
	       "if (pin_user_pages_fast(a, 1, 0, &p) != 1) return -14;\n"
	       "unpin_user_page(p); return 0; }\n", "");
}

static void test_count(void **state)
{
	(void)state;
	expect("int f(unsigned long a, int nr, struct page **p) {\n"
	       "int n = pin_user_pages_fast(a, nr, 0, p);\n"
	       "if (n < 0) return n;\n"
	       "unpin_user_pages(p, nr); return 0; }\n", "bad-count 4;");
	expect("int f(unsigned long a, int nr, struct page **p) {\n"
	       "int n = pin_user_pages_fast(a, nr, 0, p);\n"
	       "unpin_user_pages(p, n); return 0; }\n", "bad-count 3;");
	expect("int f(unsigned long a, int nr, struct page **p) { int i;\n"
	       "int n = pin_user_pages_fast(a, nr, 0, p);\n"
	       "for (i = 0; i < n; i++) unpin_user_page(p[i]); return 0; }\n", "");
	expect("int f(unsigned long a, int nr, struct page **p) { unsigned int i;\n"
	       "int n = pin_user_pages_fast(a, nr, 0, p);\n"
	       "for (i = 0; i < n; i++)\n"
	       "unpin_user_page(p[i]); return 0; }\n", "bad-count 3;");
}

static void test_twice(void **state)
{
	(void)state;
	expect("int f(unsigned long a, int nr, struct page **p) {\n"
	       "int n = pin_user_pages_fast(a, nr, 0, p);\n"
	       "if (n <= 0) return n;\n"
	       "if (g()) unpin_user_pages(p, n);\n"
	       "unpin_user_pages(p, n); return 0; }\n", "double-release 5;");
	expect("int f(unsigned long a, int nr, struct page **p) {\n"
	       "int n = pin_user_pages_fast(a, nr, 0, p);\n"
	       "if (n <= 0) return n;\n"
	       "if (g()) { unpin_user_pages(p, n); n = 0; }\n"
	       "unpin_user_pages(p, n); return 0; }\n", "");
	/* from the last to the first */
	expect("int f(unsigned long a, int nr, struct page **p) {\n"
	       "int n = pin_user_pages_fast(a, nr, 0, p), k = n;\n"
	       "if (n <= 0) return n;\n"
	       "while (n--) unpin_user_page(p[n]);\n"
	       "unpin_user_pages(p, k); return 0; }\n", "double-release 5;");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_leak),
		cmocka_unit_test(test_count),
		cmocka_unit_test(test_twice),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
