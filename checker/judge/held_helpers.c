// SPDX-License-Identifier: GPL-2.0-only
/*
 * What functions of the program do with pages that are passed to them: release
 * all, as many as a parameter says, one; keep them; or nothing.
 */
#include <string.h>

#include "held.h"

#define MAX_NODES	300	/* that a parameter's pages reach in helpers */
#define MAX_FUNCTIONS	300	/* that a helper may call, in turn */

struct reach {
	bool releases, keeps;
};

static void node_events(const struct program *p, uint32_t node, struct reach *ret)
{
	for (uint32_t i = p->event0.v[node]; i < p->event0.v[node + 1]; i++) {
		const struct event *ev = &p->events.v[i];

		if (ev->kind == EVENT_RELEASE)
			ret->releases = true;
		if (ev->kind == EVENT_REF || ev->kind == EVENT_HANDOVER ||
		    ev->kind == EVENT_ESCAPE)
			ret->keeps = true;
		if (ev->kind == EVENT_USE && (ev->use == USE_SG || ev->use == USE_BIO ||
					      ev->use == USE_SKB || ev->use == USE_VMAP))
			ret->keeps = true;
	}
}

static bool goes_on(const struct edge *e)
{
	return e->kind == EDGE_LOCAL || e->kind == EDGE_CALL || e->kind == EDGE_LATER;
}

/* Where the pages of a parameter go from there on. */
static struct reach reach_of(const struct program *p, uint32_t start)
{
	uint32_t todo[MAX_NODES];
	struct reach ret = {0};
	struct hmap seen = {0};
	size_t nr = 0, at = 0;
	bool fresh;

	hmap__slot(&seen, start + 1, &fresh);
	todo[nr++] = start;
	while (at < nr) {
		uint32_t node = todo[at++];
		const struct node *n = &p->nodes.v[node];

		if (n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL || n->kind == NODE_RET)
			ret.keeps = true;
		if (n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL)
			continue;
		node_events(p, node, &ret);
		for (uint32_t i = p->edge0.v[node]; i < p->edge0.v[node + 1]; i++) {
			const struct edge *e = &p->edges.v[i];

			if (!goes_on(e))
				continue;
			hmap__slot(&seen, e->to + 1, &fresh);
			if (fresh && nr < MAX_NODES)
				todo[nr++] = e->to;
			else if (fresh)
				ret.keeps = true;
		}
	}
	hmap__exit(&seen);
	return ret;
}

static int param_at(const struct held_run *r, uint32_t expr)
{
	expr = hold__strip(r, expr);
	if (expr == EXPR_NONE || hold__expr(r, expr)->op != EXPR_VAR ||
	    hold__expr(r, expr)->a >= r->f->nr_params)
		return -1;
	return (int)hold__expr(r, expr)->a;
}

static bool is_unsigned(const struct held_run *r, int param)
{
	return param >= 0 &&
	       str_starts(hold__str(r, r->f->vars.v[param].type), "unsigned");
}

/* release_all(pages, nr) in the body */
static bool direct(const struct held_run *r, uint32_t param, struct helper *h)
{
	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		const struct expr *e = hold__expr(r, i);
		const struct api *api = e->op == EXPR_CALL ? hold__api(r->cache, r->fn, i) : NULL;

		for (size_t k = 0; api && k < api->nr_params; k++) {
			const struct api_param *p = &api->params[k];
			int pos, count;

			if (!(p->marks & PARAM_RELEASES) || p->count_index >= API_MAX_PARAMS)
				continue;
			pos = program__api_pos(r->p, r->fn, e, api, p);
			count = program__api_pos(r->p, r->fn, e, api,
						 &api->params[p->count_index]);
			if (pos < 0 || count < 0 || param_at(r, r->f->args.v[e->arg0 +
							      (uint32_t)pos]) != (int)param)
				continue;
			h->count = (int8_t)param_at(r, r->f->args.v[e->arg0 + (uint32_t)count]);
			h->is_unsigned = true;
			return true;
		}
	}
	return false;
}

/* for (i = 0; i < nr; i++) release(pages[i]) in the body */
static bool by_loop(const struct held_run *r, uint32_t param, struct helper *h)
{
	for (size_t i = 0; i < r->bulks.nr; i++) {
		const struct held_bulk *b = &r->bulks.v[i];

		if (param_at(r, hold__expr(r, b->page)->a) != (int)param)
			continue;
		h->count = (int8_t)param_at(r, hold__bulk_count(r, b));
		h->is_unsigned = is_unsigned(r, h->count);
		h->guarded = b->guarded;
		return true;
	}
	return false;
}

/* another(pages, nr) in the body */
static bool by_other(struct held_run *r, uint32_t param, struct helper *h)
{
	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		const struct expr *e = hold__expr(r, i);
		const struct callsite *cs = e->op == EXPR_CALL ?
					    hold__callsite(r->cache, r->fn, i) : NULL;

		for (uint32_t k = 0; cs && cs->nr_targets && k < e->nr_args && k < 8; k++) {
			struct helper in;

			if (param_at(r, r->f->args.v[e->arg0 + k]) != (int)param)
				continue;
			in = hold__helper(r->cache, r->p->targets.v[cs->target0], k);
			if (in.does != HELPER_RELEASES)
				continue;
			*h = in;
			if (in.count >= 0 && in.count < e->nr_args)
				h->count = (int8_t)param_at(r, r->f->args.v[e->arg0 +
								(uint32_t)in.count]);
			return true;
		}
	}
	return false;
}

static bool is_single(const char *type)
{
	const char *star = strchr(type, '*');

	return star && !strchr(star + 1, '*');
}

static struct helper look(struct held_cache *c, uint32_t fn, uint32_t param)
{
	struct helper h = { .does = HELPER_NOTHING, .count = -1 };
	const struct pfn *pf = &c->p->fns.v[fn];
	struct reach reach;
	struct held_run *r;

	if (param >= pf->fn->nr_params)
		return (struct helper){ .does = HELPER_KEEPS, .count = -1 };
	reach = reach_of(c->p, pf->node0 + param);
	if (!reach.releases) {
		h.does = reach.keeps ? HELPER_KEEPS : HELPER_NOTHING;
		return h;
	}
	h.does = reach.keeps ? HELPER_KEEPS : HELPER_RELEASES;
	if (is_single(tu_str(pf->tu, pf->fn->vars.v[param].type))) {
		if (!reach.keeps)
			h.does = HELPER_RELEASES_ONE;
		return h;
	}
	r = hold__open(c, fn);
	if (r) {
		r->call.expr = EXPR_NONE;
		hold__find_loops(r);
	}
	if (r && (direct(r, param, &h) || by_loop(r, param, &h) || by_other(r, param, &h)))
		h.does = HELPER_RELEASES;
	hold__close(r);
	return h;
}

/**
 * hold__helper() - what a function does with the pages of a parameter
 * @c: the cache
 * @fn: the function
 * @param: the parameter
 *
 * Return: what it does; where that can't be told, HELPER_KEEPS.
 */
struct helper hold__helper(struct held_cache *c, uint32_t fn, uint32_t param)
{
	uint64_t key = ((uint64_t)fn << 8 | (param & 0xff)) + 1;
	uint32_t *slot, index = (uint32_t)c->helper_v.nr;
	struct helper h;
	bool fresh;

	slot = hmap__slot(&c->helpers, key, &fresh);
	if (!fresh)
		return c->helper_v.v[*slot];
	*slot = index;
	/* one that calls itself keeps what it gets, until it is known */
	vec__push(&c->helper_v, (struct helper){ .does = HELPER_KEEPS, .count = -1 });
	h = look(c, fn, param);
	c->helper_v.v[index] = h;
	return h;
}

static bool releases_here(const struct held_cache *c, uint32_t acquire, uint32_t fn)
{
	const struct site_view *v = &c->j->views.v[acquire];

	for (size_t i = 0; i < v->releases.nr; i++)
		if (c->p->events.v[v->releases.v[i].event].fn == fn)
			return true;
	return false;
}

struct closure {
	uint32_t fns[MAX_FUNCTIONS];
	size_t nr;
	struct hmap seen;
};

static void add_fn(struct closure *k, uint32_t fn)
{
	bool fresh;

	hmap__slot(&k->seen, fn + 1, &fresh);
	if (fresh && k->nr < MAX_FUNCTIONS)
		k->fns[k->nr++] = fn;
}

/* Functions that are passed on are called too: kref_put(ref, release). */
static void add_called(const struct held_cache *c, struct closure *k, uint32_t fn)
{
	const struct pfn *pf = &c->p->fns.v[fn];

	for (uint32_t i = c->call0[fn]; i < c->call0[fn + 1]; i++) {
		const struct callsite *cs = &c->p->calls.v[c->call_order[i]];

		for (uint32_t t = 0; t < cs->nr_targets && t < 4; t++)
			add_fn(k, c->p->targets.v[cs->target0 + t]);
	}
	for (size_t i = 0; i < pf->fn->exprs.nr; i++) {
		const struct expr *e = &pf->fn->exprs.v[i];
		uint32_t f;

		if (e->op != EXPR_FUNC)
			continue;
		f = program__find_fn(c->p, tu_str(pf->tu, e->sym), 0);
		if (f < c->p->fns.nr)
			add_fn(k, f);
	}
}

/**
 * hold__reaches_release() - can a function release pages of an acquire
 * @c: the cache
 * @acquire: the acquire
 * @fn: the function
 *
 * Return: true if it, or one that it calls, holds a release that the flow reaches.
 */
bool hold__reaches_release(struct held_cache *c, uint32_t acquire, uint32_t fn)
{
	uint64_t key = ((uint64_t)acquire << 32 | fn) + 1;
	struct closure *k;
	uint32_t *slot;
	bool fresh, found = false;

	slot = hmap__slot(&c->closures, key, &fresh);
	if (!fresh)
		return *slot;
	*slot = 0;
	k = xcalloc(1, sizeof(*k));
	add_fn(k, fn);
	for (size_t i = 0; i < k->nr && !found; i++) {
		found = releases_here(c, acquire, k->fns[i]);
		add_called(c, k, k->fns[i]);
	}
	hmap__exit(&k->seen);
	free(k);
	*hmap__slot(&c->closures, key, &fresh) = found;
	return found;
}

static uint64_t member_key(uint32_t fn, uint32_t rec, uint32_t sym)
{
	uint32_t key[3] = { fn, rec, sym };
	uint64_t h = hash64(key, sizeof(key), 11);

	return h ? h : 1;
}

static void scan(struct held_cache *c, uint32_t fn)
{
	const struct fn *f = c->p->fns.v[fn].fn;
	bool fresh;

	for (size_t i = 0; i < f->exprs.nr; i++) {
		const struct expr *e = &f->exprs.v[i];
		bool step = e->op == EXPR_UNARY && e->sub >= UN_PREINC && e->sub <= UN_POSTDEC;
		const struct expr *m;

		if ((e->op != EXPR_ASSIGN && e->op != EXPR_ADDR && !step) || e->a == EXPR_NONE)
			continue;
		m = &f->exprs.v[e->a];
		if (m->op == EXPR_MEMBER)
			hmap__slot(&c->assigned, member_key(fn,
				   program__global_id(c->p, fn, m->rec),
				   program__global_id(c->p, fn, m->sym)), &fresh);
	}
}

/**
 * hold__assigns() - does a function write a member
 * @c: the cache
 * @fn: the function
 * @rec: the member's record, global string id
 * @sym: the member, global string id
 *
 * Return: true if it does, or takes its address; functions that it calls don't
 * count.
 */
bool hold__assigns(struct held_cache *c, uint32_t fn, uint32_t rec, uint32_t sym)
{
	uint32_t unused;

	if (!c->scanned[fn]) {
		c->scanned[fn] = 1;
		scan(c, fn);
	}
	return hmap__find(&c->assigned, member_key(fn, rec, sym), &unused);
}
