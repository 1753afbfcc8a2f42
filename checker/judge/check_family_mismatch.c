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

/**
 * check_family_mismatch() - report the wrong releases of a site
 * @j: the judge
 * @v: the site, judged
 */
void check_family_mismatch(struct judge *j, struct site_view *v);
void check_family_mismatch(struct judge *j, struct site_view *v)
{
	const struct site *s = v->site;

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
