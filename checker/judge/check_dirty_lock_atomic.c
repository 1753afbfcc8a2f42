// SPDX-License-Identifier: GPL-2.0-only
/*
 * dirty-lock-atomic: a call that may sleep for the page lock, where one must not.
 *
 * Contract: mm/page-writeback.c and mm/gup.c: set_page_dirty_lock() and the
 * releases that dirty with the lock take the page lock, and so may sleep.
 * Documentation/kernel-hacking/hacking.rst: not with a spinlock, in a softirq or
 * in an interrupt. Where the mm holds the page lock already, they wait for ever.
 * Pattern: such a call in a function that surely holds such a lock, is a callback
 * that runs so, or is called from there.
 * False positives: an unlock in a function that is not at hand.
 * Misses: callers that are not at hand; locks of headers that are not entered.
 */
#include "context_priv.h"

static const struct expr *strip(const struct fn *fn, uint32_t expr)
{
	const struct expr *e = &fn->exprs.v[expr];

	while (e->op == EXPR_CAST && e->a != EXPR_NONE)
		e = &fn->exprs.v[e->a];
	return e;
}

/*
 * Does the call take the lock at all? Those that dirty only on demand do not
 * otherwise. @ret_true gets the parameters of @fn that must not be 0 then,
 * @ret_on_demand whether that is told at run time.
 */
static bool takes_lock(struct judge *j, uint32_t fn, uint32_t expr, const struct api *api,
		       uint16_t *ret_true, bool *ret_on_demand)
{
	const struct fn *f = j->prog->fns.v[fn].fn;
	const struct expr *call = &f->exprs.v[expr], *arg;

	*ret_true = 0;
	*ret_on_demand = false;
	for (uint8_t i = 0; i < api->nr_params; i++) {
		int pos;

		if (api->params[i].role != ROLE_MAKE_DIRTY)
			continue;
		pos = program__api_pos(j->prog, fn, call, api, &api->params[i]);
		if (pos < 0)
			continue;
		arg = strip(f, f->args.v[call->arg0 + (uint32_t)pos]);
		if (arg->op == EXPR_CONST && arg->sub == CONST_EXACT && !arg->a)
			return false;
		*ret_on_demand = arg->op != EXPR_CONST;
		if (arg->op == EXPR_VAR && arg->a < f->nr_params && arg->a < 16)
			*ret_true |= (uint16_t)(1u << arg->a);
	}
	return true;
}

/* A function that can also leave it to somebody else knows where it runs. */
static bool has_deferred(struct judge *j, uint32_t fn)
{
	const struct pfn *pf = &j->prog->fns.v[fn];

	for (uint32_t i = 0; i < pf->fn->exprs.nr; i++) {
		const struct expr *e = &pf->fn->exprs.v[i];
		const struct api *api = e->op != EXPR_CALL || !e->sym ? NULL :
			rules__find(j->prog->rules, tu_str(pf->tu, e->sym));

		if (api && api->kinds & API_DIRTY && api->kinds & API_RELEASE &&
		    !api->locks_page && !api->needs_page_lock)
			return true;
	}
	return false;
}

/* The argument that is the page, or EXPR_NONE. */
static uint32_t page_arg(struct judge *j, uint32_t fn, uint32_t expr, const struct api *api)
{
	const struct fn *f = j->prog->fns.v[fn].fn;
	const struct expr *call = &f->exprs.v[expr];

	for (uint8_t i = 0; i < api->nr_params; i++) {
		int pos = api->params[i].role != ROLE_PAGE ? -1 :
			  program__api_pos(j->prog, fn, call, api, &api->params[i]);

		if (pos >= 0)
			return f->args.v[call->arg0 + (uint32_t)pos];
	}
	return EXPR_NONE;
}

/* lock_page(p); set_page_dirty(p): the same in two calls. */
static bool dirties_after(struct judge *j, uint32_t fn, uint32_t expr, const struct api *api)
{
	const struct pfn *pf = &j->prog->fns.v[fn];
	uint32_t page = page_arg(j, fn, expr, api);

	for (uint32_t i = 0; page != EXPR_NONE && i < pf->fn->exprs.nr; i++) {
		const struct expr *e = &pf->fn->exprs.v[i];
		const struct api *d = e->op != EXPR_CALL || !e->sym ? NULL :
				      rules__find(j->prog->rules, tu_str(pf->tu, e->sym));
		uint32_t arg;

		if (!d || !d->needs_page_lock)
			continue;
		arg = page_arg(j, fn, i, d);
		if (arg != EXPR_NONE && locks__path(pf->fn, arg) == locks__path(pf->fn, page))
			return true;
	}
	return false;
}

/*
 * A bio's flag may say that there is nothing to release; who completes one knows,
 * and whether its pages are to be dirtied is asked only here.
 */
static enum level level_of(const struct context_answer *a, const struct api *api,
			   bool on_demand)
{
	if (!a->sure || (api->conditional && on_demand && a->run))
		return LEVEL_NOTE;
	if (a->kind == CONTEXT_PAGE_LOCKED || (api->conditional && on_demand))
		return LEVEL_WARNING;
	return LEVEL_ERROR;
}

static void report(struct judge *j, uint32_t fn, uint32_t expr, const char *name,
		   const struct context_answer *a, enum level level)
{
	bool locked = a->kind == CONTEXT_PAGE_LOCKED;
	/* the call that is made where one must not sleep is the one to change */
	const struct context_link here = { fn, expr, NULL };
	const struct context_link *at = a->chain.nr > 1 ? &a->chain.v[1] : &here;
	struct finding *f = judge__finding(j, "dirty-lock-atomic", level, at->fn, at->expr);

	if (!f)
		return;
	f->message = result__strf(j->res, "%s() may sleep for the page lock %s", name,
				  context__why(j, a));
	context__steps(j, a, f);
	judge__step(j, f, fn, expr, result__strf(j->res, "%s() may sleep here", name));
	f->fix = result__str(j->res, locked ?
		"try the lock, and leave the page clean or to a work item where it is taken" :
		a->lock ? "collect the pages, and release them when the lock is dropped" :
		"leave the release to a work item");
}

static void report_own(struct judge *j, uint32_t fn, uint32_t expr, const char *name,
		       uint32_t lock)
{
	struct finding *f = judge__finding(j, "dirty-lock-atomic", LEVEL_ERROR, fn, expr);

	if (!f)
		return;
	f->message = result__strf(j->res,
		"%s() waits for the lock of a page that is held already", name);
	judge__step(j, f, fn, lock, result__str(j->res, "the page is locked here"));
	judge__step(j, f, fn, expr, result__strf(j->res, "%s() locks it again", name));
	f->fix = result__str(j->res, "dirty it with the call that does not take the lock");
}

/* The callbacks of one file that lead to the same call are one cause. */
static bool told_already(const struct judge *j, const struct context_answers *all, size_t i)
{
	for (size_t k = 0; k < i; k++) {
		uint32_t a = all->v[k].callback, b = all->v[i].callback;

		if (all->v[k].run && all->v[i].run &&
		    j->prog->fns.v[a].file == j->prog->fns.v[b].file)
			return true;
	}
	return false;
}

static void check_call(struct judge *j, uint32_t fn, uint32_t expr, const struct api *api)
{
	const struct pfn *pf = &j->prog->fns.v[fn];
	const char *name = tu_str(pf->tu, pf->fn->exprs.v[expr].sym);
	uint32_t page = page_arg(j, fn, expr, api), lock;
	struct context_answers all;
	uint16_t must_be_true;
	bool on_demand;

	if (!takes_lock(j, fn, expr, api, &must_be_true, &on_demand) ||
	    has_deferred(j, fn))
		return;
	if (!api->locks && page != EXPR_NONE &&
	    context__holds_page(j, fn, expr, page, &lock)) {
		report_own(j, fn, expr, name, lock);
		return;
	}
	context__all(j, fn, expr, must_be_true, false, &all);
	for (size_t i = 0; i < all.nr; i++)
		if (!told_already(j, &all, i))
			report(j, fn, expr, name, &all.v[i],
			       level_of(&all.v[i], api, on_demand));
	context_answers__exit(&all);
}

/**
 * check_dirty_lock_atomic() - report calls for the page lock where one must not sleep
 * @j: the judge
 */
void check_dirty_lock_atomic(struct judge *j);
void check_dirty_lock_atomic(struct judge *j)
{
	for (uint32_t fn = 0; fn < j->prog->fns.nr; fn++) {
		const struct pfn *pf = &j->prog->fns.v[fn];

		if (!pf->entered || locks__described(j->prog, fn))
			continue;
		for (uint32_t i = 0; i < pf->fn->exprs.nr; i++) {
			const struct expr *e = &pf->fn->exprs.v[i];
			const struct api *api = e->op != EXPR_CALL || !e->sym ? NULL :
				rules__find(j->prog->rules, tu_str(pf->tu, e->sym));

			if (!api || !api->locks_page || !api->sleeps)
				continue;
			if (api->kinds & (API_DIRTY | API_RELEASE) ||
			    (api->locks && dirties_after(j, fn, i, api)))
				check_call(j, fn, i, api);
		}
	}
}
