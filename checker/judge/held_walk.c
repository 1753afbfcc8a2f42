// SPDX-License-Identifier: GPL-2.0-only
/*
 * All ways through a function that matter for one acquire, with what is held on
 * each. States that are equal are walked once; where many meet in one block they
 * are merged, and beyond a number of steps the function is given up.
 */
#include <string.h>

#include "held.h"

#define MAX_STEPS	8000
#define MANY_STEPS	1500	/* from here on inputs are not told apart */
#define MAX_BEFORE	4	/* states a block before the acquire */
#define MAX_AFTER	6
#define MAX_PLACE	100	/* of any kind; from there on as after MANY_STEPS */

struct met {
	struct held_state *s;
	uint64_t inputs;
};

struct place_states {
	VEC(struct met) v;
};

struct work {
	uint32_t block;
	struct held_state *s;
};

struct walk {
	struct held_run *r;
	struct place_states *at;	/* per block: what was met there */
	struct hmap seen;
	VEC(struct work) todo;
};

static bool is_new(struct walk *w, uint32_t block, const struct held_state *s)
{
	uint64_t key[2] = { state__hash(w->r, s), block };
	uint64_t h = hash64(key, sizeof(key), 5);
	bool fresh;

	hmap__slot(&w->seen, h ? h : 1, &fresh);
	return fresh;
}

static bool alike(const struct held_state *a, const struct held_state *b)
{
	return a->status == b->status && a->got == b->got && a->flags == b->flags &&
	       a->slots[SLOT_BASE] == b->slots[SLOT_BASE] &&
	       (a->status != HELD_SOME || a->slots[SLOT_IN] == b->slots[SLOT_IN]);
}

/*
 * Of two that meet one goes on. What is known of the function's inputs keeps them
 * apart, unless there are too many even so.
 */
static struct held_state *merged(struct walk *w, uint32_t block, struct held_state *s,
				 bool *ret_changed)
{
	struct place_states *at = &w->at[block];
	size_t max = s->status == HELD_BEFORE ? MAX_BEFORE : MAX_AFTER, same = 0;
	bool crowded = at->v.nr > MAX_PLACE || w->r->steps > MANY_STEPS;
	uint64_t inputs = state__inputs(w->r, s);
	struct held_state *with = NULL;

	for (size_t i = 0; i < at->v.nr; i++) {
		if (!alike(at->v.v[i].s, s) || (!crowded && at->v.v[i].inputs != inputs))
			continue;
		same++;
		with = at->v.v[i].s;
	}
	if (same < max)
		return s;
	with = state__copy(w->r, with);
	state__merge(w->r, with, s, block);
	free(s);
	*ret_changed = is_new(w, block, with);
	return with;
}

static void arrive(struct walk *w, uint32_t block, struct held_state *s)
{
	struct work todo = { .block = block };
	bool changed = true;
	struct met met;

	state__tidy(w->r, s, block);
	if (is_new(w, block, s)) {
		s = merged(w, block, s, &changed);
		if (!changed) {
			free(s);
			return;
		}
		todo.s = state__copy(w->r, s);
		met.s = state__copy(w->r, s);
		met.inputs = state__inputs(w->r, s);
		vec__push(&w->at[block].v, met);
		vec__push(&w->todo, todo);
	}
	free(s);
}

static void follow(struct walk *w, const struct held_state *s, uint32_t from, uint32_t to)
{
	struct held_state *next = state__copy(w->r, s);

	hold__enter_loop(w->r, next, from, to);
	arrive(w, to, next);
}

/*
 * An acquire that takes references of some iterators only: is a branch on what a
 * function says of an object of that type?
 */
static bool asks_iterator(const struct held_run *r, const struct held_cmp *c)
{
	const struct term *t = c->a == NO_TERM ? NULL : &r->terms.v.v[c->a];
	const struct expr *own = hold__expr(r, r->call.expr), *e;

	if (!t || t->kind != TERM_SOME || !r->call.api || r->call.api->family != FAMILY_EXTRACT)
		return false;
	e = hold__expr(r, t->a);
	return e->op == EXPR_CALL && e->nr_args && own->nr_args &&
	       hold__expr(r, r->f->args.v[e->arg0])->type ==
	       hold__expr(r, r->f->args.v[own->arg0])->type;
}

static void branch(struct walk *w, struct held_state *s, uint32_t b)
{
	const struct block *blk = &w->r->f->blocks.v[b];
	struct held_cmp cmp = hold__cmp(w->r, s, blk->cond);
	unsigned int can = s->pending ? hold__decide(w->r, s, &cmp) : 0;

	for (unsigned int i = 0; i < 2; i++) {
		struct held_state *next;

		if (!(can & (i ? 1u : 2u)))
			continue;
		next = state__copy(w->r, s);
		if (hold__assume(w->r, next, &cmp, !i)) {
			if (next->status == HELD_SOME && asks_iterator(w->r, &cmp))
				next->status = HELD_UNSURE;
			if (s->status != HELD_BEFORE)
				state__trace(w->r, next, TRACE_BRANCH, blk->cond, !i);
			follow(w, next, b, blk->succ[i]);
		}
		free(next);
	}
}

/* Can case @i be taken? The default is what no other case is. */
static bool takes_case(struct walk *w, struct held_state *s, const struct block *blk,
		       uint32_t value, uint32_t i)
{
	const struct switch_case *all = &w->r->f->cases.v[blk->case0];
	struct held_cmp cmp = { .kind = BIN_EQ, .a = value };

	for (uint32_t k = 0; k < blk->nr_cases; k++) {
		if (all[k].value == EXPR_NONE || (all[i].value != EXPR_NONE && k != i))
			continue;
		cmp.b = hold__peek(w->r, s, all[k].value);
		if (w->r->terms.v.v[cmp.b].kind != TERM_CONST)
			cmp.b = terms__get(&w->r->terms, TERM_CONST, 0, all[k].value,
					   TERM_UNKNOWN_CONST);
		if (!hold__assume(w->r, s, &cmp, k == i))
			return false;
	}
	return true;
}

static void sw(struct walk *w, struct held_state *s, uint32_t b)
{
	const struct block *blk = &w->r->f->blocks.v[b];
	uint32_t value = hold__eval(w->r, s, blk->cond);

	for (uint32_t i = 0; i < blk->nr_cases && s->pending; i++) {
		struct held_state *next = state__copy(w->r, s);

		if (takes_case(w, next, blk, value, i))
			follow(w, next, b, w->r->f->cases.v[blk->case0 + i].block);
		free(next);
	}
}

/* A variable alone is an operand of an asm, which may write it. */
static void statement(struct held_run *r, struct held_state *s, uint32_t id)
{
	const struct expr *e = hold__expr(r, id);

	if (e->op == EXPR_VAR && cells__of(r, id) != NO_CELL && !r->cells.v[cells__of(r, id)].array)
		hold__set(r, s, cells__of(r, id), state__fresh(r, s, id, 0), id);
	else
		hold__eval(r, s, id);
}

static void run_block(struct walk *w, struct held_state *s, uint32_t b)
{
	struct held_run *r = w->r;
	const struct block *blk = &r->f->blocks.v[b];
	uint32_t value;

	r->block = b;
	for (uint32_t i = 0; i < blk->nr_stmts && s->pending; i++)
		statement(r, s, r->f->stmts.v[blk->stmt0 + i]);
	if (!s->pending)
		return;
	switch (blk->end) {
	case END_JUMP:
		follow(w, s, b, blk->succ[0]);
		break;
	case END_BRANCH:
		branch(w, s, b);
		break;
	case END_SWITCH:
		sw(w, s, b);
		break;
	case END_RETURN:
		value = blk->cond == EXPR_NONE ? NO_TERM : hold__eval(r, s, blk->cond);
		if (s->pending)
			hold__return(r, s, value);
		break;
	case END_EXIT:
		hold__return(r, s, NO_TERM);
		break;
	default:
		break;
	}
}

/* Once for each outcome of the acquire, if it is in this block. */
static void visit(struct walk *w, struct work *todo)
{
	struct held_run *r = w->r;

	if (r->paths->block_of[r->call.expr] != todo->block) {
		todo->s->pending = GOT_ALL;
		run_block(w, todo->s, todo->block);
		return;
	}
	for (unsigned int bit = 1; bit <= GOT_PART_ERROR; bit <<= 1) {
		struct held_state *s;

		if (!(r->call.outcomes & bit))
			continue;
		s = state__copy(r, todo->s);
		s->pending = (uint8_t)bit;
		run_block(w, s, todo->block);
		free(s);
	}
}

/* The one that is first in the function, so that ways meet before they go on. */
static struct work next_work(struct walk *w)
{
	size_t best = 0;
	struct work ret;

	for (size_t i = 1; i < w->todo.nr; i++)
		if (w->r->paths->rank[w->todo.v[i].block] <
		    w->r->paths->rank[w->todo.v[best].block])
			best = i;
	ret = w->todo.v[best];
	for (size_t i = best + 1; i < w->todo.nr; i++)
		w->todo.v[i - 1] = w->todo.v[i];
	w->todo.nr--;
	return ret;
}

/**
 * hold__walk() - walk a function
 * @r: the run; gets faults, exits, and whether it was too large
 */
void hold__walk(struct held_run *r)
{
	struct walk w = { .r = r };

	w.at = xcalloc(r->f->blocks.nr, sizeof(*w.at));
	arrive(&w, 0, state__new(r));
	while (w.todo.nr) {
		struct work todo = next_work(&w);

		r->too_large |= ++r->steps > MAX_STEPS;
		if (!r->too_large)
			visit(&w, &todo);
		free(todo.s);
	}
	for (size_t b = 0; b < r->f->blocks.nr; b++) {
		for (size_t i = 0; i < w.at[b].v.nr; i++)
			free(w.at[b].v.v[i].s);
		vec__exit(&w.at[b].v);
	}
	free(w.at);
	hmap__exit(&w.seen);
	vec__exit(&w.todo);
}
