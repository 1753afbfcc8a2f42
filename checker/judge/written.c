// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is the memory behind an address written by the CPU?
 *
 * From the call that gives the address through the variables that get it, with
 * sums and casts, into functions that it is passed to, and through the members
 * that keep it. A store through it, or a call that a rule says writes there, counts.
 */
#include <stdlib.h>
#include <string.h>

#include "values.h"

#define MAX_DEPTH 3

/* The addresses of one function: variables that hold one, or the calls that give one. */
struct hunt {
	const struct judge *j;
	uint32_t f;
	const struct fn *fn;
	uint32_t call;			/* EXPR_NONE if it comes by a variable or member */
	uint32_t rec, sym;		/* member that keeps it, global ids; 0 none */
	uint8_t *vars;			/* of each variable: it holds the address */
	unsigned int depth;
	uint32_t at_fn, at_expr;	/* where it is written */
};

static bool hunt(struct hunt *h);

static const struct expr *at(const struct hunt *h, uint32_t e)
{
	return &h->fn->exprs.v[e];
}

static bool is_member(const struct hunt *h, const struct expr *e)
{
	return h->sym && e->op == EXPR_MEMBER &&
	       program__global_id(h->j->prog, h->f, e->sym) == h->sym &&
	       program__global_id(h->j->prog, h->f, e->rec) == h->rec;
}

/* Is it the address, or one near it? */
static bool is_address(const struct hunt *h, uint32_t e)
{
	const struct expr *x;

	e = place__bare(h->fn, e);
	if (e == EXPR_NONE)
		return false;
	x = at(h, e);
	if (e == h->call || is_member(h, x))
		return true;
	switch (x->op) {
	case EXPR_VAR:
		return h->vars[x->a];
	case EXPR_BINARY:
		return (x->sub == BIN_ADD || x->sub == BIN_SUB) &&
		       (is_address(h, x->a) || is_address(h, x->b));
	case EXPR_ADDR:		/* &p[i], &p->member */
		x = at(h, x->a);
		return (x->op == EXPR_INDEX || (x->op == EXPR_MEMBER && x->sub)) &&
		       x->a != EXPR_NONE && is_address(h, x->a);
	case EXPR_UNARY:
		return x->sub != UN_NOT && is_address(h, x->a);
	case EXPR_ASSIGN:
		return is_address(h, x->b);
	default:
		return false;
	}
}

/* A place behind the address: p[i], *p, p->a.b, p->a[i] */
static bool is_behind(const struct hunt *h, uint32_t e)
{
	const struct expr *x;

	e = place__bare(h->fn, e);
	if (e == EXPR_NONE)
		return false;
	x = at(h, e);
	if ((x->op == EXPR_DEREF || x->op == EXPR_INDEX || (x->op == EXPR_MEMBER && x->sub)) &&
	    is_address(h, x->a))
		return true;
	if ((x->op == EXPR_MEMBER && !x->sub) || x->op == EXPR_INDEX)
		return is_behind(h, x->a);
	return false;
}

static bool spread(struct hunt *h)
{
	bool changed = false;

	for (uint32_t i = 0; i < h->fn->exprs.nr; i++) {
		const struct expr *e = at(h, i), *to;

		if (e->op != EXPR_ASSIGN || e->a == EXPR_NONE || e->b == EXPR_NONE)
			continue;
		to = at(h, place__bare(h->fn, e->a));
		if (to->op != EXPR_VAR || h->vars[to->a] || !is_address(h, e->b))
			continue;
		h->vars[to->a] = 1;
		changed = true;
	}
	return changed;
}

static bool found(struct hunt *h, uint32_t expr)
{
	h->at_fn = h->f;
	h->at_expr = expr;
	return true;
}

static bool run_in(struct hunt *from, uint32_t fn, uint32_t var, uint32_t rec, uint32_t sym)
{
	struct hunt h = {
		.j = from->j, .f = fn, .fn = from->j->prog->fns.v[fn].fn, .call = EXPR_NONE,
		.rec = rec, .sym = sym, .depth = from->depth + 1,
	};
	bool ret;

	if (h.depth > MAX_DEPTH)
		return false;
	h.vars = xcalloc(h.fn->vars.nr + 1, 1);
	if (var != UINT32_MAX)
		h.vars[var] = 1;
	ret = hunt(&h);
	free(h.vars);
	from->at_fn = h.at_fn;
	from->at_expr = h.at_expr;
	return ret;
}

/* Into the functions that this call can reach. */
static bool enter(struct hunt *h, uint32_t call, uint32_t pos)
{
	const struct program *p = h->j->prog;

	for (size_t i = 0; i < p->calls.nr; i++) {
		const struct callsite *cs = &p->calls.v[i];

		if (cs->fn != h->f || cs->expr != call || cs->indirect)
			continue;
		for (uint32_t t = 0; t < cs->nr_targets; t++) {
			uint32_t to = p->targets.v[cs->target0 + t];

			if (pos < p->fns.v[to].fn->nr_params && run_in(h, to, pos, 0, 0))
				return true;
		}
	}
	return false;
}

static bool written_by_call(struct hunt *h, uint32_t expr)
{
	const struct expr *e = at(h, expr);
	const struct api *api = rules__find(h->j->prog->rules,
					    tu_str(h->j->prog->fns.v[h->f].tu, e->sym));

	for (uint32_t i = 0; i < e->nr_args; i++) {
		if (!is_address(h, h->fn->args.v[e->arg0 + i]))
			continue;
		if (!api && enter(h, expr, i))
			return true;
		for (size_t k = 0; api && k < api->nr_params; k++)
			if (api->params[k].marks & PARAM_WRITTEN &&
			    program__api_pos(h->j->prog, h->f, e, api, &api->params[k]) == (int)i)
				return found(h, expr);
	}
	return false;
}

/* Users of a member that keeps the address, in files of the same folder. */
static bool kept_in(struct hunt *h, const struct expr *member)
{
	const struct program *p = h->j->prog;
	uint32_t rec = program__global_id(p, h->f, member->rec);
	uint32_t sym = program__global_id(p, h->f, member->sym);
	const char *home = program__str(p, p->fns.v[h->f].file);
	size_t n = strrchr(home, '/') ? (size_t)(strrchr(home, '/') - home) + 1 : 0;

	if (!rec || h->sym)
		return false;
	for (uint32_t f = 0; f < p->fns.nr; f++)
		if (!strncmp(program__str(p, p->fns.v[f].file), home, n) &&
		    run_in(h, f, UINT32_MAX, rec, sym))
			return true;
	return false;
}

static bool hunt(struct hunt *h)
{
	while (spread(h))
		;
	for (uint32_t i = 0; i < h->fn->exprs.nr; i++) {
		const struct expr *e = at(h, i);
		uint32_t to = place__written(h->fn, i);

		if (to != EXPR_NONE && is_behind(h, to))
			return found(h, i);
		if (e->op == EXPR_CALL && written_by_call(h, i))
			return true;
		if (e->op == EXPR_ASSIGN && to != EXPR_NONE && at(h, to)->op == EXPR_MEMBER &&
		    is_address(h, e->b) && kept_in(h, at(h, to)))
			return true;
	}
	return false;
}

/**
 * values__written_through() - is memory written through the address a call gives
 * @j: the judge
 * @fn: the calling function
 * @call: the call
 * @ret_fn: function of a place where it is
 * @ret_expr: that place
 *
 * Return: true if so.
 */
bool values__written_through(const struct judge *j, uint32_t fn, uint32_t call,
			     uint32_t *ret_fn, uint32_t *ret_expr)
{
	struct hunt h = {
		.j = j, .f = fn, .fn = j->prog->fns.v[fn].fn, .call = call,
	};
	bool ret;

	h.vars = xcalloc(h.fn->vars.nr + 1, 1);
	ret = hunt(&h);
	free(h.vars);
	*ret_fn = h.at_fn;
	*ret_expr = h.at_expr;
	return ret;
}
