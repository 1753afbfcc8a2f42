/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: flow - where the pages of some sites go, ready to be printed
 *
 * Nodes are places that hold pages, edges how they get from one to the next.
 * Each site has states (a node, and inside which call) and events that its pages
 * met. Strings belong to who made the view. Numbers are indices into the arrays.
 */
#ifndef PINCHECK_REPORT_FLOW_H
#define PINCHECK_REPORT_FLOW_H

#include <stdio.h>

#include "../judge/result.h"
#include "../lib/vec.h"

#define FLOW_NONE UINT32_MAX

struct flow_view_node {
	const char *kind, *name;
	const char *function;	/* "" if none */
	bool open;		/* not all that use it are known */
	bool tie;		/* ties unrelated owners: not followed */
	bool way;		/* on the way to an event that is drawn */
};

struct flow_view_edge {
	uint32_t from, to;
	const char *kind;
	struct place at;
	bool way;
};

struct flow_view_state {
	uint32_t node;
	uint32_t context;	/* node through which the call was entered, or FLOW_NONE */
	bool closed;		/* returns to nobody */
	uint32_t parent, edge;	/* FLOW_NONE at the start */
};

struct flow_view_event {
	const char *kind, *callee;
	const char *use;	/* "" if none */
	struct place at;
	uint32_t node, state;
	bool drawn;		/* in a picture; looking at struct page is not */
};

struct flow_view_site {
	const struct site *site;
	VEC(uint32_t) starts;	/* nodes */
	VEC(uint32_t) ties;	/* nodes */
	VEC(const char *) origins;
	VEC(struct flow_view_state) states;
	VEC(struct flow_view_event) events;
	bool limit;		/* too large: incomplete */
};

struct flow_view {
	const char *query, *name;	/* what was asked */
	VEC(struct flow_view_node) nodes;
	VEC(struct flow_view_edge) edges;
	VEC(struct flow_view_site) sites;
};

int report_flow_json(const struct flow_view *view, FILE *out);
int report_flow_dot(const struct flow_view *view, FILE *out);

#endif
