// SPDX-License-Identifier: GPL-2.0-only
/*
 * dirty-after-release: a page is made dirty after its reference was dropped.
 *
 * Contract: mm/gup.c, at get_user_pages(): the page is made dirty "before put_page is
 * called". After the last reference the page may belong to somebody else, or to
 * nobody.
 * Pattern: one way through one function leads from the release of a page to a call
 * that dirties the same page, and nothing gives the place another page in between.
 * False positives: another reference, held by an object of which the flow knows
 * nothing; two conditions that exclude each other without being the same.
 * Misses: a release or a dirtying in another function.
 */
#include <stdlib.h>
#include <string.h>

#include "cfg.h"

/* From one release to one dirtying call in a function. */
struct after {
	struct judge *j;
	const struct fn *fn;
	uint32_t f;
	uint32_t release, dirty;	/* the calls */
	uint32_t place;			/* what must not change in between */
	uint8_t *closed;		/* of each block: not entered, a new round begins */
	bool active, found;		/* behind the release; met the other */
};

static const struct expr *at(const struct after *a, uint32_t e)
{
	return &a->fn->exprs.v[e];
}

struct part {
	const struct after *a;
	uint32_t written;
	bool is;
};

static void compare_part(void *ctx, uint32_t e)
{
	struct part *p = ctx;

	p->is |= place__same(p->a->fn, e, p->written);
}

/* Is the place, or what it is reached by, given another value here? */
static bool changes(const struct after *a, uint32_t e)
{
	const struct expr *x = at(a, e);
	struct part p = { .a = a, .written = place__written(a->fn, e) };

	if (p.written == EXPR_NONE && x->op == EXPR_ADDR)
		/* somebody may write there */
		p.written = place__bare(a->fn, x->a);
	if (p.written != EXPR_NONE)
		cfg__each_expr(a->fn, a->place, compare_part, &p);
	return p.is;
}

/* An acquire fills the array anew. */
static bool acquires(const struct after *a, uint32_t e)
{
	const struct pfn *pf = &a->j->prog->fns.v[a->f];
	const struct api *api = at(a, e)->op != EXPR_CALL ? NULL :
		rules__find(a->j->prog->rules, tu_str(pf->tu, at(a, e)->sym));

	return api && api->kinds & (API_ACQUIRE | API_TAKES_REF | API_ORIGIN);
}

static void step(void *ctx, uint32_t e)
{
	struct after *a = ctx;

	if (a->found)
		return;
	if (e == a->release) {
		a->active = true;
		return;
	}
	if (!a->active)
		return;
	if (e == a->dirty)
		a->found = true;
	else if (changes(a, e) || acquires(a, e))
		a->active = false;
}

static bool leads(struct after *a)
{
	size_t nr = a->fn->blocks.nr, depth = 0;
	uint32_t first = cfg__block_of(a->fn, a->release), s;
	uint32_t *todo;
	uint8_t *seen;

	if (first == EXPR_NONE)
		return false;
	todo = xcalloc(nr + 1, sizeof(*todo));
	seen = xcalloc(nr + 1, 1);
	todo[depth++] = first;
	while (depth && !a->found) {
		uint32_t b = todo[--depth];

		a->active = seen[b];
		cfg__each_of_block(a->fn, b, step, a);
		for (uint32_t i = 0; a->active && (s = cfg__successor(a->fn, b, i)) != EXPR_NONE; i++) {
			if (seen[s] || a->closed[s])
				continue;
			seen[s] = 1;
			todo[depth++] = s;
		}
	}
	free(todo);
	free(seen);
	return a->found;
}

/* The heads of all loops that both are in: there the next page's turn begins. */
static void close_loops(struct after *a)
{
	uint32_t r = cfg__block_of(a->fn, a->release), d = cfg__block_of(a->fn, a->dirty);

	for (uint32_t b = 0; b < a->fn->blocks.nr && r != EXPR_NONE && d != EXPR_NONE; b++) {
		struct loop loop;

		if (!cfg__loop_at(a->fn, b, &loop))
			continue;
		a->closed[b] = loop.in[r] && loop.in[d];
		free(loop.in);
	}
}

/* The array that an element is of; the expression itself if it is none. */
static uint32_t array_of(const struct fn *fn, uint32_t e)
{
	const struct expr *x = &fn->exprs.v[e];

	return (x->op == EXPR_INDEX || x->op == EXPR_DEREF) && x->a != EXPR_NONE ?
	       place__bare(fn, x->a) : e;
}

static bool one_page(const struct api *api, unsigned int mark)
{
	for (size_t i = 0; i < api->nr_params; i++)
		if (api->params[i].marks & mark)
			return api->params[i].role == ROLE_PAGE;
	return false;
}

/* The loop of each, two different ones? */
static bool in_two_loops(const struct fn *fn, uint32_t a, uint32_t b)
{
	struct loop x, y;
	bool ret;

	ret = cfg__loop_around(fn, cfg__block_of(fn, a), &x);
	ret &= cfg__loop_around(fn, cfg__block_of(fn, b), &y);
	ret = ret && x.head != y.head && !x.in[y.head] && !y.in[x.head] &&
	      place__same(fn, fn->blocks.v[x.head].cond, fn->blocks.v[y.head].cond);
	free(x.in);
	free(y.in);
	return ret;
}

/* Sets what must stay as it is; false if the two are about different pages. */
static bool same_pages(struct after *a, const struct event *re, const struct event *de)
{
	uint32_t r = place__arg(a->j, a->f, re->expr, re->api, PARAM_RELEASES);
	uint32_t d = place__arg(a->j, a->f, de->expr, de->api, PARAM_DIRTIED);

	if (r == EXPR_NONE || d == EXPR_NONE)
		return false;
	a->place = r;
	if (place__same(a->fn, r, d))
		return true;
	if (!one_page(de->api, PARAM_DIRTIED))
		return false;
	/* the whole array, then each of its pages */
	if (!one_page(re->api, PARAM_RELEASES))
		return place__same(a->fn, r, array_of(a->fn, d));
	return false;
}

/* Each page in one loop, then each of the same array in another. */
static bool same_arrays(struct after *a, const struct event *re, const struct event *de)
{
	uint32_t r = place__arg(a->j, a->f, re->expr, re->api, PARAM_RELEASES);
	uint32_t d = place__arg(a->j, a->f, de->expr, de->api, PARAM_DIRTIED);

	if (r == EXPR_NONE || d == EXPR_NONE || at(a, r)->op != EXPR_INDEX ||
	    at(a, d)->op != EXPR_INDEX || !place__same(a->fn, at(a, r)->a, at(a, d)->a) ||
	    !in_two_loops(a->fn, re->expr, de->expr))
		return false;
	a->place = at(a, r)->a;
	return true;
}

static bool refers_more(const struct judge *j, const struct site_view *v, uint32_t fn)
{
	for (size_t i = 0; i < v->refs.nr; i++)
		if (j->prog->events.v[j->prog->flows[v->acquire].hits.v[v->refs.v[i]].event].fn == fn)
			return true;
	return false;
}

static bool is_after(struct after *a, const struct event *re, const struct event *de)
{
	bool ret;

	a->closed = xcalloc(a->fn->blocks.nr + 1, 1);
	close_loops(a);
	ret = (same_pages(a, re, de) && leads(a)) || (same_arrays(a, re, de) && leads(a));
	free(a->closed);
	return ret;
}

static void check_pair(struct judge *j, const struct site_view *v, const struct event *re,
		       const struct event *de, uint32_t state)
{
	struct after a = {
		.j = j, .f = re->fn, .fn = j->prog->fns.v[re->fn].fn,
		.release = re->expr, .dirty = de->expr,
	};
	struct finding *f;

	if (!is_after(&a, re, de) ||
	    paths__alternatives(j->paths, re->fn, re->expr, de->expr))
		return;
	f = judge__finding(j, "dirty-after-release", LEVEL_ERROR, de->fn, de->expr);
	if (!f)
		return;
	f->unit = v->site->unit;
	f->message = result__strf(j->res, "pages from %s() are made dirty after %s() released them",
				  v->site->callee, judge__callee(j, re));
	judge__flow_steps(j, v, state, f);
	judge__step(j, f, re->fn, re->expr,
		    result__strf(j->res, "released by %s()", judge__callee(j, re)));
	judge__step(j, f, de->fn, de->expr,
		    result__strf(j->res, "made dirty by %s()", judge__callee(j, de)));
	f->fix = result__str(j->res, "make them dirty first, then release them");
}

/**
 * check_dirty_after_release() - report pages that are made dirty too late
 * @j: the judge
 * @v: the site, judged
 */
void check_dirty_after_release(struct judge *j, struct site_view *v);
void check_dirty_after_release(struct judge *j, struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct event *re = &j->prog->events.v[v->releases.v[i].event];

		/* the mm drops references of its own */
		if (v->releases.v[i].ignored || refers_more(j, v, re->fn) ||
		    !j->prog->fns.v[re->fn].entered ||
		    j->prog->fns.v[re->fn].fn->flags & FN_NOT_JUDGED)
			continue;
		for (size_t k = 0; k < flow->hits.nr; k++) {
			const struct event *de = &j->prog->events.v[flow->hits.v[k].event];

			if (de->kind == EVENT_DIRTY && de->fn == re->fn && de->expr != re->expr &&
			    !(de->api->kinds & API_RELEASE))
				check_pair(j, v, re, de, v->releases.v[i].state);
		}
	}
}
