// SPDX-License-Identifier: GPL-2.0-only
/*
 * pincheck query flows FUNCTION: the sites in a function, and those whose pages
 * come through it, be it on the way to a release or to anything else.
 */
#include <stdlib.h>
#include <string.h>

#include "query.h"

static bool in_function(const struct program *p, const bool *is, uint32_t node)
{
	const struct node *n = &p->nodes.v[node];

	return n->kind != NODE_MEMBER && n->kind != NODE_GLOBAL && is[n->fn];
}

/* The first state of a site's pages inside the function, or UINT32_MAX. */
static uint32_t state_inside(const struct program *p, const bool *is, uint32_t acquire)
{
	const struct flow *flow = &p->flows[acquire];

	for (uint32_t i = 0; i < flow->states.nr; i++)
		if (in_function(p, is, flow->states.v[i].node))
			return i;
	for (size_t i = 0; i < flow->hits.nr; i++)
		if (is[p->events.v[flow->hits.v[i].event].fn])
			return flow->hits.v[i].state;
	return UINT32_MAX;
}

static bool names_it(const struct query *q, const struct site *s)
{
	if (!strcmp(s->at.function, q->arg))
		return true;
	for (size_t i = 0; i < s->releases.nr; i++) {
		const struct release_ref *r = &s->releases.v[i];

		if (!strcmp(r->at.function, q->arg))
			return true;
		for (size_t k = 0; k < r->via.nr; k++)
			if (!strcmp(r->via.v[k].function, q->arg))
				return true;
	}
	return false;
}

static void put_through(struct query *q, const struct query_sites *sites, const bool *is)
{
	for (size_t i = 0; i < sites->nr; i++) {
		const struct site *s = &q->s->result->sites.v[sites->v[i]];
		uint32_t acquire = query__acquire(q, s), state;

		if (i)
			fputc('\n', q->out);
		query__put_site(q, s);
		if (acquire == UINT32_MAX || names_it(q, s))
			continue;
		state = state_inside(q->s->program, is, acquire);
		if (state == UINT32_MAX)
			continue;
		fputs("how the pages get to ", q->out);
		report__puts(q->out, q->arg);
		fputs("():\n", q->out);
		query__put_way(q, acquire, state);
	}
}

/**
 * query__flows() - pincheck query flows
 * @q: the query
 *
 * Return: 0 or -errno.
 */
int query__flows(struct query *q)
{
	const struct program *p = q->s->program;
	const struct result *res = q->s->result;
	bool *is = xcalloc(p->fns.nr + 1, sizeof(*is)), known = false;
	struct query_sites sites = {0};
	int err = 0;

	for (uint32_t f = program__find_fn(p, q->arg, 0); f != UINT32_MAX;
	     f = program__find_fn(p, q->arg, f + 1))
		is[f] = known = true;
	for (uint32_t i = 0; i < res->sites.nr; i++) {
		uint32_t a = query__acquire(q, &res->sites.v[i]);

		if (names_it(q, &res->sites.v[i]) ||
		    (a != UINT32_MAX && state_inside(p, is, a) != UINT32_MAX))
			vec__push(&sites, i);
	}
	if (!sites.nr)
		err = known ? query__not_found(NULL, "no acquired pages pass through %s()", q->arg) :
			      query__no_function(q);
	else if (q->format == QUERY_TEXT)
		put_through(q, &sites, is);
	else
		err = query__print(q, &sites);
	vec__exit(&sites);
	free(is);
	return err;
}
