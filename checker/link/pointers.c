// SPDX-License-Identifier: GPL-2.0-only
/*
 * What pointers to functions may hold: members of tables, variables and parameters,
 * and what is handed on from one of these to another. A function that a rule
 * describes has no body to go to: what is known is that it is called.
 */
#include <stdlib.h>
#include <string.h>

#include "link_priv.h"

#define MAX_DEPTH 4	/* calls through which a pointer is handed on */

/* Adds to a list of functions that a pointer may hold; false if it is there. */
static bool add_pointee(struct program *self, struct hmap *map, uint64_t key, uint32_t fn)
{
	struct program_priv *priv = self->priv;
	uint32_t id = (uint32_t)priv->table_fn.nr;
	uint32_t *slot, at;
	bool fresh;

	slot = hmap__slot(map, key, &fresh);
	if (!fresh) {
		for (at = *slot; ; at = priv->table_next.v[at]) {
			if (priv->table_fn.v[at] == fn)
				return false;
			if (priv->table_next.v[at] == UINT32_MAX)
				break;
		}
		priv->table_next.v[at] = id;
	} else {
		*slot = id;
	}
	vec__push(&priv->table_fn, fn);
	vec__push(&priv->table_next, UINT32_MAX);
	return true;
}

static const struct expr *strip(const struct fn *fn, uint32_t expr)
{
	const struct expr *e = &fn->exprs.v[expr];

	while ((e->op == EXPR_CAST || e->op == EXPR_ADDR || e->op == EXPR_DEREF) &&
	       e->a != EXPR_NONE)
		e = &fn->exprs.v[e->a];
	return e;
}

/**
 * pointers__rule() - the rule of the function whose address an expression is
 * @p: the program
 * @f: the function that holds the expression
 * @expr: the expression
 * @ret_name: gets the function's name, a global string id
 *
 * Return: the rule; NULL if it is no address of a function, if no rule says what it
 * does to pages, or if it is a function of the unit's own.
 */
const struct api *pointers__rule(struct program *p, uint32_t f, uint32_t expr,
				 uint32_t *ret_name)
{
	const struct expr *e = strip(p->fns.v[f].fn, expr);
	const struct api *api;
	uint32_t own;

	if (e->op != EXPR_FUNC)
		return NULL;
	*ret_name = program__global_id(p, f, e->sym);
	api = program__api(p, *ret_name);
	if (!api || api->kinds == API_CONTEXT || api->family_from_body)
		return NULL;
	own = program__function(p, f, *ret_name);
	if (own != UINT32_MAX && p->fns.v[own].fn->flags & FN_STATIC &&
	    !(p->fns.v[own].fn->flags & FN_HEADER))
		return NULL;
	return api;
}

/* Where a pointer goes: adds what is put there, or notes from where it is handed on. */
static void bind(struct program *p, uint32_t f, uint32_t expr, uint64_t to, bool to_table)
{
	const struct expr *e = strip(p->fns.v[f].fn, expr);
	struct pointer_copy c = { .to = to, .to_table = to_table, .fn = f };
	uint32_t id = program__function_value(p, f, expr), name;
	bool fresh;

	if (pointers__rule(p, f, expr, &name)) {
		if (!to_table)
			*hmap__slot(&p->priv->rule_params, to, &fresh) = 1;
	} else if (id != UINT32_MAX) {
		add_pointee(p, to_table ? &p->priv->fn_tables : &p->priv->fn_params, to, id);
	} else if (strstr(tu_str(p->fns.v[f].tu, e->type), "(*")) {
		c.from_table = e->op == EXPR_MEMBER;
		c.var = e->a;
		if (e->op == EXPR_VAR)
			c.from = pair(f, e->a);
		else if (e->op == EXPR_MEMBER)
			c.from = pair(program__global_id(p, f, e->rec),
				      program__global_id(p, f, e->sym));
		if (c.from)
			vec__push(&p->priv->copied, c);
	}
}

/* `x->op = fn` and `walk(fn)`. */
static void collect(struct program *p, uint32_t f, const struct expr *e)
{
	const struct fn *fn = p->fns.v[f].fn;
	const struct expr *l;
	uint32_t to;

	if (e->op == EXPR_ASSIGN && e->a != EXPR_NONE && e->b != EXPR_NONE) {
		l = &fn->exprs.v[e->a];
		if (l->op == EXPR_MEMBER)
			bind(p, f, e->b, pair(program__global_id(p, f, l->rec),
					      program__global_id(p, f, l->sym)), true);
		else if (l->op == EXPR_VAR)
			bind(p, f, e->b, pair(f, l->a), false);
	}
	if (e->op != EXPR_CALL || !e->sym)
		return;
	to = program__function(p, f, program__global_id(p, f, e->sym));
	for (uint32_t i = 0; to != UINT32_MAX && i < e->nr_args; i++)
		bind(p, f, fn->args.v[e->arg0 + i], pair(to, i), false);
}

/* Hands on what one place may hold; true if that is new to the other. */
static bool hand_on(struct program *p, const struct pointer_copy *c)
{
	struct program_priv *priv = p->priv;
	uint32_t at;
	bool more = false, fresh = false;

	if (!c->from_table && !c->to_table && hmap__find(&priv->rule_params, c->from, &at))
		*hmap__slot(&priv->rule_params, c->to, &fresh) = 1;
	more |= fresh;
	if (!hmap__find(c->from_table ? &priv->fn_tables : &priv->fn_params, c->from, &at))
		return more;
	for (; at != UINT32_MAX; at = priv->table_next.v[at])
		more |= add_pointee(p, c->to_table ? &priv->fn_tables : &priv->fn_params,
				    c->to, priv->table_fn.v[at]);
	return more;
}

/**
 * pointers__collect() - find what each pointer to a function may hold
 * @p: the program, with all units added
 */
void pointers__collect(struct program *p)
{
	bool more = true;

	for (uint32_t t = 0; t < p->tus.nr; t++) {
		const struct tu_facts *tu = p->tus.v[t];
		const uint32_t *map = p->priv->maps.v[t];

		for (size_t i = 0; i < tu->inits.nr; i++) {
			const struct fn_init *in = &tu->inits.v[i];
			uint32_t id = program__seen_by(p, t, map[in->func]);

			if (id != UINT32_MAX && in->member)
				add_pointee(p, &p->priv->fn_tables,
					    pair(map[in->rec], map[in->member]), id);
		}
	}
	for (uint32_t f = 0; f < p->fns.nr; f++)
		for (size_t i = 0; i < p->fns.v[f].fn->exprs.nr; i++)
			collect(p, f, &p->fns.v[f].fn->exprs.v[i]);
	while (more) {
		more = false;
		for (size_t i = 0; i < p->priv->copied.nr; i++)
			more |= hand_on(p, &p->priv->copied.v[i]);
	}
}

/**
 * pointers__is_rule() - does an indirect call go to what a rule describes
 * @p: the program
 * @fn: the calling function
 * @call: the call
 *
 * Return: true if the variable it goes through is given such a function: what that
 * does stands where it is given, see model__given().
 */
bool pointers__is_rule(const struct program *p, uint32_t fn, uint32_t call)
{
	const struct expr *e = program__expr(p, fn, call);
	uint32_t at;

	if (e->sym || e->a == EXPR_NONE)
		return false;
	e = strip(p->fns.v[fn].fn, e->a);
	return e->op == EXPR_VAR && hmap__find(&p->priv->rule_params, pair(fn, e->a), &at);
}

static bool carries_pages(struct program *p, uint32_t fn, uint32_t expr)
{
	enum carrier c = graph__carrier_at(p, fn, expr);

	return c == CARRIER_PAGE || c == CARRIER_PAGES || c == CARRIER_CONTAINER;
}

static bool gets_pages(struct program *p, uint32_t fn, uint32_t var, int depth)
{
	const struct fn *f = p->fns.v[fn].fn;

	for (size_t i = 0; i < f->exprs.nr; i++) {
		const struct expr *e = &f->exprs.v[i], *to;
		bool through;

		if (e->op != EXPR_CALL || (!e->sym && e->a == EXPR_NONE))
			continue;
		to = e->sym ? NULL : strip(f, e->a);
		through = to && to->op == EXPR_VAR && to->a == var;
		for (uint32_t k = 0; k < e->nr_args; k++) {
			const struct expr *arg = strip(f, f->args.v[e->arg0 + k]);
			uint32_t callee;

			if (through && carries_pages(p, fn, f->args.v[e->arg0 + k]))
				return true;
			if (!e->sym || arg->op != EXPR_VAR || arg->a != var || depth >= MAX_DEPTH)
				continue;
			callee = program__function(p, fn, program__global_id(p, fn, e->sym));
			if (callee != UINT32_MAX && gets_pages(p, callee, k, depth + 1))
				return true;
		}
	}
	return false;
}

/**
 * pointers__gets_pages() - is a parameter called with pages
 * @p: the program
 * @fn: the function
 * @param: a parameter of it that is a pointer to a function
 *
 * Return: true if so, here or where it is handed on to.
 */
bool pointers__gets_pages(struct program *p, uint32_t fn, uint32_t param)
{
	return gets_pages(p, fn, param, 0);
}
