// SPDX-License-Identifier: GPL-2.0-only
/*
 * Acquires inside the implementation of another acquire: get_user_pages_fast()
 * in iov_iter_get_pages(). Calls of the outer one are never entered, so the
 * flow ends there; the releases are those of its callers.
 */
#include "judge_priv.h"

#define MAX_FUNCTIONS 15	/* releasing functions that are listed */

/* The acquire that a function is the definition of, if @param gives pages out. */
static const struct api *own_api(struct judge *j, uint32_t fn, uint32_t param)
{
	const struct pfn *pf = &j->prog->fns.v[fn];
	const char *names[API_MAX_PARAMS];
	const struct api *api;

	if (pf->fn->flags & FN_STATIC || pf->fn->nr_params > API_MAX_PARAMS)
		return NULL;
	api = rules__find(j->prog->rules, tu_str(pf->tu, pf->fn->name));
	if (!api || !(api->kinds & API_ACQUIRE) || api->family_from_body)
		return NULL;
	for (uint32_t i = 0; i < pf->fn->nr_params; i++)
		names[i] = tu_str(pf->tu, pf->fn->vars.v[i].name);
	for (size_t i = 0; i < api->nr_params; i++)
		if (api->params[i].marks & PARAM_ACQUIRES &&
		    rules__position(j->prog->rules, api, &api->params[i], names,
				    pf->fn->nr_params) == (int)param)
			return api;
	return NULL;
}

static bool implements(struct judge *j, const struct site_view *v, const struct api *api)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (size_t i = 0; i < flow->states.nr; i++) {
		const struct node *n = &j->prog->nodes.v[flow->states.v[i].node];

		if (!flow->states.v[i].ctx && n->kind == NODE_VAR &&
		    n->index < j->prog->fns.v[n->fn].fn->nr_params &&
		    own_api(j, n->fn, n->index) == api)
			return true;
	}
	return false;
}

static size_t functions(const struct judge *j, const struct site_view *v)
{
	size_t nr = 0;

	for (size_t i = 0; i < v->releases.nr; i++) {
		bool seen = false;

		for (size_t k = 0; k < i && !seen; k++)
			seen = j->prog->events.v[v->releases.v[k].event].fn ==
			       j->prog->events.v[v->releases.v[i].event].fn;
		nr += !seen;
	}
	return nr;
}

static bool has_event(const struct site_view *v, uint32_t event)
{
	for (size_t i = 0; i < v->releases.nr; i++)
		if (v->releases.v[i].event == event)
			return true;
	return false;
}

static void borrow(struct judge *j, struct site_view *v, const struct site_view *from)
{
	for (size_t i = 0; i < from->releases.nr; i++) {
		struct site_release r = from->releases.v[i];

		if (r.path == PATH_ERROR || r.ignored || has_event(v, r.event))
			continue;
		if (functions(j, v) + v->borrowed.nr >= MAX_FUNCTIONS)
			return;
		r.state = UINT32_MAX;
		vec__push(&v->borrowed, r);
		return;		/* one a caller says enough */
	}
}

/**
 * judge__api_implementations() - give inner acquires the releases of the outer
 * @j: the judge, with views
 */
void judge__api_implementations(struct judge *j)
{
	for (size_t i = 0; i < j->views.nr; i++) {
		struct site_view *v = &j->views.v[i];

		for (size_t k = 0; k < j->views.nr && v->borrowed.nr < MAX_FUNCTIONS; k++) {
			const struct site_view *w = &j->views.v[k];
			const struct api *api = j->prog->acquires.v[w->acquire].api;

			if (w != v && !j->prog->acquires.v[w->acquire].in_api &&
			    implements(j, v, api))
				borrow(j, v, w);
		}
	}
}

/*
 * An acquire that gets its family from its body (a frame vector) is judged by
 * its callers: what they do with the pages is what the call in the body is for.
 */
static const struct api *body_api(struct judge *j, const struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct pfn *pf = &j->prog->fns.v[a->fn];
	const struct api *api = rules__find(j->prog->rules, tu_str(pf->tu, pf->fn->name));

	return api && api->family_from_body ? api : NULL;
}

/**
 * judge__by_callers() - judge what implements an acquire by its callers
 * @j: the judge, with all verdicts
 */
void judge__by_callers(struct judge *j)
{
	for (size_t i = 0; i < j->views.nr; i++) {
		struct site_view *v = &j->views.v[i];
		const struct api *api = body_api(j, v);

		if (!api || v->site->verdict != VERDICT_MANUAL || !v->releases.nr)
			continue;
		for (size_t k = 0; k < j->views.nr; k++) {
			const struct site *s = j->views.v[k].site;
			struct step step = { .at = s->at };

			if (j->prog->acquires.v[j->views.v[k].acquire].api != api ||
			    s->verdict != VERDICT_CONVERT)
				continue;
			step.message = result__strf(j->res,
				"this caller of %s() has the data used",
				rules__str(j->prog->rules, api->name));
			vec__push(&v->site->reasons, step);
			v->site->verdict = VERDICT_CONVERT;
			break;
		}
	}
}
