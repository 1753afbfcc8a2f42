// SPDX-License-Identifier: GPL-2.0-only
/*
 * What each acquire's flow met, sorted into releases, uses, dirtying and the
 * rest, with the path of each release.
 */
#include <stdlib.h>

#include "judge_priv.h"

static const struct expr *call_of(const struct judge *j, const struct acquire *a)
{
	return program__expr(j->prog, a->fn, a->expr);
}

/* The argument that holds FOLL_ flags (or `int write`), or NULL. */
static const struct expr *flags_arg(const struct judge *j, const struct acquire *a)
{
	const struct expr *call = call_of(j, a);
	const struct fn *fn = j->prog->fns.v[a->fn].fn;

	for (size_t i = 0; i < a->api->nr_params; i++) {
		int pos;

		if (a->api->params[i].role != ROLE_FLAGS)
			continue;
		pos = program__api_pos(j->prog, a->fn, call, a->api, &a->api->params[i]);
		if (pos >= 0)
			return &fn->exprs.v[fn->args.v[call->arg0 + (uint32_t)pos]];
	}
	return NULL;
}

static int pages_arg(const struct judge *j, const struct acquire *a)
{
	for (size_t i = 0; i < a->api->nr_params; i++)
		if (a->api->params[i].marks & PARAM_ACQUIRES)
			return program__api_pos(j->prog, a->fn, call_of(j, a), a->api,
						&a->api->params[i]);
	return -1;
}

/**
 * judge__flags() - the FOLL_ flags of an acquire
 * @j: the judge
 * @a: the acquire
 *
 * Return: as written, "" if there are none; belongs to the facts.
 */
const char *judge__flags(const struct judge *j, const struct acquire *a)
{
	const struct expr *e = flags_arg(j, a);
	const struct tu_facts *tu = j->prog->fns.v[a->fn].tu;

	return e && e->text ? tu_str(tu, e->text) : "";
}

/* Flags that a text names: does it ask for write access, can that be told? */
static bool text_may_write(const char *flags)
{
	bool plain = true;

	if (strstr(flags, "FOLL_WRITE"))
		return true;
	if (!strcmp(flags, "0"))
		return false;
	for (const char *p = flags; *p; p++)
		plain &= (*p >= 'A' && *p <= 'Z') || *p == '_' || *p == ' ' || *p == '|';
	return !(plain && strstr(flags, "FOLL_"));
}

/*
 * May the flags of an acquire ask for write access? A local variable may if
 * anything that it is given may.
 */
static bool may_write(const struct judge *j, const struct acquire *a)
{
	const struct fn *fn = j->prog->fns.v[a->fn].fn;
	const struct tu_facts *tu = j->prog->fns.v[a->fn].tu;
	const struct expr *e = flags_arg(j, a);
	bool given = false;

	if (!e)
		return true;
	if (e->op != EXPR_VAR || fn->vars.v[e->a].kind == VAR_PARAM)
		return !e->text || text_may_write(tu_str(tu, e->text));
	for (size_t i = 0; i < fn->exprs.nr; i++) {
		const struct expr *set = &fn->exprs.v[i];

		if (set->op != EXPR_ASSIGN || set->a == EXPR_NONE || set->b == EXPR_NONE ||
		    fn->exprs.v[set->a].op != EXPR_VAR || fn->exprs.v[set->a].a != e->a)
			continue;
		given = true;
		if (!fn->exprs.v[set->b].text ||
		    text_may_write(tu_str(tu, fn->exprs.v[set->b].text)))
			return true;
	}
	return !given;
}

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
		return fn == a->fn ? WAY_SUCCESS : WAY_OTHER;
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

static enum path_kind release_path(struct judge *j, const struct site_view *v,
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

static enum family release_family(const struct api *api)
{
	for (size_t i = 0; i < api->nr_params; i++)
		if (api->params[i].marks & PARAM_RELEASES && api->params[i].family)
			return (enum family)api->params[i].family;
	return (enum family)api->family;
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
static bool near_way(const struct judge *j, const struct site_view *v, uint32_t state,
		     uint32_t fn, const char *home, int depth)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	const struct pfn *owner = &j->prog->fns.v[fn];

	while (state != UINT32_MAX) {
		const struct flow_state *s = &flow->states.v[state];
		const struct node *n = &j->prog->nodes.v[s->node];
		bool any = false;

		if (n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL)
			return same_driver(home, program__str(j->prog, owner->file));
		owner = &j->prog->fns.v[n->fn];
		if (!s->ctx || s->ctx - 1 != s->node) {
			state = s->parent;
			continue;
		}
		for (uint32_t i = flow__entered(flow, s->node);
		     i != UINT32_MAX && !any && depth < MAX_WAY_DEPTH;
		     i = flow->entered.v[i].next)
			any = flow->entered.v[i].ctx != s->ctx &&
			      near_way(j, v, flow->entered.v[i].state,
				       j->prog->calls.v[flow->entered.v[i].call].fn,
				       home, depth + 1);
		return any;
	}
	return true;
}

/* Pools of allocated pages share members with acquired ones: an end of an
 * allocation counts only where nothing but locals lies between. */
static bool within_function(const struct judge *j, const struct site_view *v,
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

static bool by_kept_number(const struct judge *j, const struct site_view *v, uint32_t state)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (; state != UINT32_MAX; state = flow->states.v[state].parent)
		if (j->prog->nodes.v[flow->states.v[state].node].kind == NODE_MEMBER &&
		    program__is_number(j->prog, flow->states.v[state].node))
			return true;
	return false;
}

static void take_hit(struct judge *j, struct site_view *v, const struct flow_hit *hit)
{
	const struct event *ev = &j->prog->events.v[hit->event];
	struct site_release r = { .event = hit->event, .state = hit->state };
	uint32_t index = (uint32_t)(hit - j->prog->flows[v->acquire].hits.v);
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const char *home = program__file(j->prog, a->fn, a->expr);
	enum use use = (enum use)ev->use;

	switch (ev->kind) {
	case EVENT_RELEASE:
		if (ev->frees && !within_function(j, v, ev, hit->state))
			break;
		r.family = release_family(ev->api);
		r.local = within_function(j, v, ev, hit->state);
		r.by_number = by_kept_number(j, v, hit->state);
		r.path = release_path(j, v, ev, hit->state);
		vec__push(&v->releases, r);
		break;
	case EVENT_USE:
		/* another owner's use, through a member that both share */
		if (use < ARRAY_SIZE(v->uses) && !v->uses[use] &&
		    near_way(j, v, hit->state, ev->fn, home, 0))
			v->uses[use] = index + 1;
		break;
	case EVENT_DIRTY:
		/* the mm's own dirtying says nothing of who acquired */
		if (j->prog->fns.v[ev->fn].entered && near_way(j, v, hit->state, ev->fn, home, 0))
			vec__push(&v->dirty, index);
		break;
	case EVENT_REF:
		v->takes_ref = true;
		break;
	case EVENT_HANDOVER:
		if (!v->handed_over)
			v->handed_over = index + 1;
		break;
	case EVENT_ESCAPE:
		v->nr_escapes++;
		if (!v->escape)
			v->escape = index + 1;
		break;
	default:
		break;
	}
}

static bool holds_notifier(const struct judge *j, const struct site_view *v,
			   const struct notifier *n)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (size_t s = 0; n->rec && s < flow->states.nr; s++) {
		const struct node *node = &j->prog->nodes.v[flow->states.v[s].node];

		if (node->kind == NODE_MEMBER && node->rec == n->rec)
			return true;
	}
	return false;
}

/*
 * Is an MMU notifier registered on an object that holds these pages, or, where
 * nothing maps them for a device, at least in the file that acquires them and gives out their frame numbers?
 */
static void find_notifier(struct judge *j, struct site_view *v)
{
	uint32_t tu = j->prog->fns.v[j->prog->acquires.v[v->acquire].fn].tu_index;
	bool device = v->uses[USE_DMA] || v->uses[USE_SG] || v->uses[USE_BIO] ||
		      v->uses[USE_SKB];

	for (uint32_t i = 0; i < j->prog->notifiers.nr; i++) {
		const struct notifier *n = &j->prog->notifiers.v[i];

		if (holds_notifier(j, v, n)) {
			v->notifier = i;
			return;
		}
		if (!device && v->as_number && !v->kept &&
		    v->notifier_near == UINT32_MAX &&
		    j->prog->fns.v[n->fn].tu_index == tu)
			v->notifier_near = i;
	}
}

/* Is this the store to a member of a struct on the stack of the function? */
static bool into_local(const struct judge *j, const struct acquire *a,
		       const struct flow_state *s)
{
	uint32_t fn = a->fn;
	const struct expr *e;

	if (s->edge != UINT32_MAX) {
		fn = j->prog->edges.v[s->edge].fn;
		e = program__expr(j->prog, fn, j->prog->edges.v[s->edge].expr);
		if (e->op != EXPR_ASSIGN)
			return false;
		e = program__expr(j->prog, fn, e->a);
	} else {
		int pos = pages_arg(j, a);

		if (pos < 0)
			return false;
		e = program__expr(j->prog, fn, j->prog->fns.v[fn].fn->args.v[
				  call_of(j, a)->arg0 + (uint32_t)pos]);
	}
	while (e->a != EXPR_NONE && (e->op == EXPR_ADDR || e->op == EXPR_INDEX ||
				     (e->op == EXPR_MEMBER && !e->sub)))
		e = program__expr(j->prog, fn, e->a);
	/* a designated initialiser of a local has no base */
	if (e->op == EXPR_MEMBER)
		return e->a == EXPR_NONE;
	return e->op == EXPR_VAR &&
	       !strchr(tu_str(j->prog->fns.v[fn].tu, e->type), '*');
}

static bool was_number(const struct judge *j, const struct flow *flow, uint32_t state)
{
	for (; state != UINT32_MAX; state = flow->states.v[state].parent)
		if (program__is_number(j->prog, flow->states.v[state].node))
			return true;
	return false;
}

static void collect_one(struct judge *j, struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct flow *flow = &j->prog->flows[v->acquire];
	const char *flags = judge__flags(j, a);

	v->family = (enum family)a->api->family;
	v->write = may_write(j, a);
	v->longterm = a->api->longterm || strstr(flags, "FOLL_LONGTERM");
	v->partly = flow->limit || flow->ties.nr;
	for (size_t i = 0; i < flow->states.nr && !v->partly; i++)
		v->partly = j->prog->nodes.v[flow->states.v[i].node].open;
	for (size_t i = 0; i < flow->hits.nr; i++)
		take_hit(j, v, &flow->hits.v[i]);
	for (size_t i = 0; i < flow->states.nr; i++) {
		const struct node *n = &j->prog->nodes.v[flow->states.v[i].node];
		bool number = program__is_number(j->prog, flow->states.v[i].node);

		v->as_number |= number;
		if (n->kind == NODE_MEMBER && !number && !v->kept)
			v->kept = !was_number(j, flow, (uint32_t)i);
		if ((n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL) && !number)
			v->stored |= !into_local(j, a, &flow->states.v[i]);
	}
	find_notifier(j, v);
}

/* A put that only balances a get_page, or that a flag chooses against an unpin. */
static void mark_ignored(struct judge *j, struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++) {
		struct site_release *r = &v->releases.v[i];
		const struct event *re = &j->prog->events.v[r->event];

		if (r->family == FAMILY_PUT && v->takes_ref && v->family != FAMILY_GET)
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

/*
 * One member may serve the objects of several drivers (ttm, gem, vb2). Where a
 * driver releases its own pages, the releases of others that are reached only
 * through such a member are other owners'.
 */
static void drop_far(struct judge *j, struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const char *home = program__file(j->prog, a->fn, a->expr);
	bool *near = xcalloc(v->releases.nr, sizeof(*near)), any = false;
	size_t out = 0;

	for (size_t i = 0; i < v->releases.nr; i++) {
		near[i] = near_way(j, v, v->releases.v[i].state,
				   j->prog->events.v[v->releases.v[i].event].fn, home, 0);
		any |= near[i] && v->releases.v[i].path != PATH_ERROR;
	}
	for (size_t i = 0; i < v->releases.nr && any; i++)
		if (near[i])
			v->releases.v[out++] = v->releases.v[i];
	if (any)
		v->releases.nr = out;
	free(near);
}

/**
 * judge__shared() - do pages of the other family reach a release too
 * @j: the judge
 * @v: the site
 * @r: one of its releases
 *
 * Return: true if so: something must tell them apart there.
 */
bool judge__shared(const struct judge *j, const struct site_view *v,
		   const struct site_release *r)
{
	uint32_t others = j->release_family.v[r->event] & ~(1u << v->family);

	if (v->family == FAMILY_GET)
		return others & (1u << FAMILY_PIN | 1u << FAMILY_EXTRACT);
	return others & (1u << FAMILY_GET);
}

/**
 * judge__collect() - make a view of every acquire
 * @j: the judge; fills j->views
 */
void judge__collect(struct judge *j)
{
	vec__reserve(&j->release_family, j->prog->events.nr + 1);
	j->release_family.nr = j->prog->events.nr;
	memset(j->release_family.v, 0, j->prog->events.nr * sizeof(uint32_t));
	for (uint32_t i = 0; i < j->prog->acquires.nr; i++) {
		struct site_view *v = vec__add(&j->views);

		v->acquire = i;
		v->notifier = v->notifier_near = UINT32_MAX;
		collect_one(j, v);
		drop_far(j, v);
		for (size_t k = 0; k < v->releases.nr; k++)
			j->release_family.v[v->releases.v[k].event] |= 1u << v->family;
	}
	for (size_t i = 0; i < j->views.nr; i++)
		mark_ignored(j, &j->views.v[i]);
}
