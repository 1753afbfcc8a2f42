// SPDX-License-Identifier: GPL-2.0-only
/*
 * Conditions: each operand of && and ||, and each arm of a ?:, that decides about
 * a branch has a block of its own. What folds to a constant is no branch.
 */
#include <string.h>

#include "cfg_priv.h"

static CXCursor strip_expect(CXCursor c)
{
	for (;;) {
		CXString s;
		bool expect;

		c = extract__strip(c);
		if (clang_getCursorKind(c) != CXCursor_CallExpr ||
		    clang_Cursor_getNumArguments(c) < 1)
			return c;
		s = clang_getCursorSpelling(c);
		expect = !strcmp(clang_getCString(s), "__builtin_expect");
		clang_disposeString(s);
		if (!expect)
			return c;
		c = clang_Cursor_getArgument(c, 0);
	}
}

/**
 * cfg__branch_on() - end the block at hand with a branch
 * @x: the extraction
 * @cond: the condition, an index into fn->exprs
 * @line: where it stands
 * @yes: where to if it is true
 * @no: where to if not
 */
void cfg__branch_on(struct extract *x, uint32_t cond, uint32_t line, uint32_t yes,
		    uint32_t no)
{
	if (cfg__cur(x)->end != END_EXIT)
		return;
	cfg__cur(x)->line = line;
	cfg__cur(x)->cond = cond;
	cfg__cur(x)->end = END_BRANCH;
	cfg__cur(x)->succ[0] = yes;
	cfg__cur(x)->succ[1] = no;
}

/**
 * cfg__stop_if_noreturn() - end the block at hand if a call in it does not return
 * @x: the extraction; x->noreturn was cleared before the expression was read
 * @saved: what x->noreturn was before
 */
void cfg__stop_if_noreturn(struct extract *x, bool saved)
{
	bool stops = x->noreturn;

	x->noreturn = saved;
	if (stops && cfg__cur(x)->end == END_EXIT) {
		cfg__cur(x)->end = END_NORETURN;
		cfg__start_dead(x);
	}
}

/* && and ||: the second operand has a block of its own. */
static void branch_two(struct extract *x, const cursor_vec *kids, bool both, uint32_t yes,
		       uint32_t no)
{
	uint32_t next = cfg__new_block(x);

	cfg__branch(x, kids->v[0], both ? next : yes, both ? no : next);
	cfg__start(x, next);
	cfg__branch(x, kids->v[1], yes, no);
}

static void branch_three(struct extract *x, const cursor_vec *kids, uint32_t yes, uint32_t no)
{
	uint32_t a = cfg__new_block(x), b = cfg__new_block(x);

	cfg__branch(x, kids->v[0], a, b);
	cfg__start(x, a);
	cfg__branch(x, kids->v[1], yes, no);
	cfg__start(x, b);
	cfg__branch(x, kids->v[2], yes, no);
}

/* Kinds that may fold to a constant without being one: sizeof, a comparison … */
static bool may_fold(enum CXCursorKind kind)
{
	return kind == CXCursor_BinaryOperator || kind == CXCursor_UnaryExpr ||
	       kind == CXCursor_UnexposedExpr || kind == CXCursor_CStyleCastExpr;
}

static bool is_constant_p(CXCursor call)
{
	CXString s = clang_getCursorSpelling(call);
	bool yes = !strncmp(clang_getCString(s), "__builtin_constant_p", 20);

	clang_disposeString(s);
	return yes;
}

static bool folds(CXCursor c, enum CXCursorKind kind, long long *ret_value)
{
	return extract__const_value(c, ret_value) ||
	       (kind == CXCursor_DeclRefExpr && extract__const_var(c, ret_value)) ||
	       ((may_fold(kind) || (kind == CXCursor_CallExpr && is_constant_p(c))) &&
		extract__evaluate(c, ret_value));
}

/* A condition that is more than one; false if it is just one. */
static bool branch_parts(struct extract *x, CXCursor c, enum CXCursorKind kind, uint32_t yes,
			 uint32_t no)
{
	enum CXBinaryOperatorKind op = CXBinaryOperator_Invalid;
	cursor_vec kids;
	bool done = true;

	if (kind == CXCursor_BinaryOperator)
		op = clang_getCursorBinaryOperatorKind(c);
	else if (kind != CXCursor_ConditionalOperator)
		return false;
	if (op != CXBinaryOperator_Invalid && op != CXBinaryOperator_LAnd &&
	    op != CXBinaryOperator_LOr && op != CXBinaryOperator_Comma)
		return false;
	extract__children(c, &kids);
	x->depth++;
	if (kids.nr == 3 && kind == CXCursor_ConditionalOperator) {
		branch_three(x, &kids, yes, no);
	} else if (kids.nr == 2 && op == CXBinaryOperator_Comma) {
		cfg__stmt(x, kids.v[0]);
		cfg__branch(x, kids.v[1], yes, no);
	} else if (kids.nr == 2) {
		branch_two(x, &kids, op == CXBinaryOperator_LAnd, yes, no);
	} else {
		done = false;
	}
	x->depth--;
	vec__exit(&kids);
	return done;
}

static void branch_one(struct extract *x, CXCursor c, uint32_t yes, uint32_t no)
{
	bool saved = x->noreturn;
	uint32_t id;

	x->noreturn = false;
	id = extract__expr(x, c);
	if (x->noreturn) {
		cfg__push_stmt(x, id);
		cfg__stop_if_noreturn(x, saved);
		return;
	}
	x->noreturn = saved;
	if (!x->fn->exprs.v[id].text)
		x->fn->exprs.v[id].text = extract__text(x, c);
	cfg__branch_on(x, id, cfg__line(x, c), yes, no);
}

/**
 * cfg__branch() - end the block at hand with a branch on a condition
 * @x: the extraction
 * @c: the condition; more blocks are made for its parts
 * @yes: where to if it is true
 * @no: where to if not
 */
void cfg__branch(struct extract *x, CXCursor c, uint32_t yes, uint32_t no)
{
	enum CXCursorKind kind;
	long long value;

	c = strip_expect(c);
	while (clang_getCursorKind(c) == CXCursor_UnaryOperator &&
	       clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_LNot) {
		uint32_t other = yes;

		c = strip_expect(extract__only_child(c));
		yes = no;
		no = other;
	}
	kind = clang_getCursorKind(c);
	/* parts first: f() && 0 folds to 0, but f() is called */
	if (x->depth < EXTRACT_MAX_DEPTH && branch_parts(x, c, kind, yes, no))
		return;
	if (folds(c, kind, &value))
		cfg__jump(x, value ? yes : no);
	else
		branch_one(x, c, yes, no);
}
