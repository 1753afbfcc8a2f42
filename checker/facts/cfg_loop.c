// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loops: while, do and for, with the targets of break and continue in them.
 *
 * A `for` shows only the parts that are there; which they are is told by their
 * looks or by printed.c.
 */
#include "cfg_priv.h"

static void loop_body(struct extract *x, CXCursor body, uint32_t brk, uint32_t cont)
{
	struct scope saved = x->scope;

	x->scope.brk = brk;
	x->scope.cont = cont;
	x->scope.brk_open = x->scope.cont_open = x->cleanups.nr;
	cfg__stmt(x, body);
	x->scope = saved;
}

/**
 * cfg__while() - a while loop
 * @x: the extraction
 * @c: the statement
 */
void cfg__while(struct extract *x, CXCursor c)
{
	uint32_t head, body, after = cfg__new_block(x);
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr != 2)
		goto out_free;
	x->loop++;
	head = cfg__new_block(x);
	body = cfg__new_block(x);
	cfg__jump(x, head);
	cfg__start(x, head);
	cfg__branch(x, kids.v[0], body, after);
	cfg__start(x, body);
	loop_body(x, kids.v[1], after, head);
	cfg__jump(x, head);
	x->loop--;
out_free:
	vec__exit(&kids);
	cfg__jump(x, after);
	cfg__start(x, after);
}

/**
 * cfg__do() - a do loop; do { } while (0) counts as no loop
 * @x: the extraction
 * @c: the statement
 */
void cfg__do(struct extract *x, CXCursor c)
{
	uint32_t body, test, after = cfg__new_block(x);
	long long value;
	cursor_vec kids;
	bool once;

	extract__children(c, &kids);
	if (kids.nr != 2)
		goto out_free;
	once = extract__const_value(kids.v[1], &value) && !value;
	x->loop += !once;
	body = cfg__new_block(x);
	test = cfg__new_block(x);
	cfg__jump(x, body);
	cfg__start(x, body);
	loop_body(x, kids.v[0], after, test);
	cfg__jump(x, test);
	cfg__start(x, test);
	cfg__branch(x, kids.v[1], body, after);
	x->loop -= !once;
out_free:
	vec__exit(&kids);
	cfg__jump(x, after);
	cfg__start(x, after);
}

struct for_parts {
	CXCursor init, cond, step, body;
};

/* Nobody writes a comparison as the first or last part of a `for`. */
static bool is_test(CXCursor c)
{
	enum CXBinaryOperatorKind op;

	c = extract__strip(c);
	if (clang_getCursorKind(c) != CXCursor_BinaryOperator)
		return false;
	op = clang_getCursorBinaryOperatorKind(c);
	return op >= CXBinaryOperator_LT && op <= CXBinaryOperator_LOr &&
	       op != CXBinaryOperator_And && op != CXBinaryOperator_Xor &&
	       op != CXBinaryOperator_Or;
}

/* enum for_part bits of those that are there; 0 if that can't be told */
static uint32_t which_parts(struct extract *x, CXCursor c, const cursor_vec *kids)
{
	size_t nr = kids->nr - 1;
	uint32_t parts;

	if (!nr)
		return 0;
	if (nr == 3)
		return FOR_INIT | FOR_COND | FOR_STEP;
	if (nr == 1 && is_test(kids->v[0]))
		return FOR_COND;
	if (nr == 2 && is_test(kids->v[0]))
		return FOR_COND | FOR_STEP;
	if (nr == 2 && is_test(kids->v[1]))
		return FOR_INIT | FOR_COND;
	if (printed__for(x, c, &parts) && (size_t)__builtin_popcount(parts) == nr)
		return parts;
	extract__not_judged(x, "which parts a for statement has");
	return nr == 1 ? FOR_COND : FOR_COND | FOR_STEP;
}

static struct for_parts for_parts(struct extract *x, CXCursor c, const cursor_vec *kids)
{
	uint32_t parts = which_parts(x, c, kids);
	CXCursor none = clang_getNullCursor();
	struct for_parts p = { none, none, none, kids->v[kids->nr - 1] };
	size_t i = 0;

	if (parts & FOR_INIT)
		p.init = kids->v[i++];
	if (parts & FOR_COND)
		p.cond = kids->v[i++];
	if (parts & FOR_STEP)
		p.step = kids->v[i++];
	return p;
}

/**
 * cfg__for() - a for loop
 * @x: the extraction
 * @c: the statement
 */
void cfg__for(struct extract *x, CXCursor c)
{
	uint32_t head, body, step, after = cfg__new_block(x);
	size_t open = x->cleanups.nr;
	struct for_parts p;
	cursor_vec kids;

	extract__children(c, &kids);
	if (!kids.nr) {
		vec__exit(&kids);
		return;
	}
	p = for_parts(x, c, &kids);
	vec__exit(&kids);
	if (!clang_Cursor_isNull(p.init))
		cfg__stmt(x, p.init);
	x->loop++;
	head = cfg__new_block(x);
	body = cfg__new_block(x);
	step = cfg__new_block(x);
	cfg__jump(x, head);
	cfg__start(x, head);
	if (clang_Cursor_isNull(p.cond))
		cfg__jump(x, body);
	else
		cfg__branch(x, p.cond, body, after);
	cfg__start(x, body);
	loop_body(x, p.body, after, step);
	cfg__jump(x, step);
	cfg__start(x, step);
	if (!clang_Cursor_isNull(p.step))
		cfg__stmt(x, p.step);
	cfg__jump(x, head);
	x->loop--;
	cfg__start(x, after);
	cfg__close_scopes(x, open);
}
