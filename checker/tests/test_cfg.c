// SPDX-License-Identifier: GPL-2.0-only
/*
 * Graphs of pieces of C as what can be reached. With a file as argument it prints
 * that file's summary, which scripts/check-cfg.sh holds against clang's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../lib/util.h"
#include "facts_summary.h"
#include "facts_util.h"

/* Does the summary of function f have this line so often? */
static void has(const char *code, const char *line, int want)
{
	struct tu_facts *tu = facts_of(code);
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	int n = 0;

	assert_non_null(out);
	facts_summary__print(tu, fn_of(tu, "f"), out);
	fclose(out);
	for (char *at = text; (at = strstr(at, line)); at += strlen(line))
		n++;
	assert_int_equal(n, want);
	free(text);
	tu_facts__free(tu);
}

#define DECLS "int g(int); void stop(void) __attribute__((noreturn));"

static void test_conditions_that_fold(void **state)
{
	(void)state;
	has(DECLS "int f(int a) { if (g(a) && 0) return g(2); return 0; }",
	    "f call g once\n", 1);
	has(DECLS "int f(int a) { if ((stop(), 1)) return 1; return g(a); }",
	    "f return\n", 0);
	has(DECLS "int f(int a) { switch (sizeof(a)) { case 4: return 1; } stop(); }",
	    "f call stop", 0);
}

static void test_values_on_some_paths(void **state)
{
	(void)state;
	has(DECLS "int f(int a) { int r = a && g(a); return r; }", "f cond g\n", 1);
	has(DECLS "int f(int a) { return a ? g(a) : (stop(), 1); }", "f return\n", 1);
	has(DECLS "int f(int a) { return g(a) ?: g(2); }", "f call g once\n", 2);
}

static void test_loops(void **state)
{
	(void)state;
	has(DECLS "void f(int a) { do { g(a); } while (0); }", "f call g once\n", 1);
	has(DECLS "void f(int a) { again: if (g(a)) goto again; g(2); }",
	    "f call g loop\n", 1);
	has(DECLS "void f(int a) { for (;; ({ goto out; })) if (0) { out: break; } "
	    "else g(a); }", "f call g once\n", 1);
}

static void test_typeof_is_not_evaluated(void **state)
{
	(void)state;
	has(DECLS "int f(int a) { return (__typeof__(g(a)))a; }", "f call g", 0);
}

static int print(const char *path)
{
	struct facts_file file = { "test.c", NULL };
	struct tu_facts *tu;
	char *text;
	size_t len;

	if (file_read(path, 1 << 20, &text, &len)) {
		fprintf(stderr, "cannot read %s\n", path);
		return 1;
	}
	file.text = text;
	tu = facts_of_files(&file, 1);
	for (size_t i = 0; i < tu->fns.nr; i++)
		facts_summary__print(tu, tu->fns.v[i], stdout);
	tu_facts__free(tu);
	free(text);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_conditions_that_fold),
		cmocka_unit_test(test_values_on_some_paths),
		cmocka_unit_test(test_loops),
		cmocka_unit_test(test_typeof_is_not_evaluated),
	};

	if (argc > 1)
		return print(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
