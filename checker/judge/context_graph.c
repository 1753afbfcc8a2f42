// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who calls a function, and as what it is registered: the call graph backwards,
 * for questions about contexts.
 */
#include <stdlib.h>
#include <string.h>

#include "context_graph.h"

static void add_caller(struct context_graph *g, uint32_t to, uint32_t fn, uint32_t expr,
		       bool guess)
{
	struct context_caller c = { .to = to, .fn = fn, .expr = expr, .guess = guess };

	vec__push(&g->callers, c);
}

static void add_entry(struct context_graph *g, uint32_t to, enum run_context run,
		      uint32_t fn, uint32_t expr, const struct fn_init *init)
{
	struct context_entry e = {
		.to = to, .run = (uint8_t)run, .link = { fn, expr, init },
	};

	if (to == UINT32_MAX || run == RUN_UNKNOWN)
		return;
	vec__push(&g->entries, e);
	g->given[to]--;
}

/* The function whose address an expression is, or UINT32_MAX. */
static uint32_t function_value(const struct context_graph *g, uint32_t f, uint32_t expr)
{
	const struct fn *fn = g->prog->fns.v[f].fn;
	const struct expr *e;

	if (expr == EXPR_NONE)
		return UINT32_MAX;
	e = &fn->exprs.v[expr];
	while ((e->op == EXPR_CAST || e->op == EXPR_ADDR) && e->a != EXPR_NONE)
		e = &fn->exprs.v[e->a];
	if (e->op != EXPR_FUNC)
		return UINT32_MAX;
	return program__function(g->prog, f, program__global_id(g->prog, f, e->sym));
}

/* What is given away, as what it runs; and what is called at once. */
static void registers(struct context_graph *g, uint32_t f, uint32_t expr,
		      const struct api *api)
{
	const struct fn *fn = g->prog->fns.v[f].fn;
	const struct expr *e = &fn->exprs.v[expr];

	for (uint8_t i = 0; i < api->nr_params; i++) {
		bool now = api->params[i].marks & PARAM_CALLED;
		int pos = api->params[i].runs_in == RUN_UNKNOWN && !now ? -1 :
			  program__api_pos(g->prog, f, e, api, &api->params[i]);
		uint32_t to = pos < 0 ? UINT32_MAX :
			function_value(g, f, fn->args.v[e->arg0 + (uint32_t)pos]);

		if (now && to != UINT32_MAX) {
			add_caller(g, to, f, expr, false);
			g->given[to]--;
		} else {
			add_entry(g, to, (enum run_context)api->params[i].runs_in, f, expr,
				  NULL);
		}
	}
}

static void one_call(struct context_graph *g, uint32_t f, uint32_t expr)
{
	const struct pfn *pf = &g->prog->fns.v[f];
	const struct expr *e = &pf->fn->exprs.v[expr];
	const struct api *api;
	uint32_t to;

	if (!e->sym)
		return;
	api = rules__find(g->prog->rules, tu_str(pf->tu, e->sym));
	if (api)
		registers(g, f, expr, api);
	to = program__function(g->prog, f, program__global_id(g->prog, f, e->sym));
	if (to != UINT32_MAX)
		add_caller(g, to, f, expr, false);
}

static void one_store(struct context_graph *g, uint32_t f, uint32_t expr)
{
	const struct pfn *pf = &g->prog->fns.v[f];
	const struct expr *e = &pf->fn->exprs.v[expr], *l;
	uint32_t to = function_value(g, f, e->b);

	if (to == UINT32_MAX || e->a == EXPR_NONE)
		return;
	l = &pf->fn->exprs.v[e->a];
	if (l->op == EXPR_MEMBER)
		add_entry(g, to, rules__runs_in(g->prog->rules, tu_str(pf->tu, l->rec),
						tu_str(pf->tu, l->sym)), f, expr, NULL);
}

static void one_init(struct context_graph *g, uint32_t t, uint32_t first,
		     const struct fn_init *in)
{
	const struct tu_facts *tu = g->prog->tus.v[t];
	enum run_context run = in->member ?
		rules__runs_in(g->prog->rules, tu_str(tu, in->rec), tu_str(tu, in->member)) :
		RUN_UNKNOWN;
	uint32_t to;

	to = program__function(g->prog, first, program__global_id(g->prog, first, in->func));
	if (to != UINT32_MAX)
		g->given[to]++;
	add_entry(g, to, run, first, 0, in);
}

/* Any function of a unit names its strings. */
static void inits_of(struct context_graph *g, uint32_t first)
{
	uint32_t t = g->prog->fns.v[first].tu_index;

	for (size_t i = 0; i < g->prog->tus.v[t]->inits.nr; i++)
		one_init(g, t, first, &g->prog->tus.v[t]->inits.v[i]);
}

static void through_pointers(struct context_graph *g)
{
	const struct program *p = g->prog;

	for (size_t i = 0; i < p->calls.nr; i++) {
		const struct callsite *cs = &p->calls.v[i];

		/* more than one: which of them is a guess */
		for (uint32_t t = 0; cs->indirect && t < cs->nr_targets; t++)
			add_caller(g, p->targets.v[cs->target0 + t], cs->fn, cs->expr, true);
	}
}

static int by_callee(const void *a, const void *b)
{
	const struct context_caller *x = a, *y = b;

	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	return x->expr < y->expr ? -1 : x->expr > y->expr;
}

static int by_entry(const void *a, const void *b)
{
	const struct context_entry *x = a, *y = b;

	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->link.fn != y->link.fn)
		return x->link.fn < y->link.fn ? -1 : 1;
	return x->link.expr < y->link.expr ? -1 : x->link.expr > y->link.expr;
}

/* Every time that the address of a function is taken. */
static void count_given(struct context_graph *g)
{
	const struct program *p = g->prog;

	for (uint32_t f = 0; f < p->fns.nr; f++) {
		const struct fn *fn = p->fns.v[f].fn;

		for (uint32_t i = 0; i < fn->exprs.nr; i++) {
			uint32_t to = fn->exprs.v[i].op == EXPR_FUNC ?
				      function_value(g, f, i) : UINT32_MAX;

			if (to != UINT32_MAX)
				g->given[to]++;
		}
	}
}

/**
 * context_graph__init() - collect all calls and registrations
 * @self: the graph
 * @prog: the linked program; it must outlive the graph
 */
void context_graph__init(struct context_graph *self, struct program *prog)
{
	memset(self, 0, sizeof(*self));
	self->prog = prog;
	self->given = xcalloc(prog->fns.nr + 1, sizeof(*self->given));
	count_given(self);
	for (uint32_t f = 0; f < prog->fns.nr; f++) {
		const struct fn *fn = prog->fns.v[f].fn;

		for (uint32_t i = 0; i < fn->exprs.nr; i++) {
			if (fn->exprs.v[i].op == EXPR_CALL)
				one_call(self, f, i);
			else if (fn->exprs.v[i].op == EXPR_ASSIGN)
				one_store(self, f, i);
		}
	}
	for (uint32_t f = 0; f < prog->fns.nr; f++)
		if (!f || prog->fns.v[f].tu_index != prog->fns.v[f - 1].tu_index)
			inits_of(self, f);
	through_pointers(self);
	vec__sort(&self->callers, by_callee);
	vec__sort(&self->entries, by_entry);
}

/**
 * context_graph__exit() - free a graph
 * @self: the graph
 */
void context_graph__exit(struct context_graph *self)
{
	vec__exit(&self->callers);
	vec__exit(&self->entries);
	free(self->given);
}

/**
 * context_graph__callers() - the first call of a function
 * @self: the graph
 * @to: the function
 *
 * Return: index into callers; those of @to lie side by side.
 */
size_t context_graph__callers(const struct context_graph *self, uint32_t to)
{
	size_t low = 0, high = self->callers.nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (self->callers.v[mid].to < to)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/**
 * context_graph__entries() - the first registration of a function
 * @self: the graph
 * @to: the function
 *
 * Return: index into entries; those of @to lie side by side.
 */
size_t context_graph__entries(const struct context_graph *self, uint32_t to)
{
	size_t low = 0, high = self->entries.nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (self->entries.v[mid].to < to)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/**
 * context_graph__given() - is a function's address given away
 * @self: the graph
 * @fn: the function
 *
 * Return: true if it is stored or passed where no rule says how it runs.
 */
bool context_graph__given(const struct context_graph *self, uint32_t fn)
{
	return self->given[fn] > 0;
}
