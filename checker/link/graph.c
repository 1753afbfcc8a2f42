// SPDX-License-Identifier: GPL-2.0-only
/*
 * The value-flow graph: one pass over all expressions of all functions.
 *
 * Containers and arrays of pages alias both ways on assignment, argument and
 * return; a single page goes forward only, else the arithmetic of page structs
 * would tie all pages together.
 */
#include <stdlib.h>

#include "link_priv.h"

/**
 * carrier__aliases() - do two holders of such a value share what it carries
 * @c: the carrier
 *
 * Return: true for arrays and containers.
 */
bool carrier__aliases(enum carrier c)
{
	return c == CARRIER_PAGES || c == CARRIER_CONTAINER || c == CARRIER_INTS;
}

/**
 * graph__edge() - add an edge
 * @p: the program
 * @from: node
 * @to: node
 * @kind: kind of the edge
 * @call: callsite of a call or return edge
 * @fn: function in which the code stands
 * @expr: expression that makes the flow
 */
void graph__edge(struct program *p, uint32_t from, uint32_t to, enum edge_kind kind,
		 uint32_t call, uint32_t fn, uint32_t expr)
{
	struct edge e = { from, to, call, fn, expr, (uint8_t)kind, false };

	if (from != to)
		vec__push(&p->priv->raw, e);
}

/**
 * graph__call_node() - the node of a call's result
 * @p: the program
 * @fn: the calling function
 * @expr: the call
 *
 * Return: the node, or NODE_NONE if the result carries no pages.
 */
uint32_t graph__call_node(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);
	enum carrier c = type__carrier(p, program__global_id(p, fn, e->type));
	struct node n = {
		.kind = NODE_CALL, .carrier = (uint8_t)c, .fn = fn, .index = expr,
	};
	uint32_t *slot;
	bool fresh;

	if (c == CARRIER_NONE)
		return NODE_NONE;
	slot = hmap__slot(&p->priv->calls_at, pair(fn, expr), &fresh);
	if (!fresh)
		return *slot;
	*slot = (uint32_t)p->nodes.nr;
	vec__push(&p->nodes, n);
	return (uint32_t)p->nodes.nr - 1;
}

/**
 * graph__carrier_at() - what the value of an expression can carry
 * @p: the program
 * @fn: the function
 * @expr: the expression
 *
 * Return: the carrier of its type.
 */
enum carrier graph__carrier_at(struct program *p, uint32_t fn, uint32_t expr)
{
	return type__carrier(p, program__global_id(p, fn,
					program__expr(p, fn, expr)->type));
}

/* Both ways, or forward only? */
static bool both_ways(enum carrier a, enum carrier b)
{
	if (a == CARRIER_STRUCT || b == CARRIER_STRUCT)
		return false;
	if (a == CARRIER_PAGE || b == CARRIER_PAGE || a == CARRIER_INT || b == CARRIER_INT)
		return false;
	return carrier__aliases(a) || carrier__aliases(b);
}

/**
 * graph__flow() - add the edges of an assignment
 * @p: the program
 * @fn: the function
 * @expr: the assignment
 * @to: nodes of the left
 * @ct: what its type can carry
 * @from: nodes of the right
 * @cf: what its type can carry
 */
void graph__flow(struct program *p, uint32_t fn, uint32_t expr,
		       const struct value *to, enum carrier ct,
		       const struct value *from, enum carrier cf)
{
	if (ct == CARRIER_NONE || cf == CARRIER_NONE)
		return;
	for (unsigned int i = 0; i < to->nr; i++) {
		for (unsigned int j = 0; j < from->nr; j++) {
			uint8_t kind = p->nodes.v[to->v[i]].kind;
			bool kept = kind == NODE_MEMBER || kind == NODE_GLOBAL;

			graph__edge(p, from->v[j], to->v[i], EDGE_LOCAL, 0, fn, expr);
			if (!both_ways(ct, cf))
				continue;
			if (kept && from->v[j] != to->v[i])
				p->priv->raw.v[p->priv->raw.nr - 1].store = true;
			graph__edge(p, to->v[i], from->v[j],
				    kept ? EDGE_BACK : EDGE_LOCAL, 0, fn, expr);
		}
	}
}

static void add_event(struct program *p, enum event_kind kind, enum use use,
		      uint32_t fn, uint32_t expr, const struct value *v, uint32_t sym)
{
	for (unsigned int i = 0; i < v->nr; i++) {
		struct event ev = {
			.kind = (uint8_t)kind, .node = v->v[i], .fn = fn, .expr = expr,
			.sym = sym, .use = (uint8_t)use,
		};

		vec__push(&p->events, ev);
	}
}

/* A page that is put into a bio_vec or an sg list is meant to be used by it. */
static void store_use(struct program *p, uint32_t fn, uint32_t expr,
		      const struct expr *m, const struct value *from)
{
	uint32_t rec = program__global_id(p, fn, m->rec);
	enum use use = rules__member_use(p->rules, program__str(p, rec),
			program__str(p, program__global_id(p, fn, m->sym)));

	if (use)
		add_event(p, EVENT_USE, use, fn, expr, from, rec);
}

/* `struct bio_vec bv = { .bv_page = page }`: members of a container. */
static void container_init(struct program *p, uint32_t fn, uint32_t expr,
			   const struct expr *init, const struct value *to)
{
	const struct fn *f = p->fns.v[fn].fn;

	for (unsigned int i = 0; i < init->nr_args; i++) {
		const struct expr *el = &f->exprs.v[f->args.v[init->arg0 + i]];
		const struct expr *m;
		struct value from;

		if (el->op != EXPR_ASSIGN || el->a == EXPR_NONE)
			continue;
		m = &f->exprs.v[el->a];
		if (m->op != EXPR_MEMBER || m->a != EXPR_NONE ||
		    !record__carries(p, program__global_id(p, fn, m->rec),
				     program__global_id(p, fn, m->sym)))
			continue;
		from = value__of(p, fn, el->b);
		store_use(p, fn, expr, m, &from);
		graph__flow(p, fn, expr, to, CARRIER_PAGE, &from, CARRIER_PAGE);
	}
}

static void assign(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);
	struct value to, from;

	if (e->a == EXPR_NONE || e->b == EXPR_NONE || e->sub != ASSIGN_SET)
		return;
	to = value__of(p, fn, e->a);
	if (graph__carrier_at(p, fn, e->a) == CARRIER_STRUCT &&
	    graph__carrier_at(p, fn, e->b) == CARRIER_STRUCT &&
	    program__expr(p, fn, e->b)->op != EXPR_INIT) {
		from = value__of(p, fn, e->b);
		if (to.nr && !from.nr)
			structs__copy(p, fn, expr, to.v[0], program__expr(p, fn, e->b)->type, false);
		if (from.nr && !to.nr)
			structs__copy(p, fn, expr, from.v[0], program__expr(p, fn, e->a)->type, true);
	}
	if (!to.nr) {
		given__assign(p, fn, expr);
		return;
	}
	if (program__expr(p, fn, e->b)->op == EXPR_INIT &&
	    graph__carrier_at(p, fn, e->a) == CARRIER_CONTAINER)
		container_init(p, fn, expr, program__expr(p, fn, e->b), &to);
	if (structs__is_init(p, fn, e)) {
		structs__init(p, fn, expr, program__expr(p, fn, e->b), &to);
		return;
	}
	from = value__of(p, fn, e->b);
	if (program__expr(p, fn, e->a)->op == EXPR_MEMBER)
		store_use(p, fn, expr, program__expr(p, fn, e->a), &from);
	graph__flow(p, fn, expr, &to, graph__carrier_at(p, fn, e->a),
		   &from, graph__carrier_at(p, fn, e->b));
}

/* `bio->bi_end_io = fn`: later fn() is called with this bio. */
static void callback(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr), *l, *r;
	uint32_t target;
	struct value base;

	if (e->a == EXPR_NONE || e->b == EXPR_NONE || e->sub != ASSIGN_SET)
		return;
	l = program__expr(p, fn, e->a);
	r = program__expr(p, fn, e->b);
	if (l->op != EXPR_MEMBER || r->op != EXPR_FUNC || l->a == EXPR_NONE ||
	    record__kind(p, program__global_id(p, fn, l->rec)) != RECORD_CONTAINER)
		return;
	target = program__function(p, fn, program__global_id(p, fn, r->sym));
	if (target == UINT32_MAX || !p->fns.v[target].fn->nr_params)
		return;
	base = value__of(p, fn, l->a);
	for (unsigned int i = 0; i < base.nr; i++)
		graph__edge(p, base.v[i], p->fns.v[target].node0, EDGE_LATER, 0, fn, expr);
}

static void call_args(struct program *p, uint32_t call, uint32_t target)
{
	const struct callsite cs = p->calls.v[call];
	const struct fn *f = p->fns.v[cs.fn].fn;
	const struct expr *e = program__expr(p, cs.fn, cs.expr);
	const struct pfn *t = &p->fns.v[target];

	for (uint32_t i = 0; i < e->nr_args && i < t->fn->nr_params; i++) {
		uint32_t arg = f->args.v[e->arg0 + i], param = t->node0 + i;
		enum carrier ca = graph__carrier_at(p, cs.fn, arg);
		enum carrier cp = p->nodes.v[param].carrier;
		struct value v;

		if (cp == CARRIER_NONE || ca == CARRIER_NONE)
			continue;
		v = value__of(p, cs.fn, arg);
		t = &p->fns.v[target];
		if (ca == CARRIER_STRUCT && cp == CARRIER_STRUCT && !v.nr)
			structs__copy(p, cs.fn, cs.expr, param,
				    program__expr(p, cs.fn, arg)->type, false);
		for (unsigned int j = 0; j < v.nr; j++) {
			graph__edge(p, v.v[j], param, EDGE_CALL, call, cs.fn, cs.expr);
			if (both_ways(ca, cp))
				graph__edge(p, param, v.v[j], EDGE_RETURN, call,
					    cs.fn, cs.expr);
		}
	}
}

static void call_return(struct program *p, uint32_t call, uint32_t target)
{
	const struct callsite cs = p->calls.v[call];
	uint32_t result = graph__call_node(p, cs.fn, cs.expr);
	uint32_t ret = p->fns.v[target].node0 + (uint32_t)p->fns.v[target].fn->vars.nr;

	if (result == NODE_NONE || p->nodes.v[ret].carrier == CARRIER_NONE)
		return;
	graph__edge(p, ret, result, EDGE_RETURN, call, cs.fn, cs.expr);
	if (both_ways(p->nodes.v[ret].carrier, p->nodes.v[result].carrier))
		graph__edge(p, result, ret, EDGE_CALL, call, cs.fn, cs.expr);
}

/*
 * A function that is not at hand. One of the kernel's core that no rule names
 * looks at struct page; any other may do anything.
 */
static void escape(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);
	uint32_t sym = e->sym ? program__global_id(p, fn, e->sym) : 0;
	bool core = sym && program__is_core(p, fn, sym);
	const struct fn *f = p->fns.v[fn].fn;

	for (uint32_t i = 0; i < e->nr_args; i++) {
		uint32_t arg = f->args.v[e->arg0 + i];
		enum carrier c = graph__carrier_at(p, fn, arg);
		struct value v;

		if (c != CARRIER_PAGE && c != CARRIER_PAGES && c != CARRIER_CONTAINER &&
		    (c != CARRIER_INT || !sym))
			continue;
		v = value__of(p, fn, arg);
		if (!core || !program__is_inline(p, fn, sym))
			add_event(p, core ? EVENT_CORE : EVENT_ESCAPE, USE_NONE, fn,
				  expr, &v, sym);
		if (core && c == CARRIER_PAGE)
			add_event(p, EVENT_USE, USE_STRUCT, fn, expr, &v, sym);
	}
}

/* `page->mapping`: struct page is read. */
static void struct_use(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);
	uint32_t rec = program__global_id(p, fn, e->rec);
	struct value v;

	if (e->a == EXPR_NONE || record__kind(p, rec) != RECORD_PAGE)
		return;
	v = value__of(p, fn, e->a);
	add_event(p, EVENT_USE, USE_STRUCT, fn, expr, &v, rec);
}

static bool is_own_static(const struct program *p, uint32_t fn,
			  const struct callsite *cs)
{
	return cs->nr_targets == 1 &&
	       p->fns.v[p->targets.v[cs->target0]].tu_index == p->fns.v[fn].tu_index &&
	       p->fns.v[p->targets.v[cs->target0]].fn->flags & FN_STATIC &&
	       !(p->fns.v[p->targets.v[cs->target0]].fn->flags & FN_HEADER);
}

static void call(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);
	const struct api *api;
	struct callsite cs;
	uint32_t id;

	program__resolve(p, fn, expr, &cs);
	api = e->sym ? program__api(p, program__global_id(p, fn, e->sym)) : NULL;
	/* about locks and sleeping alone: nothing of pages is described */
	if (api && api->kinds == API_CONTEXT)
		api = NULL;
	/* a driver's own static function may bear the name of an API */
	if (api && is_own_static(p, fn, &cs)) {
		vec__push(&p->own_calls, fn);
		vec__push(&p->own_calls, expr);
	} else if (api && model__call(p, fn, expr, api)) {
		return;
	}
	id = (uint32_t)p->calls.nr;
	vec__push(&p->calls, cs);
	for (uint32_t i = 0; i < cs.nr_targets; i++) {
		const struct pfn *to = &p->fns.v[p->targets.v[cs.target0 + i]];

		if (!to->entered && to->tu_index != p->fns.v[fn].tu_index)
			continue;
		call_args(p, id, p->targets.v[cs.target0 + i]);
		call_return(p, id, p->targets.v[cs.target0 + i]);
	}
	model__given(p, fn, expr);
	if (!cs.nr_targets && !pointers__is_rule(p, fn, expr))
		escape(p, fn, expr);
}

static void returns(struct program *p, uint32_t fn)
{
	const struct pfn *pf = &p->fns.v[fn];
	uint32_t ret = pf->node0 + (uint32_t)pf->fn->vars.nr;
	enum carrier cr = p->nodes.v[ret].carrier;

	if (cr == CARRIER_NONE)
		return;
	for (size_t i = 0; i < pf->fn->blocks.nr; i++) {
		const struct block *b = &pf->fn->blocks.v[i];
		struct value from, to = { .v = { ret }, .nr = 1 };

		if (b->end != END_RETURN || b->cond == EXPR_NONE)
			continue;
		from = value__of(p, fn, b->cond);
		pf = &p->fns.v[fn];
		graph__flow(p, fn, b->cond, &to, cr, &from, graph__carrier_at(p, fn, b->cond));
	}
}

static void add_var_nodes(struct program *p)
{
	for (uint32_t f = 0; f < p->fns.nr; f++) {
		struct pfn *pf = &p->fns.v[f];
		struct node n = { .kind = NODE_VAR, .fn = f };

		pf->node0 = (uint32_t)p->nodes.nr;
		for (uint32_t i = 0; i < pf->fn->vars.nr; i++) {
			n.index = i;
			n.carrier = (uint8_t)type__carrier(p,
				program__global_id(p, f, pf->fn->vars.v[i].type));
			vec__push(&p->nodes, n);
		}
		n.kind = NODE_RET;
		n.index = 0;
		n.carrier = (uint8_t)type__carrier(p,
				program__global_id(p, f, pf->fn->ret_type));
		vec__push(&p->nodes, n);
		structs__mark_shared(p, f);
	}
}

/* Counting sort by source node keeps the order in which edges were made. */
static void sort_edges(struct program *p)
{
	size_t nr = p->nodes.nr;
	uint32_t sum = 0;

	vec__reserve(&p->edge0, nr + 1);
	p->edge0.nr = nr + 1;
	memset(p->edge0.v, 0, (nr + 1) * sizeof(*p->edge0.v));
	for (size_t i = 0; i < p->priv->raw.nr; i++)
		p->edge0.v[p->priv->raw.v[i].from]++;
	for (size_t i = 0; i <= nr; i++) {
		uint32_t n = p->edge0.v[i];

		p->edge0.v[i] = sum;
		sum += n;
	}
	vec__reserve(&p->edges, p->priv->raw.nr + 1);
	p->edges.nr = p->priv->raw.nr;
	for (size_t i = 0; i < p->priv->raw.nr; i++)
		p->edges.v[p->edge0.v[p->priv->raw.v[i].from]++] = p->priv->raw.v[i];
	for (size_t i = nr; i > 0; i--)
		p->edge0.v[i] = p->edge0.v[i - 1];
	p->edge0.v[0] = 0;
	vec__exit(&p->priv->raw);
}

static int by_node(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	if (x->expr != y->expr)
		return x->expr < y->expr ? -1 : 1;
	return x->kind - y->kind;
}

static void sort_events(struct program *p)
{
	size_t at = 0;

	vec__sort(&p->events, by_node);
	vec__reserve(&p->event0, p->nodes.nr + 1);
	p->event0.nr = p->nodes.nr + 1;
	for (uint32_t n = 0; n <= p->nodes.nr; n++) {
		while (at < p->events.nr && p->events.v[at].node < n)
			at++;
		p->event0.v[n] = (uint32_t)at;
	}
}

static const struct program *sort_program;	/* qsort has no context */

static int by_place(const void *a, const void *b)
{
	const struct acquire *x = a, *y = b;

	return program__order(sort_program, x->fn, x->expr, y->fn, y->expr);
}

/* The parameter of an API's own definition that a mark stands on, or NODE_NONE. */
static uint32_t marked_param(struct program *p, uint32_t f, uint8_t mark)
{
	const struct pfn *pf = &p->fns.v[f];
	const struct api *api = program__api(p, program__global_id(p, f, pf->fn->name));
	const char *names[API_MAX_PARAMS];

	if (!api || pf->fn->nr_params > API_MAX_PARAMS || !api->family_from_body)
		return NODE_NONE;
	for (uint32_t i = 0; i < pf->fn->nr_params && i < API_MAX_PARAMS; i++)
		names[i] = tu_str(pf->tu, pf->fn->vars.v[i].name);
	for (size_t i = 0; i < api->nr_params; i++) {
		int pos = -1;

		if (api->params[i].marks & mark && api->params[i].index != RULE_RETURN)
			pos = rules__position(p->rules, api, &api->params[i], names,
					      pf->fn->nr_params);
		if (pos >= 0)
			return pf->node0 + (uint32_t)pos;
	}
	return NODE_NONE;
}

/*
 * An acquire and its release which get their family from their bodies, in one
 * file: what the one fills the other empties, whoever keeps it meanwhile.
 */
static void pair_bodies(struct program *p)
{
	for (uint32_t a = 0; a < p->fns.nr; a++) {
		uint32_t from = marked_param(p, a, PARAM_ACQUIRES);

		for (uint32_t r = 0; from != NODE_NONE && r < p->fns.nr; r++) {
			uint32_t to = marked_param(p, r, PARAM_RELEASES);

			if (to != NODE_NONE && p->fns.v[a].tu_index == p->fns.v[r].tu_index)
				graph__edge(p, from, to, EDGE_LATER, 0, a, 0);
		}
	}
}

/* A function of the core that acquires for others is one that they call. */
static void enter_acquirers(struct program *p)
{
	for (uint32_t f = 0; f < p->fns.nr; f++) {
		struct pfn *pf = &p->fns.v[f];
		const struct api *own = program__api(p, program__global_id(p, f, pf->fn->name));

		for (size_t i = 0; i < pf->fn->exprs.nr && !pf->entered && !own; i++) {
			const struct expr *e = &pf->fn->exprs.v[i];
			const struct api *api = e->op == EXPR_CALL && e->sym ?
				program__api(p, program__global_id(p, f, e->sym)) : NULL;

			pf->entered = api && api->kinds & API_ACQUIRE;
		}
	}
}

/**
 * graph__build() - build nodes, edges and events
 * @p: the program, with all units added
 */
void graph__build(struct program *p)
{
	enter_acquirers(p);
	given__mark(p);
	add_var_nodes(p);
	graph__split_vars(p);
	for (uint32_t f = 0; f < p->fns.nr; f++) {
		const struct fn *fn = p->fns.v[f].fn;
		uint8_t *own = structs__elements(p, f);

		for (uint32_t i = 0; i < fn->exprs.nr; i++) {
			if (own[i])
				continue;
			if (fn->exprs.v[i].op == EXPR_ASSIGN) {
				assign(p, f, i);
				callback(p, f, i);
			} else if (fn->exprs.v[i].op == EXPR_CALL) {
				call(p, f, i);
			} else if (fn->exprs.v[i].op == EXPR_MEMBER) {
				struct_use(p, f, i);
			}
		}
		returns(p, f);
		free(own);
	}
	pair_bodies(p);
	structs__finish(p);
	given__finish(p);
	sort_edges(p);
	sort_events(p);
	sort_program = p;
	vec__sort(&p->acquires, by_place);
}
