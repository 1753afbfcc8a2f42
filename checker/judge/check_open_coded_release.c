// SPDX-License-Identifier: GPL-2.0-only
/*
 * open-coded-release: a loop that one call of a release helper replaces.
 *
 * Contract: none is broken. mm/gup.c has a call for a whole array, from v5.2
 * put_user_pages() and from v5.6 unpin_user_pages(), each with a form that
 * dirties; they take pages of one folio together, and dirty before they release.
 * Pattern: in each round of a loop one element of an array is released, perhaps
 * dirtied before, and nothing else is done. The helper is one that this tree has.
 * False positives: the count may be negative; set_page_dirty() became the form
 * that sleeps; only some pages may be dirtied.
 * Misses: rounds that do anything else besides, such as an unmap.
 */
#include <stdlib.h>
#include <string.h>

#include "cfg.h"

/* The loop around one release, and what its rounds do. */
struct round {
	struct judge *j;
	const struct pfn *pf;
	const struct fn *fn;
	uint32_t f;			/* index of the function */
	struct loop loop;
	const struct api *single;	/* the release */
	uint32_t page;			/* what it is given */
	uint32_t element;		/* a[i] or *p: where the page comes from */
	uint8_t *releases;		/* of each block: it releases that page */
	const struct api *dirty;
	uint32_t dirty_at;
	uint32_t block;			/* that is looked at */
	bool other;			/* something else is done */
};

static const struct expr *at(const struct round *r, uint32_t e)
{
	return &r->fn->exprs.v[e];
}

static const struct api *api_of(const struct round *r, uint32_t call)
{
	return rules__find(r->j->prog->rules, tu_str(r->pf->tu, at(r, call)->sym));
}

static bool is_page(const struct round *r, uint32_t e)
{
	return place__same(r->fn, e, r->page) || place__same(r->fn, e, r->element);
}

static void look_at_call(struct round *r, uint32_t e)
{
	const struct api *api = api_of(r, e);
	uint32_t arg;

	if (api && api->kinds & API_RELEASE) {
		arg = place__arg(r->j, r->f, e, api, PARAM_RELEASES);
		r->other |= arg == EXPR_NONE || !is_page(r, arg) || api != r->single;
		r->releases[r->block] = 1;
	} else if (api && api->kinds & API_DIRTY) {
		arg = place__arg(r->j, r->f, e, api, PARAM_DIRTIED);
		r->other |= arg == EXPR_NONE || !is_page(r, arg);
		r->dirty = api;
		r->dirty_at = e;
	} else {
		/* a look at struct page changes nothing */
		r->other |= !api || api->kinds != API_USE || api->use != USE_STRUCT ||
			    api->sleeps || api->locks_page;
	}
}

static void look_at(void *ctx, uint32_t e)
{
	struct round *r = ctx;
	uint32_t to = place__written(r->fn, e);

	if (at(r, e)->op == EXPR_CALL)
		look_at_call(r, e);
	else if (at(r, e)->op == EXPR_UNKNOWN)
		r->other = true;
	else if (to != EXPR_NONE && at(r, to)->op == EXPR_VAR)
		/* page = a[i], i++: what is reckoned besides is more than a loop over all */
		r->other |= at(r, e)->op == EXPR_ASSIGN &&
			    !place__same(r->fn, to, r->page);
	else if (to != EXPR_NONE)
		/* a[i] = NULL */
		r->other |= !is_page(r, to) || at(r, e)->op != EXPR_ASSIGN ||
			    at(r, place__bare(r->fn, at(r, e)->b))->op != EXPR_CONST;
}

struct changes {
	struct round *r;
	uint32_t var;
	uint32_t value;		/* what it is given last */
	unsigned int nr;
};

static void change(void *ctx, uint32_t e)
{
	struct changes *c = ctx;
	uint32_t to = place__written(c->r->fn, e);

	if (to == EXPR_NONE || at(c->r, to)->op != EXPR_VAR || at(c->r, to)->a != c->var)
		return;
	c->nr++;
	c->value = at(c->r, e)->op == EXPR_ASSIGN ? at(c->r, e)->b : EXPR_NONE;
}

/* How often a variable is given a value in the loop. */
static struct changes changes_of(struct round *r, uint32_t var)
{
	struct changes c = { .r = r, .var = var, .value = EXPR_NONE };

	for (uint32_t b = 0; b < r->fn->blocks.nr; b++)
		if (r->loop.in[b])
			cfg__each_of_block(r->fn, b, change, &c);
	return c;
}

struct moves {
	struct round *r;
	bool found;
};

static void moves(void *ctx, uint32_t e)
{
	struct moves *m = ctx;

	m->found |= at(m->r, e)->op == EXPR_VAR && changes_of(m->r, at(m->r, e)->a).nr == 1;
}

/* Is it an element that is another one in each round, of a plain array? */
static bool is_element(struct round *r, uint32_t e)
{
	struct moves m = { .r = r };

	if (e == EXPR_NONE || (at(r, e)->op != EXPR_INDEX && at(r, e)->op != EXPR_DEREF))
		return false;
	cfg__each_expr(r->fn, at(r, e)->op == EXPR_INDEX ? at(r, e)->b : at(r, e)->a, moves, &m);
	return m.found;
}

/* Sets r->element; false if the page is no element of an array. */
static bool find_element(struct round *r)
{
	const struct expr *e = at(r, r->page);
	struct changes c;

	r->element = r->page;
	if (e->op == EXPR_VAR) {
		c = changes_of(r, e->a);
		if (c.nr != 1)
			return false;
		r->element = place__bare(r->fn, c.value);
	}
	return is_element(r, r->element);
}

/* if (page), if (page == NULL) … */
static bool tests_page(const struct round *r, uint32_t cond)
{
	const struct expr *e;

	cond = place__bare(r->fn, cond);
	if (cond == EXPR_NONE)
		return false;
	e = at(r, cond);
	if (e->op == EXPR_BINARY && (e->sub == BIN_EQ || e->sub == BIN_NE) &&
	    at(r, place__bare(r->fn, e->b))->op == EXPR_CONST)
		return is_page(r, e->a);
	return is_page(r, cond);
}

/* Can a round end from here on without a release? */
static bool skips(const struct round *r, uint32_t block)
{
	uint8_t *without;
	bool ret;

	if (block == r->loop.head)
		return true;
	if (r->releases[block])
		return false;
	without = xcalloc(r->fn->blocks.nr, 1);
	for (uint32_t b = 0; b < r->fn->blocks.nr; b++)
		without[b] = r->releases[b] || !r->loop.in[b];
	ret = cfg__reaches(r->fn, block, r->loop.head, without);
	free(without);
	return ret;
}

/* Is each page released, save for entries that are NULL? */
static bool releases_each(const struct round *r)
{
	for (uint32_t b = 0; b < r->fn->blocks.nr; b++) {
		const struct block *blk = &r->fn->blocks.v[b];

		if (!r->loop.in[b] || r->releases[b])
			continue;
		if (blk->end == END_SWITCH)
			return false;
		if (blk->end != END_BRANCH || !r->loop.in[blk->succ[0]] ||
		    !r->loop.in[blk->succ[1]])
			continue;
		if (skips(r, blk->succ[0]) != skips(r, blk->succ[1]) &&
		    !tests_page(r, blk->cond))
			return false;
	}
	return true;
}

static bool may_dirty(const struct api *api)
{
	for (size_t i = 0; i < api->nr_params; i++)
		if (api->params[i].role == ROLE_MAKE_DIRTY)
			return true;
	return api->dirties;
}

/* Is @api the better call for a loop that dirties by @dirty? */
static bool is_better(const struct api *api, const struct api *best, const struct api *dirty)
{
	if (may_dirty(api) != (dirty != NULL))
		return false;
	return !best || (dirty && api->locks_page == dirty->locks_page &&
			 best->locks_page != dirty->locks_page);
}

/* What this tree has for a whole array instead of @single, or NULL. */
static const struct api *helper(const struct round *r, const struct api *single)
{
	const struct rules *rules = r->j->prog->rules;
	const struct api *best = NULL;
	char *names, *next, *name;

	if (!single || !single->many)
		return NULL;
	next = names = xstrdup(rules__str(rules, single->many));
	while ((name = strsep(&next, ","))) {
		const struct api *api = rules__has(rules, name) ? rules__find(rules, name) : NULL;

		if (api && is_better(api, best, r->dirty))
			best = api;
	}
	free(names);
	return best;
}

/* The release of one page that pages of a site are to be converted to. */
static const struct api *converted(const struct round *r)
{
	enum family family = r->j->opts->era == ERA_USER_PUT ? FAMILY_USER_PUT : FAMILY_UNPIN;
	const struct api *apis[4];
	size_t nr = rules__advised(r->j->prog->rules, family, apis, ARRAY_SIZE(apis));

	for (size_t i = 0; i < nr; i++)
		if (apis[i]->many)
			return apis[i];
	return NULL;
}

static const char *message(struct round *r, const struct site_view *v,
			   const struct api *single, bool *ret_convert)
{
	const struct rules *rules = r->j->prog->rules;
	const struct api *api = NULL;

	if (single->family == FAMILY_PUT && v->site->verdict == VERDICT_CONVERT)
		api = helper(r, converted(r));
	*ret_convert = api != NULL;
	if (!api)
		api = helper(r, single);
	if (!api)
		return NULL;
	return result__strf(r->j->res, "%s() can replace this loop over %s()%s",
			    rules__str(rules, api->name), rules__str(rules, single->name),
			    !*ret_convert ? "" : r->j->opts->era == ERA_USER_PUT ?
			    " once that is converted" : " once its pages are pinned");
}

static void report(struct round *r, const struct site_view *v, const struct event *ev)
{
	const struct block *head = &r->fn->blocks.v[r->loop.head];
	bool exits = head->end == END_BRANCH && head->cond != EXPR_NONE &&
		     (!r->loop.in[head->succ[0]] || !r->loop.in[head->succ[1]]);
	bool convert;
	const char *text = message(r, v, ev->api, &convert);
	struct finding *f;

	if (!text)
		return;
	f = judge__finding(r->j, "open-coded-release", LEVEL_NOTE, ev->fn,
			   exits ? head->cond : ev->expr);
	if (!f)
		return;
	f->unit = v->site->unit;
	f->message = text;
	if (r->dirty)
		judge__step(r->j, f, ev->fn, r->dirty_at, "each page is made dirty");
	judge__step(r->j, f, ev->fn, ev->expr, "each page is released");
	f->fix = result__str(r->j->res, convert ? "convert first, then replace the loop" :
			     "replace the loop by that call");
}

static void check_release(struct judge *j, const struct site_view *v, const struct event *ev)
{
	struct round r = {
		.j = j, .f = ev->fn, .single = ev->api, .pf = &j->prog->fns.v[ev->fn],
		.fn = j->prog->fns.v[ev->fn].fn,
		.page = place__arg(j, ev->fn, ev->expr, ev->api, PARAM_RELEASES),
	};
	const struct api *own = rules__find(j->prog->rules, tu_str(r.pf->tu, r.fn->name));
	uint32_t block;

	if (r.page == EXPR_NONE || (own && own->kinds & API_RELEASE) ||
	    r.fn->flags & FN_NOT_JUDGED)
		return;
	block = cfg__block_of(r.fn, ev->expr);
	if (block == EXPR_NONE || !cfg__loop_around(r.fn, block, &r.loop))
		return;
	r.releases = xcalloc(r.fn->blocks.nr, 1);
	if (find_element(&r)) {
		for (r.block = 0; r.block < r.fn->blocks.nr; r.block++)
			if (r.loop.in[r.block])
				cfg__each_of_block(r.fn, r.block, look_at, &r);
		if (!r.other && releases_each(&r))
			report(&r, v, ev);
	}
	free(r.releases);
	free(r.loop.in);
}

/**
 * check_open_coded_release() - report loops that release one page a round
 * @j: the judge
 * @v: the site, judged
 */
void check_open_coded_release(struct judge *j, struct site_view *v);
void check_open_coded_release(struct judge *j, struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct event *ev = &j->prog->events.v[v->releases.v[i].event];

		/* the wrong family is another rule's finding */
		if (!v->releases.v[i].ignored && ev->api->many &&
		    (v->family == FAMILY_GET || v->releases.v[i].family != FAMILY_PUT))
			check_release(j, v, ev);
	}
}
