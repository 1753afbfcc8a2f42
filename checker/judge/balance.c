// SPDX-License-Identifier: GPL-2.0-only
/*
 * Releases of the other family that are right: a put that balances a reference
 * taken besides, and one that a flag or the cases of a switch choose against the
 * right one.
 *
 * References are counted as far as one function shows it. A reference that is taken
 * in another function excuses a put only if the put gets its page from a place which
 * that function filled, or if the pin itself is dropped by an unpin elsewhere.
 */
#include "judge_priv.h"

static const struct event *ref_event(const struct judge *j, const struct site_view *v, size_t i)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	return &j->prog->events.v[flow->hits.v[v->refs.v[i]].event];
}

/* One call can be an event of several nodes. */
static size_t gets_in(const struct judge *j, const struct site_view *v, uint32_t fn)
{
	size_t nr = 0;

	for (size_t i = 0; i < v->refs.nr; i++) {
		const struct event *ev = ref_event(j, v, i);
		bool seen = ev->fn != fn;

		for (size_t k = 0; k < i && !seen; k++)
			seen = ref_event(j, v, k)->fn == fn &&
			       ref_event(j, v, k)->expr == ev->expr;
		nr += !seen;
	}
	return nr;
}

/* Puts of the same function that come before @r on every way. */
static size_t puts_before(const struct judge *j, const struct site_view *v,
			  const struct site_release *r)
{
	const struct event *re = &j->prog->events.v[r->event];
	size_t nr = 0;

	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *o = &v->releases.v[i];
		const struct event *oe = &j->prog->events.v[o->event];
		bool seen = o->family != FAMILY_PUT || oe->fn != re->fn;

		for (size_t k = 0; k < i && !seen; k++) {
			const struct event *ke = &j->prog->events.v[v->releases.v[k].event];

			seen = ke->fn == oe->fn && ke->expr == oe->expr;
		}
		nr += !seen && oe->expr != re->expr &&
		      paths__before(j->paths, re->fn, oe->expr, re->expr);
	}
	return nr;
}

static bool takes_in(const struct judge *j, const struct site_view *v, uint32_t fn)
{
	return gets_in(j, v, fn) > 0;
}

/* Was the place that a put gets its page from filled by who took a reference? */
static bool filled_with_ref(const struct judge *j, const struct site_view *v, uint32_t state)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (; state != UINT32_MAX; state = flow->states.v[state].parent) {
		const struct flow_state *s = &flow->states.v[state];
		uint8_t kind = j->prog->nodes.v[s->node].kind;

		if (kind == NODE_MEMBER || kind == NODE_GLOBAL)
			return s->edge != UINT32_MAX &&
			       takes_in(j, v, j->prog->edges.v[s->edge].fn);
	}
	return false;
}

/* Does a function on the way, or one that filled the place on it, take a reference? */
static bool taken_on_way(const struct judge *j, const struct site_view *v, uint32_t state)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (uint32_t s = state; s != UINT32_MAX; s = flow->states.v[s].parent) {
		const struct node *n = &j->prog->nodes.v[flow->states.v[s].node];

		if (n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL)
			break;
		if (takes_in(j, v, n->fn))
			return true;
	}
	return filled_with_ref(j, v, state);
}

static bool unpinned(const struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++)
		if (v->releases.v[i].family == FAMILY_UNPIN &&
		    v->releases.v[i].path != PATH_ERROR)
			return true;
	return false;
}

static bool balances(const struct judge *j, const struct site_view *v,
		     const struct site_release *r)
{
	uint32_t fn = j->prog->events.v[r->event].fn;
	size_t gets = gets_in(j, v, fn);

	if (!v->refs.nr)
		return false;
	if (gets)
		return unpinned(v) || puts_before(j, v, r) < gets;
	/* who extracts may hold no reference at all */
	return unpinned(v) || v->family == FAMILY_EXTRACT || taken_on_way(j, v, r->state);
}

/**
 * judge__mark_ignored() - which releases are there for other references
 * @j: the judge
 * @v: the site; a put that only balances a reference taken besides, and what a
 *     flag chooses against the right release, is marked
 */
void judge__mark_ignored(struct judge *j, struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++) {
		struct site_release *r = &v->releases.v[i];
		const struct event *re = &j->prog->events.v[r->event];

		if (r->family == FAMILY_PUT && v->family != FAMILY_GET && balances(j, v, r))
			r->ignored = true;
		for (size_t k = 0; k < v->releases.nr && r->path != PATH_ERROR; k++) {
			const struct site_release *o = &v->releases.v[k];
			const struct event *oe = &j->prog->events.v[o->event];
			bool wanted = v->family == FAMILY_GET ? o->family == FAMILY_PUT :
							     o->family == FAMILY_UNPIN;

			if (o->family == r->family || oe->fn != re->fn || !wanted)
				continue;
			if (paths__alternatives(j->paths, re->fn, re->expr, oe->expr) ||
			    (judge__shared(j, v, r) &&
			     paths__cases(j->paths, re->fn, re->expr, oe->expr)))
				r->ignored = true;
		}
	}
}
