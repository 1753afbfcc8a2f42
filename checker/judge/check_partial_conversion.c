// SPDX-License-Identifier: GPL-2.0-only
/*
 * partial-conversion: a unit of which some sites are converted.
 *
 * Contract: a unit is converted as a whole, else some of its pages are released
 * by the wrong call; Documentation/core-api/pin_user_pages.rst, v5.6.
 * Pattern: an acquire of the get family whose pages reach an unpin that pinned
 * pages of the same unit reach too; in v5.2 to v5.5 pages that are released by
 * put_user_page() in one place and by put_page() in another.
 * False positives: a flag that chooses the release in another function.
 * Misses: units that meet only where the flow does not go.
 */
#include "judge_priv.h"

static struct finding *add(struct judge *j, const struct site_view *v, struct place at,
			   const char *message)
{
	struct finding *f = vec__add(&j->res->findings);

	f->rule = result__str(j->res, "partial-conversion");
	f->level = LEVEL_ERROR;
	f->at = at;
	f->unit = v->site->unit;
	f->engines = ENGINE_CLANG;
	f->message = message;
	return f;
}

static void add_step(struct judge *j, struct finding *f, const struct site_release *r)
{
	const struct event *ev = &j->prog->events.v[r->event];
	struct step s = {
		.at = judge__place(j, ev->fn, ev->expr),
		.message = result__strf(j->res, "released by %s()", judge__callee(j, ev)),
	};

	vec__push(&f->steps, s);
}

/* Another site of the unit that pins and reaches the same release. */
static const struct site_view *pinned_twin(const struct judge *j, const struct site_view *v,
					   const struct site_release *r)
{
	for (size_t i = 0; i < j->views.nr; i++) {
		const struct site_view *w = &j->views.v[i];

		if (w->unit != v->unit || w->family != FAMILY_PIN)
			continue;
		for (size_t k = 0; k < w->releases.nr; k++)
			if (w->releases.v[k].event == r->event)
				return w;
	}
	return NULL;
}

static void unpinned_get(struct judge *j, const struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];
		const struct site_view *twin;
		struct finding *f;
		struct step s;

		if (r->ignored || r->family != FAMILY_UNPIN)
			continue;
		twin = pinned_twin(j, v, r);
		if (!twin)
			continue;
		f = add(j, v, v->site->at,
			result__strf(j->res, "%s() is not converted, but %s() is, and both are released in the same place",
				     v->site->callee, twin->site->callee));
		s.at = twin->site->at;
		s.message = result__strf(j->res, "converted: %s()", twin->site->callee);
		vec__push(&f->steps, s);
		judge__flow_steps(j, v, r->state, f);
		add_step(j, f, r);
		f->fix = result__strf(j->res, "acquire with %s()", v->site->target);
		return;
	}
}

static void half_put(struct judge *j, const struct site_view *v)
{
	const struct site_release *good = NULL;

	for (size_t i = 0; i < v->releases.nr && !good; i++)
		if (v->releases.v[i].family == FAMILY_USER_PUT)
			good = &v->releases.v[i];
	for (size_t i = 0; i < v->releases.nr && good; i++) {
		const struct site_release *r = &v->releases.v[i];
		const struct event *ev = &j->prog->events.v[r->event];
		struct finding *f;

		if (r->ignored || r->family != FAMILY_PUT)
			continue;
		f = add(j, v, judge__place(j, ev->fn, ev->expr),
			result__strf(j->res, "pages from %s() are released by %s() here, but by %s elsewhere",
				     v->site->callee, judge__callee(j, ev),
				     judge__advised(j, FAMILY_USER_PUT)));
		judge__flow_steps(j, v, r->state, f);
		add_step(j, f, good);
		f->fix = result__strf(j->res, "release all of them with %s",
				      judge__advised(j, FAMILY_USER_PUT));
	}
}

/**
 * check_partial_conversion() - report what a half-done conversion left out
 * @j: the judge
 * @v: the site, judged
 */
void check_partial_conversion(struct judge *j, struct site_view *v);
void check_partial_conversion(struct judge *j, struct site_view *v)
{
	if (v->site->verdict != VERDICT_MISMATCH || v->family != FAMILY_GET)
		return;
	if (j->opts->era == ERA_USER_PUT)
		half_put(j, v);
	else
		unpinned_get(j, v);
}
