// SPDX-License-Identifier: GPL-2.0-only
/*
 * Signs of numbers and pointers: what an expression can be, what a statement
 * changes, what a condition leaves. An error pointer counts as negative, so that
 * a test for one and ret < 0 are the same.
 *
 * A comparison with an unsigned operand is trusted for equality only.
 */
#include <stdlib.h>
#include <string.h>

#include "paths_priv.h"

static const struct api *callee(const struct paths *p, const struct expr *e)
{
	return rules__find(p->rules, tu_str(p->tu, e->sym));
}

static uint8_t const_sign(const struct expr *e)
{
	switch (e->sub) {
	case CONST_LARGE:
		return POS;
	case CONST_LARGE_NEG:
		return NEG;
	case CONST_UNKNOWN:
		return ANY;
	default:
		return (int32_t)e->a < 0 ? NEG : e->a ? POS : ZERO;
	}
}

static uint8_t negated(uint8_t s)
{
	return (uint8_t)((s & NEG ? POS : 0) | (s & ZERO) | (s & POS ? NEG : 0));
}

static uint8_t sum(uint8_t a, uint8_t b)
{
	uint8_t s = 0;

	if (a & ZERO)
		s |= b;
	if (b & ZERO)
		s |= a;
	if ((a & POS && b & NEG) || (a & NEG && b & POS))
		return ANY;
	return (uint8_t)(s | (a & b & (NEG | POS)));
}

static uint8_t binary_sign(const struct paths *p, const uint8_t *vars, const struct expr *e)
{
	uint8_t a = signs__of(p, vars, e->a), b = signs__of(p, vars, e->b);

	switch (e->sub) {
	case BIN_LT: case BIN_LE: case BIN_GT: case BIN_GE: case BIN_EQ: case BIN_NE:
	case BIN_LAND: case BIN_LOR:
		return ZERO | POS;
	case BIN_COMMA:
		return b;
	case BIN_ADD:
		return sum(a, b);
	case BIN_SUB:
		return sum(a, negated(b));
	case BIN_AND:
		return !(a & NEG) || !(b & NEG) ? ZERO | POS : ANY;
	case BIN_OR:
		return a == NEG || b == NEG ? NEG : ANY;
	default:
		return ANY;
	}
}

/* Each arm with what the condition leaves; x ?: y has x in both places. */
static uint8_t cond_sign(const struct paths *p, const uint8_t *vars, const struct expr *e)
{
	uint8_t *copy = xmalloc(p->width), ret = 0, s;

	for (uint32_t i = 0; i < 2; i++) {
		uint32_t arm = p->fn->args.v[e->arg0 + i];

		memcpy(copy, vars, p->width);
		if (!signs__refine(p, copy, e->a, i == 0))
			continue;
		s = signs__of(p, copy, arm);
		ret |= arm == e->a ? s & (NEG | POS) : s;
	}
	free(copy);
	return ret ? ret : ANY;
}

static uint8_t call_sign(const struct paths *p, const struct expr *e)
{
	const struct api *api = callee(p, e);

	return api && api->gives_error ? NEG : ANY;
}

/**
 * signs__of() - what an expression can be
 * @p: the function
 * @vars: signs of its variables
 * @id: the expression, whose effects are in @vars already
 *
 * Return: a set of signs.
 */
uint8_t signs__of(const struct paths *p, const uint8_t *vars, uint32_t id)
{
	const struct expr *e;
	uint8_t s;

	if (id == EXPR_NONE)
		return ANY;
	e = paths__expr(p, id);
	switch (e->op) {
	case EXPR_CONST:
		return const_sign(e);
	case EXPR_VAR:
		return vars[e->a];
	case EXPR_CAST: case EXPR_STMTS: case EXPR_ASSIGN:
		return signs__of(p, vars, e->a);
	case EXPR_UNARY:
		s = signs__of(p, vars, e->a);
		if (e->sub == UN_NEG)
			return negated(s);
		if (e->sub == UN_NOT)
			return (uint8_t)((s & ZERO ? POS : 0) | (s & (NEG | POS) ? ZERO : 0));
		return ANY;
	case EXPR_COND:
		return cond_sign(p, vars, e);
	case EXPR_CALL:
		return call_sign(p, e);
	case EXPR_BINARY:
		return binary_sign(p, vars, e);
	case EXPR_ADDR: case EXPR_STR: case EXPR_FUNC:
		return POS;
	default:
		return ANY;
	}
}

/**
 * signs__effects() - assignments anywhere in an expression, operands first
 * @p: the function
 * @vars: signs of its variables, changed
 * @id: the expression, or EXPR_NONE
 */
void signs__effects(const struct paths *p, uint8_t *vars, uint32_t id)
{
	const struct expr *e;

	if (id == EXPR_NONE)
		return;
	e = paths__expr(p, id);
	if (e->op == EXPR_CONST || e->op == EXPR_VAR)
		return;
	signs__effects(p, vars, e->a);
	signs__effects(p, vars, e->b);
	for (uint32_t i = 0; i < e->nr_args; i++)
		signs__effects(p, vars, p->fn->args.v[e->arg0 + i]);
	if (e->a == EXPR_NONE || e->op == EXPR_GLOBAL || e->op == EXPR_FUNC ||
	    paths__expr(p, e->a)->op != EXPR_VAR)
		return;
	if (e->op == EXPR_ASSIGN)
		vars[paths__expr(p, e->a)->a] = e->sub == ASSIGN_SET ?
			signs__of(p, vars, e->b) : ANY;
	else if (e->op == EXPR_ADDR ||
		 (e->op == EXPR_UNARY && e->sub >= UN_PREINC && e->sub <= UN_POSTDEC))
		vars[paths__expr(p, e->a)->a] = ANY;
}

/* The variable whose value an expression is. */
static uint32_t var_of(const struct paths *p, uint32_t id)
{
	const struct expr *e;

	if (id == EXPR_NONE)
		return UINT32_MAX;
	e = paths__expr(p, id);
	while ((e->op == EXPR_CAST || e->op == EXPR_ASSIGN || e->op == EXPR_STMTS) &&
	       e->a != EXPR_NONE)
		e = paths__expr(p, e->a);
	return e->op == EXPR_VAR ? e->a : UINT32_MAX;
}

static bool is_unsigned(const struct paths *p, uint32_t id)
{
	const struct expr *e = paths__expr(p, id);

	return e->op != EXPR_CONST && str_starts(tu_str(p->tu, e->type), "unsigned");
}

static enum binary_kind mirrored(enum binary_kind k)
{
	switch (k) {
	case BIN_LT: return BIN_GT;
	case BIN_LE: return BIN_GE;
	case BIN_GT: return BIN_LT;
	case BIN_GE: return BIN_LE;
	default: return k;
	}
}

static enum binary_kind opposite(enum binary_kind k)
{
	switch (k) {
	case BIN_LT: return BIN_GE;
	case BIN_LE: return BIN_GT;
	case BIN_GT: return BIN_LE;
	case BIN_GE: return BIN_LT;
	case BIN_EQ: return BIN_NE;
	default: return BIN_EQ;
	}
}

/* Which signs can x have if x <kind> y holds for a y of one of these signs. */
static uint8_t left_signs(enum binary_kind kind, uint8_t y)
{
	uint8_t low = 0, high = 0;	/* what is below, above some y */

	if (y & NEG)
		low |= NEG, high |= ANY;
	if (y & ZERO)
		low |= NEG, high |= POS;
	if (y & POS)
		low |= ANY, high |= POS;
	switch (kind) {
	case BIN_LT: return low;
	case BIN_LE: return low | y;
	case BIN_GT: return high;
	case BIN_GE: return high | y;
	case BIN_EQ: return y;
	case BIN_NE: return y == ZERO ? NEG | POS : ANY;
	default: return ANY;
	}
}

/* x < 1 is x <= 0, x > -1 is x >= 0, and so on: then the sign is exact. */
static uint8_t compared(const struct paths *p, const uint8_t *vars, enum binary_kind kind,
			uint32_t other)
{
	const struct expr *e = paths__expr(p, other);
	uint8_t y = signs__of(p, vars, other);
	bool minus = e->op == EXPR_UNARY && e->sub == UN_NEG;
	int one = 0;

	if (minus)
		e = paths__expr(p, e->a);
	if (e->op == EXPR_CONST && e->sub == CONST_EXACT && (e->a == 1 || (int32_t)e->a == -1))
		one = minus ? -(int32_t)e->a : (int32_t)e->a;
	if (one == 1 && kind == BIN_LT)
		return NEG | ZERO;
	if (one == 1 && kind == BIN_GE)
		return POS;
	if (one == -1 && kind == BIN_GT)
		return ZERO | POS;
	if (one == -1 && kind == BIN_LE)
		return NEG;
	return left_signs(kind, y);
}

static bool keep_only(const struct paths *p, uint8_t *vars, uint32_t var, uint8_t keep)
{
	if (var == UINT32_MAX)
		return true;
	if (vars[var] & keep) {
		vars[var] &= keep;
		return true;
	}
	/* something may have written through its address */
	if (p->addressed[var]) {
		vars[var] = keep;
		return true;
	}
	return false;
}

static bool refine_comparison(const struct paths *p, uint8_t *vars, const struct expr *e,
			      bool yes)
{
	enum binary_kind kind = yes ? e->sub : opposite(e->sub);
	uint32_t a = var_of(p, e->a), b = var_of(p, e->b);
	uint8_t keep_a, keep_b;

	if (kind != BIN_EQ && kind != BIN_NE && (is_unsigned(p, e->a) || is_unsigned(p, e->b))) {
		/* an unsigned x: x > 0 is x != 0 */
		if (signs__of(p, vars, e->b) != ZERO || (kind != BIN_GT && kind != BIN_LE))
			return true;
		kind = kind == BIN_GT ? BIN_NE : BIN_EQ;
	}
	keep_a = compared(p, vars, kind, e->b);
	keep_b = compared(p, vars, mirrored(kind), e->a);
	return keep_only(p, vars, a, keep_a) && keep_only(p, vars, b, keep_b);
}

/* A test for an error pointer: what is left of the argument if the answer is yes. */
static uint8_t error_test(const struct paths *p, const struct expr *e)
{
	const struct api *api = callee(p, e);

	if (e->nr_args != 1 || !api)
		return 0;
	if (api->tests_error)
		return NEG;
	return api->tests_error_or_null ? NEG | ZERO : 0;
}

/**
 * signs__refine() - what a condition leaves
 * @p: the function
 * @vars: signs of its variables, changed
 * @cond: the condition
 * @yes: is it true
 *
 * Return: false if it can't be so.
 */
bool signs__refine(const struct paths *p, uint8_t *vars, uint32_t cond, bool yes)
{
	const struct expr *e = paths__expr(p, cond);
	uint8_t test;

	if (e->op == EXPR_UNARY && e->sub == UN_NOT)
		return signs__refine(p, vars, e->a, !yes);
	if (e->op == EXPR_STMTS && e->a != EXPR_NONE)
		return signs__refine(p, vars, e->a, yes);
	if (e->op == EXPR_BINARY && e->sub == (yes ? BIN_LAND : BIN_LOR))
		return signs__refine(p, vars, e->a, yes) && signs__refine(p, vars, e->b, yes);
	if (e->op == EXPR_BINARY && e->sub >= BIN_LT && e->sub <= BIN_NE)
		return refine_comparison(p, vars, e, yes);
	if (e->op == EXPR_CALL) {
		test = error_test(p, e);
		return !test || keep_only(p, vars, var_of(p, p->fn->args.v[e->arg0]),
					  yes ? test : (uint8_t)(ANY & ~test));
	}
	return keep_only(p, vars, var_of(p, cond), yes ? NEG | POS : ZERO);
}
