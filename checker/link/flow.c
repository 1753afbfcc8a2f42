// SPDX-License-Identifier: GPL-2.0-only
/*
 * Follows the pages of each acquire through the graph.
 *
 * A state is a node and a context. Context 0 may return to any caller: the
 * start, and whatever came out of a member or a global. A context of 1 + n
 * means "inside a callee that was entered through node n": it returns only to
 * the calls it came from. Exits of such an entry are tabulated, so that a
 * helper is walked once an entry, not once a call.
 */
#include <stdlib.h>
#include <string.h>

#include "link_priv.h"

#define MAX_STATES 200000
#define MAX_TIES 16	/* looked for in one program */

/*
 * A context that returns to nobody: what came out of a member through the
 * store of another object must not reach the callers that made that object.
 */
#define CTX_CLOSED (UINT32_MAX - 1)

/* A return edge at which an entry's flow leaves. */
struct left {
	uint32_t entry, edge, state, next;
};

struct walk {
	struct program *p;
	struct flow *flow;
	struct hmap seen;		/* (node, ctx) -> state */
	struct hmap entries;		/* node -> first of flow->entered */
	struct hmap exits;		/* node -> first struct left */
	VEC(struct left) left;
	struct hmap hit;		/* event -> 1 */
	struct hmap tied;		/* node -> 1 */
	uint32_t caller;		/* of what is pushed: who entered what it returns
					 * from, or UINT32_MAX */
	VEC(uint32_t) callers;		/* per state: that */
	struct hmap filled;		/* member or global -> 1: not by a store alone */
	bool flat;			/* one context for all: a state a node */
};

static bool push(struct walk *w, uint32_t node, uint32_t ctx, uint32_t parent,
		 uint32_t edge);

/*
 * A member is filled itself, so what its array was stored from is filled too. What a
 * store brought there did not come from the other stores: those are other objects.
 */
static void fill(struct walk *w, uint32_t node, uint32_t state, uint32_t parent)
{
	bool fresh;

	if (hmap__find(&w->filled, pair(0, node), &(uint32_t){ 0 }))
		return;
	/* what was read from it and comes back was there before */
	for (uint32_t at = w->caller != UINT32_MAX ? w->caller : parent; at != UINT32_MAX;
	     at = w->callers.v[at] != UINT32_MAX ? w->callers.v[at] :
						   w->flow->states.v[at].parent)
		if (at == state)
			return;
	w->caller = UINT32_MAX;
	*hmap__slot(&w->filled, pair(0, node), &fresh) = 1;
	for (uint32_t i = w->p->edge0.v[node]; fresh && i < w->p->edge0.v[node + 1]; i++)
		if (w->p->edges.v[i].kind == EDGE_BACK)
			push(w, w->p->edges.v[i].to, CTX_CLOSED, state, i);
}

static bool push(struct walk *w, uint32_t node, uint32_t ctx, uint32_t parent,
		 uint32_t edge)
{
	const struct node *n = &w->p->nodes.v[node];
	struct flow_state s = { .node = node, .parent = parent, .edge = edge };
	uint32_t *slot;
	bool fresh;

	if (n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL || w->flat)
		ctx = 0;
	if (n->tie) {
		*hmap__slot(&w->tied, pair(0, node), &fresh) = 1;
		if (fresh)
			vec__push(&w->flow->ties, node);
		return false;
	}
	s.ctx = ctx;
	slot = hmap__slot(&w->seen, pair(ctx, node), &fresh);
	if (fresh) {
		*slot = (uint32_t)w->flow->states.nr;
		vec__push(&w->flow->states, s);
		vec__push(&w->callers, w->caller);
	}
	if ((n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL) &&
	    (edge == UINT32_MAX || !w->p->edges.v[edge].store))
		fill(w, node, *slot, parent);
	return fresh;
}

/* Returns to the caller that entered. */
static void push_back(struct walk *w, const struct flow_entered *en, uint32_t state,
		      uint32_t edge)
{
	w->caller = en->state;
	push(w, w->p->edges.v[edge].to, en->ctx, state, edge);
	w->caller = UINT32_MAX;
}

static void enter(struct walk *w, uint32_t state, uint32_t edge_index)
{
	const struct edge *e = &w->p->edges.v[edge_index];
	uint32_t ctx = w->flow->states.v[state].ctx;
	struct flow_entered en = {
		.entry = e->to, .call = e->call, .ctx = ctx, .state = state,
		.next = UINT32_MAX,
	};
	uint32_t *slot, at;
	bool fresh;

	push(w, e->to, e->to + 1, state, edge_index);
	slot = hmap__slot(&w->entries, pair(0, e->to), &fresh);
	if (!fresh) {
		for (at = *slot; at != UINT32_MAX; at = w->flow->entered.v[at].next)
			if (w->flow->entered.v[at].call == e->call && w->flow->entered.v[at].ctx == ctx)
				return;
		en.next = *slot;
	}
	*slot = (uint32_t)w->flow->entered.nr;
	vec__push(&w->flow->entered, en);
	/* what already left this entry leaves to the new caller too */
	if (!hmap__find(&w->exits, pair(0, e->to), &at))
		return;
	for (; at != UINT32_MAX; at = w->left.v[at].next) {
		const struct edge *out = &w->p->edges.v[w->left.v[at].edge];

		if (out->call == e->call)
			push_back(w, &en, w->left.v[at].state, w->left.v[at].edge);
	}
}

static void leave(struct walk *w, uint32_t state, uint32_t edge_index)
{
	const struct edge *e = &w->p->edges.v[edge_index];
	uint32_t ctx = w->flow->states.v[state].ctx;
	struct left l = {
		.edge = edge_index, .state = state, .next = UINT32_MAX,
	};
	uint32_t *slot, at;
	bool fresh;

	if (!ctx) {
		push(w, e->to, 0, state, edge_index);
		return;
	}
	l.entry = ctx - 1;
	slot = hmap__slot(&w->exits, pair(0, l.entry), &fresh);
	if (!fresh)
		l.next = *slot;
	*slot = (uint32_t)w->left.nr;
	vec__push(&w->left, l);
	if (!hmap__find(&w->entries, pair(0, l.entry), &at))
		return;
	for (; at != UINT32_MAX; at = w->flow->entered.v[at].next)
		if (w->flow->entered.v[at].call == e->call)
			push_back(w, &(struct flow_entered){
				.state = w->flow->entered.v[at].state,
				.ctx = w->flow->entered.v[at].ctx }, state, edge_index);
}

static void meet_events(struct walk *w, uint32_t state)
{
	uint32_t node = w->flow->states.v[state].node;
	bool fresh;

	for (uint32_t i = w->p->event0.v[node]; i < w->p->event0.v[node + 1]; i++) {
		struct flow_hit hit = { .event = i, .state = state };

		*hmap__slot(&w->hit, pair(0, i), &fresh) = 1;
		if (fresh)
			vec__push(&w->flow->hits, hit);
	}
}

static void walk_state(struct walk *w, uint32_t state)
{
	uint32_t node = w->flow->states.v[state].node;

	meet_events(w, state);
	for (uint32_t i = w->p->edge0.v[node]; i < w->p->edge0.v[node + 1]; i++) {
		const struct edge *e = &w->p->edges.v[i];

		switch (e->kind) {
		case EDGE_CALL:
			enter(w, state, i);
			break;
		case EDGE_RETURN:
			leave(w, state, i);
			break;
		case EDGE_BACK:
			break;	/* see fill() */
		case EDGE_LATER:
			push(w, e->to, 0, state, i);
			break;
		default:
			push(w, e->to, w->flow->states.v[state].ctx, state, i);
			break;
		}
	}
}

static const struct flow *sort_flow;

static int by_entry(const void *a, const void *b)
{
	uint32_t x = sort_flow->entered.v[*(const uint32_t *)a].entry;
	uint32_t y = sort_flow->entered.v[*(const uint32_t *)b].entry;

	return x < y ? -1 : x > y;
}

/* What is next to nobody is the first of its entry. */
static void list_entries(struct flow *flow)
{
	size_t nr = flow->entered.nr;
	bool *is_next = xcalloc(nr + 1, sizeof(*is_next));

	for (size_t i = 0; i < nr; i++)
		if (flow->entered.v[i].next != UINT32_MAX)
			is_next[flow->entered.v[i].next] = true;
	for (uint32_t i = 0; i < nr; i++)
		if (!is_next[i])
			vec__push(&flow->entries, i);
	free(is_next);
	sort_flow = flow;
	vec__sort(&flow->entries, by_entry);
}

/**
 * flow__entered() - the calls through which a flow entered at a node
 * @self: the flow
 * @entry: the node
 *
 * Return: the first of them, an index into @self->entered; the others follow by
 * their next; UINT32_MAX if there are none.
 */
uint32_t flow__entered(const struct flow *self, uint32_t entry)
{
	size_t from = 0, to = self->entries.nr;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (self->entered.v[self->entries.v[mid]].entry < entry)
			from = mid + 1;
		else
			to = mid;
	}
	if (from == self->entries.nr ||
	    self->entered.v[self->entries.v[from]].entry != entry)
		return UINT32_MAX;
	return self->entries.v[from];
}

static void walk_all(struct walk *w)
{
	struct flow *flow = w->flow;
	size_t max = w->p->max_states ? w->p->max_states : MAX_STATES;

	for (size_t i = 0; i < flow->states.nr && !flow->limit; i++) {
		walk_state(w, (uint32_t)i);
		flow->limit = !w->flat && flow->states.nr > max;
	}
	list_entries(flow);
	hmap__exit(&w->seen);
	hmap__exit(&w->entries);
	hmap__exit(&w->exits);
	vec__exit(&w->left);
	vec__exit(&w->callers);
	hmap__exit(&w->hit);
	hmap__exit(&w->tied);
	hmap__exit(&w->filled);
}

static void follow(struct program *p, const struct acquire *a, struct flow *flow)
{
	struct walk w = { .p = p, .flow = flow, .caller = UINT32_MAX };

	for (size_t i = 0; i < a->start.nr; i++)
		push(&w, a->start.v[i], 0, UINT32_MAX, UINT32_MAX);
	walk_all(&w);
}

static void walk_origins(struct program *p, struct flow *flow, bool flat)
{
	struct walk w = { .p = p, .flow = flow, .flat = flat, .caller = UINT32_MAX };

	for (size_t i = 0; i < p->origins.nr; i++)
		push(&w, p->origins.v[i].node, 0, UINT32_MAX, UINT32_MAX);
	walk_all(&w);
}

/*
 * Which origin's pages reach each event: all origins in one walk, first come. If
 * that gets too large, one that does not tell callers apart: it may say of an
 * event that other pages reach it where none do, but never that none do.
 */
static void follow_origins(struct program *p)
{
	struct flow flow = {0};
	struct hmap at = {0};		/* node -> origin */
	bool fresh;

	for (uint32_t i = 0; i < p->origins.nr; i++)
		*hmap__slot(&at, pair(0, p->origins.v[i].node), &fresh) = i;
	walk_origins(p, &flow, false);
	if (flow.limit) {
		flow__exit(&flow);
		memset(&flow, 0, sizeof(flow));
		walk_origins(p, &flow, true);
	}
	vec__reserve(&p->event_origin, p->events.nr + 1);
	p->event_origin.nr = p->events.nr;
	memset(p->event_origin.v, 0xff, p->events.nr * sizeof(uint32_t));
	for (size_t i = 0; i < flow.hits.nr; i++) {
		uint32_t state = flow.hits.v[i].state, origin;

		while (flow.states.v[state].parent != UINT32_MAX)
			state = flow.states.v[state].parent;
		if (hmap__find(&at, pair(0, flow.states.v[state].node), &origin))
			p->event_origin.v[flow.hits.v[i].event] = origin;
	}
	hmap__exit(&at);
	flow__exit(&flow);
}

/**
 * flow__exit() - free what a flow holds
 * @self: the flow
 */
void flow__exit(struct flow *self)
{
	vec__exit(&self->states);
	vec__exit(&self->entered);
	vec__exit(&self->entries);
	vec__exit(&self->hits);
	vec__exit(&self->ties);
}

static void follow_all(struct program *self, uint32_t through)
{
	for (size_t i = 0; i < self->acquires.nr; i++) {
		struct flow *flow = &self->flows[i];
		bool again = through == NODE_NONE;

		for (size_t k = 0; k < flow->states.nr && !again; k++)
			again = flow->states.v[k].node == through;
		if (!again || self->acquires.v[i].null_pages)
			continue;
		flow__exit(flow);
		memset(flow, 0, sizeof(*flow));
		follow(self, &self->acquires.v[i], flow);
	}
}

/**
 * program__flow() - follow every acquire
 * @self: the linked program; fills self->flows, one an acquire
 *
 * A node that ties unrelated owners together is marked, and not followed.
 */
void program__flow(struct program *self)
{
	uint32_t node = NODE_NONE;

	self->flows = xcalloc(self->acquires.nr, sizeof(*self->flows));
	follow_all(self, NODE_NONE);
	for (size_t i = 0, ties = 0; i < self->acquires.nr && ties < MAX_TIES; i++) {
		node = ties__find(self, &self->flows[i]);
		if (node == NODE_NONE)
			continue;
		self->nodes.v[node].tie = true;
		follow_all(self, node);
		ties++;
		i--;	/* there may be another on its way */
	}
	follow_origins(self);
}
