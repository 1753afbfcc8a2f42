// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an expression names: two spellings of one place, the argument of a call
 * that a rule speaks of, what a statement gives a new value.
 */
#include "cfg.h"

static const struct expr *at(const struct fn *fn, uint32_t expr)
{
	return &fn->exprs.v[expr];
}

/**
 * place__bare() - an expression without casts
 * @fn: the function
 * @expr: the expression
 *
 * Return: the operand of the casts.
 */
uint32_t place__bare(const struct fn *fn, uint32_t expr)
{
	while (expr != EXPR_NONE && at(fn, expr)->op == EXPR_CAST && at(fn, expr)->a != EXPR_NONE)
		expr = at(fn, expr)->a;
	return expr;
}

/* *p and p[0]: the pointer and the constant or EXPR_NONE. */
static bool same_element(const struct fn *fn, const struct expr *x, const struct expr *y)
{
	const struct expr *nr;

	if (x->op != EXPR_DEREF || y->op != EXPR_INDEX || y->b == EXPR_NONE)
		return false;
	nr = at(fn, y->b);
	return nr->op == EXPR_CONST && nr->sub == CONST_EXACT && !nr->a &&
	       place__same(fn, x->a, y->a);
}

/**
 * place__same() - do two expressions name the same place, or have the same value
 * @fn: the function
 * @a: one
 * @b: the other
 *
 * Variables in them are taken to have the same values. Calls are never the same.
 *
 * Return: true if so.
 */
bool place__same(const struct fn *fn, uint32_t a, uint32_t b)
{
	const struct expr *x, *y;

	a = place__bare(fn, a);
	b = place__bare(fn, b);
	if (a == EXPR_NONE || b == EXPR_NONE)
		return a == b;
	x = at(fn, a);
	y = at(fn, b);
	if (same_element(fn, x, y) || same_element(fn, y, x))
		return true;
	if (x->op != y->op || x->sub != y->sub || x->sym != y->sym || x->rec != y->rec ||
	    x->nr_args || y->nr_args || x->op == EXPR_CALL || x->op == EXPR_UNKNOWN ||
	    x->op == EXPR_ASSIGN)
		return false;
	if (x->op == EXPR_CONST || x->op == EXPR_VAR)
		return x->a == y->a;
	return place__same(fn, x->a, y->a) && place__same(fn, x->b, y->b);
}

/**
 * place__arg() - the argument of a call that a rule speaks of
 * @j: the judge
 * @fn: the calling function, index into the program
 * @call: the call
 * @api: what the callee means
 * @marks: PARAM_* bits, one of which the parameter has
 *
 * Return: the argument, or EXPR_NONE.
 */
uint32_t place__arg(const struct judge *j, uint32_t fn, uint32_t call,
		    const struct api *api, unsigned int marks)
{
	const struct expr *e = program__expr(j->prog, fn, call);

	for (size_t i = 0; i < api->nr_params; i++) {
		int pos = api->params[i].marks & marks && api->params[i].index != RULE_RETURN ?
			  program__api_pos(j->prog, fn, e, api, &api->params[i]) : -1;

		if (pos >= 0)
			return place__bare(j->prog->fns.v[fn].fn,
				j->prog->fns.v[fn].fn->args.v[e->arg0 + (uint32_t)pos]);
	}
	return EXPR_NONE;
}

struct reads {
	const struct fn *fn;
	uint32_t var;
	bool found;
};

static void reads_var(void *ctx, uint32_t expr)
{
	struct reads *r = ctx;

	r->found |= at(r->fn, expr)->op == EXPR_VAR && at(r->fn, expr)->a == r->var;
}

/**
 * place__reads_var() - does a variable stand in an expression
 * @fn: the function
 * @tree: the expression
 * @var: index of the variable
 *
 * Return: true if so.
 */
bool place__reads_var(const struct fn *fn, uint32_t tree, uint32_t var)
{
	struct reads r = { .fn = fn, .var = var };

	cfg__each_expr(fn, tree, reads_var, &r);
	return r.found;
}

/**
 * place__written() - what an expression itself gives a new value
 * @fn: the function
 * @expr: the expression; what stands below it is not looked at
 *
 * Return: the place that is assigned, counted up or down; EXPR_NONE.
 */
uint32_t place__written(const struct fn *fn, uint32_t expr)
{
	const struct expr *e = at(fn, expr);

	if (e->op == EXPR_ASSIGN)
		return place__bare(fn, e->a);
	if (e->op == EXPR_UNARY && (e->sub == UN_PREINC || e->sub == UN_PREDEC ||
				    e->sub == UN_POSTINC || e->sub == UN_POSTDEC))
		return place__bare(fn, e->a);
	return EXPR_NONE;
}
