// SPDX-License-Identifier: GPL-2.0-only
/*
 * Why a unit is left to a person. Each test is about one thing that a text edit
 * could not get right: pages that come from elsewhere too, releases that are not
 * all known, references that somebody else drops.
 */
#include <string.h>

#include "convert.h"

static void verdicts(struct conv_unit *self)
{
	for (size_t i = 0; i < self->sites.nr; i++) {
		const struct site *s = self->sites.v[i];

		if (s->verdict == VERDICT_CONVERT)
			continue;
		conv_why__set(&self->why, "shared with other sites", &s->at,
			"%s() in %s() shares a release, and is to be left as it is (%s)%s%s",
			s->callee, s->at.function, verdict__name(s->verdict),
			s->reasons.nr ? ": " : "",
			s->reasons.nr ? s->reasons.v[0].message : "");
	}
}

static void targets(struct conv_unit *self, const struct conv_input *in)
{
	for (size_t i = 0; i < self->sites.nr; i++) {
		const struct site *s = self->sites.v[i];

		if (!strcmp(s->target, "none"))
			conv_why__set(&self->why, "no target", &s->at,
				"this tree has no call that takes the place of %s()", s->callee);
		if (in->era != ERA_PIN)
			continue;
		if (!conv_names__same_arguments(in->rules, s->callee, s->target))
			conv_why__set(&self->why, "other arguments", &s->at,
				"%s() takes other arguments than %s()", s->target, s->callee);
	}
}

static void origins(struct conv_unit *self)
{
	const struct unit *u = self->unit;

	if (u->origins.nr)
		conv_why__set(&self->why, "mixed origins", &self->sites.v[0]->at,
			"other pages reach the same release: %s", u->origins.v[0]);
	if (u->state == UNIT_MIXED)
		conv_why__set(&self->why, "mixed families", &self->sites.v[0]->at,
			"some of its sites are converted already");
}

static const struct acquire *acquire_of(const struct program *p, const struct site *s,
					uint32_t *ret)
{
	*ret = program__find_acquire(p, s->at.file, s->at.line, s->at.col);
	return *ret == UINT32_MAX ? NULL : &p->acquires.v[*ret];
}

static bool listed(const struct conv_unit *self, const char *file, const struct expr *e)
{
	for (size_t i = 0; i < self->sites.nr; i++) {
		const struct site *s = self->sites.v[i];

		for (size_t k = 0; k < s->releases.nr; k++)
			if (s->releases.v[k].at.line == e->line &&
			    s->releases.v[k].at.col == e->col &&
			    !strcmp(s->releases.v[k].at.file, file))
				return true;
	}
	return false;
}

static bool same_file(const struct conv_unit *self, const char *file)
{
	for (size_t i = 0; i < self->sites.nr; i++)
		if (!strcmp(self->sites.v[i]->at.file, file))
			return true;
	return false;
}

/* A release that the flow met and the site does not list: for other references. */
static void other_releases(struct conv_unit *self, const struct program *p,
			   const struct flow *flow)
{
	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &p->events.v[flow->hits.v[i].event];
		const struct expr *e = program__expr(p, ev->fn, ev->expr);
		const char *file = program__file(p, ev->fn, ev->expr);
		struct place at = { file, e->line, e->col,
				    program__str(p, p->fns.v[ev->fn].name) };

		if (ev->kind != EVENT_RELEASE || ev->frees || listed(self, file, e) ||
		    !same_file(self, file))
			continue;
		conv_why__set(&self->why, "chosen release", &at,
			"%s() there drops other references too, or is chosen by a flag",
			program__str(p, ev->sym));
	}
}

static void handed_over(struct conv_unit *self, const struct program *p,
			const struct flow *flow, const struct site *s)
{
	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &p->events.v[flow->hits.v[i].event];

		if (ev->kind == EVENT_HANDOVER)
			conv_why__set(&self->why, "handed over", &s->at,
				"%s() takes over the references", program__str(p, ev->sym));
	}
}

/* Do the pages get to a release as a number? */
static void as_number(struct conv_unit *self, const struct program *p,
		      const struct flow *flow)
{
	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &p->events.v[flow->hits.v[i].event];
		uint32_t state = flow->hits.v[i].state;

		if (ev->kind != EVENT_RELEASE || !listed(self, program__file(p, ev->fn, ev->expr),
							 program__expr(p, ev->fn, ev->expr)))
			continue;
		for (; state != UINT32_MAX; state = flow->states.v[state].parent)
			if (program__is_number(p, flow->states.v[state].node))
				conv_why__set(&self->why, "by number", &self->sites.v[0]->at,
					"the pages are kept as numbers: %s",
					program__node_name(p, flow->states.v[state].node));
	}
}

static void flows(struct conv_unit *self, const struct conv_input *in)
{
	for (size_t i = 0; i < self->sites.nr; i++) {
		const struct site *s = self->sites.v[i];
		const struct flow *flow;
		uint32_t a;

		if (!acquire_of(in->prog, s, &a)) {
			conv_why__set(&self->why, "not followed", &s->at,
				      "only Coccinelle saw this call");
			return;
		}
		flow = &in->prog->flows[a];
		if (flow->limit || flow->ties.nr)
			conv_why__set(&self->why, "not followed", &s->at,
				      "the pages could not be followed to their end");
		handed_over(self, in->prog, flow, s);
		other_releases(self, in->prog, flow);
		as_number(self, in->prog, flow);
	}
}

static void release_names(struct conv_unit *self, const struct conv_input *in,
			  const struct release_ref *r, const struct conv_names *names)
{
	const struct api *api = rules__find(in->rules, r->callee);
	bool one = conv_names__releases_one(in->rules, r->callee);
	bool many = conv_names__releases_many(in->rules, r->callee);

	/* what ends an allocation is for other pages */
	if (api && api->frees)
		return;
	if (!(one && names->one) && !(many && names->many))
		conv_why__set(&self->why, "other release", &r->at,
			"%s() in %s() drops them, which has no counterpart", r->callee,
			r->at.function);
	else if (str_ends(r->at.file, ".h"))
		conv_why__set(&self->why, "in a header", &r->at,
			"they are dropped in a header, for all that include it");
	else if (!r->at.line || !r->at.col)
		conv_why__set(&self->why, "in a macro", &r->at,
			      "the place of the release in the text is not known");
}

static void releases(struct conv_unit *self, const struct conv_input *in,
		     const struct conv_names *names)
{
	for (size_t i = 0; i < self->sites.nr; i++) {
		const struct site *s = self->sites.v[i];

		if (!s->releases.nr)
			conv_why__set(&self->why, "releases not found", &s->at,
				      "no release of these pages was found");
		if (str_ends(s->at.file, ".h"))
			conv_why__set(&self->why, "in a header", &s->at,
				      "the acquire stands in a header");
		for (size_t k = 0; k < s->releases.nr; k++)
			release_names(self, in, &s->releases.v[k], names);
	}
}

/**
 * conv_unit__judge() - can the unit be converted without a person
 * @self: the unit with its sites; its reason is set if not
 * @in: the judged tree
 * @names: what the tree offers
 */
void conv_unit__judge(struct conv_unit *self, const struct conv_input *in,
		      const struct conv_names *names)
{
	if (!names->one)
		conv_why__set(&self->why, "no target", &self->sites.v[0]->at,
			      "this tree has no call that releases pins");
	/* first what no tree of this kind could do */
	for (size_t i = 0; i < self->sites.nr; i++)
		if (!strcmp(self->sites.v[i]->target, "none"))
			targets(self, in);
	verdicts(self);
	origins(self);
	flows(self, in);
	releases(self, in, names);
	targets(self, in);
}
