// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a function is given through an object that is opaque to the flow: the
 * references that a handover gave away, in the function of the tree that drops
 * them, and what a request holds, in the callback that ends it. Everybody
 * shares such objects, so their members are nobody's nodes. In the one function
 * that is known to get them, a member that holds pages is a node of its own,
 * which only what was handed over, or put into that request, comes to.
 */
#include <stdlib.h>
#include <string.h>

#include "link_priv.h"

/* Pages that are put into an object; a callback that is set on one. */
struct put {
	uint32_t fn, expr;
	uint64_t object;	/* see object_of(), or 0 */
	uint32_t what;		/* node, or the function that is called back */
	uint8_t kind;		/* enum put_kind */
	const struct api *api;	/* HANDED */
};

enum put_kind { PUT_HANDED, PUT_PAGES, PUT_DATA, PUT_CALLBACK };

struct given {
	VEC(struct put) puts;
	VEC(uint32_t) nodes;	/* all nodes of this kind */
	struct hmap at;		/* (function, member) -> node */
};

static struct given *priv(struct program *p)
{
	if (!p->priv->given)
		p->priv->given = xcalloc(1, sizeof(*p->priv->given));
	return p->priv->given;
}

/**
 * given__free() - free what was collected
 * @self: it, or NULL
 */
void given__free(struct given *self)
{
	if (!self)
		return;
	vec__exit(&self->puts);
	vec__exit(&self->nodes);
	hmap__exit(&self->at);
	free(self);
}

/* Is a name in a list "a,b"? */
static bool is_listed(const char *list, const char *name)
{
	size_t len = strlen(name);

	while (*list) {
		size_t n = strcspn(list, ",");

		if (n == len && !memcmp(list, name, n))
			return true;
		list += n + (list[n] == ',');
	}
	return false;
}

static void mark_callbacks(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);
	const struct api *api = e->sym ? program__api(p, program__global_id(p, fn, e->sym)) : NULL;
	int pos = api && api->has_callback ?
		program__api_arg(p, fn, e, api, ROLE_CALLBACK) : -1;
	uint32_t to = UINT32_MAX;

	if (pos >= 0)
		to = program__function_value(p, fn, p->fns.v[fn].fn->args.v[e->arg0 + (uint32_t)pos]);
	if (to != UINT32_MAX)
		p->fns.v[to].given = true;
}

/* `req->complete = fn` of an opaque record: the function, or UINT32_MAX. */
static uint32_t stored_callback(struct program *p, uint32_t fn, const struct expr *e)
{
	const struct expr *l;

	if (e->a == EXPR_NONE || e->b == EXPR_NONE)
		return UINT32_MAX;
	l = program__expr(p, fn, e->a);
	if (l->op != EXPR_MEMBER || program__expr(p, fn, e->b)->op != EXPR_FUNC ||
	    record__kind(p, program__global_id(p, fn, l->rec)) != RECORD_OPAQUE)
		return UINT32_MAX;
	return program__function_value(p, fn, e->b);
}

/**
 * given__mark() - find the functions that are given something
 * @p: the program, before there are edges
 */
void given__mark(struct program *p)
{
	for (size_t i = 0; i < rules__nr(p->rules); i++) {
		const struct api *api = rules__at(p->rules, i);

		for (uint32_t f = 0; api->dropped_by && !api->alias_of && f < p->fns.nr; f++)
			if (is_listed(rules__str(p->rules, api->dropped_by),
				      tu_str(p->fns.v[f].tu, p->fns.v[f].fn->name)))
				p->fns.v[f].given = true;
	}
	for (uint32_t f = 0; f < p->fns.nr; f++) {
		const struct fn *fn = p->fns.v[f].fn;

		for (uint32_t i = 0; i < fn->exprs.nr; i++) {
			uint32_t to = UINT32_MAX;

			if (fn->exprs.v[i].op == EXPR_CALL)
				mark_callbacks(p, f, i);
			else if (fn->exprs.v[i].op == EXPR_ASSIGN)
				to = stored_callback(p, f, &fn->exprs.v[i]);
			if (to != UINT32_MAX)
				p->fns.v[to].given = true;
		}
	}
}

/**
 * given__member() - a member of an opaque record, in a function that is given it
 * @p: the program
 * @fn: the function
 * @e: the member
 *
 * Return: the node; NODE_NONE in any other function, and if it carries no pages.
 */
uint32_t given__member(struct program *p, uint32_t fn, const struct expr *e)
{
	struct node n = {
		.kind = NODE_MEMBER, .fn = fn, .given = true,
		.rec = program__global_id(p, fn, e->rec),
		.sym = program__global_id(p, fn, e->sym),
	};
	uint32_t *slot;
	bool fresh;

	if (!p->fns.v[fn].given)
		return NODE_NONE;
	n.carrier = (uint8_t)type__carrier(p, program__global_id(p, fn, e->type));
	if (n.carrier != CARRIER_PAGE && n.carrier != CARRIER_PAGES &&
	    n.carrier != CARRIER_CONTAINER && n.carrier != CARRIER_VOID)
		return NODE_NONE;
	slot = hmap__slot(&priv(p)->at, pair(fn, n.sym), &fresh);
	if (!fresh)
		return *slot;
	*slot = (uint32_t)p->nodes.nr;
	vec__push(&p->nodes, n);
	vec__push(&priv(p)->nodes, (uint32_t)p->nodes.nr - 1);
	return (uint32_t)p->nodes.nr - 1;
}

/* One object in one function: the variable or member that it is, or 0. */
static uint64_t object_of(const struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);

	while (e->a != EXPR_NONE && (e->op == EXPR_ADDR || e->op == EXPR_CAST ||
				     e->op == EXPR_DEREF ||
				     (e->op == EXPR_MEMBER && !e->sub)))
		e = program__expr(p, fn, e->a);
	if (e->op == EXPR_VAR)
		return pair(UINT32_MAX, e->a);
	return e->op == EXPR_MEMBER ? pair(e->rec, e->sym) : 0;
}

static void put(struct program *p, struct put one)
{
	vec__push(&priv(p)->puts, one);
}

/* Is a reference taken on the same page in this function, to be given away? */
static bool takes_own(struct program *p, uint32_t fn, uint32_t node)
{
	for (size_t i = p->events.nr; i > 0 && p->events.v[i - 1].fn == fn; i--)
		if (p->events.v[i - 1].kind == EVENT_REF && p->events.v[i - 1].node == node)
			return true;
	return false;
}

/**
 * given__hand_over() - references are given away
 * @p: the program
 * @fn: the function that does it
 * @expr: the call
 * @api: its rule
 * @v: the nodes that held them
 */
void given__hand_over(struct program *p, uint32_t fn, uint32_t expr,
		      const struct api *api, const struct value *v)
{
	for (unsigned int i = 0; api->dropped_by && i < v->nr; i++)
		if (!takes_own(p, fn, v->v[i]))
			put(p, (struct put){ fn, expr, 0, v->v[i], PUT_HANDED, api });
}

/**
 * given__put() - pages, or a pointer to be handed back, go into an opaque object
 * @p: the program
 * @fn: the function that does it
 * @expr: the call or assignment
 * @object: expression of the object
 * @v: the nodes that held them
 * @data: is it what the callback gets?
 */
void given__put(struct program *p, uint32_t fn, uint32_t expr, uint32_t object,
		const struct value *v, bool data)
{
	uint64_t to = object_of(p, fn, object);

	for (unsigned int i = 0; to && i < v->nr; i++)
		put(p, (struct put){ fn, expr, to, v->v[i],
				     data ? PUT_DATA : PUT_PAGES, NULL });
}

/**
 * given__callback() - a callback is set on an opaque object
 * @p: the program
 * @fn: the function that does it
 * @expr: the call or assignment
 * @object: expression of the object
 * @callback: expression of the function
 */
void given__callback(struct program *p, uint32_t fn, uint32_t expr, uint32_t object,
		     uint32_t callback)
{
	uint32_t to = program__function_value(p, fn, callback);
	uint64_t at = object_of(p, fn, object);

	if (to != UINT32_MAX && at)
		put(p, (struct put){ fn, expr, at, to, PUT_CALLBACK, NULL });
}

/**
 * given__assign() - a store to a member of an opaque object
 * @p: the program
 * @fn: the function
 * @expr: the assignment, whose left has no node
 */
void given__assign(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);
	const struct expr *l = program__expr(p, fn, e->a);
	enum carrier c;
	struct value v;

	if (l->op != EXPR_MEMBER || l->a == EXPR_NONE ||
	    record__kind(p, program__global_id(p, fn, l->rec)) != RECORD_OPAQUE)
		return;
	if (stored_callback(p, fn, e) != UINT32_MAX) {
		given__callback(p, fn, expr, e->a, e->b);
		return;
	}
	c = graph__carrier_at(p, fn, e->a);
	if (c != CARRIER_PAGE && c != CARRIER_PAGES && c != CARRIER_CONTAINER &&
	    c != CARRIER_VOID)
		return;
	v = value__of(p, fn, e->b);
	given__put(p, fn, expr, e->a, &v, c == CARRIER_VOID);
}

/* To what @to reads from the object; a void pointer is what it is called with. */
static void give(struct program *p, const struct put *one, uint32_t to)
{
	const struct given *g = p->priv->given;
	const struct pfn *pf = &p->fns.v[to];
	bool data = one->kind == PUT_DATA;

	for (size_t i = 0; i < g->nodes.nr; i++) {
		const struct node *n = &p->nodes.v[g->nodes.v[i]];

		if (n->fn == to && data == (n->carrier == CARRIER_VOID))
			graph__edge(p, one->what, g->nodes.v[i], EDGE_LATER, 0,
				    one->fn, one->expr);
	}
	if (data && pf->fn->nr_params && p->nodes.v[pf->node0].carrier != CARRIER_NONE)
		graph__edge(p, one->what, pf->node0, EDGE_LATER, 0, one->fn, one->expr);
}

static void drop(struct program *p, const struct put *one)
{
	const char *list = rules__str(p->rules, one->api->dropped_by);
	uint32_t last = UINT32_MAX;

	for (size_t i = 0; i < p->priv->given->nodes.nr; i++) {
		uint32_t to = p->nodes.v[p->priv->given->nodes.v[i]].fn;

		if (to != last && is_listed(list, tu_str(p->fns.v[to].tu, p->fns.v[to].fn->name)))
			give(p, one, to);
		last = to;
	}
}

/**
 * given__finish() - lead what was given to where it is taken out
 * @p: the program, with all nodes
 */
void given__finish(struct program *p)
{
	struct given *g = priv(p);

	for (size_t i = 0; i < g->puts.nr; i++) {
		const struct put *one = &g->puts.v[i];

		if (one->kind == PUT_HANDED)
			drop(p, one);
		for (size_t k = 0; one->kind == PUT_CALLBACK && k < g->puts.nr; k++) {
			const struct put *o = &g->puts.v[k];

			if (o->fn == one->fn && o->object == one->object &&
			    (o->kind == PUT_PAGES || o->kind == PUT_DATA))
				give(p, o, one->what);
		}
	}
}
