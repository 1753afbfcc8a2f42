// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ways on which an acquire's pages get to something: on which paths, near or
 * far from the acquire, through which calls.
 */
#include <stdlib.h>
#include <string.h>

#include "judge_priv.h"

/* Ways on which pages get to a release. */
enum { WAY_ERROR = 1, WAY_SUCCESS = 2, WAY_OTHER = 4 };

#define MAX_WAY_DEPTH 16

/*
 * All ways to a state, by the calls that lead there: a helper that is called on
 * the error path and by the function that ends an object's life is on both.
 */
static unsigned int ways(struct judge *j, const struct site_view *v, uint32_t state,
			 uint32_t fn, uint32_t expr, int depth)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct flow *flow = &j->prog->flows[v->acquire];
	uint32_t ctx = flow->states.v[state].ctx;
	unsigned int all = 0;

	if (paths__error_only(j->paths, fn, expr))
		return WAY_ERROR;
	if (!ctx || depth > MAX_WAY_DEPTH) {
		for (; state != UINT32_MAX; state = flow->states.v[state].parent) {
			const struct node *n =
				&j->prog->nodes.v[flow->states.v[state].node];

			if (n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL)
				return fn == a->fn ? WAY_OTHER : WAY_SUCCESS;
		}
		if (fn != a->fn || paths__error_too(j->paths, fn, expr))
			return WAY_OTHER;
		return WAY_SUCCESS;
	}
	for (uint32_t i = flow__entered(flow, ctx - 1); i != UINT32_MAX;
	     i = flow->entered.v[i].next) {
		const struct flow_entered *en = &flow->entered.v[i];
		const struct callsite *cs = &j->prog->calls.v[en->call];

		if (en->ctx != ctx)
			all |= ways(j, v, en->state, cs->fn, cs->expr, depth + 1);
	}
	return all ? all : WAY_OTHER;
}

/**
 * judge__release_path() - on which paths a release is reached
 * @j: the judge
 * @v: the site
 * @ev: the release
 * @state: how the pages got there
 *
 * Return: error or success if that holds for every way, else any.
 */
enum path_kind judge__release_path(struct judge *j, const struct site_view *v,
				     const struct event *ev, uint32_t state)
{
	switch (ways(j, v, state, ev->fn, ev->expr, 0)) {
	case WAY_ERROR:
		return PATH_ERROR;
	case WAY_SUCCESS:
		return PATH_SUCCESS;
	default:
		return PATH_ANY;
	}
}

/* Length of the folder of a path; what both paths have in common of it. */
static bool same_driver(const char *a, const char *b)
{
	const char *sa = strrchr(a, '/'), *sb = strrchr(b, '/');
	size_t na = sa ? (size_t)(sa - a) : 0, nb = sb ? (size_t)(sb - b) : 0;
	size_t n = na < nb ? na : nb;

	/* one folder, or one below the other */
	return !strncmp(a, b, n) && (na == n || a[n] == '/') && (nb == n || b[n] == '/');
}

/*
 * Does any way to a state in @fn stay at home: through no member at all, or taken out
 * of the last one by a function of the same driver?
 */
static bool near(const struct judge *j, const struct site_view *v, uint32_t state,
		 uint32_t fn, const char *home, int depth)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	const struct pfn *owner = &j->prog->fns.v[fn];

	while (state != UINT32_MAX) {
		const struct flow_state *s = &flow->states.v[state];
		const struct node *n = &j->prog->nodes.v[s->node];
		bool any = false;

		if (n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL)
			return n->given ||
			       same_driver(home, program__str(j->prog, owner->file));
		if (!(j->prog->fns.v[n->fn].fn->flags & FN_ACCESSOR))
			owner = &j->prog->fns.v[n->fn];
		if (!s->ctx || s->ctx - 1 != s->node) {
			state = s->parent;
			continue;
		}
		for (uint32_t i = flow__entered(flow, s->node);
		     i != UINT32_MAX && !any && depth < MAX_WAY_DEPTH;
		     i = flow->entered.v[i].next)
			any = flow->entered.v[i].ctx != s->ctx &&
			      near(j, v, flow->entered.v[i].state,
				   j->prog->calls.v[flow->entered.v[i].call].fn,
				   home, depth + 1);
		return any;
	}
	return true;
}

/**
 * judge__near_way() - does a way to something stay with the driver that acquired
 * @j: the judge
 * @v: the site
 * @state: how the pages got there
 * @fn: the function that it stands in
 * @home: the file of the acquire
 *
 * Return: true if a way leads through no member, or the same driver takes the
 * pages out of the last one.
 */
bool judge__near_way(const struct judge *j, const struct site_view *v, uint32_t state,
		     uint32_t fn, const char *home)
{
	return near(j, v, state, fn, home, 0);
}

/**
 * judge__within_function() - do only locals lie between an acquire and an event
 * @j: the judge
 * @v: the site
 * @ev: the event
 * @state: how the pages got there
 *
 * Return: true if so, and both are in one function.
 */
bool judge__within_function(const struct judge *j, const struct site_view *v,
			    const struct event *ev, uint32_t state)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	uint32_t fn = j->prog->acquires.v[v->acquire].fn;

	if (ev->fn != fn)
		return false;
	for (; state != UINT32_MAX; state = flow->states.v[state].parent) {
		const struct node *n = &j->prog->nodes.v[flow->states.v[state].node];

		if (n->fn != fn || (n->kind != NODE_VAR && n->kind != NODE_CALL))
			return false;
	}
	return true;
}

/* An argument without what makes it one element, or an address: obj->pages. */
static uint32_t stem(const struct judge *j, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(j->prog, fn, expr);

	while (e->a != EXPR_NONE &&
	       (e->op == EXPR_INDEX || e->op == EXPR_DEREF || e->op == EXPR_ADDR ||
		e->op == EXPR_CAST || (e->op == EXPR_BINARY && e->sub == BIN_ADD))) {
		expr = e->a;
		e = program__expr(j->prog, fn, expr);
	}
	return expr;
}

/* The stem of what a call acquires or releases; EXPR_NONE if that is no argument. */
static uint32_t pages_stem(const struct judge *j, uint32_t fn, uint32_t call,
			   const struct api *api, unsigned int mark)
{
	const struct expr *e = program__expr(j->prog, fn, call);

	for (size_t i = 0; i < api->nr_params; i++) {
		int pos = api->params[i].marks & mark ?
			  program__api_pos(j->prog, fn, e, api, &api->params[i]) : -1;

		if (pos >= 0)
			return stem(j, fn, j->prog->fns.v[fn].fn->args.v[e->arg0 + (uint32_t)pos]);
	}
	return EXPR_NONE;
}

static bool same_place(const struct judge *j, uint32_t fn, uint32_t a, uint32_t b)
{
	const struct expr *x = program__expr(j->prog, fn, a);
	const struct expr *y = program__expr(j->prog, fn, b);

	if (x->op != y->op || x->sym != y->sym || x->rec != y->rec)
		return false;
	if (x->op == EXPR_VAR)
		return x->a == y->a;
	return x->op == EXPR_GLOBAL ||
	       (x->op == EXPR_MEMBER && x->a != EXPR_NONE && y->a != EXPR_NONE &&
		same_place(j, fn, x->a, y->a));
}

/* Is a place, an element of it, or the object that it is in given another value? */
static bool replaced(const struct judge *j, uint32_t fn, uint32_t place, uint32_t from)
{
	const struct fn *f = j->prog->fns.v[fn].fn;

	for (uint32_t i = 0; i < f->exprs.nr; i++) {
		const struct expr *e = &f->exprs.v[i];
		uint32_t base = place;

		if (e->op != EXPR_ASSIGN || e->a == EXPR_NONE ||
		    !paths__before(j->paths, fn, from, i))
			continue;
		for (;;) {
			if (same_place(j, fn, stem(j, fn, e->a), base))
				return true;
			if (program__expr(j->prog, fn, base)->op != EXPR_MEMBER)
				break;
			base = stem(j, fn, program__expr(j->prog, fn, base)->a);
		}
	}
	return false;
}

/**
 * judge__freed_member() - does an end of an allocation meet what was acquired
 * @j: the judge
 * @v: the site
 * @ev: the release
 *
 * Pools of allocated pages share members with acquired ones. The acquire counts
 * where the same function filled that very member before, on every way, and
 * nothing has put other pages there since.
 *
 * Return: true if so.
 */
bool judge__freed_member(const struct judge *j, const struct site_view *v,
			 const struct event *ev)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	uint32_t to, from;

	if (ev->fn != a->fn || !paths__before(j->paths, a->fn, a->expr, ev->expr))
		return false;
	to = pages_stem(j, a->fn, a->expr, a->api, PARAM_ACQUIRES);
	from = pages_stem(j, ev->fn, ev->expr, ev->api, PARAM_RELEASES);
	return to != EXPR_NONE && from != EXPR_NONE &&
	       program__expr(j->prog, a->fn, to)->op == EXPR_MEMBER &&
	       same_place(j, a->fn, to, from) && !replaced(j, a->fn, to, a->expr);
}

static bool names_global(const struct fn *fn, uint32_t sym)
{
	for (size_t i = 0; i < fn->exprs.nr; i++)
		if (fn->exprs.v[i].op == EXPR_GLOBAL && fn->exprs.v[i].sym == sym)
			return true;
	return false;
}

static bool called_by_name(const struct tu_facts *tu, uint32_t name)
{
	for (size_t i = 0; i < tu->fns.nr; i++) {
		const struct fn *fn = tu->fns.v[i];

		for (size_t k = 0; k < fn->exprs.nr; k++)
			if (fn->exprs.v[k].op == EXPR_CALL && fn->exprs.v[k].sym == name)
				return true;
	}
	return false;
}

/* Does a function name another table than @not, with an entry like that of @not? */
static bool names_twin(const struct tu_facts *tu, const struct fn *fn,
		       const struct fn_init *not)
{
	for (size_t i = 0; i < tu->inits.nr; i++) {
		const struct fn_init *o = &tu->inits.v[i];

		if (o->owner != not->owner && o->rec == not->rec &&
		    o->member == not->member && names_global(fn, o->owner))
			return true;
	}
	return false;
}

/**
 * judge__others_callback() - does an event stand in a callback of another acquire
 * @j: the judge
 * @v: the site
 * @ev: the event
 *
 * A read and a write may keep their pages in one member and hand over one table of
 * callbacks each: what the read's callback does is not done to pages of the write.
 *
 * Return: true if the function of the event is only in tables that the acquiring
 * function does not name, while it names another table of the same kind.
 */
bool judge__others_callback(const struct judge *j, const struct site_view *v,
			    const struct event *ev)
{
	const struct pfn *own = &j->prog->fns.v[j->prog->acquires.v[v->acquire].fn];
	const struct pfn *pf = &j->prog->fns.v[ev->fn];
	bool any = false;

	if (pf->tu_index != own->tu_index || pf == own ||
	    called_by_name(pf->tu, pf->fn->name))
		return false;
	for (size_t i = 0; i < pf->tu->inits.nr; i++) {
		const struct fn_init *in = &pf->tu->inits.v[i];

		if (in->func != pf->fn->name)
			continue;
		if (!in->owner || names_global(own->fn, in->owner) ||
		    !names_twin(pf->tu, own->fn, in))
			return false;
		any = true;
	}
	return any;
}

/* How good is a call to show how pages get on: after the acquire, no error path. */
static int call_rank(struct judge *j, const struct acquire *a, uint32_t call)
{
	const struct callsite *cs = &j->prog->calls.v[call];

	if (cs->fn == a->fn && program__expr(j->prog, cs->fn, cs->expr)->line <
			       program__expr(j->prog, a->fn, a->expr)->line)
		return 0;
	return paths__error_only(j->paths, cs->fn, cs->expr) ? 1 : 2;
}

static bool meets(const struct flow *flow, uint32_t state, const uint8_t *seen)
{
	for (; state != UINT32_MAX; state = flow->states.v[state].parent)
		if (seen[state])
			return true;
	return false;
}

/* The call that best shows how the pages entered here; sets @ret_state. */
static uint32_t best_call(struct judge *j, const struct site_view *v, uint32_t state,
			  const uint8_t *seen, uint32_t *ret_state)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct flow *flow = &j->prog->flows[v->acquire];
	const struct flow_state *s = &flow->states.v[state];
	uint32_t first = s->edge == UINT32_MAX ? UINT32_MAX :
			 j->prog->edges.v[s->edge].call, best = UINT32_MAX;
	int rank;

	*ret_state = s->parent;
	if (!s->ctx || s->ctx - 1 != s->node || first == UINT32_MAX ||
	    j->prog->edges.v[s->edge].kind != EDGE_CALL)
		return best;
	rank = call_rank(j, a, first);
	for (uint32_t i = flow__entered(flow, s->node); i != UINT32_MAX;
	     i = flow->entered.v[i].next) {
		const struct flow_entered *en = &flow->entered.v[i];
		int r = call_rank(j, a, en->call);

		if (r <= rank || en->ctx == s->ctx || meets(flow, en->state, seen))
			continue;
		rank = r;
		best = en->call;
		*ret_state = en->state;
	}
	return best;
}

/**
 * judge__way() - a way from an acquire to a state, for people
 * @j: the judge
 * @v: the site
 * @state: state of its flow
 * @ret: the states, the last one first; the caller frees its array
 *
 * Where a function was entered by several calls, one that comes after the acquire
 * and is on no error path is taken.
 */
void judge__way(struct judge *j, const struct site_view *v, uint32_t state,
		struct way *ret)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	uint8_t *seen = xcalloc(flow->states.nr + 1, 1);

	while (state != UINT32_MAX) {
		struct way_step step = { .state = state };

		seen[state] = 1;
		step.call = best_call(j, v, state, seen, &state);
		vec__push(ret, step);
	}
	free(seen);
}
