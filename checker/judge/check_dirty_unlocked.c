// SPDX-License-Identifier: GPL-2.0-only
/*
 * dirty-unlocked: a user page is made dirty without its lock.
 *
 * Contract: mm/page-writeback.c, above set_page_dirty_lock(): set_page_dirty() is
 * racy if the caller holds no reference on the file and the page is not locked,
 * for it may be truncated and its mapping freed meanwhile; mm/gup.c, above
 * unpin_user_pages_dirty_lock(): whoever wants set_page_dirty() shall verify that
 * it is really right, for usually it is not.
 * Pattern: pages of an acquire reach such a call where the page lock is not held.
 * False positives: pages that are known to be anonymous.
 * Misses: a lock that is held on one way only counts as held.
 */
#include <string.h>

#include "judge_priv.h"

/* The mm tells first, and waits, before it takes the mapping away. */
static bool told_by_mm(struct judge *j, const struct event *ev)
{
	struct context_answers all;
	bool told = false;

	context__all(j, ev->fn, ev->expr, 0, true, &all);
	for (size_t i = 0; i < all.nr; i++)
		told |= all.v[i].kind == CONTEXT_PAGE_LOCKED;
	context_answers__exit(&all);
	return told;
}

static bool is_protected(struct judge *j, const struct site_view *v, const struct event *ev)
{
	return v->notifier != UINT32_MAX || v->notifier_near != UINT32_MAX ||
	       context__may_hold(j, ev->fn, ev->expr, LOCK_PAGE) ||
	       context__may_hold(j, ev->fn, ev->expr, LOCK_MMAP) || told_by_mm(j, ev);
}

static bool asks_file(const struct judge *j, const struct pfn *pf, uint32_t expr)
{
	const struct expr *e;
	const struct api *api;

	if (expr == EXPR_NONE)
		return false;
	e = &pf->fn->exprs.v[expr];
	switch (e->op) {
	case EXPR_VAR: case EXPR_CONST: case EXPR_GLOBAL: case EXPR_FUNC: case EXPR_STR:
		return false;
	case EXPR_MEMBER:
		if (rules__member_asks_file(j->prog->rules, tu_str(pf->tu, e->rec),
					    tu_str(pf->tu, e->sym)))
			return true;
		break;
	case EXPR_CALL:
		api = e->sym ? rules__find(j->prog->rules, tu_str(pf->tu, e->sym)) : NULL;
		if (api && api->asks_file)
			return true;
		break;
	default:
		break;
	}
	return asks_file(j, pf, e->a) || asks_file(j, pf, e->b);
}

/*
 * The condition by which the function that acquires asks whether there is a file,
 * or EXPR_NONE: it may refuse those.
 */
static uint32_t refuses_files(const struct judge *j, const struct site_view *v)
{
	const struct pfn *pf = &j->prog->fns.v[j->prog->acquires.v[v->acquire].fn];

	for (size_t b = 0; b < pf->fn->blocks.nr; b++)
		if (asks_file(j, pf, pf->fn->blocks.v[b].cond))
			return pf->fn->blocks.v[b].cond;
	return EXPR_NONE;
}

/* Do pages that a notifier protects come to the same call? */
static bool serves_protected(const struct judge *j, uint32_t event)
{
	for (size_t i = 0; i < j->views.nr; i++) {
		const struct site_view *v = &j->views.v[i];

		if (v->notifier == UINT32_MAX && v->notifier_near == UINT32_MAX)
			continue;
		for (size_t k = 0; k < v->dirty.nr; k++)
			if (j->prog->flows[i].hits.v[v->dirty.v[k]].event == event)
				return true;
	}
	return false;
}

/*
 * Pages of another origin meet there too, in a file that does not acquire: which
 * of the two it is meant for is not known. Nor is it where pages of files may be
 * refused.
 */
static enum level level_of(struct judge *j, const struct site_view *v, uint32_t event)
{
	const struct event *ev = &j->prog->events.v[event];
	bool other = j->prog->event_origin.v[event] != UINT32_MAX;

	other &= !!strcmp(program__file(j->prog, ev->fn, ev->expr), v->site->at.file);
	return other || refuses_files(j, v) != EXPR_NONE || serves_protected(j, event) ?
	       LEVEL_NOTE : LEVEL_WARNING;
}

static void report(struct judge *j, const struct site_view *v, const struct flow_hit *hit)
{
	const struct event *ev = &j->prog->events.v[hit->event];
	const char *name = judge__callee(j, ev), *with = judge__advised(j, FAMILY_NONE);
	uint32_t asked = refuses_files(j, v);
	struct step from = { .at = v->site->at };
	struct context_answer a;
	struct finding *f = judge__finding(j, "dirty-unlocked", level_of(j, v, hit->event),
					   ev->fn, ev->expr);

	if (!f)
		return;
	f->unit = v->site->unit;
	f->message = result__strf(j->res,
		"user pages are made dirty by %s() without the page lock", name);
	from.message = result__strf(j->res, "acquired by %s()", v->site->callee);
	if (asked != EXPR_NONE)
		judge__step(j, f, j->prog->acquires.v[v->acquire].fn, asked,
			    result__str(j->res, "pages of files may be refused here"));
	vec__push(&f->steps, from);
	judge__flow_steps(j, v, hit->state, f);
	judge__step(j, f, ev->fn, ev->expr,
		    result__strf(j->res, "%s() wants the page lock", name));
	context__at(j, ev->fn, ev->expr, &a);
	if (a.kind == CONTEXT_ATOMIC && a.sure) {
		context__steps(j, &a, f);
		f->fix = result__strf(j->res,
			"one must not sleep here (%s): leave it to a work item that uses %s",
			context__why(j, &a), with);
	} else {
		f->fix = result__strf(j->res,
			"use %s, or a release that dirties with the lock", with);
	}
	context_answer__exit(&a);
}

/**
 * check_dirty_unlocked() - report where a site's pages are made dirty unlocked
 * @j: the judge
 * @v: the site, judged
 */
void check_dirty_unlocked(struct judge *j, struct site_view *v);
void check_dirty_unlocked(struct judge *j, struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (size_t i = 0; i < v->dirty.nr; i++) {
		const struct flow_hit *hit = &flow->hits.v[v->dirty.v[i]];
		const struct event *ev = &j->prog->events.v[hit->event];

		if (ev->api->needs_page_lock && !is_protected(j, v, ev))
			report(j, v, hit);
	}
}
