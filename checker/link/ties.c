// SPDX-License-Identifier: GPL-2.0-only
/*
 * Nodes that tie unrelated owners together. A flow that meets its limit, or
 * whose pages are released in more functions than any owner has, went through a
 * member that everybody uses. It is the last one on the way that most of the
 * flow lies behind: nothing is followed through it any more, for any acquire,
 * and whoever asks is told its name.
 */
#include <stdlib.h>

#include "link_priv.h"

#define MAX_RELEASES 40	/* functions that release the pages of one acquire */

static size_t nr_release_functions(const struct program *p, const struct flow *flow)
{
	struct hmap seen = {0};
	size_t nr = 0;
	bool fresh;

	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &p->events.v[flow->hits.v[i].event];

		if (ev->kind != EVENT_RELEASE)
			continue;
		*hmap__slot(&seen, pair(0, ev->fn), &fresh) = 1;
		nr += fresh;
	}
	hmap__exit(&seen);
	return nr;
}

/*
 * How much of a flow lies behind each state: its releases, or all that it met
 * where it is not complete. A state comes after its parent.
 */
static uint32_t *weigh(const struct program *p, const struct flow *flow)
{
	uint32_t *ret = xcalloc(flow->states.nr + 1, sizeof(*ret));

	for (size_t i = 0; i < flow->states.nr && flow->limit; i++)
		ret[i] = 1;
	for (size_t i = 0; i < flow->hits.nr && !flow->limit; i++)
		ret[flow->hits.v[i].state] +=
			p->events.v[flow->hits.v[i].event].kind == EVENT_RELEASE;
	for (size_t i = flow->states.nr; i > 0; i--)
		if (flow->states.v[i - 1].parent != UINT32_MAX)
			ret[flow->states.v[i - 1].parent] += ret[i - 1];
	return ret;
}

/**
 * ties__find() - the node that makes a flow grow beyond reason
 * @p: the program
 * @flow: a flow that was followed
 *
 * Return: a member or global, or NODE_NONE: the flow is of a size that one owner
 * has, or no such node is on the way.
 */
uint32_t ties__find(const struct program *p, const struct flow *flow)
{
	uint32_t *weight, most = 0, found = NODE_NONE;

	if (!flow->limit && nr_release_functions(p, flow) <= MAX_RELEASES)
		return NODE_NONE;
	weight = weigh(p, flow);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < flow->states.nr; i++) {
			uint32_t node = flow->states.v[i].node;
			uint8_t kind = p->nodes.v[node].kind;

			if (kind != NODE_MEMBER && kind != NODE_GLOBAL)
				continue;
			if (!pass && weight[i] > most)
				most = weight[i];
			else if (pass && most && weight[i] >= most - most / 4)
				found = node;
		}
	}
	free(weight);
	return found;
}
