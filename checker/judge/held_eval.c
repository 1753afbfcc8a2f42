// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an expression gives and changes, in terms.
 */
#include <string.h>

#include "held.h"

/* What the cell of an expression holds. */
static uint32_t load(struct held_run *r, struct held_state *s, uint32_t cell, uint32_t expr)
{
	uint32_t *slot = &s->slots[SLOT_CELLS + cell];

	if (r->cells.v[cell].array)
		return terms__get(&r->terms, TERM_ADDR, 0, cell, 0);
	if (*slot == NO_TERM)
		*slot = state__fresh(r, s, expr, 0);
	return s->slots[SLOT_CELLS + cell];
}

/* Another member of the same name may be the same one. */
static bool may_alias(const struct held_run *r, uint32_t a, uint32_t b)
{
	const struct cell *x = &r->cells.v[a], *y = &r->cells.v[b];

	return x->kind == EXPR_MEMBER && y->kind == EXPR_MEMBER && x->sym == y->sym &&
	       x->rec == y->rec && !x->local && !y->local;
}

/**
 * hold__set() - a place gets a value
 * @r: the run
 * @s: the state
 * @cell: the place
 * @term: the value, or NO_TERM
 * @expr: where that happens
 */
void hold__set(struct held_run *r, struct held_state *s, uint32_t cell, uint32_t term,
	       uint32_t expr)
{
	if (r->pure)
		return;
	for (uint32_t i = 0; i < r->cells.nr; i++)
		if (i != cell && (cells__below(r, i, cell) || may_alias(r, i, cell)))
			s->slots[SLOT_CELLS + i] = state__fresh(r, s, expr, i + 1);
	s->slots[SLOT_CELLS + cell] = term;
}

/* Memory that is all 0, just allocated? */
static bool is_zeroed(const struct held_run *r, uint32_t term)
{
	const struct term *t = term == NO_TERM ? NULL : &r->terms.v.v[term];
	const struct api *api;

	if (!t || t->kind != TERM_SOME || hold__expr(r, t->a)->op != EXPR_CALL)
		return false;
	api = hold__api(r->cache, r->fn, t->a);
	return api && api->zeroed;
}

static void clear_members(struct held_run *r, struct held_state *s, uint32_t cell)
{
	for (uint32_t i = 0; i < r->cells.nr && !r->pure; i++)
		if (r->cells.v[i].base == cell && r->cells.v[i].kind == EXPR_MEMBER &&
		    r->cells.v[i].arrow)
			s->slots[SLOT_CELLS + i] = terms__const(&r->terms, 0);
}

static void assign(struct held_run *r, struct held_state *s, uint32_t left, uint32_t term,
		   uint32_t expr)
{
	uint32_t cell = cells__of(r, left);
	const struct expr *e = hold__expr(r, left);
	uint32_t base;

	if (cell != NO_CELL) {
		hold__stored(r, s, term, r->cells.v[cell].local);
		hold__set(r, s, cell, term, expr);
		if (is_zeroed(r, term))
			clear_members(r, s, cell);
		return;
	}
	if (e->op == EXPR_INDEX) {
		base = hold__eval(r, s, e->a);
		hold__eval(r, s, e->b);
		if (base == s->slots[SLOT_BASE] && s->status == HELD_SOME && !r->pure)
			s->status = HELD_UNSURE;
		if (base == s->slots[SLOT_BASE])
			s->flags |= HELD_CLEARED;
	} else if (e->a != EXPR_NONE && e->op != EXPR_CONST) {
		hold__eval(r, s, e->a);
	}
	hold__stored(r, s, term, false);
}

static uint32_t assignment(struct held_run *r, struct held_state *s, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);
	uint32_t left = hold__strip(r, e->a), right, old;

	if (left == EXPR_NONE)
		return hold__eval(r, s, e->b);
	right = hold__eval(r, s, e->b);
	if (e->sub != ASSIGN_SET) {
		old = cells__of(r, left) == NO_CELL ? NO_TERM : hold__eval(r, s, left);
		right = e->sub == ASSIGN_ADD ? terms__add(&r->terms, old, right) :
			e->sub == ASSIGN_SUB ? terms__sub(&r->terms, old, right) : NO_TERM;
	}
	if (right == NO_TERM)
		right = state__fresh(r, s, id, 0);
	assign(r, s, left, right, id);
	return right;
}

static uint32_t step(struct held_run *r, struct held_state *s, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);
	bool up = e->sub == UN_PREINC || e->sub == UN_POSTINC;
	bool post = e->sub == UN_POSTINC || e->sub == UN_POSTDEC;
	uint32_t one = terms__const(&r->terms, 1), old, now;

	old = hold__eval(r, s, e->a);
	now = up ? terms__add(&r->terms, old, one) : terms__sub(&r->terms, old, one);
	if (now == NO_TERM)
		now = state__fresh(r, s, id, 0);
	if (cells__of(r, e->a) != NO_CELL)
		hold__set(r, s, cells__of(r, e->a), now, id);
	return post ? old : now;
}

static uint32_t unary(struct held_run *r, struct held_state *s, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);
	uint32_t a;

	if (e->sub >= UN_PREINC && e->sub <= UN_POSTDEC)
		return step(r, s, id);
	a = hold__eval(r, s, e->a);
	if (e->sub == UN_NEG)
		return terms__sub(&r->terms, terms__const(&r->terms, 0), a);
	if (e->sub == UN_NOT)
		return terms__op(&r->terms, BIN_EQ, a, terms__const(&r->terms, 0));
	return NO_TERM;
}

static uint32_t product(struct held_run *r, uint32_t a, uint32_t b)
{
	int32_t k;

	if ((terms__is_const(&r->terms, a, &k) && !k) || (terms__is_const(&r->terms, b, &k) && !k))
		return terms__const(&r->terms, 0);
	return terms__op(&r->terms, BIN_MUL, a, b);
}

static uint32_t binary(struct held_run *r, struct held_state *s, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);
	uint32_t a = hold__eval(r, s, e->a), b;
	struct held_state *copy;

	if (e->sub == BIN_LAND || e->sub == BIN_LOR) {
		copy = state__copy(r, s);
		hold__eval(r, copy, e->b);
		free(copy);
		return NO_TERM;
	}
	b = hold__eval(r, s, e->b);
	switch (e->sub) {
	case BIN_COMMA: return b;
	case BIN_ADD: return terms__add(&r->terms, a, b);
	case BIN_SUB: return terms__sub(&r->terms, a, b);
	case BIN_MUL: return product(r, a, b);
	default: return terms__op(&r->terms, e->sub, a, b);
	}
}

/* Each arm counts where the condition does not decide. */
static uint32_t conditional(struct held_run *r, struct held_state *s, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);
	struct held_cmp cmp = hold__cmp(r, s, e->a);
	unsigned int can = hold__decide(r, s, &cmp);
	uint32_t value[2] = { NO_TERM, NO_TERM }, ret;
	uint8_t sign = 0;

	for (unsigned int i = 0; i < 2; i++) {
		struct held_state *arm = state__copy(r, s);

		if (can & (i ? 1u : 2u) && hold__assume(r, arm, &cmp, !i)) {
			value[i] = hold__eval(r, arm, r->f->args.v[e->arg0 + i]);
			sign |= state__sign(r, arm, value[i]);
			if (arm->status != s->status && !r->pure)
				s->status = HELD_UNSURE;
		}
		free(arm);
	}
	if (can == 2 || can == 1)
		return value[can == 1];
	if (value[0] == value[1] && value[0] != NO_TERM)
		return value[0];
	ret = state__fresh(r, s, id, 0);
	state__refine(r, s, ret, sign ? sign : ANY);
	return ret;
}

static uint32_t address(struct held_run *r, struct held_state *s, uint32_t id)
{
	uint32_t of = hold__strip(r, hold__expr(r, id)->a), cell;
	const struct expr *e;
	uint32_t a, b;

	if (of == EXPR_NONE)
		return NO_TERM;
	e = hold__expr(r, of);
	if (e->op == EXPR_INDEX) {
		a = hold__eval(r, s, e->a);
		b = hold__eval(r, s, e->b);
		return terms__add(&r->terms, a, b);
	}
	if (e->op == EXPR_DEREF)
		return hold__eval(r, s, e->a);
	cell = cells__of(r, of);
	if (cell == NO_CELL) {
		hold__eval(r, s, of);
		return NO_TERM;
	}
	return terms__get(&r->terms, TERM_ADDR, 0, cell, 0);
}

static uint32_t elem(struct held_run *r, uint32_t a, uint32_t b)
{
	const struct terms *t = &r->terms;

	if (a == NO_TERM || b == NO_TERM || t->v.v[a].depth > 4 || t->v.v[b].depth > 4)
		return NO_TERM;
	/* (base + off)[i] */
	if (t->v.v[a].kind == TERM_OP && t->v.v[a].op == BIN_ADD) {
		b = terms__add(&r->terms, t->v.v[a].b, b);
		a = t->v.v[a].a;
	}
	return b == NO_TERM ? NO_TERM : terms__get(&r->terms, TERM_ELEM, 0, a, b);
}

static uint32_t deref(struct held_run *r, struct held_state *s, uint32_t id)
{
	uint32_t cell = cells__of(r, id), a;

	a = hold__eval(r, s, hold__expr(r, id)->a);
	if (a != NO_TERM && r->terms.v.v[a].kind == TERM_ADDR &&
	    !r->cells.v[r->terms.v.v[a].a].array)
		return load(r, s, r->terms.v.v[a].a, id);
	if (a != NO_TERM && a == s->slots[SLOT_BASE])
		return elem(r, a, terms__const(&r->terms, 0));
	if (cell != NO_CELL)
		return load(r, s, cell, id);
	return elem(r, a, terms__const(&r->terms, 0));
}

static uint32_t list(struct held_run *r, struct held_state *s, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);
	uint32_t t;

	for (uint32_t i = 0; i < e->nr_args; i++) {
		uint32_t arg = r->f->args.v[e->arg0 + i];
		const struct expr *x = hold__expr(r, arg);

		if (x->op == EXPR_ASSIGN && x->b != EXPR_NONE)
			arg = x->b;
		t = hold__eval(r, s, arg);
		hold__stored(r, s, t, false);
	}
	return NO_TERM;
}

static uint32_t eval(struct held_run *r, struct held_state *s, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);
	uint32_t cell;

	switch (e->op) {
	case EXPR_CONST:
		return e->sub == CONST_UNKNOWN ?
		       terms__get(&r->terms, TERM_CONST, 0, id, TERM_UNKNOWN_CONST) :
		       terms__get(&r->terms, TERM_CONST, 0, e->a, e->sub);
	case EXPR_VAR: case EXPR_GLOBAL:
		cell = cells__of(r, id);
		return cell == NO_CELL ? NO_TERM : load(r, s, cell, id);
	case EXPR_MEMBER:
		cell = cells__of(r, id);
		if (cell != NO_CELL)
			return load(r, s, cell, id);
		if (e->a != EXPR_NONE)
			hold__eval(r, s, e->a);
		return NO_TERM;
	case EXPR_INDEX:
		cell = hold__eval(r, s, e->a);
		return elem(r, cell, hold__eval(r, s, e->b));
	case EXPR_DEREF: return deref(r, s, id);
	case EXPR_ADDR: return address(r, s, id);
	case EXPR_CALL: return hold__call(r, s, id);
	case EXPR_ASSIGN: return assignment(r, s, id);
	case EXPR_BINARY: return binary(r, s, id);
	case EXPR_UNARY: return unary(r, s, id);
	case EXPR_COND: return conditional(r, s, id);
	case EXPR_CAST: case EXPR_STMTS:
		return e->a == EXPR_NONE ? NO_TERM : hold__eval(r, s, e->a);
	case EXPR_INIT: case EXPR_UNKNOWN: return list(r, s, id);
	case EXPR_SIZEOF: return terms__get(&r->terms, TERM_CONST, 0, id, TERM_UNKNOWN_CONST);
	default: return NO_TERM;
	}
}

static bool is_constant(const struct held_run *r, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);

	switch (e->op) {
	case EXPR_CONST: case EXPR_SIZEOF:
		return true;
	case EXPR_CAST: case EXPR_UNARY:
		return e->a != EXPR_NONE && is_constant(r, e->a);
	case EXPR_BINARY:
		return is_constant(r, e->a) && is_constant(r, e->b);
	default:
		return false;
	}
}

/**
 * hold__eval() - evaluate an expression
 * @r: the run
 * @s: the state, changed by what the expression does
 * @expr: the expression, or EXPR_NONE
 *
 * Return: the term of its value.
 */
uint32_t hold__eval(struct held_run *r, struct held_state *s, uint32_t expr)
{
	uint32_t t = expr == EXPR_NONE ? NO_TERM : eval(r, s, expr);

	if (t == NO_TERM && expr != EXPR_NONE)
		t = is_constant(r, expr) ?
		    terms__get(&r->terms, TERM_CONST, 0, expr, TERM_UNKNOWN_CONST) :
		    state__fresh(r, s, expr, 0);
	return t;
}

/**
 * hold__peek() - the value of an expression, without its effects
 * @r: the run
 * @s: the state
 * @expr: the expression
 *
 * Return: the term of its value.
 */
uint32_t hold__peek(struct held_run *r, struct held_state *s, uint32_t expr)
{
	bool saved = r->pure;
	struct held_state *copy = state__copy(r, s);
	uint32_t t;

	r->pure = true;
	t = hold__eval(r, copy, expr);
	r->pure = saved;
	free(copy);
	return t;
}
