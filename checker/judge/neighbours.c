// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two drivers of one folder may keep their pages in one struct of a header, each its
 * own objects: one pins and unpins, the other gets and puts. A member is one place for
 * all objects, so each seems to reach the other's release.
 *
 * Such a release of the other family is not of this site where its file acquires and
 * releases rightly by itself, so does the site's own, and neither calls the other.
 */
#include <stdlib.h>
#include <string.h>

#include "callers.h"

static bool is_wrong(const struct site_view *v, enum family f)
{
	return f == (v->family == FAMILY_GET ? FAMILY_UNPIN : FAMILY_PUT);
}

static const char *home_of(const struct judge *j, const struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];

	return program__file(j->prog, a->fn, a->expr);
}

static const char *file_of(const struct judge *j, const struct site_release *r)
{
	const struct event *ev = &j->prog->events.v[r->event];

	return program__file(j->prog, ev->fn, ev->expr);
}

/* Has a site a release of its family in its own file, on no error path, and no other? */
static bool is_consistent(const struct judge *j, const struct site_view *v)
{
	const char *home = home_of(j, v);
	bool any = false;

	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];

		if (strcmp(home, file_of(j, r)))
			continue;
		if (is_wrong(v, r->family))
			return false;
		any |= r->path != PATH_ERROR;
	}
	return any;
}

/* Is there a site in the file of a release, for which that is the right one? */
static bool has_owner(const struct judge *j, const struct site_release *r)
{
	const char *file = file_of(j, r);
	bool any = false;

	for (size_t i = 0; i < j->views.nr; i++) {
		const struct site_view *o = &j->views.v[i];

		if (strcmp(home_of(j, o), file))
			continue;
		if (!is_consistent(j, o))
			return false;
		for (size_t k = 0; k < o->releases.nr; k++)
			any |= o->releases.v[k].event == r->event &&
			       !is_wrong(o, r->family);
	}
	return any;
}

/* Do the pages get to the release by a member, and by no call from the site's file? */
static bool is_apart(struct judge *j, const struct site_view *v, const struct site_release *r)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	const struct event *ev = &j->prog->events.v[r->event];
	const char *home = home_of(j, v);
	struct leads to;
	bool kept = false;

	for (uint32_t s = r->state; s != UINT32_MAX && !kept; s = flow->states.v[s].parent) {
		const struct node *n = &j->prog->nodes.v[flow->states.v[s].node];

		kept = n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL;
	}
	if (!kept)
		return false;
	leads__init(&to, j);
	leads__add(&to, j, ev->fn, ev->expr);
	leads__close(&to, j);
	for (size_t i = 0; i < to.calls.nr && kept; i++)
		kept = strcmp(home, program__file(j->prog, to.calls.v[i].fn,
						  to.calls.v[i].expr)) != 0;
	kept &= !to.too_many;
	leads__exit(&to);
	return kept;
}

/**
 * judge__drop_neighbours() - drop releases that are another driver's
 * @j: the judge, with all views; what is no release of a site is taken from its list
 */
void judge__drop_neighbours(struct judge *j)
{
	size_t nr = 0, at = 0;
	uint8_t *drop;

	for (size_t i = 0; i < j->views.nr; i++)
		nr += j->views.v[i].releases.nr;
	drop = xcalloc(nr + 1, 1);
	for (size_t i = 0; i < j->views.nr; i++) {
		const struct site_view *v = &j->views.v[i];

		for (size_t k = 0; k < v->releases.nr; k++, at++) {
			const struct site_release *r = &v->releases.v[k];

			drop[at] = is_wrong(v, r->family) && strcmp(home_of(j, v), file_of(j, r)) &&
				   is_consistent(j, v) && has_owner(j, r) && is_apart(j, v, r);
		}
	}
	at = 0;
	for (size_t i = 0; i < j->views.nr; i++) {
		struct site_view *v = &j->views.v[i];
		size_t out = 0;

		for (size_t k = 0, n = v->releases.nr; k < n; k++, at++)
			if (!drop[at])
				v->releases.v[out++] = v->releases.v[k];
		v->releases.nr = out;
	}
	free(drop);
}
