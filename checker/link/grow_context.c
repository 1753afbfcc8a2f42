// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who calls a function that may sleep for the page lock? Where its callers are at
 * hand they are asked in turn, and where none is at hand they are wanted: one may
 * stand in an interrupt, or hold a spinlock.
 */
#include <stdlib.h>

#include "link_priv.h"

#define MAX_DEPTH 8

struct call_pair {
	uint32_t to, from;
};

struct upwards {
	struct program *p;
	VEC(struct call_pair) calls;	/* by callee */
	uint8_t *given;			/* per function: its address is taken */
	uint8_t *depth;			/* per function: calls down to the lock, plus 1 */
	VEC(uint32_t) todo;
};

static int by_callee(const void *a, const void *b)
{
	const struct call_pair *x = a, *y = b;

	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

static void ask(struct upwards *u, uint32_t fn, unsigned int depth)
{
	const struct pfn *pf = &u->p->fns.v[fn];
	const struct api *api = program__api(u->p, program__global_id(u->p, fn, pf->fn->name));

	/* what a rule describes is asked about under its own name */
	if (u->depth[fn] || depth > MAX_DEPTH || !pf->entered || api)
		return;
	u->depth[fn] = (uint8_t)depth;
	vec__push(&u->todo, fn);
}

/* Does a call take the page lock? One that never dirties does not. */
static bool takes_lock(struct program *p, uint32_t fn, const struct expr *call,
		       const struct api *api)
{
	int pos = program__api_arg(p, fn, call, api, ROLE_MAKE_DIRTY);
	const struct fn *f = p->fns.v[fn].fn;
	const struct expr *arg;

	if (!api->locks_page || !api->sleeps || !(api->kinds & (API_DIRTY | API_RELEASE)))
		return false;
	if (pos < 0)
		return true;
	arg = &f->exprs.v[f->args.v[call->arg0 + (uint32_t)pos]];
	while (arg->op == EXPR_CAST && arg->a != EXPR_NONE)
		arg = &f->exprs.v[arg->a];
	return arg->op != EXPR_CONST || arg->sub != CONST_EXACT || arg->a;
}

/* The function that a call calls at once. */
static void called_now(struct upwards *u, uint32_t fn, const struct expr *call,
		       const struct api *api)
{
	const struct fn *f = u->p->fns.v[fn].fn;

	for (uint8_t i = 0; api && i < api->nr_params; i++) {
		int pos = api->params[i].marks & PARAM_CALLED ?
			  program__api_pos(u->p, fn, call, api, &api->params[i]) : -1;
		const struct expr *e = pos < 0 ? NULL :
			&f->exprs.v[f->args.v[call->arg0 + (uint32_t)pos]];
		uint32_t to;

		while (e && (e->op == EXPR_CAST || e->op == EXPR_ADDR) && e->a != EXPR_NONE)
			e = &f->exprs.v[e->a];
		if (!e || e->op != EXPR_FUNC)
			continue;
		to = program__function(u->p, fn, program__global_id(u->p, fn, e->sym));
		if (to != UINT32_MAX)
			vec__push(&u->calls, ((struct call_pair){ to, fn }));
	}
}

static void look_at(struct upwards *u, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(u->p, fn, expr);
	const struct api *api;
	uint32_t to;

	if (e->op == EXPR_FUNC) {
		to = program__function(u->p, fn, program__global_id(u->p, fn, e->sym));
		if (to != UINT32_MAX)
			u->given[to] = 1;
	}
	if (e->op != EXPR_CALL || !e->sym)
		return;
	api = program__api(u->p, program__global_id(u->p, fn, e->sym));
	if (api && takes_lock(u->p, fn, e, api))
		ask(u, fn, 1);
	to = program__function(u->p, fn, program__global_id(u->p, fn, e->sym));
	if (to != UINT32_MAX)
		vec__push(&u->calls, ((struct call_pair){ to, fn }));
	called_now(u, fn, e, api);
}

static void look_at_inits(struct upwards *u)
{
	const struct program *p = u->p;

	for (uint32_t f = 0; f < p->fns.nr; f++) {
		const struct tu_facts *tu = p->fns.v[f].tu;

		if (f && p->fns.v[f].tu_index == p->fns.v[f - 1].tu_index)
			continue;
		for (size_t i = 0; i < tu->inits.nr; i++) {
			uint32_t to = program__function(p, f,
				program__global_id(p, f, tu->inits.v[i].func));

			if (to != UINT32_MAX)
				u->given[to] = 1;
		}
	}
}

/* Asks the callers; false if none is at hand. */
static bool go_up(struct upwards *u, uint32_t fn)
{
	size_t low = 0, high = u->calls.nr;
	bool any = false;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (u->calls.v[mid].to < fn)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < u->calls.nr && u->calls.v[low].to == fn; low++) {
		any = true;
		ask(u, u->calls.v[low].from, u->depth[fn] + 1u);
	}
	return any;
}

/**
 * grow__contexts() - what is wanted to know who may sleep
 * @p: the program, linked
 * @list: gets the requests
 */
void grow__contexts(struct program *p, struct request_list *list)
{
	struct upwards u = {
		.p = p,
		.given = xcalloc(p->fns.nr + 1, 1),
		.depth = xcalloc(p->fns.nr + 1, 1),
	};

	for (uint32_t f = 0; f < p->fns.nr; f++)
		for (uint32_t i = 0; i < p->fns.v[f].fn->exprs.nr; i++)
			look_at(&u, f, i);
	look_at_inits(&u);
	vec__sort(&u.calls, by_callee);
	for (size_t i = 0; i < u.todo.nr; i++) {
		uint32_t fn = u.todo.v[i];
		const struct pfn *pf = &p->fns.v[fn];
		struct request r = { .kind = REQUEST_CALLERS_NEAR };

		if (go_up(&u, fn) || u.given[fn] || pf->fn->flags & (FN_STATIC | FN_INLINE))
			continue;
		r.file = program__str(p, pf->file);
		r.name = program__str(p, program__global_id(p, fn, pf->fn->name));
		vec__push(list, r);
	}
	vec__exit(&u.calls);
	vec__exit(&u.todo);
	free(u.given);
	free(u.depth);
}
