// SPDX-License-Identifier: GPL-2.0-only
/*
 * gup-put-page: pages of the get family whose data is used are released with
 * put_page().
 *
 * Contract: Documentation/core-api/pin_user_pages.rst, cases 1, 2 and 5 (v5.6):
 * whoever lets a device or the CPU touch the data must pin.
 * Pattern: a site with verdict convert.
 * False positives: data that is only read although the flow shows a mapping.
 * Misses: releases that the flow does not reach are verdict manual, no finding.
 */
#include "judge_priv.h"

static void add_release_steps(struct judge *j, const struct site_view *v,
			      struct finding *f)
{
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];
		const struct event *ev = &j->prog->events.v[r->event];
		struct step s;

		/* what ends an allocation is another rule's finding */
		if (r->ignored || ev->frees)
			continue;
		s = (struct step){
			.at = judge__place(j, ev->fn, ev->expr),
			.message = result__strf(j->res, "released by %s()%s",
				judge__callee(j, ev),
				r->path == PATH_ERROR ? " on an error path" : ""),
		};

		judge__flow_steps(j, v, r->state, f);
		vec__push(&f->steps, s);
	}
}

/* Pages that were not acquired, and end at one of the releases: where they come from. */
static const struct origin *other_pages(const struct judge *j, const struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];
		uint32_t origin = j->prog->event_origin.v[r->event];

		if (origin != UINT32_MAX && !r->local && !r->ignored &&
		    !j->prog->events.v[r->event].frees)
			return &j->prog->origins.v[origin];
	}
	return NULL;
}

/* Does the acquiring function itself use the data, whatever a flag says? */
static bool used_at_home(const struct judge *j, const struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (size_t i = 0; i < ARRAY_SIZE(v->uses); i++)
		if (v->uses[i] && i != USE_STRUCT &&
		    j->prog->events.v[flow->hits.v[v->uses[i] - 1].event].fn ==
		    j->prog->acquires.v[v->acquire].fn)
			return true;
	return false;
}

/* An acquire that pins, and that a flag chooses against this one; or NULL. */
static const struct acquire *pin_beside(const struct judge *j, const struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];

	for (size_t i = 0; i < j->prog->acquires.nr && !used_at_home(j, v); i++) {
		const struct acquire *o = &j->prog->acquires.v[i];

		if (o->fn == a->fn && o != a && o->api->family == FAMILY_PIN &&
		    paths__alternatives(j->paths, a->fn, a->expr, o->expr))
			return o;
	}
	return NULL;
}

/* What else must be known at the releases. */
static void add_choices(struct judge *j, const struct site_view *v, struct finding *f)
{
	const struct origin *o = other_pages(j, v);
	const struct acquire *pin = pin_beside(j, v);

	if (o)
		judge__step(j, f, o->fn, o->expr,
			    result__strf(j->res, "that release also takes pages from %s()",
					 rules__str(j->prog->rules, o->api->name)));
	if (!pin)
		return;
	judge__step(j, f, pin->fn, pin->expr,
		    result__strf(j->res, "a flag chooses %s() instead; perhaps it does wherever the data is used",
				 rules__str(j->prog->rules, pin->api->name)));
	f->level = LEVEL_NOTE;
}

/* The same place and words once are enough. */
static void drop_repeats(struct finding *f)
{
	size_t out = 0;

	for (size_t i = 0; i < f->steps.nr; i++) {
		bool seen = false;

		for (size_t k = 0; k < out && !seen; k++)
			seen = f->steps.v[k].at.line == f->steps.v[i].at.line &&
			       !strcmp(f->steps.v[k].at.file, f->steps.v[i].at.file) &&
			       !strcmp(f->steps.v[k].message, f->steps.v[i].message);
		if (!seen)
			f->steps.v[out++] = f->steps.v[i];
	}
	f->steps.nr = out;
}

static const char *first_put(struct judge *j, const struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct event *ev = &j->prog->events.v[v->releases.v[i].event];

		if (v->releases.v[i].family == FAMILY_PUT && !v->releases.v[i].ignored &&
		    !ev->frees)
			return judge__callee(j, ev);
	}
	return NULL;
}

/* Who takes over the references, and drops them by a put of its own. */
static const char *receiver(struct judge *j, const struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	if (!v->handed_over)
		return NULL;
	return judge__callee(j, &j->prog->events.v[flow->hits.v[v->handed_over - 1].event]);
}

static const char *advice(struct judge *j, const struct site_view *v, const char *to)
{
	const struct site *s = v->site;
	const struct api *target = rules__find(j->prog->rules, s->target);
	const char *which = other_pages(j, v) ?
		", and keep a flag that says which pages are pinned" : "";
	const char *with = judge__advised(j, j->opts->era == ERA_USER_PUT ? FAMILY_USER_PUT :
									    FAMILY_UNPIN);

	if (!strcmp(s->target, "none"))
		return result__str(j->res, "this tree has no call to convert it to yet");
	if (to)
		return result__strf(j->res, "%s() takes over the references and has them dropped by %s: convert that release together with %s(), or neither",
				    to, judge__advised(j, FAMILY_PUT), s->callee);
	if (j->opts->era == ERA_USER_PUT)
		return result__strf(j->res, "release with %s%s", with, which);
	if (target && target->pins_if)
		return result__strf(j->res, "acquire with %s(), release with %s only if %s() said so before, and drop nothing otherwise",
				    s->target, with,
				    rules__str(j->prog->rules, target->pins_if));
	return result__strf(j->res, "acquire with %s(), release with %s%s", s->target, with,
			    which);
}

/**
 * check_gup_put_page() - report the site if it is to be converted
 * @j: the judge
 * @v: the site, judged
 */
void check_gup_put_page(struct judge *j, struct site_view *v);
void check_gup_put_page(struct judge *j, struct site_view *v)
{
	const char *put = first_put(j, v), *to = receiver(j, v);
	const struct site *s = v->site;
	struct finding *f;

	if (s->verdict != VERDICT_CONVERT)
		return;
	f = vec__add(&j->res->findings);
	f->rule = result__str(j->res, "gup-put-page");
	f->level = to || !strcmp(s->target, "none") ? LEVEL_NOTE : LEVEL_WARNING;
	f->at = s->at;
	f->unit = s->unit;
	f->engines = ENGINE_CLANG;
	if (to || !put)
		f->message = result__strf(j->res,
			"pages from %s() whose data is used are handed over%s%s%s", s->callee,
			to ? " to " : "", to ? to : "", to ? "()" : "");
	else
		f->message = result__strf(j->res,
			"pages from %s() whose data is used are released by %s()",
			s->callee, put);
	for (size_t i = 0; i < s->reasons.nr; i++)
		vec__push(&f->steps, s->reasons.v[i]);
	judge__ref_step(j, v, f);
	add_release_steps(j, v, f);
	add_choices(j, v, f);
	drop_repeats(f);
	f->fix = advice(j, v, to);
}
