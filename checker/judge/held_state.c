// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is known at one point of a function: the terms in its places, signs of
 * terms, and how many pages are held. Where too many states meet, two become
 * one, and what differs between them becomes a term of that place.
 */
#include <string.h>

#include "held.h"

/**
 * state__new() - the state at the function's entry
 * @r: the run
 *
 * Return: the state; free() it.
 */
struct held_state *state__new(const struct held_run *r)
{
	struct held_state *s = xcalloc(1, sizeof(*s) + r->nr_slots * sizeof(s->slots[0]));

	for (uint32_t i = 0; i < SLOT_CELLS; i++)
		s->slots[i] = NO_TERM;
	for (uint32_t i = SLOT_CELLS; i < r->nr_slots; i++)
		s->slots[i] = terms__get((struct terms *)&r->terms, TERM_START, 0,
					 i - SLOT_CELLS, 0);
	s->trace = s->done = UINT32_MAX;
	return s;
}

/**
 * state__copy() - a second state that is the same
 * @r: the run
 * @s: the state
 *
 * Return: the copy; free() it.
 */
struct held_state *state__copy(const struct held_run *r, const struct held_state *s)
{
	size_t size = sizeof(*s) + r->nr_slots * sizeof(s->slots[0]);
	struct held_state *copy = xmalloc(size);

	memcpy(copy, s, size);
	return copy;
}

/**
 * state__hash() - a number for what a state says
 * @r: the run
 * @s: the state
 *
 * Return: the hash, never 0.
 */
uint64_t state__hash(const struct held_run *r, const struct held_state *s)
{
	uint32_t head[5] = { s->status, s->got, s->flags, s->nr_facts, s->done };
	uint64_t h = hash64(head, sizeof(head), 1), f = 0;

	h = hash64(s->slots, r->nr_slots * sizeof(s->slots[0]), h);
	for (unsigned int i = 0; i < s->nr_facts; i++) {
		uint32_t key[2] = { s->facts[i].term, s->facts[i].sign };

		f += hash64(key, sizeof(key), 2);	/* in any order */
	}
	h ^= f;
	return h ? h : 1;
}

static struct held_fact *find_fact(struct held_state *s, uint32_t term)
{
	for (unsigned int i = 0; i < s->nr_facts; i++)
		if (s->facts[i].term == term)
			return &s->facts[i];
	return NULL;
}

static void set_fact(struct held_state *s, uint32_t term, uint8_t sign)
{
	struct held_fact *f = find_fact(s, term);

	if (!f && sign == ANY)
		return;
	if (!f) {
		if (s->nr_facts == HELD_MAX_FACTS) {
			memmove(s->facts, s->facts + 1, sizeof(s->facts) - sizeof(s->facts[0]));
			s->nr_facts--;
		}
		f = &s->facts[s->nr_facts++];
	}
	*f = (struct held_fact){ .term = term, .sign = sign };
}

static void drop_fact(struct held_state *s, unsigned int i)
{
	s->facts[i] = s->facts[--s->nr_facts];
}

/* Replaces a term in the slots, whatever it is part of. */
static void lose(struct held_run *r, struct held_state *s, uint32_t slot, uint32_t expr)
{
	uint32_t old = s->slots[slot];
	uint32_t lost = terms__get(&r->terms, TERM_LOST, 0, slot, expr);
	uint8_t sign = state__sign(r, s, old);

	for (uint32_t i = slot; i < r->nr_slots; i++)
		if (s->slots[i] == old)
			s->slots[i] = lost;
	set_fact(s, lost, sign);
}

/**
 * state__forget() - a term is about to mean another value
 * @r: the run
 * @s: the state; what holds the old value gets another term
 * @term: the term
 * @expr: where that is
 */
void state__forget(struct held_run *r, struct held_state *s, uint32_t term, uint32_t expr)
{
	for (uint32_t i = 0; i < r->nr_slots; i++)
		if (terms__has(&r->terms, s->slots[i], term))
			lose(r, s, i, expr);
	for (unsigned int i = 0; i < s->nr_facts; )
		if (terms__has(&r->terms, s->facts[i].term, term))
			drop_fact(s, i);
		else
			i++;
}

static bool has_element(const struct held_run *r, uint32_t id, uint32_t base)
{
	const struct term *t = id == NO_TERM ? NULL : &r->terms.v.v[id];

	if (!t || (t->kind != TERM_ELEM && t->kind != TERM_OP))
		return false;
	return (t->kind == TERM_ELEM && t->a == base) || has_element(r, t->a, base) ||
	       has_element(r, t->b, base);
}

/**
 * state__forget_elements() - an array gets other elements
 * @r: the run
 * @s: the state; what was read from the array before is something else
 * @base: the array
 * @expr: where that is
 */
void state__forget_elements(struct held_run *r, struct held_state *s, uint32_t base,
			    uint32_t expr)
{
	for (uint32_t i = SLOT_CELLS; i < r->nr_slots; i++)
		if (has_element(r, s->slots[i], base))
			lose(r, s, i, expr);
}

/**
 * state__fresh() - a new value that nothing is known of
 * @r: the run
 * @s: the state
 * @expr: where it comes from
 * @part: which effect of the expression
 *
 * Return: its term.
 */
uint32_t state__fresh(struct held_run *r, struct held_state *s, uint32_t expr, uint32_t part)
{
	size_t known = r->terms.v.nr;
	uint32_t t = terms__get(&r->terms, TERM_SOME, 0, expr, part);

	if (!r->pure && r->terms.v.nr == known)
		state__forget(r, s, t, expr);
	return t;
}

static void mark_leaves(const struct held_run *r, uint64_t *held, uint32_t term)
{
	const struct term *t;

	for (;;) {
		if (term == NO_TERM || held[term / 64] >> (term % 64) & 1)
			return;
		held[term / 64] |= 1ull << (term % 64);
		t = &r->terms.v.v[term];
		if (t->kind != TERM_OP && t->kind != TERM_ELEM)
			return;
		mark_leaves(r, held, t->a);
		term = t->b;
	}
}

/* Can a value be met again? */
static bool is_held(const struct held_run *r, const uint64_t *held, uint32_t term)
{
	const struct term *t = &r->terms.v.v[term];

	switch (t->kind) {
	case TERM_CONST: case TERM_RESULT: case TERM_ADDR:
		return true;
	case TERM_OP: case TERM_ELEM:
		return is_held(r, held, t->a) && is_held(r, held, t->b);
	default:
		return held[term / 64] >> (term % 64) & 1;
	}
}

static bool is_live(const struct held_run *r, uint32_t block, uint32_t cell)
{
	return r->live[block * r->words + cell / 64] >> (cell % 64) & 1;
}

/**
 * state__tidy() - drop what a block and those after it never look at
 * @r: the run
 * @s: the state at its start
 * @block: the block
 */
void state__tidy(struct held_run *r, struct held_state *s, uint32_t block)
{
	uint64_t *held;

	for (uint32_t c = 0; c < r->cells.nr; c++)
		if (!is_live(r, block, c))
			s->slots[SLOT_CELLS + c] = NO_TERM;
	if (!s->nr_facts)
		return;
	held = xcalloc(r->terms.v.nr / 64 + 1, sizeof(*held));
	for (uint32_t i = 0; i < r->nr_slots; i++)
		mark_leaves(r, held, s->slots[i]);
	for (unsigned int i = 0; i < s->nr_facts; )
		if (!is_held(r, held, s->facts[i].term))
			drop_fact(s, i);
		else
			i++;
	free(held);
}

/* Nothing that the function does changes such a value. */
static bool is_stable(const struct held_run *r, uint32_t term)
{
	const struct term *t = &r->terms.v.v[term];

	if (t->kind == TERM_OP || t->kind == TERM_ELEM)
		return is_stable(r, t->a) && is_stable(r, t->b);
	return t->kind == TERM_START || t->kind == TERM_CONST;
}

/**
 * state__inputs() - a number for what is known of the function's inputs
 * @r: the run
 * @s: the state
 *
 * Return: the hash.
 */
uint64_t state__inputs(const struct held_run *r, const struct held_state *s)
{
	uint64_t h = 0;

	for (unsigned int i = 0; i < s->nr_facts; i++) {
		uint32_t key[2] = { s->facts[i].term, s->facts[i].sign };

		if (is_stable(r, key[0]))
			h += hash64(key, sizeof(key), 4);
	}
	return h;
}

static uint32_t joined(struct held_run *r, const struct held_state *a,
		       const struct held_state *b, uint32_t slot, uint32_t block)
{
	for (uint32_t i = 0; i <= slot; i++)
		if (a->slots[i] == a->slots[slot] && b->slots[i] == b->slots[slot])
			return terms__get(&r->terms, TERM_JOIN, 0, block, i);
	return NO_TERM;
}

static bool has_joined(const struct held_run *r, uint32_t id, uint32_t block)
{
	const struct term *t = id == NO_TERM ? NULL : &r->terms.v.v[id];

	if (!t)
		return false;
	if (t->kind == TERM_OP || t->kind == TERM_ELEM)
		return has_joined(r, t->a, block) || has_joined(r, t->b, block);
	return t->kind == TERM_JOIN && t->a == block;
}

/* In what comes round again a value of this place is one of an earlier time. */
static void forget_joined(struct held_run *r, struct held_state *s, uint32_t block)
{
	for (uint32_t i = 0; i < r->nr_slots; i++)
		if (has_joined(r, s->slots[i], block))
			lose(r, s, i, UINT32_MAX);
	for (unsigned int i = 0; i < s->nr_facts; )
		if (has_joined(r, s->facts[i].term, block))
			drop_fact(s, i);
		else
			i++;
}

static void merge_facts(struct held_run *r, struct held_state *ret,
			const struct held_state *a, const struct held_state *b)
{
	ret->nr_facts = 0;
	for (unsigned int i = 0; i < a->nr_facts; i++)
		set_fact(ret, a->facts[i].term, a->facts[i].sign |
			 state__sign(r, b, a->facts[i].term));
	for (uint32_t i = 0; i < r->nr_slots; i++)
		if (ret->slots[i] != a->slots[i] && ret->slots[i] != NO_TERM)
			set_fact(ret, ret->slots[i], state__sign(r, a, a->slots[i]) |
				 state__sign(r, b, b->slots[i]));
}

/**
 * state__merge() - one state for two
 * @r: the run
 * @to: one, changed
 * @from: the other, of the same status and outcome
 * @block: where they meet
 */
void state__merge(struct held_run *r, struct held_state *to, const struct held_state *from,
		  uint32_t block)
{
	struct held_state *a = state__copy(r, to), *b = state__copy(r, from);

	forget_joined(r, b, block);
	for (uint32_t i = 0; i < r->nr_slots; i++) {
		if (a->slots[i] == b->slots[i])
			continue;
		to->slots[i] = a->slots[i] == NO_TERM || b->slots[i] == NO_TERM ? NO_TERM :
			       joined(r, a, b, i, block);
		if (i == SLOT_BASE && to->status != HELD_BEFORE)
			to->status = HELD_UNSURE;
	}
	if (a->done != b->done)
		to->flags |= HELD_DOUBT;
	merge_facts(r, to, a, b);
	free(a);
	free(b);
}

static uint8_t result_sign(const struct held_state *s)
{
	switch (s->got) {
	case GOT_ERROR: case GOT_PART_ERROR: return NEG;
	case GOT_NONE: case GOT_ALL_ZERO: return ZERO;
	case GOT_PART: case GOT_ALL: return POS;
	default: return ANY;
	}
}

static uint8_t sum_sign(uint8_t a, uint8_t b)
{
	uint8_t s = 0;

	if (a & ZERO)
		s |= b;
	if (b & ZERO)
		s |= a;
	if ((a & POS && b & NEG) || (a & NEG && b & POS))
		return ANY;
	return (uint8_t)(s | (a & b & (NEG | POS)));
}

static uint8_t op_sign(const struct held_run *r, const struct held_state *s,
		       const struct term *t)
{
	uint8_t a, b;

	if (t->op >= BIN_LT && t->op <= BIN_LOR)
		return ZERO | POS;
	a = state__sign(r, s, t->a);
	b = state__sign(r, s, t->b);
	if (t->op == BIN_ADD)
		return sum_sign(a, b);
	if (t->op == BIN_SUB)
		return sum_sign(a, (uint8_t)((b & NEG ? POS : 0) | (b & ZERO) |
					     (b & POS ? NEG : 0)));
	return ANY;
}

static uint8_t const_sign(const struct term *t)
{
	switch (t->b) {
	case CONST_EXACT: return (int32_t)t->a < 0 ? NEG : t->a ? POS : ZERO;
	case CONST_LARGE: return POS;
	case CONST_LARGE_NEG: return NEG;
	default: return ANY;
	}
}

/**
 * state__sign() - what a value can be
 * @r: the run
 * @s: the state
 * @term: the value
 *
 * Return: a set of signs.
 */
uint8_t state__sign(const struct held_run *r, const struct held_state *s, uint32_t term)
{
	const struct held_fact *f;
	const struct term *t;
	uint8_t sign = ANY;

	if (term == NO_TERM)
		return ANY;
	t = &r->terms.v.v[term];
	switch (t->kind) {
	case TERM_CONST:
		return const_sign(t);
	case TERM_ELEM:
		/* what was acquired is no NULL */
		if (t->a == s->slots[SLOT_BASE] && s->status == HELD_SOME)
			return POS;
		break;
	case TERM_RESULT:
		return result_sign(s);
	case TERM_ADDR:
		return POS;
	case TERM_OP:
		sign = op_sign(r, s, t);
		break;
	default:
		break;
	}
	f = find_fact((struct held_state *)s, term);
	if (f && f->sign & sign)
		sign &= f->sign;
	return sign;
}

/**
 * state__refine() - a value turns out to be of some signs
 * @r: the run
 * @s: the state, changed
 * @term: the value
 * @sign: the signs
 *
 * Return: false if it can't be so.
 */
bool state__refine(struct held_run *r, struct held_state *s, uint32_t term, uint8_t sign)
{
	uint8_t now;

	if (term == NO_TERM)
		return true;
	now = state__sign(r, s, term);
	if (!(now & sign))
		return false;
	if ((now & sign) != now)
		set_fact(s, term, now & sign);
	return true;
}

/**
 * state__trace() - note how a state came about
 * @r: the run
 * @s: the state
 * @kind: what happened
 * @expr: where
 * @yes: of a branch, which way; of an acquire, its outcome
 */
void state__trace(struct held_run *r, struct held_state *s, enum trace_kind kind,
		  uint32_t expr, unsigned int yes)
{
	struct held_trace t = {
		.parent = s->trace, .expr = expr, .block = r->block,
		.kind = (uint8_t)kind, .yes = (uint8_t)yes,
	};

	if (r->pure)
		return;
	vec__push(&r->traces, t);
	s->trace = (uint32_t)r->traces.nr - 1;
}
