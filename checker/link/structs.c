// SPDX-License-Identifier: GPL-2.0-only
/*
 * Structs on the stack. One whose address does not go about is a node of its
 * own: its members are no other object's. What is copied from or to an object as
 * a whole joins the members of its type.
 */
#include <stdlib.h>

#include "link_priv.h"

/**
 * structs__mark_shared() - find the structs of a function that others reach
 * @p: the program; the function has its nodes
 * @f: the function
 *
 * `&s`, or `&s.inner` of a struct inside: the members are reached elsewhere too.
 */
void structs__mark_shared(struct program *p, uint32_t f)
{
	const struct pfn *pf = &p->fns.v[f];

	for (uint32_t i = 0; i < pf->fn->exprs.nr; i++) {
		const struct expr *e = &pf->fn->exprs.v[i];

		if (e->op != EXPR_ADDR || e->a == EXPR_NONE ||
		    graph__carrier_at(p, f, e->a) != CARRIER_STRUCT)
			continue;
		e = &pf->fn->exprs.v[e->a];
		while (e->op == EXPR_MEMBER && !e->sub && e->a != EXPR_NONE)
			e = &pf->fn->exprs.v[e->a];
		if (e->op == EXPR_VAR)
			p->nodes.v[pf->node0 + e->a].shared = true;
	}
}

/**
 * structs__is_init() - is an assignment the initialiser of a struct of its own
 * @p: the program
 * @fn: the function
 * @e: the assignment
 *
 * Return: true if so.
 */
bool structs__is_init(struct program *p, uint32_t fn, const struct expr *e)
{
	return e->a != EXPR_NONE && e->b != EXPR_NONE &&
	       program__expr(p, fn, e->b)->op == EXPR_INIT &&
	       graph__carrier_at(p, fn, e->a) == CARRIER_STRUCT && value__of(p, fn, e->a).nr;
}

/**
 * structs__elements() - elements of such initialisers
 * @p: the program
 * @fn: the function
 *
 * They are no stores to the member of any object.
 *
 * Return: 1 for each such expression of the function; the caller frees it.
 */
uint8_t *structs__elements(struct program *p, uint32_t fn)
{
	const struct fn *f = p->fns.v[fn].fn;
	uint8_t *own = xcalloc(f->exprs.nr, 1);

	for (size_t i = 0; i < f->exprs.nr; i++) {
		const struct expr *e = &f->exprs.v[i], *init;

		if (e->op != EXPR_ASSIGN || !structs__is_init(p, fn, e))
			continue;
		init = program__expr(p, fn, e->b);
		for (unsigned int k = 0; k < init->nr_args; k++)
			own[f->args.v[init->arg0 + k]] = 1;
	}
	return own;
}

/**
 * structs__init() - `struct args args = { .pages = pages }`, args its own
 * @p: the program
 * @fn: the function
 * @expr: the assignment
 * @init: its initialiser list
 * @to: the node of the struct
 */
void structs__init(struct program *p, uint32_t fn, uint32_t expr,
			const struct expr *init, const struct value *to)
{
	const struct fn *f = p->fns.v[fn].fn;

	for (unsigned int i = 0; i < init->nr_args; i++) {
		uint32_t id = f->args.v[init->arg0 + i];
		struct value from;

		if (f->exprs.v[id].op == EXPR_ASSIGN)
			id = f->exprs.v[id].b;
		if (id == EXPR_NONE)
			continue;
		from = value__of(p, fn, id);
		graph__flow(p, fn, expr, to, graph__carrier_at(p, fn, id), &from,
			   graph__carrier_at(p, fn, id));
	}
}

/**
 * structs__copy() - a struct of its own is copied from or to an object
 * @p: the program
 * @fn: the function
 * @expr: the copy
 * @own: node of the struct
 * @type: its type, string id of the unit
 * @to_object: to the object, not from it
 *
 * What it holds belongs to the members of its type; which there are is known at
 * the end.
 */
void structs__copy(struct program *p, uint32_t fn, uint32_t expr, uint32_t own,
			uint32_t type, bool to_object)
{
	struct struct_copy c = { own, program__global_id(p, fn, type), fn, expr, to_object };

	value__record(p, c.rec);
	vec__push(&p->priv->copies, c);
}

/**
 * structs__finish() - join copied structs to the members of their types
 * @p: the program, with all other edges
 */
void structs__finish(struct program *p)
{
	for (size_t i = 0; i < p->priv->copies.nr; i++) {
		const struct struct_copy *c = &p->priv->copies.v[i];

		for (uint32_t n = 0; n < p->nodes.nr; n++) {
			if (p->nodes.v[n].kind != NODE_MEMBER || p->nodes.v[n].rec != c->rec)
				continue;
			if (c->to_object)
				graph__edge(p, c->own, n, EDGE_LOCAL, 0, c->fn, c->expr);
			else
				graph__edge(p, n, c->own, EDGE_LATER, 0, c->fn, c->expr);
		}
	}
}
