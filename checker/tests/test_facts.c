// SPDX-License-Identifier: GPL-2.0-only
/*
 * Facts of pieces of C: where things stand, what they are called, what comes from
 * headers. With a file as argument it prints that file's facts, which
 * testcases/facts/run.sh compares.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../lib/strbuf.h"
#include "../lib/util.h"
#include "facts_util.h"

/* The n-th call of a function in @fn, from 0; NULL if there are not so many. */
static const struct expr *call_of(const struct tu_facts *tu, const struct fn *fn,
				  const char *name, int n)
{
	for (size_t i = 0; i < fn->exprs.nr; i++)
		if (fn->exprs.v[i].op == EXPR_CALL &&
		    !strcmp(tu_str(tu, fn->exprs.v[i].sym), name) && !n--)
			return &fn->exprs.v[i];
	return NULL;
}

static int nr_calls(const struct tu_facts *tu, const struct fn *fn, const char *name)
{
	int n = 0;

	while (call_of(tu, fn, name, n))
		n++;
	return n;
}

static const struct expr *arg_of(const struct fn *fn, const struct expr *e, unsigned int i)
{
	assert_true(i < e->nr_args);
	return &fn->exprs.v[fn->args.v[e->arg0 + i]];
}

/* A call in an argument of a macro stands where a person sees its name. */
static void test_macro_argument_lines(void **state)
{
	struct tu_facts *tu = facts_of(
		"int g(void); int h(int); void use(int);\n"
		"#define TWICE(x, y) do { use(x); \\\n"
		"	use(y); } while (0)\n"
		"#define GET() g()\n"
		"void f(void)\n"
		"{\n"
		"	TWICE(g(),\n"
		"	      h(\n"
		"		GET()));\n"
		"}\n");
	const struct fn *fn = fn_of(tu, "f");

	(void)state;
	assert_int_equal(call_of(tu, fn, "use", 0)->line, 7);
	assert_int_equal(call_of(tu, fn, "use", 1)->line, 7);
	assert_int_equal(call_of(tu, fn, "g", 0)->line, 7);
	assert_int_equal(call_of(tu, fn, "g", 0)->col, 8);
	assert_int_equal(call_of(tu, fn, "h", 0)->line, 8);
	assert_int_equal(call_of(tu, fn, "g", 1)->line, 9);
	assert_int_equal(fn->line, 5);
	assert_int_equal(fn->end_line, 10);
	tu_facts__free(tu);
}

/* A function that a macro of a header defines is the file's that names it. */
static void test_defined_by_macro(void **state)
{
	static const struct facts_file files[] = {
		{ "fs/a.c", "#include \"sys.h\"\n"
			    "SYSCALL_DEFINE3(brk, int, a,\n"
			    "		int, b, int, c)\n"
			    "{\n"
			    "	return a + b + c;\n"
			    "}\n" },
		{ "sys.h", "#define SYSCALL_DEFINE3(name, t1, a1, t2, a2, t3, a3)	\\\n"
			   "static long __do_sys_##name(t1 a1, t2 a2, t3 a3);		\\\n"
			   "long sys_##name(t1 a1, t2 a2, t3 a3)			\\\n"
			   "{ return __do_sys_##name(a1, a2, a3); }			\\\n"
			   "static long __do_sys_##name(t1 a1, t2 a2, t3 a3)\n" },
	};
	struct tu_facts *tu = facts_of_files(files, 2);
	const struct fn *fn = fn_of(tu, "__do_sys_brk");

	(void)state;
	assert_non_null(fn);
	assert_string_equal(tu_str(tu, fn->written), "SYSCALL_DEFINE3(brk)");
	assert_string_equal(tu_str(tu, fn->file), "fs/a.c");
	assert_int_equal(fn->line, 2);
	assert_int_equal(fn->nr_params, 3);
	assert_false(fn->flags & FN_HEADER);
	tu_facts__free(tu);
}

static const struct facts_file template_files[] = {
	{ "kvm/mmu.c", "int more(int);\n"
		       "#define PT 64\n"
		       "#define FNAME(x) paging64_##x\n"
		       "#include \"kvm/tmpl.h\"\n"
		       "#undef FNAME\n"
		       "#undef PT\n"
		       "#define PT 32\n"
		       "#define FNAME(x) paging32_##x\n"
		       "#include \"kvm/tmpl.h\"\n"
		       "struct ctx { int (*fault)(int); };\n"
		       "int f(int a) { return paging64_walk(a); }\n"
		       "void g(struct ctx *c) { c->fault = paging32_walk; }\n"
		       "static struct ctx c = { paging64_fault };\n" },
	{ "kvm/tmpl.h", "static int FNAME(inner)(int a) { return more(a + PT); }\n"
			"static int FNAME(walk)(int a) { return FNAME(inner)(a); }\n"
			"static int FNAME(fault)(int a) { return a; }\n"
			"static int FNAME(unused)(int a) { return a; }\n" },
};

/* A template that is included twice gives two functions of each. */
static void test_template_twice(void **state)
{
	struct tu_facts *tu = facts_of_files(template_files, 2);
	const struct fn *one = fn_of(tu, "paging64_walk");
	const struct fn *two = fn_of(tu, "paging32_walk");

	(void)state;
	assert_int_equal(tu->nr_errors, 0);
	assert_non_null(one);
	assert_string_equal(tu_str(tu, one->written), "FNAME(walk)");
	assert_string_equal(tu_str(tu, one->file), "kvm/tmpl.h");
	assert_int_equal(one->line, 2);
	assert_true(one->flags & FN_HEADER);
	assert_int_equal(nr_calls(tu, one, "paging64_inner"), 1);
	/* its address is taken, in code or by a table */
	assert_non_null(two);
	assert_int_equal(nr_calls(tu, two, "paging32_inner"), 1);
	assert_non_null(fn_of(tu, "paging64_fault"));
	assert_non_null(fn_of(tu, "paging64_inner"));
	/* nothing names it */
	assert_null(fn_of(tu, "paging64_unused"));
	assert_null(fn_of(tu, "paging32_fault"));
	tu_facts__free(tu);
}

static uint8_t const_kind(const char *expr, int32_t *ret_value)
{
	char text[200];
	struct tu_facts *tu;
	const struct fn *fn;
	const struct expr *e;
	uint8_t kind;

	snprintf(text, sizeof(text), "enum e { BIG = 0x1ffffffffULL, MINUS = -5, TOP = 1 << 31,"
		 " LOW = -0x1ffffffffLL }; void use(long); void f(void) { use(%s); }", expr);
	tu = facts_of(text);
	fn = fn_of(tu, "f");
	e = arg_of(fn, call_of(tu, fn, "use", 0), 0);
	assert_int_equal(e->op, EXPR_CONST);
	*ret_value = (int32_t)e->a;
	kind = e->sub;
	tu_facts__free(tu);
	return kind;
}

static void test_constants(void **state)
{
	int32_t v;

	(void)state;
	assert_int_equal(const_kind("7", &v), CONST_EXACT);
	assert_int_equal(v, 7);
	assert_int_equal(const_kind("'x'", &v), CONST_EXACT);
	assert_int_equal(v, 'x');
	assert_int_equal(const_kind("MINUS", &v), CONST_EXACT);
	assert_int_equal(v, -5);
	assert_int_equal(const_kind("TOP", &v), CONST_EXACT);
	assert_int_equal(v, INT32_MIN);
	assert_int_equal(const_kind("BIG", &v), CONST_LARGE);
	assert_int_equal(const_kind("LOW", &v), CONST_LARGE_NEG);
	assert_int_equal(const_kind("3000000000U", &v), CONST_LARGE);
	assert_int_equal(const_kind("0x100000000LL", &v), CONST_LARGE);
	assert_int_equal(v, 0);
	assert_int_equal(const_kind("0xffffffffffffffffULL", &v), CONST_LARGE);
	assert_int_equal(const_kind("0.5", &v), CONST_UNKNOWN);
}

/* A call is one call, however libclang shows what is around it. */
static void test_calls_counted_once(void **state)
{
	struct tu_facts *tu = facts_of(
		"void *get(void *); void put(void *);\n"
		"void *elvis(void *y) { return get(y) ?: y; }\n"
		"void chosen(void *y) { put(__builtin_choose_expr(1, get(y), y)); }\n"
		"void generic(void *y) { put(_Generic(y, void *: get(y), int: 0)); }\n"
		"void none(void *y) { put(__builtin_choose_expr(0, get(y), y)); }\n"
		"int g(void); void use(int); void put_int(int *);\n"
		"#define __cmp(x, y) ({ int __x = (x), __y = (y); __x < __y ? __x : __y; })\n"
		"void min_of(int n) { use(__builtin_choose_expr(sizeof(n) > 90, n, __cmp(g(), n))); }\n");

	(void)state;
	assert_int_equal(nr_calls(tu, fn_of(tu, "elvis"), "get"), 1);
	assert_int_equal(nr_calls(tu, fn_of(tu, "chosen"), "get"), 1);
	assert_int_equal(nr_calls(tu, fn_of(tu, "generic"), "get"), 1);
	assert_int_equal(nr_calls(tu, fn_of(tu, "none"), "get"), 0);
	assert_int_equal(nr_calls(tu, fn_of(tu, "min_of"), "g"), 1);
	tu_facts__free(tu);
}

/* What is called through (*f)() or a chosen name is a direct call. */
static void test_named_targets(void **state)
{
	struct tu_facts *tu = facts_of(
		"void put(void *); void put_int(int *);\n"
		"void f(void *p) { (*put)(p); (&put)(p); _Generic(p, void *: put, int *: put_int)(p); }\n"
		"void g(void (*cb)(void *), void *p) { (*cb)(p); }\n");
	const struct fn *f = fn_of(tu, "f");

	(void)state;
	assert_int_equal(nr_calls(tu, f, "put"), 3);
	assert_int_equal(call_of(tu, f, "put", 0)->a, EXPR_NONE);
	assert_int_equal(nr_calls(tu, fn_of(tu, "g"), ""), 1);
	tu_facts__free(tu);
}

/* No text of the machine's own gets into the facts. */
static void test_no_folder_names(void **state)
{
	struct tu_facts *tu = facts_of(
		"struct out { struct { int a; union { int b; struct { int c; }; }; }; };\n"
		"typedef struct { int d; } named;\n"
		"struct { int e; } nameless;\n"
		"int f(struct out *o, named *n) { return o->a + o->b + o->c + n->d + nameless.e; }\n");
	char *text = facts_dump(tu);

	(void)state;
	assert_null(strstr(text, "/test"));
	assert_non_null(strstr(text, "o->a + o->b + o->c + n->d"));
	assert_non_null(strstr(text, "member struct out.c\n"));
	assert_non_null(strstr(text, "member named.d\n"));
	free(text);
	tu_facts__free(tu);
}

/* What was read is what the store gives back. */
static void test_packed(void **state)
{
	struct tu_facts *tu = facts_of_files(template_files, 2), *back;
	struct strbuf packed;
	char *one, *two;

	(void)state;
	strbuf__init(&packed);
	tu_facts__pack(tu, &packed);
	back = tu_facts__unpack(packed.buf, packed.len);
	assert_non_null(back);
	one = facts_dump(tu);
	two = facts_dump(back);
	assert_string_equal(one, two);
	free(one);
	free(two);
	strbuf__exit(&packed);
	tu_facts__free(back);
	tu_facts__free(tu);
}

/* Text that is no C gives what can be read, and says so. */
static void test_broken(void **state)
{
	static const struct facts_file file = { "a.c",
		"int g(struct gone *p); void use(int);\n"
		"int f(int a) { if (a ==) return; for (;;) { use(a }; switch (b) { case } }\n"
		"int after(int a) { use(undeclared->x); return g(a) ?: ; }\n"
		"int last(int a) { return a; }\n" };
	struct tu_facts *tu = facts_of_files(&file, 1);
	char *text = facts_dump(tu);

	(void)state;
	assert_true(tu->nr_errors > 0);
	free(text);
	tu_facts__free(tu);
}

/* A file that ends anywhere does no harm. */
static void test_cut_short(void **state)
{
	static const char *const names[] = { "expr", "flow", "cleanup", "for" };
	const char *src = getenv("PINCHECK_SRC");

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char *path = xasprintf("%s/testcases/facts/%s.c", src ? src : ".", names[i]);
		char *text, *dump;
		size_t len;

		assert_int_equal(file_read(path, 1 << 20, &text, &len), 0);
		for (; len > 200; len -= 97) {
			struct facts_file file = { "a.c", text };
			struct tu_facts *tu;

			text[len] = '\0';
			tu = facts_of_files(&file, 1);
			dump = facts_dump(tu);
			free(dump);
			tu_facts__free(tu);
		}
		free(text);
		free(path);
	}
}

static int print(const char *path)
{
	const char *name = strrchr(path, '/');
	struct facts_file file = { name ? name + 1 : path, NULL };
	struct tu_facts *tu;
	char *text;
	size_t len;

	if (file_read(path, 1 << 20, &text, &len)) {
		fprintf(stderr, "cannot read %s\n", path);
		return 1;
	}
	file.text = text;
	tu = facts_of_files(&file, 1);
	tu_facts__dump(tu, stdout);
	tu_facts__free(tu);
	free(text);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_macro_argument_lines),
		cmocka_unit_test(test_defined_by_macro),
		cmocka_unit_test(test_template_twice),
		cmocka_unit_test(test_constants),
		cmocka_unit_test(test_calls_counted_once),
		cmocka_unit_test(test_named_targets),
		cmocka_unit_test(test_no_folder_names),
		cmocka_unit_test(test_packed),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_cut_short),
	};

	if (argc > 1)
		return print(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
