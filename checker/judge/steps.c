// SPDX-License-Identifier: GPL-2.0-only
/* The way from an acquire to what it reached, as steps that a person can check. */
#include "judge_priv.h"

/**
 * judge__place() - where an expression stands
 * @j: the judge
 * @fn: its function
 * @expr: the expression
 *
 * Return: the place; its strings belong to the result.
 */
struct place judge__place(struct judge *j, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(j->prog, fn, expr);

	return (struct place){
		.file = result__str(j->res, program__file(j->prog, fn, expr)),
		.line = e->line,
		.col = e->col,
		.function = result__str(j->res,
					program__str(j->prog, j->prog->fns.v[fn].name)),
	};
}

/**
 * judge__callee() - the function that an event calls
 * @j: the judge
 * @ev: the event
 *
 * Return: its name, which belongs to the result.
 */
const char *judge__callee(struct judge *j, const struct event *ev)
{
	return result__str(j->res, program__str(j->prog, ev->sym));
}

static void add_step(struct judge *j, struct finding *f, const struct edge *e,
		     const char *message)
{
	struct step s = { .at = judge__place(j, e->fn, e->expr), .message = message };

	vec__push(&f->steps, s);
}

static void edge_step(struct judge *j, const struct flow_state *s, struct finding *f)
{
	const struct edge *e = &j->prog->edges.v[s->edge];
	const struct node *to = &j->prog->nodes.v[e->to];
	const struct node *from = &j->prog->nodes.v[e->from];
	const char *name;

	switch (e->kind) {
	case EDGE_CALL:
		name = program__str(j->prog, j->prog->fns.v[to->fn].name);
		add_step(j, f, e, result__strf(j->res, "passed to %s()", name));
		break;
	case EDGE_RETURN:
		name = program__str(j->prog, j->prog->fns.v[e->fn].name);
		add_step(j, f, e, result__strf(j->res, "handed back to %s()", name));
		break;
	default:
		if (to->kind == NODE_MEMBER || to->kind == NODE_GLOBAL)
			add_step(j, f, e, result__strf(j->res, "kept in %s",
					program__node_name(j->prog, e->to)));
		else if (from->kind == NODE_MEMBER || from->kind == NODE_GLOBAL)
			add_step(j, f, e, result__strf(j->res, "taken from %s",
					program__node_name(j->prog, e->from)));
		break;
	}
}

/* The pages entered a function by another call than the one that came first. */
static void call_step(struct judge *j, uint32_t call, uint32_t node, struct finding *f)
{
	const struct callsite *cs = &j->prog->calls.v[call];
	uint32_t fn = j->prog->nodes.v[node].fn;

	judge__step(j, f, cs->fn, cs->expr,
		    result__strf(j->res, "passed to %s()",
				 program__str(j->prog, j->prog->fns.v[fn].name)));
}

/* The acquire itself stores into a member. */
static void start_step(struct judge *j, const struct site_view *v, uint32_t node,
		       struct finding *f)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	uint8_t kind = j->prog->nodes.v[node].kind;

	if (kind == NODE_MEMBER || kind == NODE_GLOBAL)
		judge__step(j, f, a->fn, a->expr,
			    result__strf(j->res, "kept in %s",
					 program__node_name(j->prog, node)));
}

/**
 * judge__flow_steps() - add the steps from an acquire to a state
 * @j: the judge
 * @v: the acquire
 * @state: state of its flow
 * @f: finding that gets the steps
 */
void judge__flow_steps(struct judge *j, const struct site_view *v, uint32_t state,
		       struct finding *f)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	struct way way = {0};

	judge__way(j, v, state, &way);
	for (size_t i = way.nr; i-- > 0; ) {
		const struct flow_state *s = &flow->states.v[way.v[i].state];

		if (way.v[i].call != UINT32_MAX)
			call_step(j, way.v[i].call, s->node, f);
		else if (s->edge != UINT32_MAX)
			edge_step(j, s, f);
		else
			start_step(j, v, s->node, f);
	}
	vec__exit(&way);
}

/**
 * judge__ref_step() - say that a reference is taken besides, if one is
 * @j: the judge
 * @v: the site; the reference has a release of its own
 * @f: finding that gets the step
 */
void judge__ref_step(struct judge *j, const struct site_view *v, struct finding *f)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	const struct event *ev;

	if (!v->refs.nr)
		return;
	ev = &j->prog->events.v[flow->hits.v[v->refs.v[0]].event];
	judge__step(j, f, ev->fn, ev->expr,
		    result__strf(j->res, "%s() takes one more reference, which has a release of its own",
				 judge__callee(j, ev)));
}
