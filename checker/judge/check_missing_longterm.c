// SPDX-License-Identifier: GPL-2.0-only
/*
 * missing-longterm: pages are kept as long as a user likes, without FOLL_LONGTERM.
 *
 * Contract: Documentation/core-api/pin_user_pages.rst, case 2 (v5.6), and
 * include/linux/mm_types.h at FOLL_LONGTERM: without it the pages may lie in a
 * movable zone or in CMA, which they then block, or in a file on persistent memory,
 * which then can't be shortened.
 * Pattern: pages are kept in an object, and every release on the way to success is
 * reached only from functions that users call when they want (an ioctl, the last
 * close, the end of an object), none of them in the call that acquired. A note if a
 * callback or a worker lets go of them too: that may be the end of a transfer.
 * False positives: an object whose end always comes soon after.
 * Misses: iterators, which take no such flag; objects whose end no rule tells of.
 */
#include <stdlib.h>
#include <string.h>

#include "callers.h"
#include "values.h"

/* Pages that go with one request are let go when the request is done. */
static bool is_request(const struct site_view *v)
{
	return v->uses[USE_BIO] || v->uses[USE_SKB] || v->handed_over;
}

/* Code under an MMU notifier lets go when it is told to. */
static bool near_notifier(const struct judge *j, uint32_t fn)
{
	for (size_t i = 0; i < j->prog->notifiers.nr; i++)
		if (j->prog->fns.v[j->prog->notifiers.v[i].fn].tu_index ==
		    j->prog->fns.v[fn].tu_index)
			return true;
	return false;
}

static bool is_candidate(struct judge *j, const struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	uint32_t flags = values__flags_arg(j, a);

	/* a struct on the stack is no place to keep pages in */
	if (a->in_api || a->null_pages || v->no_reference || v->longterm || !v->kept ||
	    !v->stored || flags == EXPR_NONE || v->family == FAMILY_EXTRACT ||
	    v->notifier != UINT32_MAX || near_notifier(j, a->fn) ||
	    v->site->verdict == VERDICT_KEEP || is_request(v))
		return false;
	return values__asks(j, a->fn, flags, FLAG_LONGTERM) == ASKED_NO;
}

static bool counts(const struct judge *j, const struct site_release *r)
{
	return r->path != PATH_ERROR && !r->ignored && !j->prog->events.v[r->event].frees;
}

/* What is known of the ends of an object. */
struct ends {
	bool user, table, later, unknown;
	uint32_t fn;			/* that a user calls */
	struct entry_at at;
};

static struct ends look_at_roots(const struct judge *j, const struct leads *to)
{
	struct ends e = { .fn = UINT32_MAX };

	for (size_t i = 0; i < to->roots.nr; i++) {
		struct entry_at at;

		switch (entry__of(j, to->roots.v[i], &at)) {
		case ENTRY_USER:
			if (!e.user) {
				e.fn = to->roots.v[i];
				e.at = at;
			}
			e.user = true;
			break;
		case ENTRY_TABLE:
			e.table = true;
			break;
		case ENTRY_PROCESS:
			break;
		case ENTRY_LATER:
			e.later = true;
			break;
		default:
			e.unknown = true;
			break;
		}
	}
	return e;
}

static const char *how(struct judge *j, const struct ends *e)
{
	const struct pfn *pf = &j->prog->fns.v[e->fn];

	if (!*e->at.member)
		return result__strf(j->res, "%s() is called when a user wants it",
				    program__str(j->prog, pf->name));
	return result__strf(j->res, "%s() is called by way of %s.%s, when a user wants it",
			    program__str(j->prog, pf->name), e->at.rec, e->at.member);
}

static void report(struct judge *j, const struct site_view *v, const struct site_release *r,
		   const struct ends *e, const char *flag)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct event *ev = &j->prog->events.v[r->event];
	bool sure = !v->partly && !v->nr_escapes && !e->unknown && !e->table &&
		    !e->later;
	struct finding *f = judge__finding(j, "missing-longterm",
					   sure ? LEVEL_WARNING : LEVEL_NOTE, a->fn, a->expr);
	struct step s = { .message = how(j, e) };

	if (!f)
		return;
	f->unit = v->site->unit;
	f->message = result__strf(j->res, "pages from %s() are kept %suntil a user lets them go, without %s",
				  v->site->callee, e->later ? "perhaps " : "", flag);
	judge__flow_steps(j, v, r->state, f);
	judge__step(j, f, ev->fn, ev->expr,
		    result__strf(j->res, "released by %s()", judge__callee(j, ev)));
	s.at = (struct place){
		.file = result__str(j->res, program__str(j->prog, j->prog->fns.v[e->fn].file)),
		.line = j->prog->fns.v[e->fn].fn->line,
		.function = result__str(j->res, program__str(j->prog, j->prog->fns.v[e->fn].name)),
	};
	vec__push(&f->steps, s);
	f->fix = v->family == FAMILY_GET && strcmp(v->site->target, "none") &&
		 j->opts->era == ERA_PIN ?
		 result__strf(j->res, "acquire with %s() and %s, release with %s", v->site->target,
			      flag, judge__advised(j, FAMILY_UNPIN)) :
		 result__strf(j->res, "add %s to the flags", flag);
}

/**
 * check_missing_longterm() - report pages that are kept without the flag for it
 * @j: the judge
 * @v: the site, judged
 */
void check_missing_longterm(struct judge *j, struct site_view *v);
void check_missing_longterm(struct judge *j, struct site_view *v)
{
	const char *flag = rules__flag_name(j->prog->rules, FLAG_LONGTERM);
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct site_release *first = NULL;
	struct leads to;
	struct ends e;

	if (!flag || !is_candidate(j, v))
		return;
	leads__init(&to, j);
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];
		const struct event *ev = &j->prog->events.v[r->event];

		if (!counts(j, r))
			continue;
		if (!first || (r->path == PATH_SUCCESS && first->path != PATH_SUCCESS))
			first = r;
		leads__add(&to, j, ev->fn, ev->expr);
	}
	leads__close(&to, j);
	e = look_at_roots(j, &to);
	if (first && e.user && leads__outlives(&to, j, a->fn, a->expr))
		report(j, v, first, &e, flag);
	leads__exit(&to);
}
