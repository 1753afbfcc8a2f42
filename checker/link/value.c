// SPDX-License-Identifier: GPL-2.0-only
/*
 * The nodes that the value of an expression comes from. An access path is its
 * last member; dereference, address, index, cast and pointer arithmetic are
 * transparent. What carries no pages gives nothing.
 */
#include "link_priv.h"

static void add(struct value *to, const struct value *from)
{
	for (unsigned int i = 0; i < from->nr; i++) {
		bool there = false;

		for (unsigned int j = 0; j < to->nr; j++)
			there |= to->v[j] == from->v[i];
		if (!there && to->nr < ARRAY_SIZE(to->v))
			to->v[to->nr++] = from->v[i];
	}
}

static struct value one(uint32_t node)
{
	return (struct value){ .v = { node }, .nr = node != NODE_NONE };
}

static uint32_t named_node(struct program *p, struct hmap *map, enum node_kind kind,
			   uint32_t rec, uint32_t sym, enum carrier carrier)
{
	struct node n = {
		.kind = (uint8_t)kind, .carrier = (uint8_t)carrier,
		.fn = UINT32_MAX, .rec = rec, .sym = sym,
	};
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(map, pair(rec, sym), &fresh);
	if (!fresh)
		return *slot;
	*slot = (uint32_t)p->nodes.nr;
	n.open = kind == NODE_MEMBER &&
		 hmap__find(&p->priv->open, pair(rec, sym), &(uint32_t){0});
	vec__push(&p->nodes, n);
	return (uint32_t)p->nodes.nr - 1;
}

/**
 * value__record() - the node of all objects of a type as a whole
 * @p: the program
 * @rec: the record, global string id
 *
 * Return: the node, a member without a name.
 */
uint32_t value__record(struct program *p, uint32_t rec)
{
	return named_node(p, &p->priv->members, NODE_MEMBER, rec, 0, CARRIER_STRUCT);
}

/*
 * The variable that a struct on the stack is, if nobody else has its address:
 * then its members are its own, and no other object's.
 */
static struct value own_struct(struct program *p, uint32_t fn, const struct expr *e)
{
	while (e->op == EXPR_MEMBER && !e->sub && e->a != EXPR_NONE)
		e = program__expr(p, fn, e->a);
	if (e->op != EXPR_VAR || p->nodes.v[p->fns.v[fn].node0 + e->a].shared ||
	    p->nodes.v[p->fns.v[fn].node0 + e->a].carrier != CARRIER_STRUCT)
		return one(NODE_NONE);
	return one(p->fns.v[fn].node0 + e->a);
}

static struct value member(struct program *p, uint32_t fn, const struct expr *e)
{
	struct value own = own_struct(p, fn, e);
	uint32_t rec = program__global_id(p, fn, e->rec);
	uint32_t sym = program__global_id(p, fn, e->sym);
	enum carrier c;

	switch (record__kind(p, rec)) {
	case RECORD_CONTAINER:
		if (e->a == EXPR_NONE || !record__carries(p, rec, sym))
			return one(NODE_NONE);
		return value__of(p, fn, e->a);
	case RECORD_PLAIN:
		c = type__carrier(p, program__global_id(p, fn, e->type));
		if (c == CARRIER_NONE || c == CARRIER_STRUCT)
			return one(NODE_NONE);
		if (own.nr)
			return own;
		return one(named_node(p, &p->priv->members, NODE_MEMBER, rec, sym, c));
	case RECORD_OPAQUE:
		return one(given__member(p, fn, e));
	default:
		return one(NODE_NONE);
	}
}

static struct value binary(struct program *p, uint32_t fn, const struct expr *e)
{
	enum carrier c = type__carrier(p, program__global_id(p, fn, e->type));
	struct value v = {0}, w;

	switch (e->sub) {
	case BIN_COMMA:
		return value__of(p, fn, e->b);
	case BIN_ADD: case BIN_SUB: case BIN_SHL: case BIN_SHR: case BIN_AND:
	case BIN_OR:
		break;
	default:
		return v;
	}
	if (c == CARRIER_NONE)
		return v;
	for (int i = 0; i < 2; i++) {
		uint32_t side = i ? e->b : e->a;
		enum carrier s = type__carrier(p, program__global_id(p, fn,
					program__expr(p, fn, side)->type));

		/* p - pages is a number, pages + i is not */
		if ((c == CARRIER_INT) != (s == CARRIER_INT) || s == CARRIER_NONE)
			continue;
		w = value__of(p, fn, side);
		add(&v, &w);
	}
	return v;
}

static struct value cast(struct program *p, uint32_t fn, const struct expr *e)
{
	enum carrier to = type__carrier(p, program__global_id(p, fn, e->type));
	enum carrier from = type__carrier(p, program__global_id(p, fn,
				program__expr(p, fn, e->a)->type));

	/* the address of an array is no page number */
	if (to == CARRIER_INT && from != CARRIER_PAGE && from != CARRIER_INT)
		return one(NODE_NONE);
	return value__of(p, fn, e->a);
}

/* `{ .pages = pages }` of a transparent union: what is put into it. */
static uint32_t element(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);
	const struct expr *m;

	if (e->op != EXPR_ASSIGN || e->a == EXPR_NONE)
		return expr;
	m = program__expr(p, fn, e->a);
	if (m->op != EXPR_MEMBER || m->a != EXPR_NONE ||
	    record__kind(p, program__global_id(p, fn, m->rec)) != RECORD_CONTAINER)
		return expr;
	return e->b;
}

static struct value of_args(struct program *p, uint32_t fn, const struct expr *e)
{
	const struct fn *f = p->fns.v[fn].fn;
	struct value v = {0}, w;

	for (unsigned int i = 0; i < e->nr_args; i++) {
		w = value__of(p, fn, element(p, fn, f->args.v[e->arg0 + i]));
		add(&v, &w);
	}
	return v;
}

static struct value global(struct program *p, uint32_t fn, const struct expr *e)
{
	enum carrier c = type__carrier(p, program__global_id(p, fn, e->type));
	uint32_t file = p->fns.v[fn].file;

	if (c == CARRIER_NONE || c == CARRIER_STRUCT)
		return one(NODE_NONE);
	return one(named_node(p, &p->priv->globals, NODE_GLOBAL, file,
			      program__global_id(p, fn, e->sym), c));
}

/**
 * value__of() - nodes that an expression's value comes from
 * @p: the program
 * @fn: function of the expression
 * @expr: index of the expression, or EXPR_NONE
 *
 * Return: the nodes; none if the value carries no pages.
 */
struct value value__of(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct pfn *pf = &p->fns.v[fn];
	const struct expr *e;

	if (expr == EXPR_NONE)
		return one(NODE_NONE);
	e = &pf->fn->exprs.v[expr];
	switch (e->op) {
	case EXPR_VAR:
		if (p->nodes.v[pf->node0 + e->a].carrier == CARRIER_NONE ||
		    p->nodes.v[pf->node0 + e->a].shared)
			return one(NODE_NONE);
		return one(graph__var_node(p, fn, expr));
	case EXPR_GLOBAL:
		return global(p, fn, e);
	case EXPR_MEMBER:
		return member(p, fn, e);
	case EXPR_INDEX: case EXPR_DEREF: case EXPR_ADDR: case EXPR_STMTS:
	case EXPR_ASSIGN:
		return value__of(p, fn, e->a);
	case EXPR_CAST:
		return cast(p, fn, e);
	case EXPR_BINARY:
		return binary(p, fn, e);
	case EXPR_UNARY:
		return e->sub >= UN_PREINC && e->sub <= UN_POSTDEC ?
			value__of(p, fn, e->a) : one(NODE_NONE);
	case EXPR_COND: case EXPR_INIT: case EXPR_UNKNOWN:
		return of_args(p, fn, e);
	case EXPR_CALL:
		return one(graph__call_node(p, fn, expr));
	default:
		return one(NODE_NONE);
	}
}
