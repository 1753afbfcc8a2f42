// SPDX-License-Identifier: GPL-2.0-only
/*
 * family-mismatch: pinned pages are released by put, or got pages by unpin.
 *
 * Contract: mm/gup.c of v5.7 and later: a pin adds GUP_PIN_COUNTING_BIAS to the
 * reference count, a put takes 1 away; either mix corrupts the count.
 * Pattern: a site with verdict mismatch; one finding a wrong release.
 * False positives: a flag that chooses the release in another function than
 * the one that holds it.
 * Misses: releases that pages of both families reach are verdict manual.
 */
#include "judge_priv.h"

static bool wrong(const struct judge *j, const struct site_view *v,
		  const struct site_release *r)
{
	if (r->ignored)
		return false;
	/* where pinned pages reach the same unpin, the acquire is the one that
	 * is wrong: partial-conversion */
	if (v->family == FAMILY_GET)
		return r->family == FAMILY_UNPIN && !judge__shared(j, v, r);
	return r->family == FAMILY_PUT;
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

	if (s->verdict != VERDICT_MISMATCH)
		return;
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];
		const struct event *ev = &j->prog->events.v[r->event];
		struct step from = { .at = s->at };
		struct finding *f;

		if (!wrong(j, v, r))
			continue;
		f = vec__add(&j->res->findings);
		f->rule = result__str(j->res, "family-mismatch");
		/* less sure where got and pinned pages meet, or by a number */
		f->level = judge__shared(j, v, r) || r->by_number ?
			   LEVEL_WARNING : LEVEL_ERROR;
		f->at = judge__place(j, ev->fn, ev->expr);
		f->unit = s->unit;
		f->engines = ENGINE_CLANG;
		f->message = result__strf(j->res, "pages from %s() are released by %s()",
					  s->callee, judge__callee(j, ev));
		from.message = result__strf(j->res, "acquired by %s()", s->callee);
		vec__push(&f->steps, from);
		judge__flow_steps(j, v, r->state, f);
		f->fix = result__str(j->res, v->family != FAMILY_GET ?
			"release with unpin_user_page() or unpin_user_pages()" :
			"release with put_page()");
	}
}
