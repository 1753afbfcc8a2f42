// SPDX-License-Identifier: GPL-2.0-only
/*
 * What each acquire's flow met, sorted into releases, uses, dirtying and the
 * rest, with the path of each release.
 */
#include <ctype.h>
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

static size_t word_length(const char *p)
{
	size_t n = 0;

	while (isalnum((unsigned char)p[n]) || p[n] == '_')
		n++;
	return n;
}

/* Does a text name a flag with this meaning? */
static bool text_has(const struct judge *j, const char *flags, enum flag_meaning meaning)
{
	for (const char *p = flags; *p; ) {
		size_t n = word_length(p);
		char *word = xstrndup(p, n);
		bool is = n && rules__flag(j->prog->rules, word) == meaning;

		free(word);
		if (is)
			return true;
		p += n ? n : 1;
	}
	return false;
}

/* Flags that are all known, of an acquire that takes a reference only if they say so. */
static bool asks_no_reference(const struct judge *j, const struct acquire *a,
			      const char *flags)
{
	return a->api->conditional && *flags && !text_has(j, flags, FLAG_UNKNOWN) &&
	       !text_has(j, flags, FLAG_REFERENCE);
}

/* Does a text ask for write access, or name something of which that can't be told? */
static bool text_may_write(const struct judge *j, const char *flags)
{
	if (!strcmp(flags, "0"))
		return false;
	return text_has(j, flags, FLAG_WRITE) || text_has(j, flags, FLAG_UNKNOWN);
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

	if (!e || a->api->read_only)
		return !a->api->read_only;
	if (e->op != EXPR_VAR || fn->vars.v[e->a].kind == VAR_PARAM)
		return !e->text || text_may_write(j, tu_str(tu, e->text));
	for (size_t i = 0; i < fn->exprs.nr; i++) {
		const struct expr *set = &fn->exprs.v[i];

		if (set->op != EXPR_ASSIGN || set->a == EXPR_NONE || set->b == EXPR_NONE ||
		    fn->exprs.v[set->a].op != EXPR_VAR || fn->exprs.v[set->a].a != e->a)
			continue;
		given = true;
		if (!fn->exprs.v[set->b].text ||
		    text_may_write(j, tu_str(tu, fn->exprs.v[set->b].text)))
			return true;
	}
	return !given;
}

static enum family release_family(const struct api *api)
{
	for (size_t i = 0; i < api->nr_params; i++)
		if (api->params[i].marks & PARAM_RELEASES && api->params[i].family)
			return (enum family)api->params[i].family;
	return (enum family)api->family;
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
		r.local = judge__within_function(j, v, ev, hit->state);
		if (ev->frees && !r.local && !judge__freed_member(j, v, ev))
			break;
		r.family = release_family(ev->api);
		r.by_number = by_kept_number(j, v, hit->state);
		r.path = judge__release_path(j, v, ev, hit->state);
		vec__push(&v->releases, r);
		break;
	case EVENT_USE:
		/* a flag that chose this acquire chooses no use of the others */
		if (ev->fn == a->fn && j->paths &&
		    paths__alternatives(j->paths, a->fn, a->expr, ev->expr))
			break;
		/* another owner's use, through a member that both share */
		if (use < ARRAY_SIZE(v->uses) && !v->uses[use] &&
		    judge__near_way(j, v, hit->state, ev->fn, home))
			v->uses[use] = index + 1;
		break;
	case EVENT_DIRTY:
		/* the mm's own dirtying says nothing of who acquired */
		if (!j->prog->fns.v[ev->fn].entered ||
		    !judge__near_way(j, v, hit->state, ev->fn, home))
			break;
		if (!judge__others_callback(j, v, ev))
			vec__push(&v->dirty, index);
		else if (!v->dirty_beside)
			v->dirty_beside = index + 1;
		break;
	case EVENT_REF:
		vec__push(&v->refs, index);
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
	v->no_reference = asks_no_reference(j, a, flags);
	v->longterm = a->api->longterm || text_has(j, flags, FLAG_LONGTERM);
	v->partly = flow->limit || flow->ties.nr;
	for (size_t i = 0; i < flow->states.nr && !v->partly; i++)
		v->partly = j->prog->nodes.v[flow->states.v[i].node].open;
	for (size_t i = 0; i < flow->hits.nr; i++)
		take_hit(j, v, &flow->hits.v[i]);
	for (size_t i = 0; i < flow->states.nr; i++) {
		const struct node *n = &j->prog->nodes.v[flow->states.v[i].node];
		bool number = program__is_number(j->prog, flow->states.v[i].node);

		v->as_number |= number;
		if (n->given)	/* not kept by this owner any more */
			continue;
		if (n->kind == NODE_MEMBER && !number && !v->kept)
			v->kept = !was_number(j, flow, (uint32_t)i);
		/* a long-term pin may be kept as its number alone */
		if ((n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL) &&
		    (!number || v->longterm))
			v->stored |= !into_local(j, a, &flow->states.v[i]);
	}
	find_notifier(j, v);
}

/* Is a state behind a handover: another owner's, whose release is ours too? */
static bool handed_over(const struct judge *j, const struct site_view *v, uint32_t state)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (; state != UINT32_MAX; state = flow->states.v[state].parent)
		if (j->prog->nodes.v[flow->states.v[state].node].given)
			return true;
	return false;
}

/*
 * One member may serve the objects of several drivers (ttm, gem, vb2). Where a
 * driver releases its own pages, the releases of others that are reached only
 * through such a member are other owners'. So are those in a callback that another
 * acquire hands over.
 */
static void drop_far(struct judge *j, struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const char *home = program__file(j->prog, a->fn, a->expr);
	bool *near = xcalloc(v->releases.nr, sizeof(*near)), any = false;
	size_t out = 0;

	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct event *ev = &j->prog->events.v[v->releases.v[i].event];

		near[i] = judge__near_way(j, v, v->releases.v[i].state, ev->fn, home) &&
			  !judge__others_callback(j, v, ev);
		any |= near[i] && v->releases.v[i].path != PATH_ERROR &&
		       !handed_over(j, v, v->releases.v[i].state);
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
	}
	judge__drop_neighbours(j);
	for (size_t i = 0; i < j->views.nr; i++) {
		const struct site_view *v = &j->views.v[i];

		for (size_t k = 0; k < v->releases.nr; k++)
			j->release_family.v[v->releases.v[k].event] |= 1u << v->family;
	}
	for (size_t i = 0; i < j->views.nr; i++)
		judge__mark_ignored(j, &j->views.v[i]);
}
