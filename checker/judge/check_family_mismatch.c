// SPDX-License-Identifier: GPL-2.0-only
/*
 * family-mismatch: pinned pages are released by put, or got pages by unpin.
 *
 * Contract: mm/gup.c of v5.7 and later: a pin adds GUP_PIN_COUNTING_BIAS to the
 * reference count, a put takes 1 away; either mix corrupts the count.
 * Pattern: a site with verdict mismatch; one finding a wrong release. And pages of
 * a user, however taken, that are let go by what ends an allocation.
 * False positives: a flag that chooses the release in another function than
 * the one that holds it.
 * Misses: releases that pages of both families reach are verdict manual.
 */
#include "judge_priv.h"

/* The end of an allocation: wrong for whoever acquired. */
static bool frees(const struct judge *j, const struct site_release *r)
{
	return j->prog->events.v[r->event].frees;
}

static bool wrong(const struct judge *j, const struct site_view *v,
		  const struct site_release *r)
{
	if (r->ignored)
		return false;
	if (v->family == FAMILY_GET && frees(j, r))
		return true;
	/* where pinned pages reach the same unpin, the acquire is the one that
	 * is wrong: partial-conversion */
	if (v->family == FAMILY_GET)
		return r->family == FAMILY_UNPIN && !judge__shared(j, v, r);
	return r->family == FAMILY_PUT;
}

static enum flag_meaning wrong_flag(const struct site_view *v)
{
	return v->family == FAMILY_GET ? FLAG_UNPINS : FLAG_PUTS;
}

/* Does a call set a flag on a container, by which its end releases so? */
static bool sets_flag(struct judge *j, uint32_t fn, uint32_t expr, enum flag_meaning meaning)
{
	const struct pfn *pf = &j->prog->fns.v[fn];
	const struct expr *e = program__expr(j->prog, fn, expr), *arg;
	const struct api *api = e->op == EXPR_CALL && e->sym ?
		rules__find(j->prog->rules, tu_str(pf->tu, e->sym)) : NULL;

	for (size_t i = 0; api && i < api->nr_params; i++) {
		int pos = api->params[i].role != ROLE_FLAGS ? -1 :
			  program__api_pos(j->prog, fn, e, api, &api->params[i]);

		if (pos < 0)
			continue;
		arg = program__expr(j->prog, fn, pf->fn->args.v[e->arg0 + (uint32_t)pos]);
		if (arg->op == EXPR_CONST &&
		    rules__flag(j->prog->rules, tu_str(pf->tu, arg->sym)) == meaning)
			return true;
	}
	return false;
}

static void report_flag(struct judge *j, const struct site_view *v, uint32_t expr,
			const struct flow_hit *use)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct event *ev = &j->prog->events.v[use->event];
	bool got = v->family == FAMILY_GET;
	struct finding *f = judge__finding(j, "family-mismatch", LEVEL_WARNING, ev->fn, expr);

	if (!f)
		return;
	f->unit = v->site->unit;
	f->message = result__strf(j->res,
		"pages from %s() are in a container whose flag says that its end %s them",
		v->site->callee, got ? "unpins" : "puts");
	judge__step(j, f, a->fn, a->expr,
		    result__strf(j->res, "acquired by %s()", v->site->callee));
	judge__flow_steps(j, v, use->state, f);
	judge__step(j, f, ev->fn, ev->expr,
		    result__strf(j->res, "put into the container by %s()",
				 judge__callee(j, ev)));
	f->fix = result__str(j->res, got ?
		"set the flag for pinned pages only where they are pinned" :
		"set the flag for pinned pages");
}

/* Where the pages go into a container that is told to release by the other family. */
static void check_flags(struct judge *j, const struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &j->prog->events.v[flow->hits.v[i].event];
		const struct fn *fn = j->prog->fns.v[ev->fn].fn;

		if (ev->kind != EVENT_USE || ev->use != USE_BIO)
			continue;
		for (uint32_t e = 0; e < fn->exprs.nr; e++)
			if (sets_flag(j, ev->fn, e, wrong_flag(v)))
				report_flag(j, v, e, &flow->hits.v[i]);
	}
}

/**
 * check_family_mismatch() - report the wrong releases of a site
 * @j: the judge
 * @v: the site, judged
 */
void check_family_mismatch(struct judge *j, struct site_view *v);
void check_family_mismatch(struct judge *j, struct site_view *v)
{
	const struct site *s = v->site;

	check_flags(j, v);
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];
		const struct event *ev = &j->prog->events.v[r->event];
		struct step from = { .at = s->at };
		struct finding *f;

		if (!wrong(j, v, r) || (s->verdict != VERDICT_MISMATCH && !frees(j, r)))
			continue;
		f = vec__add(&j->res->findings);
		f->rule = result__str(j->res, "family-mismatch");
		/* less sure where got and pinned pages meet, by a number, or where
		 * references are taken besides */
		f->level = judge__shared(j, v, r) || r->by_number || v->refs.nr ||
			   (v->family == FAMILY_GET && frees(j, r)) ?
			   LEVEL_WARNING : LEVEL_ERROR;
		f->at = judge__place(j, ev->fn, ev->expr);
		f->unit = s->unit;
		f->engines = ENGINE_CLANG;
		f->message = result__strf(j->res, "pages from %s() are released by %s()",
					  s->callee, judge__callee(j, ev));
		from.message = result__strf(j->res, "acquired by %s()", s->callee);
		vec__push(&f->steps, from);
		judge__ref_step(j, v, f);
		judge__flow_steps(j, v, r->state, f);
		f->fix = result__strf(j->res, "release with %s",
			judge__advised(j, v->family == FAMILY_GET ? FAMILY_PUT : FAMILY_UNPIN));
	}
}
