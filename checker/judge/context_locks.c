// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which locks a function holds where: a forward analysis over its blocks. What
 * is not sure on every way is not held. An unlock of what was not taken here may
 * be of the caller's lock: from there on nothing of that kind is told.
 */
#include <stdlib.h>
#include <string.h>

#include "context_priv.h"

#define MAX_ROUNDS 64

static bool join(struct locks_state *to, const struct locks_state *from)
{
	struct locks_state old = *to;

	if (!to->reached) {
		*to = *from;
		to->reached = true;
		return true;
	}
	to->must &= from->must;
	to->may |= from->may;
	to->slept &= from->slept;
	to->kept &= from->kept;
	to->slept_kept &= from->slept_kept;
	to->is_true &= from->is_true;
	to->is_false &= from->is_false;
	to->asked &= from->asked;
	return to->must != old.must || to->may != old.may || to->slept != old.slept ||
	       to->kept != old.kept || to->slept_kept != old.slept_kept ||
	       to->is_true != old.is_true || to->is_false != old.is_false ||
	       to->asked != old.asked;
}

static uint64_t of_kinds(const struct locks *h, uint16_t kinds)
{
	uint64_t mask = 0;

	for (size_t i = 0; i < h->locks.nr; i++)
		if (kinds & KIND(h->locks.v[i].kind))
			mask |= 1ull << i;
	return mask;
}

/**
 * locks__kinds() - kinds of some locks
 * @self: the function
 * @locks: mask of its locks
 *
 * Return: mask of KIND() bits.
 */
uint16_t locks__kinds(const struct locks *self, uint64_t locks)
{
	uint16_t kinds = 0;

	for (size_t i = 0; i < self->locks.nr; i++)
		if (locks & 1ull << i)
			kinds |= KIND(self->locks.v[i].kind);
	return kinds;
}

static void take(struct locks_state *s, uint8_t bit, bool sure)
{
	uint64_t mask = 1ull << bit;

	s->may |= mask;
	if (!sure)
		return;
	s->must |= mask;
	s->slept &= ~mask;
}

/* Something of a kind is let go: of ours if we may have it, else the caller's. */
static void drop_kind(const struct locks *h, struct locks_state *s, uint16_t kinds)
{
	uint64_t ours = of_kinds(h, kinds);

	if (!(s->may & ours))
		s->kept &= (uint16_t)~kinds;
	s->must &= ~ours;
	s->slept &= ~ours;
}

static void unlock(const struct locks *h, struct locks_state *s, const struct held_op *op)
{
	uint64_t mask = op->bit == UINT8_MAX ? 0 : 1ull << op->bit;

	if (!(s->may & mask)) {
		drop_kind(h, s, KIND(op->kind));
		s->kept &= (uint16_t)~KIND(op->kind);
		return;
	}
	s->must &= ~mask;
	s->slept &= ~mask;
	if (!op->maybe)
		s->may &= ~mask;
}

static void call(const struct locks *h, struct locks_state *s, const struct held_op *op)
{
	if (op->drops)
		drop_kind(h, s, op->drops);
	for (uint8_t k = 1; k < LOCK_NR; k++) {
		uint32_t bit = op->gives & KIND(k) ?
			       locks__find_lock(h, k, UINT64_MAX - k) : UINT32_MAX;

		if (bit != UINT32_MAX)
			take(s, (uint8_t)bit, !op->maybe);
	}
}

static void apply(const struct locks *h, struct locks_state *s, const struct held_op *op)
{
	switch (op->what) {
	case HELD_LOCK:
		if (op->bit != UINT8_MAX)
			take(s, op->bit, !op->maybe);
		break;
	case HELD_TRY:
		if (op->bit != UINT8_MAX)
			take(s, op->bit, false);
		break;
	case HELD_UNLOCK:
		unlock(h, s, op);
		break;
	case HELD_SET:
		s->is_true &= (uint16_t)~(1u << op->bit);
		s->is_false &= (uint16_t)~(1u << op->bit);
		break;
	case HELD_SLEEP:
		if (!op->maybe) {
			s->slept |= s->must;
			/* under a lock of our own it says nothing of the caller */
			if (!(locks__kinds(h, s->must) & KINDS_ATOMIC))
				s->slept_kept |= s->kept;
		}
		call(h, s, op);
		break;
	default:
		call(h, s, op);
		break;
	}
}

/* What a branch tells of a parameter. */
static void refine(const struct fn *fn, uint32_t cond, bool yes, struct locks_state *s)
{
	const struct expr *e;

	if (cond == EXPR_NONE)
		return;
	e = &fn->exprs.v[cond];
	while (e->op == EXPR_CAST && e->a != EXPR_NONE)
		e = &fn->exprs.v[e->a];
	if (e->op == EXPR_BINARY && (e->sub == BIN_EQ || e->sub == BIN_NE) &&
	    e->b != EXPR_NONE && fn->exprs.v[e->b].op == EXPR_CONST &&
	    fn->exprs.v[e->b].sub == CONST_EXACT && !fn->exprs.v[e->b].a) {
		refine(fn, e->a, yes == (e->sub == BIN_NE), s);
		return;
	}
	if (e->op != EXPR_VAR || e->a >= fn->nr_params || e->a >= 16)
		return;
	if (yes)
		s->is_true |= (uint16_t)(1u << e->a);
	else
		s->is_false |= (uint16_t)(1u << e->a);
}

struct run {
	struct locks_cache *cache;
	struct locks *h;
	const struct fn *fn;
	struct locks_state *in;
	uint32_t fn_index;
};

static bool run_branch(struct run *r, const struct block *blk, const struct locks_state *s)
{
	uint32_t tried = locks__tried(r->cache, r->fn_index, r->h, blk->cond);
	bool asks = locks__asks(r->cache, r->fn_index, r->h, blk->cond);
	bool changed = false;

	for (int i = 0; i < 2; i++) {
		struct locks_state t = *s;

		if (blk->succ[i] == EXPR_NONE)
			continue;
		refine(r->fn, blk->cond, i == 0, &t);
		t.asked |= asks;
		if (tried != UINT32_MAX && tried != UINT8_MAX) {
			t.may &= ~(1ull << tried);
			if (i == 0)
				take(&t, (uint8_t)tried, true);
		}
		changed |= join(&r->in[blk->succ[i]], &t);
	}
	return changed;
}

static bool run_block(struct run *r, uint32_t b)
{
	const struct block *blk = &r->fn->blocks.v[b];
	struct locks_state s = r->in[b];
	bool changed = false;

	for (uint32_t i = r->h->op0.v[b]; i < r->h->op0.v[b + 1]; i++) {
		r->h->at.v[i] = s;
		apply(r->h, &s, &r->h->ops.v[i]);
	}
	switch (blk->end) {
	case END_JUMP:
		return blk->succ[0] != EXPR_NONE && join(&r->in[blk->succ[0]], &s);
	case END_BRANCH:
		return run_branch(r, blk, &s);
	case END_SWITCH:
		for (uint32_t i = 0; i < blk->nr_cases; i++)
			changed |= join(&r->in[r->fn->cases.v[blk->case0 + i].block], &s);
		return changed;
	default:
		return false;
	}
}

/* After the last round: what holds on every way out. */
static void summarise(struct run *r)
{
	uint64_t given = UINT64_MAX;
	uint16_t slept = UINT16_MAX;
	bool any = false;

	for (uint32_t b = 0; b < r->fn->blocks.nr; b++) {
		const struct block *blk = &r->fn->blocks.v[b];
		struct locks_state s = r->in[b];

		if (!s.reached || (blk->end != END_RETURN && blk->end != END_EXIT))
			continue;
		for (uint32_t i = r->h->op0.v[b]; i < r->h->op0.v[b + 1]; i++)
			apply(r->h, &s, &r->h->ops.v[i]);
		any = true;
		given &= s.must;
		slept &= s.slept_kept;
		r->h->drops |= (uint16_t)~s.kept & KINDS_ALL;
	}
	r->h->gives = any ? locks__kinds(r->h, given) : 0;
	r->h->sleeps = any && slept & KIND_RUN;
}

static void work_out(struct locks_cache *self, uint32_t fn, struct locks *h)
{
	const struct fn *f = self->prog->fns.v[fn].fn;
	struct run r = {
		.cache = self, .h = h, .fn = f, .fn_index = fn,
		.in = xcalloc(f->blocks.nr + 1, sizeof(*r.in)),
	};
	bool changed = f->blocks.nr > 0;

	locks__find_ops(self, fn, h);
	vec__reserve(&h->at, h->ops.nr + 1);
	h->at.nr = h->ops.nr;
	memset(h->at.v, 0, h->at.nr * sizeof(*h->at.v));
	r.in[0].reached = true;
	r.in[0].kept = KINDS_ALL;
	for (int round = 0; changed && !h->too_large; round++) {
		changed = false;
		for (uint32_t b = 0; b < f->blocks.nr; b++)
			if (r.in[b].reached)
				changed |= run_block(&r, b);
		h->too_large |= round == MAX_ROUNDS;
	}
	if (!h->too_large)
		summarise(&r);
	free(r.in);
}

/**
 * locks__of() - a function
 * @self: the cache
 * @fn: the function
 *
 * Return: it, worked out when asked first; one that calls itself is not yet
 * summed up meanwhile.
 */
const struct locks *locks__of(struct locks_cache *self, uint32_t fn)
{
	struct locks *h = self->by_fn[fn];

	if (h)
		return h;
	h = self->by_fn[fn] = xcalloc(1, sizeof(*h));
	work_out(self, fn, h);
	return h;
}

/**
 * locks__at() - what is known before a call
 * @self: the cache
 * @fn: the calling function
 * @expr: the call
 *
 * Return: it; NULL where nothing is known or the call is never reached.
 */
const struct locks_state *locks__at(struct locks_cache *self, uint32_t fn, uint32_t expr)
{
	const struct locks *h = locks__of(self, fn);

	for (size_t i = 0; i < h->at.nr && !h->too_large; i++)
		if (h->ops.v[i].expr == expr)
			return h->at.v[i].reached ? &h->at.v[i] : NULL;
	return NULL;
}

/* Can one get from a block to the end of the function without another? */
static bool can_avoid(const struct fn *fn, uint32_t from, uint32_t without)
{
	uint8_t *seen = xcalloc(fn->blocks.nr + 1, 1);
	VEC(uint32_t) todo = {0};
	bool found = false;

	seen[without] = 1;
	if (!seen[from])
		vec__push(&todo, from);
	seen[from] = 1;
	while (todo.nr && !found) {
		const struct block *b = &fn->blocks.v[todo.v[--todo.nr]];

		found = b->end == END_RETURN || b->end == END_EXIT;
		for (uint32_t i = 0; i < (b->end == END_SWITCH ? b->nr_cases : 2); i++) {
			uint32_t to = b->end == END_SWITCH ?
				      fn->cases.v[b->case0 + i].block : b->succ[i];

			if (to == EXPR_NONE || seen[to])
				continue;
			seen[to] = 1;
			vec__push(&todo, to);
		}
	}
	vec__exit(&todo);
	free(seen);
	return found;
}

/**
 * locks__depends() - is a call made on some answers only
 * @self: the cache
 * @fn: the calling function
 * @expr: the call
 *
 * Return: true if every way there asks whether one may sleep, and one answer may
 * lead elsewhere: whoever wrote the call knows where he is.
 */
bool locks__depends(struct locks_cache *self, uint32_t fn, uint32_t expr)
{
	const struct locks_state *st = locks__at(self, fn, expr);
	const struct fn *f = self->prog->fns.v[fn].fn;
	const struct locks *h = locks__of(self, fn);
	uint32_t at = 0;

	if (!st || !st->asked)
		return false;
	for (size_t i = 0; i < h->ops.nr; i++)
		if (h->ops.v[i].expr == expr)
			at = h->ops.v[i].block;
	for (uint32_t b = 0; b < f->blocks.nr; b++)
		if (b != at && f->blocks.v[b].end == END_BRANCH &&
		    locks__asks(self, fn, h, f->blocks.v[b].cond) && can_avoid(f, b, at))
			return true;
	return false;
}

/**
 * locks__new() - make an empty cache
 * @prog: the linked program
 *
 * Return: the cache; free it with locks__free().
 */
struct locks_cache *locks__new(struct program *prog)
{
	struct locks_cache *self = xcalloc(1, sizeof(*self));

	self->prog = prog;
	self->by_fn = xcalloc(prog->fns.nr + 1, sizeof(*self->by_fn));
	return self;
}

/**
 * locks__free() - free a cache
 * @self: the cache, or NULL
 */
void locks__free(struct locks_cache *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->prog->fns.nr; i++) {
		struct locks *h = self->by_fn[i];

		if (!h)
			continue;
		vec__exit(&h->locks);
		vec__exit(&h->ops);
		vec__exit(&h->op0);
		vec__exit(&h->at);
		free(h->asks);
		free(h);
	}
	free(self->by_fn);
	free(self);
}
