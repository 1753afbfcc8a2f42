// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the linked program to the result: views, sites, units, verdicts, checks.
 */
#include <string.h>

#include "judge_priv.h"

#define CHECK(fn, id, level) void check_##fn(struct judge *j, struct site_view *v);
#define CHECK_PROGRAM(fn, id, level) void check_##fn(struct judge *j);
#include "checks.h"
#undef CHECK

typedef void (*check_fn)(struct judge *j, struct site_view *v);
typedef void (*check_program_fn)(struct judge *j);

static const check_fn checks[] = {
#define CHECK(fn, id, level) check_##fn,
#define CHECK_PROGRAM(fn, id, level)
#include "checks.h"
#undef CHECK
};

/* The last is none: there may be no such check. */
static const check_program_fn program_checks[] = {
#define CHECK(fn, id, level)
#define CHECK_PROGRAM(fn, id, level) check_##fn,
#include "checks.h"
#undef CHECK
	NULL,
};

static const char *acquire_family(enum family f)
{
	return f == FAMILY_PIN ? "pin" : f == FAMILY_EXTRACT ? "extract" : "get";
}

static const char *target_of(struct judge *j, const struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];

	if (v->family != FAMILY_GET)
		return result__str(j->res, program__str(j->prog,
			program__global_id(j->prog, a->fn,
				program__expr(j->prog, a->fn, a->expr)->sym)));
	if (a->api->target)
		return result__str(j->res, rules__str(j->prog->rules, a->api->target));
	return result__str(j->res, "none");
}

/* The functions that were entered on the way to a release. */
static void add_via(struct judge *j, const struct site_view *v, uint32_t state,
		    uint32_t holder, struct release_ref *ref)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	uint32_t last = holder;

	for (; state != UINT32_MAX; state = flow->states.v[state].parent) {
		const struct node *n = &j->prog->nodes.v[flow->states.v[state].node];
		struct via via;

		if (n->kind != NODE_VAR || n->fn == last)
			continue;
		last = n->fn;
		if (n->fn == holder || n->fn == j->prog->acquires.v[v->acquire].fn)
			continue;
		via.file = result__str(j->res, program__str(j->prog, j->prog->fns.v[n->fn].file));
		via.function = result__str(j->res, program__str(j->prog, j->prog->fns.v[n->fn].name));
		vec__push(&ref->via, via);
	}
}

static void add_release(struct judge *j, struct site_view *v, const struct site_release *r)
{
	const struct event *ev = &j->prog->events.v[r->event];
	struct place at = judge__place(j, ev->fn, ev->expr);
	struct release_ref *ref;

	/* copies of a header function are one release */
	for (size_t k = 0; k < v->site->releases.nr; k++)
		if (v->site->releases.v[k].at.line == at.line &&
		    v->site->releases.v[k].at.col == at.col &&
		    !strcmp(v->site->releases.v[k].at.file, at.file))
			return;
	ref = vec__add(&v->site->releases);
	ref->at = at;
	ref->callee = judge__callee(j, ev);
	ref->family = result__str(j->res, family__name(r->family));
	ref->path = r->path;
	add_via(j, v, r->state, ev->fn, ref);
}

/* Sleeping is known to be right there, and nobody holds the page lock already. */
static bool may_lock(struct judge *j, const struct event *ev)
{
	struct context_answer a;
	bool sleeps;

	context__at(j, ev->fn, ev->expr, &a);
	sleeps = a.kind == CONTEXT_SLEEPS;
	context_answer__exit(&a);
	return sleeps && !context__may_hold(j, ev->fn, ev->expr, LOCK_PAGE);
}

static void add_releases(struct judge *j, struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++)
		if (!v->releases.v[i].ignored)
			add_release(j, v, &v->releases.v[i]);
	for (size_t i = 0; i < v->borrowed.nr; i++)
		add_release(j, v, &v->borrowed.v[i]);
	for (size_t i = 0; i < v->dirty.nr; i++) {
		const struct event *ev = &j->prog->events.v[
			j->prog->flows[v->acquire].hits.v[v->dirty.v[i]].event];
		struct dirty_ref *d = vec__add(&v->site->dirty);

		d->at = judge__place(j, ev->fn, ev->expr);
		d->callee = judge__callee(j, ev);
		d->may_lock = may_lock(j, ev);
	}
}

static void make_sites(struct judge *j)
{
	vec__reserve(&j->res->sites, j->views.nr + 1);
	for (size_t i = 0; i < j->views.nr; i++) {
		struct site_view *v = &j->views.v[i];
		const struct acquire *a = &j->prog->acquires.v[v->acquire];
		struct site *s = vec__add(&j->res->sites);

		v->site = s;
		s->at = judge__place(j, a->fn, a->expr);
		s->callee = result__str(j->res, program__str(j->prog,
			program__global_id(j->prog, a->fn,
				program__expr(j->prog, a->fn, a->expr)->sym)));
		s->family = result__str(j->res, acquire_family(v->family));
		s->flags = result__str(j->res, judge__flags(j, a));
		s->target = target_of(j, v);
		s->unit = result__str(j->res, "");
		s->engines = ENGINE_CLANG;
	}
}

/**
 * judge__run() - judge a linked and followed program
 * @prog: the program
 * @opts: what the tree offers
 * @res: result that gets sites, units and findings
 */
void judge__run(struct program *prog, const struct judge_options *opts,
		struct result *res)
{
	struct judge j = { .prog = prog, .opts = opts, .res = res };

	j.paths = paths__new(prog);
	judge__collect(&j);
	judge__api_implementations(&j);
	make_sites(&j);
	judge__units(&j);
	for (size_t i = 0; i < j.views.nr; i++) {
		judge__verdict(&j, &j.views.v[i]);
		add_releases(&j, &j.views.v[i]);
	}
	judge__by_callers(&j);
	for (size_t i = 0; i < j.views.nr; i++) {
		for (size_t k = 0; k < ARRAY_SIZE(checks); k++)
			checks[k](&j, &j.views.v[i]);
	}
	for (size_t k = 0; program_checks[k]; k++)
		program_checks[k](&j);
	for (size_t i = 0; i < j.views.nr; i++) {
		vec__exit(&j.views.v[i].releases);
		vec__exit(&j.views.v[i].borrowed);
		vec__exit(&j.views.v[i].dirty);
		vec__exit(&j.views.v[i].refs);
	}
	vec__exit(&j.views);
	vec__exit(&j.release_family);
	hold__free(j.held);
	paths__free(j.paths);
	context__free(j.context);
	callers__free(&j);
}
