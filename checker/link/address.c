// SPDX-License-Identifier: GPL-2.0-only
/*
 * Addresses of a page's data, as page_address() gives them. They are no carrier:
 * followed like one, an address would lead into every buffer of the kernel. Only
 * what turns one back, __pa() or virt_to_page(), asks which page it is of, and
 * the answer is looked for in the same function.
 */
#include "link_priv.h"

#define MAX_DEPTH 8

static void add(struct value *to, const struct value *from)
{
	for (unsigned int i = 0; i < from->nr && to->nr < ARRAY_SIZE(to->v); i++)
		to->v[to->nr++] = from->v[i];
}

static struct value addressed(struct program *p, uint32_t fn, uint32_t expr, int depth);

/* A call that uses a page for its address, and returns it. */
static struct value of_call(struct program *p, uint32_t fn, const struct expr *e)
{
	const struct fn *f = p->fns.v[fn].fn;
	const struct api *api = e->sym ?
		program__api(p, program__global_id(p, fn, e->sym)) : NULL;
	struct value none = {0};

	for (size_t i = 0; api && i < api->nr_params; i++) {
		int pos = program__api_pos(p, fn, e, api, &api->params[i]);

		if (pos >= 0 && api->params[i].marks & PARAM_USED &&
		    api->params[i].use == USE_ADDRESS)
			return value__of(p, fn, f->args.v[e->arg0 + (uint32_t)pos]);
	}
	return none;
}

/* A local: all that it is set to. */
static struct value of_var(struct program *p, uint32_t fn, uint32_t var, int depth)
{
	const struct fn *f = p->fns.v[fn].fn;
	struct value v = {0}, w;

	for (uint32_t i = 0; i < f->exprs.nr; i++) {
		const struct expr *e = &f->exprs.v[i];

		if (e->op != EXPR_ASSIGN || e->a == EXPR_NONE || e->b == EXPR_NONE ||
		    f->exprs.v[e->a].op != EXPR_VAR || f->exprs.v[e->a].a != var)
			continue;
		w = addressed(p, fn, e->b, depth + 1);
		add(&v, &w);
	}
	return v;
}

static struct value addressed(struct program *p, uint32_t fn, uint32_t expr, int depth)
{
	struct value v = {0}, w;
	const struct expr *e;

	if (expr == EXPR_NONE || depth > MAX_DEPTH)
		return v;
	e = program__expr(p, fn, expr);
	switch (e->op) {
	case EXPR_CAST: case EXPR_STMTS: case EXPR_ASSIGN:
		return addressed(p, fn, e->op == EXPR_ASSIGN ? e->b : e->a, depth + 1);
	case EXPR_BINARY:
		if (e->sub != BIN_ADD && e->sub != BIN_SUB && e->sub != BIN_AND)
			return v;
		v = addressed(p, fn, e->a, depth + 1);
		w = addressed(p, fn, e->b, depth + 1);
		add(&v, &w);
		return v;
	case EXPR_CALL:
		return of_call(p, fn, e);
	case EXPR_VAR:
		return of_var(p, fn, e->a, depth);
	default:
		return v;
	}
}

/**
 * value__addressed() - the pages that an expression is an address of
 * @p: the program
 * @fn: function of the expression
 * @expr: the expression
 *
 * Return: the nodes of the pages; none if it is no such address, or if that
 * cannot be told in this function.
 */
struct value value__addressed(struct program *p, uint32_t fn, uint32_t expr)
{
	return addressed(p, fn, expr, 0);
}
