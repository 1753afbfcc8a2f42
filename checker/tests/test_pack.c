// SPDX-License-Identifier: GPL-2.0-only
/*
 * Facts as bytes and back: nothing is lost, and bytes that were cut, disturbed
 * or made up never give facts with an index out of range. Also the text form.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../facts/facts.h"
#include "../lib/strbuf.h"

static uint32_t str(struct tu_facts *tu, const char *s)
{
	return strset__add(tu->strs, s);
}

static uint32_t expr(struct fn *fn, struct expr e)
{
	vec__push(&fn->exprs, e);
	return (uint32_t)fn->exprs.nr - 1;
}

#define leaf(fn, o, name, index)						\
	expr(fn, (struct expr) { .op = (o), .sym = str(tu, name),		\
				 .a = (index), .b = EXPR_NONE })

static void add_block(struct fn *fn, struct block b)
{
	b.stmt0 = (uint32_t)fn->stmts.nr - b.nr_stmts;
	vec__push(&fn->blocks, b);
}

/* x->nr = get_pages(&x->list[i + 1], FLAG); if (!(x->nr - 1)) …; switch … */
static void add_first(struct tu_facts *tu)
{
	struct fn *fn = tu_facts__add_fn(tu);
	uint32_t x, i, one, sum, list, at, flag, call, nr, set, less, not;

	fn->name = str(tu, "pin_some");
	fn->file = str(tu, "drivers/a.c");
	fn->line = 10;
	fn->end_line = 20;
	fn->ret_type = str(tu, "int");
	fn->flags = FN_STATIC | FN_INLINE;
	fn->nr_params = 1;
	vec__push(&fn->vars, (struct var) { .name = str(tu, "x"), .line = 10,
					    .type = str(tu, "struct x *") });
	vec__push(&fn->vars, (struct var) { .name = str(tu, "i"), .line = 12,
					    .type = str(tu, "int"), .kind = VAR_LOCAL });
	x = leaf(fn, EXPR_VAR, "x", 0);
	i = leaf(fn, EXPR_VAR, "i", 1);
	one = expr(fn, (struct expr) { .op = EXPR_CONST, .a = 1, .b = 0 });
	sum = expr(fn, (struct expr) { .op = EXPR_BINARY, .sub = BIN_ADD, .a = i, .b = one });
	list = expr(fn, (struct expr) { .op = EXPR_MEMBER, .sub = 1, .a = x,
					.sym = str(tu, "list"), .rec = str(tu, "struct x") });
	at = expr(fn, (struct expr) { .op = EXPR_INDEX, .a = list, .b = sum });
	at = expr(fn, (struct expr) { .op = EXPR_ADDR, .a = at, .b = EXPR_NONE });
	flag = leaf(fn, EXPR_CONST, "FOLL_WRITE", 1);
	vec__push(&fn->args, at);
	vec__push(&fn->args, flag);
	call = expr(fn, (struct expr) { .op = EXPR_CALL, .sym = str(tu, "get_pages"),
					.a = EXPR_NONE, .nr_args = 2 });
	nr = expr(fn, (struct expr) { .op = EXPR_MEMBER, .sub = 1, .a = x,
				      .sym = str(tu, "nr"), .rec = str(tu, "struct x") });
	set = expr(fn, (struct expr) { .op = EXPR_ASSIGN, .a = nr, .b = call,
				       .file = fn->file, .line = 13, .col = 2 });
	less = expr(fn, (struct expr) { .op = EXPR_BINARY, .sub = BIN_SUB, .a = nr, .b = one });
	not = expr(fn, (struct expr) { .op = EXPR_UNARY, .sub = UN_NOT, .a = less });
	vec__push(&fn->stmts, set);
	add_block(fn, (struct block) { .nr_stmts = 1, .cond = not, .succ = { 1, 2 },
				       .line = 14, .end = END_BRANCH });
	vec__push(&fn->cases, (struct switch_case) { .value = one, .last = EXPR_NONE });
	vec__push(&fn->cases, (struct switch_case) { .value = EXPR_NONE, .last = EXPR_NONE,
						   .block = 2 });
	add_block(fn, (struct block) { .cond = i, .succ = { EXPR_NONE, EXPR_NONE },
				       .nr_cases = 2, .line = 15, .loop = 1,
				       .end = END_SWITCH });
	add_block(fn, (struct block) { .cond = one, .succ = { EXPR_NONE, EXPR_NONE },
				       .line = 19, .end = END_RETURN });
}

/* One expression of each other kind, all in one statement's arguments. */
static void add_second(struct tu_facts *tu)
{
	struct fn *fn = tu_facts__add_fn(tu);
	uint32_t p, two, cond, cast, deref, desig, init, stmts, post, list;

	fn->name = str(tu, "odd");
	fn->written = str(tu, "FNAME(odd)");
	fn->file = str(tu, "drivers/a.c");
	fn->ret_type = str(tu, "void");
	fn->flags = FN_NOT_JUDGED;
	fn->why = str(tu, "asm\ngoto\033[31m");
	p = leaf(fn, EXPR_GLOBAL, "pool", 0);
	two = leaf(fn, EXPR_STR, "", 0);
	vec__push(&fn->args, p);
	vec__push(&fn->args, two);
	cond = expr(fn, (struct expr) { .op = EXPR_COND, .a = p, .nr_args = 2 });
	cast = expr(fn, (struct expr) { .op = EXPR_CAST, .a = cond, .type = str(tu, "long") });
	deref = expr(fn, (struct expr) { .op = EXPR_DEREF, .a = cast });
	desig = expr(fn, (struct expr) { .op = EXPR_MEMBER, .a = EXPR_NONE,
					 .sym = str(tu, "get"), .rec = str(tu, "struct ops") });
	desig = expr(fn, (struct expr) { .op = EXPR_ASSIGN, .a = desig,
					 .b = leaf(fn, EXPR_FUNC, "odd", 0) });
	vec__push(&fn->args, desig);
	init = expr(fn, (struct expr) { .op = EXPR_INIT, .arg0 = 2, .nr_args = 1 });
	stmts = expr(fn, (struct expr) { .op = EXPR_STMTS, .a = deref });
	post = expr(fn, (struct expr) { .op = EXPR_UNARY, .sub = UN_POSTINC, .a = deref });
	vec__push(&fn->args, init);
	vec__push(&fn->args, stmts);
	vec__push(&fn->args, post);
	vec__push(&fn->args, expr(fn, (struct expr) { .op = EXPR_SIZEOF }));
	list = expr(fn, (struct expr) { .op = EXPR_UNKNOWN, .arg0 = 3, .nr_args = 4,
					.file = str(tu, "include/m.h"), .line = 3, .col = 1 });
	list = expr(fn, (struct expr) { .op = EXPR_CALL, .a = deref, .arg0 = 3, .nr_args = 1,
					.file = str(tu, "include/m.h"), .line = 3, .col = 1 });
	vec__push(&fn->stmts, list - 1);
	vec__push(&fn->stmts, list);
	add_block(fn, (struct block) { .nr_stmts = 2, .cond = EXPR_NONE,
				       .succ = { 0, EXPR_NONE }, .end = END_JUMP });
}

static struct tu_facts *sample(void)
{
	struct tu_facts *tu = tu_facts__new("drivers/a.c");

	tu->nr_errors = 7;
	tu->flags_from = 2;
	add_first(tu);
	add_second(tu);
	vec__push(&tu->callee_params, (struct callee_param) { str(tu, "nr"), str(tu, "int") });
	vec__push(&tu->callees, (struct callee) { .name = str(tu, "get_pages"), .line = 5,
						  .file = str(tu, "include/m.h"),
						  .ret_type = str(tu, "long"),
						  .nr_params = 1, .flags = FN_VARIADIC });
	vec__push(&tu->inits, (struct fn_init) { str(tu, "my_ops"), str(tu, "struct ops"),
						 str(tu, "get"), str(tu, "odd"),
						 str(tu, "/any/where/out.h"), 30 });
	vec__push(&tu->members, (struct member_decl) { str(tu, "struct x"), str(tu, "nr"),
						       str(tu, "int"),
						       str(tu, "include/m.h"), 8 });
	vec__push(&tu->errors, (struct parse_error) { str(tu, "drivers/a.c"), 9,
						      str(tu, "unknown type") });
	vec__push(&tu->deps, str(tu, "include/m.h"));
	vec__push(&tu->deps, str(tu, "/usr/include/outside.h"));
	return tu;
}

static char *dump(const struct tu_facts *tu)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	tu_facts__dump(tu, f);
	fclose(f);
	return text;
}

static const char sample_dump[] =
	"unit drivers/a.c\n"
	"dep include/m.h\n"
	"errors 7\n"
	"error drivers/a.c:9: unknown type\n"
	"callee get_pages(nr: int): long, include/m.h:5 variadic\n"
	"init my_ops: struct ops.get = odd, <out.h>:30\n"
	"record struct x.nr: int, include/m.h:8\n"
	"\n"
	"function pin_some: int, drivers/a.c:10-20 static inline\n"
	"  param x: struct x *\n"
	"  local i: int\n"
	"  member struct x.list\n"
	"  member struct x.nr\n"
	"  block 0\n"
	"    13:2: x->nr = get_pages(&x->list[i + 1], FOLL_WRITE)\n"
	"    14: if (!(x->nr - 1)) -> 1 2\n"
	"  block 1, loop 1\n"
	"    15: switch (i) ->\n"
	"      case 1 -> 0\n"
	"      default -> 2\n"
	"  block 2\n"
	"    19: return 1\n"
	"\n"
	"function odd: void, drivers/a.c:0-0 not-judged\n"
	"  written FNAME(odd)\n"
	"  not judged: asm\\ngoto\\x1b[31m\n"
	"  member struct ops.get\n"
	"  block 0\n"
	"    include/m.h:3:1: unknown({ .get = odd }, ({ *(long)(pool ? pool : \"...\") }),"
	" (*(long)(pool ? pool : \"...\"))++, sizeof())\n"
	"    include/m.h:3:1: (*(long)(pool ? pool : \"...\"))({ .get = odd })\n"
	"    0: goto -> 0\n";

static void test_round_trip(void **state)
{
	struct tu_facts *tu = sample(), *back;
	struct strbuf a, b;

	(void)state;
	strbuf__init(&a);
	strbuf__init(&b);
	tu_facts__pack(tu, &a);
	back = tu_facts__unpack(a.buf, a.len);
	assert_non_null(back);
	tu_facts__pack(back, &b);
	assert_int_equal(a.len, b.len);
	assert_memory_equal(a.buf, b.buf, a.len);

	assert_string_equal(back->path, "drivers/a.c");
	assert_int_equal(back->nr_errors, 7);
	assert_int_equal(back->flags_from, 2);
	assert_int_equal(strset__nr(back->strs), strset__nr(tu->strs));
	for (uint32_t id = 0; id < strset__nr(tu->strs); id++)
		assert_string_equal(tu_str(back, id), tu_str(tu, id));
	assert_int_equal(back->fns.nr, 2);
	assert_int_equal(back->deps.nr, 2);
	strbuf__exit(&a);
	strbuf__exit(&b);
	tu_facts__free(back);
	tu_facts__free(tu);
}

static void test_empty(void **state)
{
	struct tu_facts *tu = tu_facts__new(""), *back;
	struct strbuf a;

	(void)state;
	strbuf__init(&a);
	strbuf__adds(&a, "kept");
	tu_facts__pack(tu, &a);
	back = tu_facts__unpack(a.buf + 4, a.len - 4);
	assert_non_null(back);
	assert_memory_equal(a.buf, "kept", 4);
	assert_int_equal(back->fns.nr, 0);
	tu_facts__free(back);
	tu_facts__free(tu);
	tu_facts__free(NULL);
	strbuf__exit(&a);
}

static void test_dump(void **state)
{
	struct tu_facts *tu = sample();
	char *text = dump(tu);

	(void)state;
	assert_string_equal(text, sample_dump);
	free(text);
	tu_facts__free(tu);
}

/* Copies to the heap, to the byte: the sanitizer sees each read too many. */
static struct tu_facts *unpack_copy(const char *data, size_t len)
{
	char *copy = xmalloc(len);
	struct tu_facts *tu;

	memcpy(copy, data, len);
	tu = tu_facts__unpack(copy, len);
	free(copy);
	return tu;
}

static void test_cut(void **state)
{
	struct tu_facts *tu = sample();
	struct strbuf a;

	(void)state;
	strbuf__init(&a);
	tu_facts__pack(tu, &a);
	for (size_t len = 0; len < a.len; len++)
		assert_null(unpack_copy(a.buf, len));
	strbuf__addc(&a, 0);
	assert_null(unpack_copy(a.buf, a.len));
	strbuf__exit(&a);
	tu_facts__free(tu);
}

static void test_bit_flips(void **state)
{
	struct tu_facts *tu = sample();
	struct strbuf a;

	(void)state;
	strbuf__init(&a);
	tu_facts__pack(tu, &a);
	for (size_t bit = 0; bit < a.len * 8; bit++) {
		a.buf[bit / 8] ^= (char)(1 << bit % 8);
		assert_null(unpack_copy(a.buf, a.len));
		a.buf[bit / 8] ^= (char)(1 << bit % 8);
	}
	strbuf__exit(&a);
	tu_facts__free(tu);
}

/* The header of pack.c: two words, two words, length, hash. */
#define HEADER_SIZE 32

static void mend_header(char *data, size_t len)
{
	uint64_t body = len - HEADER_SIZE;
	uint64_t hash = hash64(data + HEADER_SIZE, body, 0);

	memcpy(data + 16, &body, sizeof(body));
	memcpy(data + 24, &hash, sizeof(hash));
}

/*
 * Damage that a mended hash hides: whatever still unpacks must be usable to the
 * last index. Returns whether it did unpack.
 */
static bool survives(char *data, size_t len)
{
	struct tu_facts *tu;
	char *text;

	mend_header(data, len);
	tu = unpack_copy(data, len);
	if (!tu)
		return false;
	text = dump(tu);
	free(text);
	tu_facts__free(tu);
	return true;
}

static void test_hidden_damage(void **state)
{
	static const uint32_t words[] = { 0, 1, 0xff, 0xffff, 0x7fffffff, 0xfffffffe,
					  0xffffffff };
	struct tu_facts *tu = sample();
	size_t nr_good = 0, nr_bad = 0;
	struct strbuf a;
	char *copy;

	(void)state;
	strbuf__init(&a);
	tu_facts__pack(tu, &a);
	copy = xmalloc(a.len);
	for (size_t at = HEADER_SIZE; at + 4 <= a.len; at++) {
		for (size_t k = 0; k < ARRAY_SIZE(words); k++) {
			memcpy(copy, a.buf, a.len);
			memcpy(copy + at, &words[k], 4);
			if (survives(copy, a.len))
				nr_good++;
			else
				nr_bad++;
		}
	}
	for (size_t len = HEADER_SIZE; len < a.len; len++) {
		memcpy(copy, a.buf, len);
		assert_false(survives(copy, len));
	}
	strbuf__addc(&a, 0);
	assert_false(survives(a.buf, a.len));
	/* The checks must be neither absent nor refuse everything. */
	assert_true(nr_good > 100);
	assert_true(nr_bad > 100);
	free(copy);
	strbuf__exit(&a);
	tu_facts__free(tu);
}

static void expect_refused(struct tu_facts *tu)
{
	struct strbuf a;

	strbuf__init(&a);
	tu_facts__pack(tu, &a);
	assert_null(unpack_copy(a.buf, a.len));
	strbuf__exit(&a);
	tu_facts__free(tu);
}

/* One bad index of each kind: every check is there. */
static void test_bad_index(void **state)
{
	struct tu_facts *tu;

	(void)state;
#define refuse(change) do { tu = sample(); change; expect_refused(tu); } while (0)
	refuse(tu->fns.v[0]->name = 9999);
	refuse(tu->fns.v[1]->why = 9999);
	refuse(tu->fns.v[0]->nr_params = 3);
	refuse(tu->fns.v[0]->vars.v[1].type = 9999);
	refuse(tu->fns.v[0]->vars.v[1].kind = 9);
	refuse(tu->fns.v[0]->exprs.v[0].a = 2);
	refuse(tu->fns.v[0]->exprs.v[0].op = 200);
	refuse(tu->fns.v[0]->exprs.v[3].b = 9999);
	refuse(tu->fns.v[0]->exprs.v[4].a = 9999);
	refuse(tu->fns.v[0]->exprs.v[4].rec = 9999);
	refuse(tu->fns.v[0]->exprs.v[4].text = 9999);
	refuse(tu->fns.v[0]->exprs.v[8].nr_args = 3);
	refuse(tu->fns.v[0]->exprs.v[8].arg0 = UINT32_MAX);
	refuse(tu->fns.v[0]->args.v[1] = 9999);
	refuse(tu->fns.v[0]->stmts.v[0] = EXPR_NONE);
	refuse(tu->fns.v[0]->blocks.v[0].cond = 9999);
	refuse(tu->fns.v[0]->blocks.v[0].succ[1] = 3);
	refuse(tu->fns.v[0]->blocks.v[0].nr_stmts = 2);
	refuse(tu->fns.v[0]->blocks.v[1].nr_cases = 3);
	refuse(tu->fns.v[0]->blocks.v[2].end = 77);
	refuse(tu->fns.v[0]->cases.v[0].block = 3);
	refuse(tu->fns.v[0]->cases.v[0].last = 1000);
	refuse(tu->callees.v[0].nr_params = 2);
	refuse(tu->callee_params.v[0].type = 9999);
	refuse(tu->inits.v[0].func = 9999);
	refuse(tu->members.v[0].rec = 9999);
	refuse(tu->errors.v[0].text = 9999);
	refuse(tu->deps.v[1] = 9999);
#undef refuse
}

/* A tree that is none must not send the printer round for ever. */
static void test_dump_of_a_circle(void **state)
{
	struct tu_facts *tu = sample();
	char *text;

	(void)state;
	tu->fns.v[0]->exprs.v[4].a = 4;
	text = dump(tu);
	assert_non_null(strstr(text, "<...>"));
	free(text);
	tu_facts__free(tu);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_dump),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_bit_flips),
		cmocka_unit_test(test_hidden_damage),
		cmocka_unit_test(test_bad_index),
		cmocka_unit_test(test_dump_of_a_circle),
	};

	return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
