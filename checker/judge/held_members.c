// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions that release an array which is a member of an object that is passed to
 * them, as many as another member of it says, on each way through.
 */
#include "held.h"

static bool dominates(const struct paths *p, uint32_t above, uint32_t b)
{
	while (b && b != above)
		b = p->idom[b];
	return b == above;
}

/* Is a block passed on each way to the end? */
static bool is_passed(const struct held_run *r, uint32_t block)
{
	for (uint32_t b = 0; b < r->f->blocks.nr; b++) {
		const struct block *blk = &r->f->blocks.v[b];

		if ((blk->end == END_RETURN || blk->end == END_EXIT) &&
		    r->paths->rank[b] != UINT32_MAX && !dominates(r->paths, block, b))
			return false;
	}
	return true;
}

/* param->member, or EXPR_NONE */
static uint32_t member_of(const struct held_run *r, uint32_t expr, uint32_t param)
{
	const struct expr *e;
	uint32_t base;

	expr = hold__strip(r, expr);
	if (expr == EXPR_NONE)
		return EXPR_NONE;
	e = hold__expr(r, expr);
	base = e->op == EXPR_MEMBER && e->sub ? hold__strip(r, e->a) : EXPR_NONE;
	if (base == EXPR_NONE || hold__expr(r, base)->op != EXPR_VAR ||
	    hold__expr(r, base)->a != param)
		return EXPR_NONE;
	return expr;
}

/* Takes a release of such an array; a second one makes it too much to tell. */
static void note(const struct held_run *r, uint32_t block, uint32_t pages, uint32_t count,
		 struct member_helper *h, size_t *nr)
{
	const struct expr *e = hold__expr(r, pages);

	++*nr;
	h->releases = count != EXPR_NONE && is_passed(r, block);
	h->rec = program__global_id(r->p, r->fn, e->rec);
	h->sym = program__global_id(r->p, r->fn, e->sym);
	if (count == EXPR_NONE)
		return;
	e = hold__expr(r, count);
	h->count_rec = program__global_id(r->p, r->fn, e->rec);
	h->count_sym = program__global_id(r->p, r->fn, e->sym);
}

static void by_call(const struct held_run *r, uint32_t call, uint32_t param,
		    struct member_helper *h, size_t *nr)
{
	const struct expr *e = hold__expr(r, call);
	const struct api *api = e->op == EXPR_CALL ? hold__api(r->cache, r->fn, call) : NULL;

	for (size_t k = 0; api && k < api->nr_params; k++) {
		const struct api_param *p = &api->params[k];
		int pos, count;
		uint32_t pages;

		if (!(p->marks & PARAM_RELEASES) || p->count_index >= API_MAX_PARAMS)
			continue;
		pos = program__api_pos(r->p, r->fn, e, api, p);
		count = program__api_pos(r->p, r->fn, e, api, &api->params[p->count_index]);
		if (pos < 0 || count < 0 || pos >= e->nr_args || count >= e->nr_args)
			continue;
		pages = member_of(r, r->f->args.v[e->arg0 + (uint32_t)pos], param);
		if (pages == EXPR_NONE)
			continue;
		h->is_unsigned = true;
		note(r, r->paths->block_of[call], pages,
		     member_of(r, r->f->args.v[e->arg0 + (uint32_t)count], param), h, nr);
	}
}

static struct member_helper look(struct held_cache *c, uint32_t fn, uint32_t param)
{
	struct member_helper h = {0};
	struct held_run *r = hold__open(c, fn);
	size_t nr = 0;

	if (!r)
		return h;
	r->call.expr = EXPR_NONE;
	hold__find_loops(r);
	for (uint32_t i = 0; i < r->f->exprs.nr; i++)
		if (r->paths->block_of[i] != UINT32_MAX)
			by_call(r, i, param, &h, &nr);
	for (size_t i = 0; i < r->bulks.nr; i++) {
		const struct held_bulk *b = &r->bulks.v[i];
		uint32_t pages = member_of(r, hold__expr(r, b->page)->a, param);

		if (pages == EXPR_NONE)
			continue;
		note(r, r->loops.v[b->loop].head, pages,
		     member_of(r, hold__bulk_count(r, b), param), &h, &nr);
		h.guarded = b->guarded;
		h.releases &= !b->doubtful;
	}
	hold__close(r);
	h.releases &= nr == 1;
	return h;
}

/* What a function releases of an object that is passed to it. */
static struct member_helper helper_of(struct held_cache *c, uint32_t fn, uint32_t param)
{
	uint64_t key = ((uint64_t)fn << 8 | (param & 0xff)) + 1;
	struct member_helper h;
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&c->members, key, &fresh);
	if (!fresh)
		return c->member_v.v[*slot];
	*slot = (uint32_t)c->member_v.nr;
	h = look(c, fn, param);
	vec__push(&c->member_v, h);
	return h;
}

/* The value of a member of the object that an argument points to. */
static bool is_in(const struct held_run *r, const struct held_state *s, uint32_t cell,
		  uint32_t object)
{
	const struct cell *m = &r->cells.v[cell];
	const struct term *t = &r->terms.v.v[object];

	if (m->kind != EXPR_MEMBER)
		return false;
	if (m->arrow)
		return s->slots[SLOT_CELLS + m->base] == object;
	return t->kind == TERM_ADDR && t->a == m->base;
}

static bool is_named(const struct held_run *r, uint32_t cell, uint32_t rec, uint32_t sym)
{
	const struct cell *m = &r->cells.v[cell];

	return program__global_id(r->p, r->fn, m->rec) == rec &&
	       program__global_id(r->p, r->fn, m->sym) == sym;
}

static bool holds_base(const struct held_run *r, const struct held_state *s, uint32_t cell)
{
	const struct term *t = &r->terms.v.v[s->slots[SLOT_BASE]];

	if (r->cells.v[cell].array)
		return t->kind == TERM_ADDR && t->a == cell;
	return s->slots[SLOT_CELLS + cell] == s->slots[SLOT_BASE];
}

/**
 * hold__member_release() - a call that may release the pages by the object they are in
 * @r: the run
 * @s: the state, changed
 * @call: the call
 * @target: the function that it calls
 * @param: which of its parameters
 * @object: the term of that argument
 */
void hold__member_release(struct held_run *r, struct held_state *s, uint32_t call,
			  uint32_t target, uint32_t param, uint32_t object)
{
	struct held_range g = { .call = call, .hi = NO_TERM, .is_call = true };
	struct member_helper h;

	if (r->pure || object == NO_TERM || s->slots[SLOT_BASE] == NO_TERM)
		return;
	for (uint32_t i = 0; i < r->cells.nr; i++) {
		if (!is_in(r, s, i, object) || !holds_base(r, s, i))
			continue;
		h = helper_of(r->cache, target, param);
		if (!h.releases || !is_named(r, i, h.rec, h.sym))
			continue;
		for (uint32_t k = 0; k < r->cells.nr; k++)
			if (is_in(r, s, k, object) && is_named(r, k, h.count_rec, h.count_sym))
				g.hi = s->slots[SLOT_CELLS + k];
		g.base = s->slots[SLOT_BASE];
		g.lo = g.hi == NO_TERM ? NO_TERM : terms__const(&r->terms, 0);
		g.is_unsigned = h.is_unsigned;
		g.guarded = h.guarded;
		hold__release(r, s, g);
		return;
	}
}
