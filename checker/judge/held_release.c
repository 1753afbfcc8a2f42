// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a release leaves of the pages that are held, and what is wrong with it.
 */
#include "held.h"

/**
 * hold__fault() - note something that is wrong
 * @r: the run
 * @s: the state in which it is
 * @kind: what is wrong
 * @expr: where
 */
void hold__fault(struct held_run *r, const struct held_state *s, enum held_fault_kind kind,
		 uint32_t expr)
{
	struct held_fault f = {
		.kind = (uint8_t)kind, .got = s->got, .flags = s->flags, .expr = expr,
		.block = r->block, .trace = s->trace, .done = s->done,
	};

	if (r->pure || (s->flags & HELD_ODD && kind != FAULT_NO_END))
		return;
	for (size_t i = 0; i < r->faults.nr; i++)
		if (r->faults.v[i].kind == kind && r->faults.v[i].expr == expr)
			return;
	vec__push(&r->faults, f);
}

/**
 * hold__is_page() - is a value one of the acquire's pages, or their array
 * @r: the run
 * @s: the state
 * @term: the value
 *
 * Return: true if so.
 */
bool hold__is_page(const struct held_run *r, const struct held_state *s, uint32_t term)
{
	if (term == NO_TERM || s->status == HELD_BEFORE || s->slots[SLOT_BASE] == NO_TERM)
		return false;
	return terms__has(&r->terms, term, s->slots[SLOT_BASE]);
}

/**
 * hold__carries() - is a value a page of the acquire, or a local struct with one
 * @r: the run
 * @s: the state
 * @term: the value
 *
 * Return: true if so.
 */
bool hold__carries(const struct held_run *r, const struct held_state *s, uint32_t term)
{
	if (term == NO_TERM || hold__is_page(r, s, term))
		return term != NO_TERM;
	if (r->terms.v.v[term].kind != TERM_ADDR)
		return false;
	for (uint32_t k = 0; k < r->cells.nr; k++)
		if (cells__below(r, k, r->terms.v.v[term].a) &&
		    hold__is_page(r, s, s->slots[SLOT_CELLS + k]))
			return true;
	return false;
}

/* Brings a range to the array that is held: base + off, one element. */
static bool on_base(struct held_run *r, const struct held_state *s, struct held_range *g)
{
	uint32_t base = s->slots[SLOT_BASE];
	const struct term *t;

	if (g->base == NO_TERM || base == NO_TERM)
		return false;
	if (g->base == base)
		return true;
	t = &r->terms.v.v[g->base];
	if (t->kind == TERM_ELEM && t->a == base) {
		g->lo = t->b;
		g->hi = terms__add(&r->terms, t->b, terms__const(&r->terms, 1));
		g->base = base;
		return true;
	}
	if (t->kind == TERM_OP && t->op == BIN_ADD && t->a == base) {
		uint32_t off = t->b;

		g->lo = terms__add(&r->terms, off, g->lo);
		g->hi = terms__add(&r->terms, off, g->hi);
		g->base = base;
		return true;
	}
	return false;
}

static bool is_zero(const struct held_run *r, const struct held_state *s, uint32_t term)
{
	return state__sign(r, s, term) == ZERO;
}

/* Is the count what the array was to be allocated for? */
static bool was_asked_for(const struct held_run *r, const struct held_range *g)
{
	const struct term *t = &r->terms.v.v[g->base], *n = &r->terms.v.v[g->hi];

	if (t->kind != TERM_SOME || (n->kind != TERM_START && n->kind != TERM_OP &&
				     n->kind != TERM_SOME))
		return false;
	return hold__expr(r, t->a)->op == EXPR_CALL && !g->guarded && !g->doubtful;
}

/* As many as were asked for, from the first on. */
static bool is_want(struct held_run *r, const struct held_state *s, const struct held_range *g)
{
	return s->slots[SLOT_WANT] != NO_TERM && g->hi != NO_TERM &&
	       terms__sub(&r->terms, g->hi, g->lo) == s->slots[SLOT_WANT];
}

static bool is_count(struct held_run *r, const struct held_range *g)
{
	uint32_t nr = g->hi == NO_TERM || g->lo == NO_TERM ? NO_TERM :
		      terms__sub(&r->terms, g->hi, g->lo);

	return nr != NO_TERM && r->terms.v.v[nr].kind == TERM_RESULT;
}

/**
 * hold__no_array() - is an array released that is not there
 * @r: the run
 * @s: the state
 * @g: what is released
 */
void hold__no_array(struct held_run *r, const struct held_state *s, const struct held_range *g)
{
	uint8_t count;

	if (g->base == NO_TERM || g->hi == NO_TERM || state__sign(r, s, g->base) != ZERO)
		return;
	count = state__sign(r, s, g->hi);
	if (!(count & ZERO) || was_asked_for(r, g))
		hold__fault(r, s, FAULT_NO_ARRAY, g->call);
}

/* A loop says so itself: held_loops.c. */
static void negative(struct held_run *r, const struct held_state *s,
			   const struct held_range *g)
{
	if (g->is_call)
		hold__fault(r, s, FAULT_NEGATIVE, g->call);
}

static void none_held(struct held_run *r, struct held_state *s, const struct held_range *g)
{
	if (g->lo != s->slots[SLOT_LO])
		return;
	if (g->doubtful || s->flags & (HELD_AGAIN | HELD_CLEARED))
		return;
	if (s->got == GOT_ERROR && is_count(r, g) && g->is_unsigned)
		negative(r, s, g);
	else if (s->got == GOT_ERROR && is_want(r, s, g) && !g->guarded &&
		 state__sign(r, s, s->slots[SLOT_WANT]) != ZERO)
		hold__fault(r, s, FAULT_NOTHING, g->call);
}

static void twice(struct held_run *r, struct held_state *s, const struct held_range *g)
{
	if (g->doubtful || g->guarded ||
	    s->flags & (HELD_DOUBT | HELD_CLEARED | HELD_AGAIN))
		return;
	if (g->lo != s->slots[SLOT_DONE_LO] || g->hi != s->slots[SLOT_DONE_HI] ||
	    g->hi == NO_TERM || is_zero(r, s, g->hi))
		return;
	hold__fault(r, s, FAULT_DOUBLE, g->call);
}

static void all_done(struct held_run *r, struct held_state *s, const struct held_range *g)
{
	state__trace(r, s, TRACE_RELEASE, g->call, 0);
	s->status = HELD_DONE;
	s->slots[SLOT_DONE_LO] = g->lo;
	s->slots[SLOT_DONE_HI] = g->hi;
	s->done = g->call;
	if (g->doubtful)
		s->flags |= HELD_DOUBT;
}

static void some_held(struct held_run *r, struct held_state *s, const struct held_range *g)
{
	uint32_t lo = s->slots[SLOT_LO], hi = s->slots[SLOT_HI];
	bool exact = !(s->flags & HELD_AGAIN);

	if (g->lo == NO_TERM || g->hi == NO_TERM || s->slots[SLOT_HI] == NO_TERM) {
		all_done(r, s, g);
		s->flags |= HELD_DOUBT;
		return;
	}
	if (is_zero(r, s, terms__sub(&r->terms, g->hi, g->lo)))
		return;
	if (g->lo == lo && g->hi == hi) {
		all_done(r, s, g);
		return;
	}
	/* the rest of it */
	if (g->hi == hi && g->lo != lo) {
		s->slots[SLOT_HI] = g->lo;
		s->flags |= HELD_DOUBT;
		return;
	}
	if (g->lo == lo && is_want(r, s, g) && exact) {
		if (s->got == GOT_PART && !g->guarded && !g->doubtful)
			hold__fault(r, s, FAULT_TOO_MANY, g->call);
		all_done(r, s, g);
		return;
	}
	if (g->lo == lo && state__sign(r, s, g->hi) == NEG) {
		if (g->is_unsigned && !g->doubtful)
			negative(r, s, g);
		return;
	}
	all_done(r, s, g);
	s->flags |= HELD_DOUBT;
}

/**
 * hold__release() - pages are released
 * @r: the run
 * @s: the state, changed
 * @range: which pages; NO_TERM where that is not known
 */
void hold__release(struct held_run *r, struct held_state *s, struct held_range range)
{
	if (r->pure || s->status == HELD_BEFORE || !on_base(r, s, &range))
		return;
	r->releases[r->paths->block_of[range.call]] = 1;
	switch (s->status) {
	case HELD_NONE:
		none_held(r, s, &range);
		break;
	case HELD_SOME:
		some_held(r, s, &range);
		break;
	case HELD_DONE:
		twice(r, s, &range);
		break;
	default:
		break;
	}
}
