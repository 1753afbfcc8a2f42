// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is the data used when the reference is gone already?
 *
 * Asked where all is released in the acquiring function. A use counts as later only
 * if its place there (its own, a call that leads to it, or a return that hands the
 * pages out) comes behind a release on every way from the acquire, and no release
 * comes behind it. A driver that keeps the pages in an object while a helper works
 * on them, and releases at the end, does nothing wrong.
 */
#include <stdlib.h>

#include "callers.h"

struct order {
	struct judge *j;
	const struct site_view *v;
	uint32_t f;		/* the acquiring function */
	const struct fn *fn;
	uint8_t *gates;		/* of each block: a release, or the head of its loop */
};

/* Can one get from an expression to another? */
static bool leads(const struct order *o, uint32_t from, uint32_t to)
{
	uint32_t a = cfg__block_of(o->fn, from), b = cfg__block_of(o->fn, to);

	if (a == EXPR_NONE || b == EXPR_NONE)
		return true;	/* not known */
	return cfg__reaches(o->fn, a, b, NULL) ||
	       (a == b && paths__before(o->j->paths, o->f, from, to));
}

/* The releases on no error path; false if one is not of this function's own. */
static bool own_releases(struct order *o, bool mark)
{
	bool any = false;

	for (size_t i = 0; i < o->v->releases.nr; i++) {
		const struct site_release *r = &o->v->releases.v[i];
		uint32_t at = o->j->prog->events.v[r->event].expr, block;
		struct loop loop;

		if (r->path == PATH_ERROR)
			continue;
		if (!r->local || o->j->prog->events.v[r->event].fn != o->f)
			return false;
		any = true;
		block = mark ? cfg__block_of(o->fn, at) : EXPR_NONE;
		if (block == EXPR_NONE)
			continue;
		o->gates[block] = 1;
		if (cfg__loop_around(o->fn, block, &loop)) {
			o->gates[loop.head] = 1;
			free(loop.in);
		}
	}
	return any;
}

/* Is a release behind us in a block, whatever way leads there? */
static bool behind_release(const struct order *o, uint32_t block)
{
	uint32_t from = o->j->prog->acquires.v[o->v->acquire].expr;
	uint32_t start = cfg__block_of(o->fn, from);

	for (size_t i = 0; i < o->v->releases.nr; i++) {
		uint32_t at = o->j->prog->events.v[o->v->releases.v[i].event].expr;

		/* in one block with the acquire */
		if (o->v->releases.v[i].path != PATH_ERROR && start != EXPR_NONE &&
		    cfg__block_of(o->fn, at) == start &&
		    paths__before(o->j->paths, o->f, from, at))
			return true;
	}
	return start != EXPR_NONE && block != start &&
	       (o->gates[block] || !cfg__reaches(o->fn, start, block, o->gates));
}

/* Is this place in the acquiring function behind a release, and none behind it? */
static bool is_later(const struct order *o, uint32_t expr)
{
	uint32_t block = cfg__block_of(o->fn, expr);
	bool any = false;

	if (block == EXPR_NONE)
		return false;
	for (size_t i = 0; i < o->v->releases.nr; i++) {
		const struct site_release *r = &o->v->releases.v[i];
		uint32_t at = o->j->prog->events.v[r->event].expr;

		if (r->path == PATH_ERROR)
			continue;
		if (leads(o, expr, at))
			return false;
		if (cfg__block_of(o->fn, at) == block)
			return true;	/* in one block, and before it */
		any |= leads(o, at, expr);
	}
	return any && behind_release(o, block);
}

/* Are the pages handed out by a return, with a release behind us on every way? */
static bool returned_later(const struct order *o)
{
	bool any = false;

	for (uint32_t b = 0; b < o->fn->blocks.nr; b++) {
		const struct block *blk = &o->fn->blocks.v[b];

		if (blk->end != END_RETURN || blk->cond == EXPR_NONE)
			continue;
		for (size_t i = 0; i < o->v->releases.nr; i++) {
			const struct site_release *r = &o->v->releases.v[i];
			uint32_t at = o->j->prog->events.v[r->event].expr;

			if (r->path == PATH_ERROR || !leads(o, at, blk->cond))
				continue;
			if (cfg__block_of(o->fn, at) != b && !behind_release(o, b))
				return false;
			any = true;
		}
	}
	return any;
}

/* Do the pages get to a state by a return of the acquiring function, and by no member? */
static bool by_return(const struct order *o, uint32_t state, bool *ret_kept)
{
	const struct program *p = o->j->prog;
	const struct flow *flow = &p->flows[o->v->acquire];
	bool ret = false;

	*ret_kept = false;
	for (; state != UINT32_MAX; state = flow->states.v[state].parent) {
		const struct flow_state *s = &flow->states.v[state];
		uint8_t kind = p->nodes.v[s->node].kind;

		if (kind == NODE_MEMBER || kind == NODE_GLOBAL) {
			*ret_kept = true;
			ret = false;
		} else if (s->edge != UINT32_MAX && !s->ctx &&
			   p->edges.v[s->edge].kind == EDGE_RETURN &&
			   p->nodes.v[p->edges.v[s->edge].from].fn == o->f) {
			ret = true;
		}
	}
	return ret;
}

/* Is every call of the acquiring function that leads to a use later than all releases? */
static bool called_later(const struct order *o, const struct event *ev)
{
	struct leads to;
	bool later = true, any = false;

	leads__init(&to, o->j);
	leads__add(&to, o->j, ev->fn, ev->expr);
	leads__close(&to, o->j);
	for (size_t i = 0; i < to.calls.nr && later; i++) {
		if (to.calls.v[i].fn != o->f)
			continue;
		later = is_later(o, to.calls.v[i].expr);
		any = true;
	}
	later &= any && !to.too_many;
	leads__exit(&to);
	return later;
}

static bool use_is_later(const struct order *o, const struct flow_hit *hit)
{
	const struct event *ev = &o->j->prog->events.v[hit->event];
	bool kept;

	if (by_return(o, hit->state, &kept))
		return returned_later(o);
	return kept && called_later(o, ev);
}

/**
 * judge__used_after() - is the data used only when the reference is dropped
 * @j: the judge
 * @v: the site
 *
 * Return: true if all is released in the acquiring function, and every use that is
 * known comes behind that.
 */
bool judge__used_after(struct judge *j, const struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct flow *flow = &j->prog->flows[v->acquire];
	struct order o = {
		.j = j, .v = v, .f = a->fn, .fn = j->prog->fns.v[a->fn].fn,
	};
	const char *home = program__file(j->prog, a->fn, a->expr);
	bool any = false, later;

	later = own_releases(&o, false);
	if (!later)
		return false;
	o.gates = xcalloc(o.fn->blocks.nr + 1, 1);
	own_releases(&o, true);
	for (size_t i = 0; i < flow->hits.nr && later; i++) {
		const struct event *ev = &j->prog->events.v[flow->hits.v[i].event];

		if (ev->kind != EVENT_USE || ev->use == USE_STRUCT ||
		    !judge__near_way(j, v, flow->hits.v[i].state, ev->fn, home))
			continue;
		later = use_is_later(&o, &flow->hits.v[i]);
		any = true;
	}
	free(o.gates);
	return any && later;
}
