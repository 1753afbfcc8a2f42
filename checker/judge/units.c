// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units: acquires and releases that must be converted together. Two acquires
 * that share a release are one unit. A unit's id is a hash of the file,
 * function, callee and ordinal of its first site, so that edits elsewhere
 * leave it alone.
 */
#include "judge_priv.h"

static uint32_t root(uint32_t *up, uint32_t i)
{
	while (up[i] != i)
		i = up[i] = up[up[i]];
	return i;
}

static const char *unit_id(struct judge *j, uint32_t first)
{
	const struct site *s = j->views.v[first].site;
	uint32_t ordinal = 0;
	uint64_t h;

	for (uint32_t i = 0; i < first; i++) {
		const struct site *o = j->views.v[i].site;

		ordinal += !strcmp(o->at.file, s->at.file) &&
			   !strcmp(o->at.function, s->at.function) &&
			   !strcmp(o->callee, s->callee);
	}
	h = hash64(s->at.file, strlen(s->at.file), 0);
	h = hash64(s->at.function, strlen(s->at.function), h);
	h = hash64(s->callee, strlen(s->callee), h);
	h = hash64(&ordinal, sizeof(ordinal), h);
	return result__strf(j->res, "u-%06x", (unsigned int)(h & 0xffffff));
}

static enum unit_state site_state(const struct site_view *v)
{
	if (v->family == FAMILY_PIN || v->family == FAMILY_EXTRACT)
		return UNIT_PIN;
	for (size_t i = 0; i < v->releases.nr; i++)
		if (v->releases.v[i].family == FAMILY_USER_PUT)
			return UNIT_USER_PUT;
	return UNIT_GET;
}

static void add_text(struct unit *u, const char *text)
{
	for (size_t k = 0; k < u->origins.nr; k++)
		if (!strcmp(u->origins.v[k], text))
			return;
	vec__push(&u->origins, text);
}

static void count_releases(struct judge *j, const struct site_view *v, struct unit *u,
			   uint8_t *counted)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (size_t i = 0; i < flow->ties.nr; i++)
		add_text(u, result__strf(j->res, "%s, which ties unrelated owners together",
					 program__node_name(j->prog, flow->ties.v[i])));
	for (size_t i = 0; i < v->releases.nr; i++) {
		uint32_t e = v->releases.v[i].event;

		u->nr_releases += !counted[e];
		counted[e] = 1;
	}
	for (size_t i = 0; i < v->releases.nr; i++) {
		uint32_t origin = j->prog->event_origin.v[v->releases.v[i].event];

		if (origin == UINT32_MAX)
			continue;
		add_text(u, result__str(j->res, rules__str(j->prog->rules,
				j->prog->origins.v[origin].api->name)));
	}
}

/**
 * judge__units() - put sites into units
 * @j: the judge, with views; sets view->unit and fills res->units
 */
void judge__units(struct judge *j)
{
	uint32_t nr = (uint32_t)j->views.nr;
	uint32_t *up = xcalloc(nr, sizeof(*up));
	uint32_t *first = xcalloc(j->prog->events.nr, sizeof(*first));
	uint32_t *unit_of = xcalloc(nr, sizeof(*unit_of));
	uint8_t *counted = xcalloc(j->prog->events.nr, 1);

	for (uint32_t i = 0; i < nr; i++)
		up[i] = i;
	for (uint32_t i = 0; i < nr; i++) {
		const struct site_view *v = &j->views.v[i];

		for (size_t k = 0; k < v->releases.nr; k++) {
			uint32_t *f = &first[v->releases.v[k].event];
			uint32_t a, b;

			if (!*f) {
				*f = i + 1;
				continue;
			}
			a = root(up, *f - 1);
			b = root(up, i);
			if (a < b)
				up[b] = a;
			else
				up[a] = b;
		}
	}
	for (uint32_t i = 0; i < nr; i++) {
		struct site_view *v = &j->views.v[i];
		uint32_t r = root(up, i);
		struct unit *u;

		if (r == i) {
			unit_of[i] = (uint32_t)j->res->units.nr;
			u = vec__add(&j->res->units);
			u->id = unit_id(j, i);
			u->state = site_state(v);
		}
		v->unit = unit_of[r];
		u = &j->res->units.v[v->unit];
		if (u->state != site_state(v))
			u->state = UNIT_MIXED;
		u->nr_sites++;
		v->site->unit = u->id;
		count_releases(j, v, u, counted);
	}
	free(up);
	free(first);
	free(unit_of);
	free(counted);
}
