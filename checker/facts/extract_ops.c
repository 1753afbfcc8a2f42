// SPDX-License-Identifier: GPL-2.0-only
/*
 * Operators: binary, unary, subscript, ?: and its short form.
 *
 * An operand that is evaluated on some paths only and has effects becomes branches
 * (cfg_lower.c).
 */
#include "extract_priv.h"

/**
 * extract__unknown() - what is not understood, over whatever expressions are below
 * @x: the extraction
 * @c: the expression
 *
 * Return: index of an EXPR_UNKNOWN.
 */
uint32_t extract__unknown(struct extract *x, CXCursor c)
{
	VEC(uint32_t) args = {0};
	cursor_vec kids;
	uint32_t id;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_isExpression(clang_getCursorKind(kids.v[i])))
			vec__push(&args, extract__expr(x, kids.v[i]));
	id = extract__new_expr(x, c, EXPR_UNKNOWN);
	extract__set_args(x, id, args.v, args.nr);
	vec__exit(&args);
	vec__exit(&kids);
	return id;
}

static enum binary_kind binary_kind(enum CXBinaryOperatorKind k)
{
	switch (k) {
	case CXBinaryOperator_Add: return BIN_ADD;
	case CXBinaryOperator_Sub: return BIN_SUB;
	case CXBinaryOperator_Mul: return BIN_MUL;
	case CXBinaryOperator_Div: return BIN_DIV;
	case CXBinaryOperator_Rem: return BIN_REM;
	case CXBinaryOperator_Shl: return BIN_SHL;
	case CXBinaryOperator_Shr: return BIN_SHR;
	case CXBinaryOperator_And: return BIN_AND;
	case CXBinaryOperator_Or: return BIN_OR;
	case CXBinaryOperator_Xor: return BIN_XOR;
	case CXBinaryOperator_LT: return BIN_LT;
	case CXBinaryOperator_LE: return BIN_LE;
	case CXBinaryOperator_GT: return BIN_GT;
	case CXBinaryOperator_GE: return BIN_GE;
	case CXBinaryOperator_EQ: return BIN_EQ;
	case CXBinaryOperator_NE: return BIN_NE;
	case CXBinaryOperator_LAnd: return BIN_LAND;
	case CXBinaryOperator_LOr: return BIN_LOR;
	case CXBinaryOperator_Comma: return BIN_COMMA;
	default: return BIN_OTHER;
	}
}

static enum assign_kind assign_kind(enum CXBinaryOperatorKind k)
{
	switch (k) {
	case CXBinaryOperator_Assign: return ASSIGN_SET;
	case CXBinaryOperator_AddAssign: return ASSIGN_ADD;
	case CXBinaryOperator_SubAssign: return ASSIGN_SUB;
	default: return ASSIGN_OTHER;
	}
}

static uint32_t plain_binary(struct extract *x, CXCursor c, const cursor_vec *kids,
			     enum CXBinaryOperatorKind k)
{
	bool assign = k >= CXBinaryOperator_Assign && k <= CXBinaryOperator_OrAssign;
	uint32_t a = extract__expr(x, kids->v[0]), b = extract__expr(x, kids->v[1]), id;

	if (assign)
		extract__keep_text(x, kids->v[1], b);
	id = extract__new_expr(x, c, assign ? EXPR_ASSIGN : EXPR_BINARY);
	x->fn->exprs.v[id].a = a;
	x->fn->exprs.v[id].b = b;
	x->fn->exprs.v[id].sub = assign ? (uint8_t)assign_kind(k) :
					  (uint8_t)binary_kind(k);
	return id;
}

/**
 * extract__binary() - an operator with two sides
 * @x: the extraction
 * @c: the expression
 *
 * The left side of a comma becomes a statement.
 *
 * Return: its index.
 */
uint32_t extract__binary(struct extract *x, CXCursor c)
{
	enum CXBinaryOperatorKind k = clang_getCursorBinaryOperatorKind(c);
	cursor_vec kids;
	uint32_t id;

	extract__children(c, &kids);
	if (kids.nr != 2) {
		id = extract__unknown(x, c);
	} else if (k == CXBinaryOperator_Comma) {
		cfg__stmt(x, kids.v[0]);
		id = extract__expr(x, kids.v[1]);
	} else if ((k == CXBinaryOperator_LAnd || k == CXBinaryOperator_LOr) &&
		   cfg__has_effects(kids.v[1])) {
		id = cfg__logic_value(x, c);
	} else {
		id = plain_binary(x, c, &kids, k);
	}
	vec__exit(&kids);
	return id;
}

static enum unary_kind unary_kind(enum CXUnaryOperatorKind k)
{
	switch (k) {
	case CXUnaryOperator_LNot: return UN_NOT;
	case CXUnaryOperator_Minus: return UN_NEG;
	case CXUnaryOperator_Not: return UN_COMPL;
	case CXUnaryOperator_PreInc: return UN_PREINC;
	case CXUnaryOperator_PreDec: return UN_PREDEC;
	case CXUnaryOperator_PostInc: return UN_POSTINC;
	case CXUnaryOperator_PostDec: return UN_POSTDEC;
	default: return UN_OTHER;
	}
}

/**
 * extract__unary() - an operator with one side
 * @x: the extraction
 * @c: the expression
 *
 * Return: its index.
 */
uint32_t extract__unary(struct extract *x, CXCursor c)
{
	enum CXUnaryOperatorKind k = clang_getCursorUnaryOperatorKind(c);
	uint32_t a, id;
	cursor_vec kids;
	enum expr_op op = EXPR_UNARY;

	extract__children(c, &kids);
	if (kids.nr != 1) {
		vec__exit(&kids);
		return extract__unknown(x, c);
	}
	a = extract__expr(x, kids.v[0]);
	vec__exit(&kids);
	if (k == CXUnaryOperator_Extension || k == CXUnaryOperator_Plus)
		return a;
	if (k == CXUnaryOperator_AddrOf)
		op = EXPR_ADDR;
	else if (k == CXUnaryOperator_Deref)
		op = EXPR_DEREF;
	id = extract__new_expr(x, c, op);
	x->fn->exprs.v[id].a = a;
	x->fn->exprs.v[id].sub = op == EXPR_UNARY ? (uint8_t)unary_kind(k) : 0;
	return id;
}

/**
 * extract__subscript() - a[b]
 * @x: the extraction
 * @c: the expression
 *
 * Return: its index.
 */
uint32_t extract__subscript(struct extract *x, CXCursor c)
{
	uint32_t a, b, id;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr != 2) {
		vec__exit(&kids);
		return extract__unknown(x, c);
	}
	a = extract__expr(x, kids.v[0]);
	b = extract__expr(x, kids.v[1]);
	vec__exit(&kids);
	id = extract__new_expr(x, c, EXPR_INDEX);
	x->fn->exprs.v[id].a = a;
	x->fn->exprs.v[id].b = b;
	return id;
}

/**
 * extract__conditional() - x ? y : z
 * @x: the extraction
 * @c: the expression
 *
 * Return: its index.
 */
uint32_t extract__conditional(struct extract *x, CXCursor c)
{
	uint32_t parts[3], id;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr != 3) {
		id = extract__unknown(x, c);
	} else if (cfg__has_effects(kids.v[1]) || cfg__has_effects(kids.v[2])) {
		id = cfg__choice_value(x, c, &kids);
	} else {
		for (int i = 0; i < 3; i++)
			parts[i] = extract__expr(x, kids.v[i]);
		id = extract__new_expr(x, c, EXPR_COND);
		x->fn->exprs.v[id].a = parts[0];
		extract__set_args(x, id, parts + 1, 2);
	}
	vec__exit(&kids);
	return id;
}

/**
 * extract__elvis() - x ?: y
 * @x: the extraction
 * @c: the expression
 * @kids: what libclang shows of it: x, x, x, y
 *
 * Return: its index; x is the condition and the result.
 */
uint32_t extract__elvis(struct extract *x, CXCursor c, const cursor_vec *kids)
{
	uint32_t parts[2], id;

	if (cfg__has_effects(kids->v[0]) || cfg__has_effects(kids->v[3]))
		return cfg__elvis_value(x, c, kids->v[0], kids->v[3]);
	parts[0] = extract__expr(x, kids->v[0]);
	parts[1] = extract__expr(x, kids->v[3]);
	id = extract__new_expr(x, c, EXPR_COND);
	x->fn->exprs.v[id].a = parts[0];
	extract__set_args(x, id, parts, 2);
	return id;
}
