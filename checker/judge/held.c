// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which functions are walked for which acquires: the acquires of the rules, then
 * callers of functions that fill an array of their caller's.
 */
#include <string.h>

#include "held.h"

#define MAX_RUNS 800

static uint64_t at(uint32_t fn, uint32_t expr)
{
	return (uint64_t)fn << 32 | (expr + 1);
}

/**
 * hold__callsite() - the call as link knows it
 * @c: the cache
 * @fn: the calling function
 * @expr: the call
 *
 * Return: the call, or NULL.
 */
const struct callsite *hold__callsite(const struct held_cache *c, uint32_t fn, uint32_t expr)
{
	uint32_t i;

	return hmap__find(&c->calls, at(fn, expr), &i) ? &c->p->calls.v[i] : NULL;
}

/**
 * hold__api() - the rule of a call
 * @c: the cache
 * @fn: the calling function
 * @expr: the call
 *
 * Return: the rule, or NULL; NULL also for the unit's own function of that name.
 */
const struct api *hold__api(const struct held_cache *c, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(c->p, fn, expr);
	uint32_t unused;

	if (!e->sym || hmap__find(&c->own, at(fn, expr), &unused))
		return NULL;
	return rules__find(c->p->rules, tu_str(c->p->fns.v[fn].tu, e->sym));
}

/**
 * hold__open() - make ready to look at a function
 * @c: the cache
 * @fn: the function
 *
 * Return: the run, to be closed; NULL if the function can't be judged.
 */
struct held_run *hold__open(struct held_cache *c, uint32_t fn)
{
	const struct pfn *pf = &c->p->fns.v[fn];
	const struct paths *paths = paths__of(c->j->paths, fn);
	struct held_run *r;

	if (!pf->fn->blocks.nr || pf->fn->flags & FN_NOT_JUDGED)
		return NULL;
	r = xcalloc(1, sizeof(*r));
	r->cache = c;
	r->j = c->j;
	r->p = c->p;
	r->fn = fn;
	r->f = pf->fn;
	r->tu = pf->tu;
	r->paths = paths;
	r->param = r->want_param = -1;
	r->parent = UINT32_MAX;
	return r;
}

/**
 * hold__close() - free a run
 * @r: the run, or NULL
 */
void hold__close(struct held_run *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->loops.nr; i++)
		free(r->loops.v[i].has);
	vec__exit(&r->loops);
	vec__exit(&r->bulks);
	vec__exit(&r->cells);
	vec__exit(&r->traces);
	vec__exit(&r->faults);
	hmap__exit(&r->cell_ids);
	terms__exit(&r->terms);
	free(r->cell_of);
	free(r->live);
	free(r->releases);
	free(r);
}

static void walk(struct held_run *r)
{
	hold__find_loops(r);
	r->releases = xcalloc(r->f->blocks.nr, 1);
	cells__number(r);
	hold__live(r);
	hold__walk(r);
}

static const struct api_param *acquired(const struct api *api)
{
	for (size_t i = 0; i < api->nr_params; i++)
		if (api->params[i].marks & PARAM_ACQUIRES)
			return &api->params[i];
	return NULL;
}

static uint8_t outcomes_of(const struct api *api, enum result_kind kind)
{
	switch (kind) {
	case RESULT_COUNT:
		return GOT_PART | GOT_ALL | GOT_NONE | (api->sleeps ? GOT_ERROR : 0);
	case RESULT_BYTES:
		return GOT_ERROR | GOT_NONE | GOT_ALL;
	case RESULT_BOOL:
		return GOT_NONE | GOT_ALL;
	default:
		return GOT_ALL | GOT_NONE | (api->err_ptr ? GOT_ERROR : 0);
	}
}

/* From the rule to what is looked for in the arguments; false if that fails. */
static bool describe(struct held_cache *c, const struct acquire *a, struct held_call *ret)
{
	const struct expr *e = program__expr(c->p, a->fn, a->expr);
	const struct api_param *p = acquired(a->api);
	const char *type;

	ret->api = a->api;
	ret->helper = UINT32_MAX;
	ret->name = tu_str(c->p->fns.v[a->fn].tu, e->sym);
	if (!p)
		return false;
	ret->result = p->index == RULE_RETURN ? RESULT_PAGE :
		      a->api->bytes_returned ? RESULT_BYTES :
		      a->api->bool_returned ? RESULT_BOOL : RESULT_COUNT;
	ret->outcomes = outcomes_of(a->api, ret->result);
	ret->pages = ret->count = -1;
	if (ret->result == RESULT_PAGE)
		return true;
	ret->pages = program__api_pos(c->p, a->fn, e, a->api, p);
	if (ret->pages < 0 || ret->pages >= e->nr_args || ret->pages >= API_MAX_PARAMS)
		return false;
	if (p->count_index < API_MAX_PARAMS)
		ret->count = program__api_pos(c->p, a->fn, e, a->api,
					      &a->api->params[p->count_index]);
	else if (p->count_index != RULE_COUNT_ONE)
		ret->count = -2;
	type = tu_str(c->p->fns.v[a->fn].tu, program__expr(c->p, a->fn,
		      c->p->fns.v[a->fn].fn->args.v[e->arg0 + (uint32_t)ret->pages])->type);
	ret->by_pointer = strstr(type, "***") != NULL;
	return true;
}

static struct held_run *start(struct held_cache *c, uint32_t fn, const struct held_call *call)
{
	struct held_run *r;
	bool fresh;

	hmap__slot(&c->run_at, at(fn, call->expr), &fresh);
	if (!fresh || c->runs.nr >= MAX_RUNS)
		return NULL;
	r = hold__open(c, fn);
	if (!r)
		return NULL;
	r->call = *call;
	walk(r);
	r->call.name = call->name;
	vec__push(&c->runs, r);
	return r;
}

static void run_acquires(struct held_cache *c)
{
	for (uint32_t i = 0; i < c->p->acquires.nr; i++) {
		const struct acquire *a = &c->p->acquires.v[i];
		struct held_call call = { .fn = a->fn, .expr = a->expr, .acquire = i };

		/* in a test there are no views */
		if (i < c->j->views.nr && c->j->views.v[i].no_reference)
			continue;
		if (!a->null_pages && !a->in_api && describe(c, a, &call))
			start(c, a->fn, &call);
	}
}

/* Does a function fill an array of its caller's, in a way that can be told? */
static bool fills(const struct held_run *r)
{
	return !r->too_large && !r->exits_unsure && r->param >= 0 &&
	       r->exits & (GOT_PART | GOT_ALL | GOT_ALL_ZERO | GOT_PART_ERROR);
}

/* Does it return what it acquired, for the caller to release? */
static bool hands_out(const struct held_run *r)
{
	return !r->too_large && r->returns_array && !r->returns_other;
}

static void run_callers(struct held_cache *c, uint32_t index)
{
	const struct held_run *in = c->runs.v[index];
	struct fn_key key = program__fn_key(c->p, in->fn);
	size_t nr;
	const struct call_ref *refs = call_index__find(&c->index, &key, &nr);

	for (size_t i = 0; i < nr; i++) {
		struct held_call call = {
			.fn = refs[i].fn, .expr = refs[i].expr,
			.acquire = in->call.acquire, .helper = in->fn,
			.name = tu_str(in->tu, in->f->name),
			.pages = in->param, .count = in->want_param < 0 ? -2 : in->want_param,
			.want = in->want > 0 ? in->want : 0,
			.result = RESULT_COUNT, .outcomes = in->exits,
		};
		bool out = hands_out(in);
		const struct expr *e = program__expr(c->p, call.fn, call.expr);
		struct held_run *r;

		if (refs[i].indirect || call.pages >= e->nr_args ||
		    call.pages >= API_MAX_PARAMS || call.count >= e->nr_args)
			continue;
		if (out) {
			call.pages = call.count = -1;
			call.want = 0;
			call.result = in->call.result == RESULT_PAGE ? RESULT_PAGE : RESULT_ARRAY;
			call.outcomes = GOT_ALL | (in->exits & (GOT_NONE | GOT_ERROR));
		}
		r = start(c, call.fn, &call);
		if (r)
			r->parent = index;
	}
}

static int by_fn(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void index_calls(struct held_cache *c)
{
	size_t nr = c->p->calls.nr, nf = c->p->fns.nr;
	uint64_t *keys = xcalloc(nr + 1, sizeof(*keys));
	bool fresh;

	c->call0 = xcalloc(nf + 1, sizeof(*c->call0));
	c->call_order = xcalloc(nr + 1, sizeof(*c->call_order));
	c->scanned = xcalloc(nf + 1, 1);
	for (uint32_t i = 0; i < nr; i++) {
		const struct callsite *cs = &c->p->calls.v[i];

		*hmap__slot(&c->calls, at(cs->fn, cs->expr), &fresh) = i;
		keys[i] = (uint64_t)cs->fn << 32 | i;
	}
	qsort(keys, nr, sizeof(*keys), by_fn);
	for (uint32_t i = 0, f = 0; f <= nf; f++) {
		while (i < nr && keys[i] >> 32 < f)
			i++;
		c->call0[f] = i;
	}
	for (uint32_t i = 0; i < nr; i++)
		c->call_order[i] = (uint32_t)keys[i];
	free(keys);
}

static void index_events(struct held_cache *c)
{
	bool fresh;

	for (size_t i = 0; i < c->p->events.nr; i++) {
		const struct event *ev = &c->p->events.v[i];

		if (ev->kind == EVENT_ESCAPE || ev->kind == EVENT_CORE)
			*hmap__slot(&c->escapes, at(ev->fn, ev->expr), &fresh) = ev->kind + 1u;
	}
	for (size_t i = 0; i + 1 < c->p->own_calls.nr; i += 2)
		hmap__slot(&c->own, at(c->p->own_calls.v[i], c->p->own_calls.v[i + 1]), &fresh);
}

static void too_large(struct judge *j, const struct held_run *r)
{
	struct not_judged nj = {
		.file = result__str(j->res, tu_str(r->tu, r->f->file)),
		.function = result__str(j->res, tu_str(r->tu, r->f->name)),
		.why = result__str(j->res, "too large for the path analysis"),
	};

	for (size_t i = 0; i < j->res->ledger.not_judged.nr; i++)
		if (!strcmp(j->res->ledger.not_judged.v[i].file, nj.file) &&
		    !strcmp(j->res->ledger.not_judged.v[i].function, nj.function))
			return;
	vec__push(&j->res->ledger.not_judged, nj);
}

/**
 * hold__cache() - walk all functions that acquire, once
 * @j: the judge
 *
 * Return: the runs; they belong to the judge.
 */
struct held_cache *hold__cache(struct judge *j)
{
	struct held_cache *c = j->held;

	if (c)
		return c;
	c = j->held = xcalloc(1, sizeof(*c));
	c->j = j;
	c->p = j->prog;
	call_index__init(&c->index, c->p);
	index_calls(c);
	index_events(c);
	run_acquires(c);
	for (uint32_t i = 0; i < c->runs.nr; i++)
		if (fills(c->runs.v[i]) || hands_out(c->runs.v[i]))
			run_callers(c, i);
	for (uint32_t i = 0; i < c->runs.nr; i++)
		if (c->runs.v[i]->too_large)
			too_large(j, c->runs.v[i]);
	return c;
}

/**
 * hold__free() - free the runs
 * @self: the cache, or NULL
 */
void hold__free(struct held_cache *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->runs.nr; i++)
		hold__close(self->runs.v[i]);
	vec__exit(&self->runs);
	vec__exit(&self->helper_v);
	vec__exit(&self->member_v);
	call_index__exit(&self->index);
	hmap__exit(&self->calls);
	hmap__exit(&self->escapes);
	hmap__exit(&self->helpers);
	hmap__exit(&self->members);
	hmap__exit(&self->closures);
	hmap__exit(&self->run_at);
	hmap__exit(&self->own);
	hmap__exit(&self->assigned);
	free(self->scanned);
	free(self->call0);
	free(self->call_order);
	free(self);
}
