// SPDX-License-Identifier: GPL-2.0-only
/*
 * The flows of some sites as one graph, for JSON and Graphviz. Nodes are numbered
 * in the order in which they are met, so that the numbers say nothing of the rest
 * of the tree.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

struct builder {
	struct query *q;
	const struct program *p;
	struct result *res;		/* its strings are ours too */
	struct flow_view view;
	uint32_t *node_at, *edge_at;	/* of the program: index here plus 1 */
	VEC(uint32_t) nodes;		/* here: index in the program */
};

static uint32_t node_of(struct builder *b, uint32_t node)
{
	const struct node *n = &b->p->nodes.v[node];
	bool inside = n->kind != NODE_MEMBER && n->kind != NODE_GLOBAL;
	struct flow_view_node *v;
	char *name;

	if (b->node_at[node])
		return b->node_at[node] - 1;
	v = vec__add(&b->view.nodes);
	vec__push(&b->nodes, node);
	b->node_at[node] = (uint32_t)b->view.nodes.nr;
	name = program__place_text(b->p, node);
	v->kind = node_kind__name(n->kind);
	v->name = result__str(b->res, name);
	v->function = inside ? program__str(b->p, b->p->fns.v[n->fn].name) : "";
	v->open = n->open;
	v->tie = n->tie;
	free(name);
	return b->node_at[node] - 1;
}

static struct place place_of(const struct builder *b, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(b->p, fn, expr);

	return (struct place){
		.file = program__file(b->p, fn, expr), .line = e->line, .col = e->col,
		.function = program__str(b->p, b->p->fns.v[fn].name),
	};
}

static uint32_t edge_of(struct builder *b, uint32_t edge)
{
	const struct edge *e = &b->p->edges.v[edge];
	struct flow_view_edge v = { .kind = edge_kind__name(e->kind) };

	if (b->edge_at[edge])
		return b->edge_at[edge] - 1;
	v.from = node_of(b, e->from);
	v.to = node_of(b, e->to);
	v.at = place_of(b, e->fn, e->expr);
	vec__push(&b->view.edges, v);
	b->edge_at[edge] = (uint32_t)b->view.edges.nr;
	return b->edge_at[edge] - 1;
}

static void mark_way(struct builder *b, const struct flow_view_site *s, uint32_t state)
{
	for (; state != FLOW_NONE; state = s->states.v[state].parent) {
		b->view.nodes.v[s->states.v[state].node].way = true;
		if (s->states.v[state].edge != FLOW_NONE)
			b->view.edges.v[s->states.v[state].edge].way = true;
	}
}

static void add_events(struct builder *b, const struct flow *flow,
		       struct flow_view_site *s)
{
	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &b->p->events.v[flow->hits.v[i].event];
		const char *callee = program__str(b->p, ev->sym);
		struct flow_view_event v = {
			.kind = event_kind__name(ev->kind), .callee = callee, .use = "",
			.at = place_of(b, ev->fn, ev->expr),
			.node = node_of(b, ev->node), .state = flow->hits.v[i].state,
			.drawn = ev->kind != EVENT_CORE &&
				 (ev->kind != EVENT_USE || ev->use != USE_STRUCT),
		};

		if (ev->kind == EVENT_USE)
			v.use = use__name((enum use)ev->use);
		vec__push(&s->events, v);
		if (v.drawn)
			mark_way(b, s, v.state);
	}
}

/* Each origin's name once. */
static void add_origin(struct builder *b, struct flow_view_site *s, uint32_t origin)
{
	const char *name;

	if (origin == UINT32_MAX)
		return;
	name = rules__str(b->p->rules, b->p->origins.v[origin].api->name);
	for (size_t i = 0; i < s->origins.nr; i++)
		if (!strcmp(s->origins.v[i], name))
			return;
	vec__push(&s->origins, name);
}

static void add_site(struct builder *b, const struct site *site)
{
	uint32_t acquire = query__acquire(b->q, site);
	struct flow_view_site s = { .site = site };
	const struct flow *flow;

	if (acquire == UINT32_MAX)
		goto out;
	flow = &b->p->flows[acquire];
	s.limit = flow->limit;
	for (size_t i = 0; i < flow->states.nr; i++) {
		const struct flow_state *fs = &flow->states.v[i];
		struct flow_view_state v = {
			.node = node_of(b, fs->node), .parent = fs->parent,
			.edge = fs->edge == UINT32_MAX ? FLOW_NONE : edge_of(b, fs->edge),
			.context = FLOW_NONE,
		};

		/* a context that is no node returns to nobody */
		v.closed = fs->ctx && fs->ctx - 1 >= b->p->nodes.nr;
		if (fs->ctx && !v.closed)
			v.context = node_of(b, fs->ctx - 1);

		vec__push(&s.states, v);
		if (fs->parent == UINT32_MAX) {
			vec__push(&s.starts, v.node);
			b->view.nodes.v[v.node].way = true;
		}
	}
	for (size_t i = 0; i < flow->ties.nr; i++)
		vec__push(&s.ties, node_of(b, flow->ties.v[i]));
	for (size_t i = 0; i < flow->hits.nr; i++)
		add_origin(b, &s, b->p->event_origin.v[flow->hits.v[i].event]);
	add_events(b, flow, &s);
out:
	vec__push(&b->view.sites, s);
}

/* The edges between the nodes that no way took first. */
static void add_other_edges(struct builder *b)
{
	size_t nr = b->nodes.nr;

	for (size_t i = 0; i < nr; i++) {
		uint32_t n = b->nodes.v[i];

		for (uint32_t e = b->p->edge0.v[n]; e < b->p->edge0.v[n + 1]; e++)
			if (b->node_at[b->p->edges.v[e].to])
				edge_of(b, e);
	}
}

static void free_view(struct builder *b)
{
	for (size_t i = 0; i < b->view.sites.nr; i++) {
		struct flow_view_site *s = &b->view.sites.v[i];

		vec__exit(&s->starts);
		vec__exit(&s->ties);
		vec__exit(&s->origins);
		vec__exit(&s->states);
		vec__exit(&s->events);
	}
	vec__exit(&b->view.sites);
	vec__exit(&b->view.nodes);
	vec__exit(&b->view.edges);
	vec__exit(&b->nodes);
	free(b->node_at);
	free(b->edge_at);
}

/**
 * query__print() - print sites and their flows
 * @q: the query, its format
 * @sites: the sites
 *
 * Return: 0 or -errno.
 */
int query__print(struct query *q, const struct query_sites *sites)
{
	struct builder b = {
		.q = q, .p = q->s->program, .res = q->s->result,
		.view = { .query = q->what, .name = q->arg },
	};
	int err;

	if (q->format == QUERY_TEXT) {
		for (size_t i = 0; i < sites->nr; i++) {
			if (i)
				fputc('\n', q->out);
			query__put_site(q, &q->s->result->sites.v[sites->v[i]]);
		}
		return 0;
	}
	b.node_at = xcalloc(b.p->nodes.nr + 1, sizeof(*b.node_at));
	b.edge_at = xcalloc(b.p->edges.nr + 1, sizeof(*b.edge_at));
	for (size_t i = 0; i < sites->nr; i++)
		add_site(&b, &q->s->result->sites.v[sites->v[i]]);
	add_other_edges(&b);
	err = q->format == QUERY_JSON ? report_flow_json(&b.view, q->out) :
					report_flow_dot(&b.view, q->out);
	free_view(&b);
	return err;
}
