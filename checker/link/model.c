// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls that rules/ describe: they are never entered. What the rule says of
 * each argument becomes an acquire, an event at the argument's nodes, or an
 * edge from one argument to another.
 */
#include "link_priv.h"

struct model {
	struct program *p;
	uint32_t fn, expr;
	const struct expr *call;
	const struct api *api;
};

static uint32_t arg_at(const struct model *m, int pos)
{
	return m->p->fns.v[m->fn].fn->args.v[m->call->arg0 + (uint32_t)pos];
}

static struct value param_value(const struct model *m, const struct api_param *param)
{
	int pos;

	if (param->index == RULE_RETURN) {
		uint32_t node = graph__call_node(m->p, m->fn, m->expr);

		return (struct value){ .v = { node }, .nr = node != NODE_NONE };
	}
	pos = program__api_pos(m->p, m->fn, m->call, m->api, param);
	if (pos < 0)
		return (struct value){ .nr = 0 };
	return param->address ? value__addressed(m->p, m->fn, arg_at(m, pos)) :
				value__of(m->p, m->fn, arg_at(m, pos));
}

static enum carrier param_carrier(const struct model *m, const struct api_param *param)
{
	const struct expr *e = m->call;
	int pos;

	if (param->index != RULE_RETURN) {
		pos = program__api_pos(m->p, m->fn, m->call, m->api, param);
		if (pos < 0)
			return CARRIER_NONE;
		e = program__expr(m->p, m->fn, arg_at(m, pos));
	}
	return type__carrier(m->p, program__global_id(m->p, m->fn, e->type));
}

static void event(const struct model *m, enum event_kind kind, enum use use,
		  const struct value *v)
{
	for (unsigned int i = 0; i < v->nr; i++) {
		struct event ev = {
			.kind = (uint8_t)kind, .node = v->v[i], .fn = m->fn,
			.expr = m->expr, .api = m->api, .use = (uint8_t)use,
			.sym = program__global_id(m->p, m->fn, m->call->sym),
			.frees = m->api->frees,
		};

		vec__push(&m->p->events, ev);
	}
}

static bool is_null(const struct model *m, int pos)
{
	const struct expr *e = program__expr(m->p, m->fn, arg_at(m, pos));

	while (e->op == EXPR_CAST && e->a != EXPR_NONE)
		e = program__expr(m->p, m->fn, e->a);
	return e->op == EXPR_CONST && e->a == 0;
}

static uint64_t site_key(const struct model *m)
{
	const uint32_t key[4] = {
		program__global_id(m->p, m->fn, m->call->file), m->call->line,
		m->call->col, program__global_id(m->p, m->fn, m->call->sym),
	};
	uint64_t h = hash64(key, sizeof(key), 1);

	return h ? h : 1;
}

/* Is the call in the unit that defines an acquire: part of its implementation? */
static bool in_acquire_api(const struct model *m)
{
	const struct pfn *own = &m->p->fns.v[m->fn];
	uint32_t tu = own->tu_index;
	const struct api *api;
	uint32_t *slot;
	bool fresh;

	/* an inline acquire of a header, over another one */
	api = rules__find(m->p->rules, tu_str(own->tu, own->fn->name));
	if (own->fn->flags & FN_HEADER && api && api->kinds & API_ACQUIRE)
		return true;
	slot = hmap__slot(&m->p->priv->implements, pair(0, tu), &fresh);
	if (!fresh)
		return *slot;
	*slot = false;
	for (uint32_t f = 0; f < m->p->fns.nr; f++) {
		const struct pfn *pf = &m->p->fns.v[f];

		if (pf->tu_index != tu || pf->fn->flags & (FN_STATIC | FN_HEADER))
			continue;
		api = rules__find(m->p->rules, tu_str(pf->tu, pf->fn->name));
		if (api && api->kinds & API_ACQUIRE && !api->family_from_body)
			*slot = true;
	}
	return *slot;
}

static void acquire(const struct model *m, const struct api_param *param)
{
	struct value v = param_value(m, param);
	struct acquire *a;
	uint32_t *slot;
	bool fresh;
	int pos;

	slot = hmap__slot(&m->p->priv->sites, site_key(m), &fresh);
	if (fresh) {
		*slot = (uint32_t)m->p->acquires.nr;
		a = vec__add(&m->p->acquires);
		a->fn = m->fn;
		a->expr = m->expr;
		a->api = m->api;
		a->in_api = in_acquire_api(m);
		pos = program__api_pos(m->p, m->fn, m->call, m->api, param);
		a->null_pages = pos >= 0 && is_null(m, pos);
	}
	a = &m->p->acquires.v[*slot];
	for (unsigned int i = 0; i < v.nr; i++)
		vec__push(&a->start, v.v[i]);
	vec__push(&a->instances, m->fn);
	vec__push(&a->instances, m->expr);
}

static void origin(const struct model *m, const struct value *v)
{
	for (unsigned int i = 0; i < v->nr; i++) {
		struct origin o = {
			.fn = m->fn, .expr = m->expr, .api = m->api, .node = v->v[i],
		};

		vec__push(&m->p->origins, o);
	}
}

/* What is put into an object without nodes comes to its callback. */
static void into_opaque(const struct model *m, const struct api_param *to,
			const struct value *v, bool data)
{
	int pos = program__api_pos(m->p, m->fn, m->call, m->api, to);

	if (pos >= 0)
		given__put(m->p, m->fn, m->expr, arg_at(m, pos), v, data);
}

/* A callback is set on an object, with the data that it is called with. */
static void callback(const struct model *m)
{
	int fn = program__api_arg(m->p, m->fn, m->call, m->api, ROLE_CALLBACK);
	int data = program__api_arg(m->p, m->fn, m->call, m->api, ROLE_DATA);

	for (size_t i = 0; fn >= 0 && i < m->api->nr_params; i++) {
		const struct api_param *to = &m->api->params[i];
		int pos = program__api_pos(m->p, m->fn, m->call, m->api, to);
		struct value v = {0};

		if (to->role != ROLE_DEST || pos < 0)
			continue;
		given__callback(m->p, m->fn, m->expr, arg_at(m, pos), arg_at(m, fn));
		if (data >= 0)
			v = value__of(m->p, m->fn, arg_at(m, data));
		into_opaque(m, to, &v, true);
	}
}

/* From one parameter to another (or the return value). */
static void flow(const struct model *m)
{
	for (size_t i = 0; i < m->api->nr_params; i++) {
		const struct api_param *from = &m->api->params[i];
		enum carrier cf;
		struct value vf;

		if (from->role != ROLE_SOURCE)
			continue;
		vf = param_value(m, from);
		cf = param_carrier(m, from);
		for (size_t j = 0; j < m->api->nr_params; j++) {
			const struct api_param *to = &m->api->params[j];
			struct value vt;
			bool both;

			if (to->role != ROLE_DEST)
				continue;
			vt = param_value(m, to);
			if (!vt.nr)
				into_opaque(m, to, &vf, false);
			both = carrier__aliases(cf) &&
			       carrier__aliases(param_carrier(m, to));
			for (unsigned int a = 0; a < vf.nr; a++) {
				for (unsigned int b = 0; b < vt.nr; b++) {
					graph__edge(m->p, vf.v[a], vt.v[b], EDGE_LOCAL,
						    0, m->fn, m->expr);
					if (both)
						graph__edge(m->p, vt.v[b], vf.v[a],
							    EDGE_LOCAL, 0, m->fn, m->expr);
				}
			}
		}
	}
}

/* The record that holds the notifier which is registered. */
static void notifier(const struct model *m)
{
	struct notifier n = { .fn = m->fn, .expr = m->expr };
	const struct fn *f = m->p->fns.v[m->fn].fn;

	for (uint32_t i = 0; i < m->call->nr_args; i++) {
		const struct expr *e = &f->exprs.v[f->args.v[m->call->arg0 + i]];

		while ((e->op == EXPR_ADDR || e->op == EXPR_CAST) && e->a != EXPR_NONE)
			e = &f->exprs.v[e->a];
		if (e->op == EXPR_MEMBER && !n.rec)
			n.rec = program__global_id(m->p, m->fn, e->rec);
	}
	vec__push(&m->p->notifiers, n);
}

/* The events of a described function on what it is given, whichever parameter. */
static void given_events(const struct model *m, uint32_t name, const struct value *v)
{
	size_t first = m->p->events.nr;

	for (size_t i = 0; i < m->api->nr_params; i++) {
		const struct api_param *param = &m->api->params[i];

		if (param->marks & PARAM_RELEASES)
			event(m, EVENT_RELEASE, USE_NONE, v);
		if (param->marks & PARAM_DIRTIED)
			event(m, EVENT_DIRTY, USE_NONE, v);
		if (param->marks & PARAM_USED)
			event(m, EVENT_USE, (enum use)param->use, v);
	}
	for (; first < m->p->events.nr; first++)
		m->p->events.v[first].sym = name;
}

/**
 * model__call() - what a call to a described function means
 * @p: the program
 * @fn: the calling function
 * @expr: the call
 * @api: the rule of the callee
 *
 * Return: true; false if the rule says nothing of flow, and the function is to
 * be entered.
 */
bool model__call(struct program *p, uint32_t fn, uint32_t expr, const struct api *api)
{
	struct model m = {
		.p = p, .fn = fn, .expr = expr, .api = api,
		.call = program__expr(p, fn, expr),
	};

	for (size_t i = 0; i < api->nr_params; i++) {
		const struct api_param *param = &api->params[i];
		struct value v;

		if (param->marks & PARAM_ACQUIRES)
			acquire(&m, param);
		if (!(param->marks & ~(PARAM_ACQUIRES | PARAM_NULL_OK)))
			continue;
		v = param_value(&m, param);
		if (param->marks & PARAM_RELEASES)
			event(&m, EVENT_RELEASE, USE_NONE, &v);
		if (param->marks & PARAM_DIRTIED)
			event(&m, EVENT_DIRTY, USE_NONE, &v);
		if (param->marks & PARAM_USED)
			event(&m, EVENT_USE, (enum use)param->use, &v);
		if (param->marks & PARAM_TAKES_REF)
			event(&m, EVENT_REF, USE_NONE, &v);
		if (param->marks & PARAM_HANDOVER) {
			event(&m, EVENT_HANDOVER, USE_NONE, &v);
			given__hand_over(p, fn, expr, api, &v);
		}
		if (param->marks & PARAM_ORIGIN)
			origin(&m, &v);
	}
	if (api->kinds & API_FLOW)
		flow(&m);
	if (api->has_callback)
		callback(&m);
	if (api->kinds & API_NOTIFIER)
		notifier(&m);
	return true;
}

/**
 * model__given() - what a call means that is given a described function to call
 * @p: the program
 * @fn: the calling function
 * @expr: the call: `for_each(pages, nr, put)`
 *
 * Whoever is called does to the pages what the rule says of the function.
 */
void model__given(struct program *p, uint32_t fn, uint32_t expr)
{
	const struct fn *f = p->fns.v[fn].fn;
	const struct expr *e = program__expr(p, fn, expr);
	uint32_t to, name;

	to = e->sym ? program__function(p, fn, program__global_id(p, fn, e->sym)) : UINT32_MAX;
	for (uint32_t i = 0; to != UINT32_MAX && i < e->nr_args; i++) {
		struct model m = { .p = p, .fn = fn, .expr = expr, .call = e };

		m.api = pointers__rule(p, fn, f->args.v[e->arg0 + i], &name);
		if (!m.api || !pointers__gets_pages(p, to, i))
			continue;
		for (uint32_t k = 0; k < e->nr_args; k++) {
			uint32_t arg = f->args.v[e->arg0 + k];
			enum carrier c = graph__carrier_at(p, fn, arg);
			struct value v;

			if (c != CARRIER_PAGE && c != CARRIER_PAGES && c != CARRIER_CONTAINER)
				continue;
			v = value__of(p, fn, arg);
			given_events(&m, name, &v);
		}
	}
}
