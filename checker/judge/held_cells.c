// SPDX-License-Identifier: GPL-2.0-only
/*
 * The places of a function whose values are followed: variables, globals, and
 * members behind those. Elements of arrays are no places but terms.
 */
#include <string.h>

#include "held.h"

#define MAX_CELLS 400

/**
 * hold__expr() - an expression of the function
 * @r: the run
 * @id: its index
 *
 * Return: the expression.
 */
const struct expr *hold__expr(const struct held_run *r, uint32_t id)
{
	return &r->f->exprs.v[id];
}

/**
 * hold__str() - a string of the unit
 * @r: the run
 * @id: its id
 *
 * Return: the string.
 */
const char *hold__str(const struct held_run *r, uint32_t id)
{
	return tu_str(r->tu, id);
}

/**
 * hold__strip() - skip casts and ({ … })
 * @r: the run
 * @expr: an expression or EXPR_NONE
 *
 * Return: what is inside.
 */
uint32_t hold__strip(const struct held_run *r, uint32_t expr)
{
	while (expr != EXPR_NONE &&
	       (hold__expr(r, expr)->op == EXPR_CAST || hold__expr(r, expr)->op == EXPR_STMTS) &&
	       hold__expr(r, expr)->a != EXPR_NONE)
		expr = hold__expr(r, expr)->a;
	return expr;
}

static bool is_array(const char *type)
{
	size_t len = strlen(type);

	return len && type[len - 1] == ']';
}

static uint32_t add_cell(struct held_run *r, struct cell c)
{
	uint32_t key[5] = { c.kind, c.arrow, c.base, c.sym, c.rec };
	uint64_t h = hash64(key, sizeof(key), 3);
	uint32_t *slot;
	bool fresh;

	if (r->cells.nr >= MAX_CELLS)
		return NO_CELL;
	slot = hmap__slot(&r->cell_ids, h ? h : 1, &fresh);
	if (fresh) {
		*slot = (uint32_t)r->cells.nr;
		vec__push(&r->cells, c);
	}
	return *slot;
}

static uint32_t member_cell(struct held_run *r, const struct expr *e)
{
	struct cell c = { .kind = EXPR_MEMBER, .arrow = e->sub, .sym = e->sym, .rec = e->rec,
			  .array = is_array(hold__str(r, e->type)) };
	uint32_t base = hold__strip(r, e->a);

	if (base == EXPR_NONE)
		return NO_CELL;
	if (c.arrow && hold__expr(r, base)->op == EXPR_ADDR) {
		c.arrow = false;
		base = hold__expr(r, base)->a;
	} else if (!c.arrow && hold__expr(r, base)->op == EXPR_DEREF) {
		c.arrow = true;
		base = hold__strip(r, hold__expr(r, base)->a);
	}
	if (base == EXPR_NONE)
		return NO_CELL;
	c.base = cells__of(r, base);
	if (c.base == NO_CELL)
		return NO_CELL;
	c.local = !c.arrow && r->cells.v[c.base].local;
	return add_cell(r, c);
}

static uint32_t make_cell(struct held_run *r, uint32_t expr)
{
	const struct expr *e = hold__expr(r, expr);
	struct cell c = { .kind = e->op, .base = NO_CELL, .sym = e->sym,
			  .array = is_array(hold__str(r, e->type)) };

	switch (e->op) {
	case EXPR_VAR:
		c.sym = e->a;
		c.local = r->f->vars.v[e->a].kind != VAR_STATIC;
		/* an array parameter is a pointer */
		c.array = c.array && r->f->vars.v[e->a].kind != VAR_PARAM;
		return add_cell(r, c);
	case EXPR_GLOBAL:
		return add_cell(r, c);
	case EXPR_MEMBER:
		return member_cell(r, e);
	case EXPR_DEREF:
		c.base = cells__of(r, hold__strip(r, e->a));
		c.sym = 0;
		return c.base == NO_CELL ? NO_CELL : add_cell(r, c);
	default:
		return NO_CELL;
	}
}

/**
 * cells__of() - the place that an expression names
 * @r: the run
 * @expr: the expression or EXPR_NONE
 *
 * Return: its cell, or NO_CELL.
 */
uint32_t cells__of(struct held_run *r, uint32_t expr)
{
	if (expr == EXPR_NONE)
		return NO_CELL;
	if (!r->cell_of[expr])
		r->cell_of[expr] = make_cell(r, expr) + 2;
	return r->cell_of[expr] - 2;
}

/**
 * cells__number() - find all places of the function
 * @r: the run; its nr_slots is set
 */
void cells__number(struct held_run *r)
{
	r->cell_of = xcalloc(r->f->exprs.nr + 1, sizeof(*r->cell_of));
	for (uint32_t i = 0; i < r->f->exprs.nr; i++)
		cells__of(r, i);
	r->nr_slots = SLOT_CELLS + (uint32_t)r->cells.nr;
}

/**
 * cells__below() - does the place of a cell depend on another
 * @r: the run
 * @cell: the cell
 * @base: another
 *
 * Return: true if @cell is a member of @base, or behind it.
 */
bool cells__below(const struct held_run *r, uint32_t cell, uint32_t base)
{
	for (cell = r->cells.v[cell].base; cell != NO_CELL; cell = r->cells.v[cell].base)
		if (cell == base)
			return true;
	return false;
}
