// SPDX-License-Identifier: GPL-2.0-only
/*
 * Values as terms: each built once, so that equal numbers mean equal values.
 * Sums are kept simple enough for what counts and indices need: a constant at
 * the end, and what is added and taken away again is gone.
 */
#include "held.h"

#define MAX_DEPTH 5

/**
 * terms__get() - the term of that kind and operands
 * @self: the terms
 * @kind: its kind
 * @op: operator of a TERM_OP, else 0
 * @a: first operand
 * @b: second operand
 *
 * Return: its number.
 */
uint32_t terms__get(struct terms *self, enum term_kind kind, unsigned int op, uint32_t a,
		    uint32_t b)
{
	uint32_t key[4] = { kind, op, a, b };
	uint64_t h = hash64(key, sizeof(key), 7);
	struct term t = { .kind = (uint8_t)kind, .op = (uint8_t)op, .a = a, .b = b };
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&self->ids, h ? h : 1, &fresh);
	if (!fresh)
		return *slot;
	if (kind == TERM_OP || kind == TERM_ELEM) {
		uint8_t da = self->v.v[a].depth, db = self->v.v[b].depth;

		t.depth = (uint8_t)((da > db ? da : db) + 1);
	}
	*slot = (uint32_t)self->v.nr;
	vec__push(&self->v, t);
	return (uint32_t)self->v.nr - 1;
}

/**
 * terms__const() - a number
 * @self: the terms
 * @value: the number
 *
 * Return: its term.
 */
uint32_t terms__const(struct terms *self, int32_t value)
{
	return terms__get(self, TERM_CONST, 0, (uint32_t)value, 0);
}

/**
 * terms__is_const() - is a term a number
 * @self: the terms
 * @id: the term
 * @ret_value: gets the number
 *
 * Return: true if so.
 */
bool terms__is_const(const struct terms *self, uint32_t id, int32_t *ret_value)
{
	if (id == NO_TERM || self->v.v[id].kind != TERM_CONST || self->v.v[id].b)
		return false;
	*ret_value = (int32_t)self->v.v[id].a;
	return true;
}

/**
 * terms__op() - a binary operation
 * @self: the terms
 * @op: enum binary_kind
 * @a: left operand
 * @b: right operand
 *
 * Return: its term, or NO_TERM where it would be too deep.
 */
uint32_t terms__op(struct terms *self, unsigned int op, uint32_t a, uint32_t b)
{
	if (a == NO_TERM || b == NO_TERM ||
	    self->v.v[a].depth >= MAX_DEPTH || self->v.v[b].depth >= MAX_DEPTH)
		return NO_TERM;
	return terms__get(self, TERM_OP, op, a, b);
}

static bool is_op(const struct terms *self, uint32_t id, unsigned int op)
{
	return self->v.v[id].kind == TERM_OP && self->v.v[id].op == op;
}

/* x + c */
static uint32_t plus(struct terms *self, uint32_t x, int64_t c)
{
	int32_t k;

	if (terms__is_const(self, x, &k))
		c += k, x = NO_TERM;
	else if (is_op(self, x, BIN_ADD) && terms__is_const(self, self->v.v[x].b, &k))
		c += k, x = self->v.v[x].a;
	if (c != (int32_t)c)
		return NO_TERM;
	if (x == NO_TERM)
		return terms__const(self, (int32_t)c);
	return c ? terms__op(self, BIN_ADD, x, terms__const(self, (int32_t)c)) : x;
}

/**
 * terms__add() - a sum
 * @self: the terms
 * @a: one summand
 * @b: the other
 *
 * Return: its term, or NO_TERM where it would be too deep.
 */
uint32_t terms__add(struct terms *self, uint32_t a, uint32_t b)
{
	int32_t k;

	if (a == NO_TERM || b == NO_TERM)
		return NO_TERM;
	if (terms__is_const(self, b, &k))
		return plus(self, a, k);
	if (terms__is_const(self, a, &k))
		return plus(self, b, k);
	if (is_op(self, a, BIN_SUB) && self->v.v[a].b == b)
		return self->v.v[a].a;
	if (is_op(self, b, BIN_SUB) && self->v.v[b].b == a)
		return self->v.v[b].a;
	return terms__op(self, BIN_ADD, a, b);
}

/**
 * terms__sub() - a difference
 * @self: the terms
 * @a: from this
 * @b: this is taken away
 *
 * Return: its term, or NO_TERM where it would be too deep.
 */
uint32_t terms__sub(struct terms *self, uint32_t a, uint32_t b)
{
	int32_t k;

	if (a == NO_TERM || b == NO_TERM)
		return NO_TERM;
	if (a == b)
		return terms__const(self, 0);
	if (terms__is_const(self, b, &k) && k != INT32_MIN)
		return plus(self, a, -(int64_t)k);
	if (is_op(self, a, BIN_ADD) && self->v.v[a].a == b)
		return self->v.v[a].b;
	if (is_op(self, a, BIN_ADD) && self->v.v[a].b == b)
		return self->v.v[a].a;
	return terms__op(self, BIN_SUB, a, b);
}

/**
 * terms__has() - is a term part of another
 * @self: the terms
 * @id: the term to look into
 * @leaf: the one that is looked for
 *
 * Return: true if so.
 */
bool terms__has(const struct terms *self, uint32_t id, uint32_t leaf)
{
	const struct term *t;

	if (id == leaf)
		return true;
	if (id == NO_TERM)
		return false;
	t = &self->v.v[id];
	if (t->kind != TERM_OP && t->kind != TERM_ELEM)
		return false;
	return terms__has(self, t->a, leaf) || terms__has(self, t->b, leaf);
}

/**
 * terms__exit() - free the terms
 * @self: the terms; empty afterwards
 */
void terms__exit(struct terms *self)
{
	vec__exit(&self->v);
	hmap__exit(&self->ids);
}
