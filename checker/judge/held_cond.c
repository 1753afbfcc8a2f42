// SPDX-License-Identifier: GPL-2.0-only
/*
 * Conditions over terms: what can be, and what is known afterwards.
 *
 * An unsigned comparison takes a negative result for a large number, as C does.
 */
#include <string.h>

#include "held.h"

enum width { WIDTH_INT, WIDTH_UINT, WIDTH_LONG, WIDTH_ULONG };

static enum width width_of(const char *type)
{
	bool is_unsigned = str_starts(type, "unsigned");

	if (strchr(type, '*'))
		return WIDTH_ULONG;
	if (strstr(type, "long"))
		return is_unsigned ? WIDTH_ULONG : WIDTH_LONG;
	if (!strcmp(type, "unsigned int"))
		return WIDTH_UINT;
	return WIDTH_INT;	/* and what is promoted to int */
}

/* A constant takes the side of what it is compared with. */
static bool is_plain_const(const struct held_run *r, uint32_t expr)
{
	const struct expr *e = hold__expr(r, expr);

	if (e->op == EXPR_UNARY && e->sub == UN_NEG)
		e = hold__expr(r, e->a);
	return e->op == EXPR_CONST && e->sub == CONST_EXACT &&
	       width_of(hold__str(r, e->type)) == WIDTH_INT;
}

/**
 * hold__unsigned_compare() - does C compare these as unsigned numbers
 * @r: the run
 * @a: an expression
 * @b: another
 *
 * Return: true if so.
 */
bool hold__unsigned_compare(const struct held_run *r, uint32_t a, uint32_t b)
{
	enum width x, y;

	if (a == EXPR_NONE || b == EXPR_NONE)
		return false;
	x = width_of(hold__str(r, hold__expr(r, a)->type));
	y = width_of(hold__str(r, hold__expr(r, b)->type));
	if (is_plain_const(r, b))
		y = WIDTH_INT;
	if (is_plain_const(r, a))
		x = WIDTH_INT;
	return (x > y ? x : y) == WIDTH_UINT || (x > y ? x : y) == WIDTH_ULONG;
}

static enum binary_kind opposite(enum binary_kind k)
{
	switch (k) {
	case BIN_LT: return BIN_GE;
	case BIN_LE: return BIN_GT;
	case BIN_GT: return BIN_LE;
	case BIN_GE: return BIN_LT;
	case BIN_EQ: return BIN_NE;
	default: return BIN_EQ;
	}
}

static enum binary_kind mirrored(enum binary_kind k)
{
	switch (k) {
	case BIN_LT: return BIN_GT;
	case BIN_LE: return BIN_GE;
	case BIN_GT: return BIN_LT;
	case BIN_GE: return BIN_LE;
	default: return k;
	}
}

/* A test for an error pointer asks for a sign. */
static bool error_test(struct held_run *r, struct held_state *s, const struct expr *e,
		       struct held_cmp *c)
{
	const struct api *api = rules__find(r->p->rules, hold__str(r, e->sym));

	if (e->nr_args != 1 || !api || (!api->tests_error && !api->tests_error_or_null))
		return false;
	c->kind = api->tests_error_or_null ? BIN_LE : BIN_LT;
	c->a = hold__eval(r, s, r->f->args.v[e->arg0]);
	c->b = terms__const(&r->terms, 0);
	return true;
}

/* !x of a comparison that became a term. */
static void unfold(struct held_run *r, struct held_cmp *c)
{
	int32_t k;

	while ((c->kind == BIN_NE || c->kind == BIN_EQ) &&
	       terms__is_const(&r->terms, c->b, &k) && !k) {
		const struct term *t = &r->terms.v.v[c->a];
		bool yes = c->kind == BIN_NE;

		if (t->kind != TERM_OP || t->op < BIN_LT || t->op > BIN_NE)
			return;
		c->kind = (uint8_t)(yes ? t->op : opposite(t->op));
		c->a = t->a;
		c->b = t->b;
	}
}

/**
 * hold__cmp() - evaluate a condition
 * @r: the run
 * @s: the state, changed by what the condition does
 * @cond: the condition
 *
 * Return: it as a comparison.
 */
struct held_cmp hold__cmp(struct held_run *r, struct held_state *s, uint32_t cond)
{
	struct held_cmp c = { .kind = BIN_NE };
	const struct expr *e;

	cond = hold__strip(r, cond);
	e = hold__expr(r, cond);
	if (e->op == EXPR_UNARY && e->sub == UN_NOT) {
		c = hold__cmp(r, s, e->a);
		c.kind = (uint8_t)opposite(c.kind);
		return c;
	}
	if (e->op == EXPR_CALL && error_test(r, s, e, &c))
		return c;
	if (e->op == EXPR_BINARY && e->sub >= BIN_LT && e->sub <= BIN_NE) {
		c.kind = e->sub;
		c.a = hold__eval(r, s, e->a);
		c.b = hold__eval(r, s, e->b);
		c.is_unsigned = hold__unsigned_compare(r, e->a, e->b);
		if (!c.is_unsigned)
			unfold(r, &c);
		return c;
	}
	c.a = hold__eval(r, s, cond);
	c.b = terms__const(&r->terms, 0);
	unfold(r, &c);
	return c;
}

/* The numbers that the result can be: [lo, hi]. */
static void result_range(const struct held_run *r, const struct held_state *s,
			 int64_t *lo, int64_t *hi)
{
	int32_t want = 0;
	bool known = terms__is_const(&r->terms, s->slots[SLOT_WANT], &want);

	switch (s->got) {
	case GOT_ERROR: case GOT_PART_ERROR:
		*lo = -4095, *hi = -1;
		return;
	case GOT_NONE: case GOT_ALL_ZERO:
		*lo = *hi = 0;
		return;
	case GOT_PART:
		*lo = 1, *hi = known ? want - 1 : INT32_MAX;
		return;
	case GOT_ALL:
		*lo = known ? want : 1, *hi = known ? want : INT32_MAX;
		return;
	default:
		*lo = INT32_MIN, *hi = INT32_MAX;
	}
}

static void sign_range(uint8_t sign, int64_t *lo, int64_t *hi)
{
	*lo = sign & NEG ? INT32_MIN : sign & ZERO ? 0 : 1;
	*hi = sign & POS ? INT32_MAX : sign & ZERO ? 0 : -1;
}

static void range_of(const struct held_run *r, const struct held_state *s, uint32_t term,
		     int64_t *lo, int64_t *hi)
{
	int32_t k;

	if (terms__is_const(&r->terms, term, &k))
		*lo = *hi = k;
	else if (term != NO_TERM && r->terms.v.v[term].kind == TERM_RESULT)
		result_range(r, s, lo, hi);
	else
		sign_range(state__sign(r, s, term), lo, hi);
}

static unsigned int bits(bool can_be_true, bool can_be_false)
{
	return (can_be_true ? 2u : 0) | (can_be_false ? 1u : 0);
}

static unsigned int by_range(enum binary_kind kind, int64_t alo, int64_t ahi, int64_t blo,
			     int64_t bhi)
{
	switch (kind) {
	case BIN_LT: return bits(alo < bhi, ahi >= blo);
	case BIN_LE: return bits(alo <= bhi, ahi > blo);
	case BIN_GT: return bits(ahi > blo, alo <= bhi);
	case BIN_GE: return bits(ahi >= blo, alo < bhi);
	case BIN_EQ: return bits(alo <= bhi && ahi >= blo,
				 alo != ahi || blo != bhi || alo != blo);
	default: return bits(alo != ahi || blo != bhi || alo != blo,
			     alo <= bhi && ahi >= blo);
	}
}

/* The result against what was asked for. */
static unsigned int against_want(const struct held_state *s, enum binary_kind kind,
				 bool is_unsigned)
{
	int64_t x;

	switch (s->got) {
	case GOT_ERROR: case GOT_PART_ERROR:
		x = is_unsigned ? 3 : 0;
		break;
	case GOT_NONE: case GOT_ALL_ZERO: case GOT_PART:
		x = 1;
		break;
	case GOT_ALL:
		x = 2;
		break;
	default:
		return 3;
	}
	return by_range(kind, x, x, 2, 2);
}

/* Terms that a fact tells of: always < or ==, in one order. */
static uint32_t as_fact(struct held_run *r, const struct held_cmp *c, bool *yes)
{
	uint32_t a = c->a, b = c->b, swap;

	*yes = c->kind == BIN_LT || c->kind == BIN_GT || c->kind == BIN_EQ;
	if (c->kind == BIN_EQ || c->kind == BIN_NE) {
		if (a > b)
			swap = a, a = b, b = swap;
		return terms__op(&r->terms, BIN_EQ, a, b);
	}
	if (c->kind == BIN_GT || c->kind == BIN_LE)
		swap = a, a = b, b = swap;
	return terms__op(&r->terms, BIN_LT, a, b);
}

static unsigned int by_fact(struct held_run *r, const struct held_state *s,
			    const struct held_cmp *c)
{
	bool yes;
	uint32_t f = as_fact(r, c, &yes);
	uint8_t sign = f == NO_TERM ? ANY : state__sign(r, s, f);

	if (sign == ZERO)
		return yes ? 1 : 2;
	if (sign == POS)
		return yes ? 2 : 1;
	return 3;
}

static bool is_result(const struct held_run *r, uint32_t term)
{
	return term != NO_TERM && r->terms.v.v[term].kind == TERM_RESULT;
}

/**
 * hold__decide() - can a comparison be true, can it be false
 * @r: the run
 * @s: the state
 * @c: the comparison
 *
 * Return: bit 1 if it can be true, bit 0 if it can be false.
 */
unsigned int hold__decide(struct held_run *r, const struct held_state *s,
			  const struct held_cmp *c)
{
	bool order = c->kind != BIN_EQ && c->kind != BIN_NE;
	int64_t alo, ahi, blo, bhi;
	unsigned int can;

	if (c->a == c->b)
		return c->kind == BIN_EQ || c->kind == BIN_LE || c->kind == BIN_GE ? 2 : 1;
	if (r->call.result == RESULT_COUNT && s->status != HELD_BEFORE) {
		if (is_result(r, c->a) && c->b == s->slots[SLOT_WANT])
			return against_want(s, c->kind, c->is_unsigned);
		if (is_result(r, c->b) && c->a == s->slots[SLOT_WANT])
			return against_want(s, mirrored(c->kind), c->is_unsigned);
	}
	range_of(r, s, c->a, &alo, &ahi);
	range_of(r, s, c->b, &blo, &bhi);
	if (c->is_unsigned && order) {
		/* what is negative for sure is large, what may be is anything */
		if (alo < 0)
			alo = ahi < 0 ? INT64_MAX - 1 : 0, ahi = INT64_MAX;
		if (blo < 0)
			blo = bhi < 0 ? INT64_MAX - 1 : 0, bhi = INT64_MAX;
	}
	can = by_range(c->kind, alo, ahi, blo, bhi);
	return can == 3 ? by_fact(r, s, c) : can;
}

/* A helper's number against another, where it is not known how many it asks for. */
static bool number_unknown(const struct held_run *r, const struct held_state *s,
			   const struct held_cmp *c)
{
	int32_t k;
	bool other = !terms__is_const(&r->terms, is_result(r, c->a) ? c->b : c->a, &k) || k > 0;

	return r->call.helper != UINT32_MAX && r->call.result == RESULT_COUNT && other &&
	       (is_result(r, c->a) || is_result(r, c->b)) && s->status != HELD_BEFORE &&
	       s->slots[SLOT_WANT] == NO_TERM;
}

static uint8_t signs_of_range(int64_t lo, int64_t hi)
{
	return (uint8_t)((lo < 0 ? NEG : 0) | (lo <= 0 && hi >= 0 ? ZERO : 0) |
			 (hi > 0 ? POS : 0));
}

/* What is left of x if x <kind> y for some y of a range. */
static uint8_t left_signs(enum binary_kind kind, int64_t lo, int64_t hi)
{
	switch (kind) {
	case BIN_LT: return signs_of_range(INT64_MIN, hi - 1);
	case BIN_LE: return signs_of_range(INT64_MIN, hi);
	case BIN_GT: return signs_of_range(lo + 1, INT64_MAX);
	case BIN_GE: return signs_of_range(lo, INT64_MAX);
	case BIN_EQ: return signs_of_range(lo, hi);
	default: return lo == 0 && hi == 0 ? NEG | POS : ANY;
	}
}

/**
 * hold__assume() - a comparison turns out so
 * @r: the run
 * @s: the state, changed
 * @c: the comparison
 * @yes: is it true
 *
 * Return: false if it can't be so.
 */
bool hold__assume(struct held_run *r, struct held_state *s, const struct held_cmp *c,
		  bool yes)
{
	struct held_cmp now = *c;
	int64_t lo, hi;
	uint32_t fact;
	bool holds;

	now.kind = (uint8_t)(yes ? c->kind : opposite(c->kind));
	if (!(hold__decide(r, s, &now) & 2))
		return false;
	if (number_unknown(r, s, &now))
		s->status = HELD_UNSURE;
	fact = as_fact(r, &now, &holds);
	if (now.is_unsigned && now.kind != BIN_EQ && now.kind != BIN_NE) {
		if (fact != NO_TERM)
			state__refine(r, s, fact, holds ? POS : ZERO);
		/* an unsigned x: x > 0 is x != 0 */
		range_of(r, s, now.b, &lo, &hi);
		if (lo || hi || (now.kind != BIN_GT && now.kind != BIN_LE))
			return true;
		now.kind = now.kind == BIN_GT ? BIN_NE : BIN_EQ;
	}
	range_of(r, s, now.b, &lo, &hi);
	if (!state__refine(r, s, now.a, left_signs(now.kind, lo, hi)))
		return false;
	range_of(r, s, now.a, &lo, &hi);
	if (!state__refine(r, s, now.b, left_signs(mirrored(now.kind), lo, hi)))
		return false;
	if (fact != NO_TERM && hold__decide(r, s, &now) == 3)
		state__refine(r, s, fact, holds ? POS : ZERO);
	return true;
}
