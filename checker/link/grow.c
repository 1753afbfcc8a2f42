// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the flows would need to go on: the definition of a function that gets
 * pages, the callers of one that hands them out, the users of a member that
 * keeps them, the functions behind a pointer. Whoever selects files decides
 * which of these to grant.
 */
#include <stdlib.h>
#include <string.h>

#include "link_priv.h"

#define MAX_TABLE_FUNCTIONS 3	/* not at hand, of one member: more are everybody's */
#define MAX_GIVERS 3		/* calls through which a pointer is given on */

struct asking {
	struct request_list *list;
	const char *file;	/* that acquires */
};

static void add(const struct asking *ask, enum request_kind kind, const char *rec,
		const char *name)
{
	struct request r = { kind, rec, name, ask->file };

	if (*name)
		vec__push(ask->list, r);
}

/* Numbers and void pointers lead everywhere. */
static bool holds_pages(uint8_t carrier)
{
	return carrier == CARRIER_PAGE || carrier == CARRIER_PAGES ||
	       carrier == CARRIER_CONTAINER;
}

static bool is_external(const struct pfn *pf)
{
	return !(pf->fn->flags & (FN_STATIC | FN_INLINE));
}

/* Pages may go to any caller of this node's function. */
static void callers(struct program *p, const struct flow_state *s,
		    const struct asking *ask)
{
	const struct node *n = &p->nodes.v[s->node];
	const struct pfn *pf;
	bool out;

	if (s->ctx || (n->kind != NODE_VAR && n->kind != NODE_RET))
		return;
	pf = &p->fns.v[n->fn];
	if (!pf->entered || n->carrier == CARRIER_VOID)
		return;
	out = n->kind == NODE_RET || (n->index < pf->fn->nr_params &&
				      carrier__aliases(n->carrier));
	if (out && is_external(pf))
		add(ask, REQUEST_CALLERS, NULL,
		    program__str(p, program__global_id(p, n->fn, pf->fn->name)));
}

/* Is a function of a table defined in what was read? */
static bool is_at_hand(const struct program *p, const char *name)
{
	return program__find_fn(p, name, 0) != UINT32_MAX;
}

/* The functions in tables that are read already, if those are few: a table is often
 * in another file than its functions. */
static void table_functions(struct program *p, const char *rec, const char *member,
			    const struct asking *ask)
{
	const char *found[MAX_TABLE_FUNCTIONS + 1];
	size_t nr = 0;

	for (size_t t = 0; t < p->tus.nr; t++) {
		const struct tu_facts *tu = p->tus.v[t];

		for (size_t i = 0; i < tu->inits.nr && nr <= MAX_TABLE_FUNCTIONS; i++) {
			const struct fn_init *in = &tu->inits.v[i];
			const char *name = tu_str(tu, in->func);
			bool known = strcmp(tu_str(tu, in->rec), rec) ||
				     strcmp(tu_str(tu, in->member), member);

			for (size_t k = 0; k < nr && !known; k++)
				known = !strcmp(found[k], name);
			if (!known && !is_at_hand(p, name))
				found[nr++] = name;
		}
	}
	for (size_t i = 0; i < nr && nr <= MAX_TABLE_FUNCTIONS; i++)
		add(ask, REQUEST_DEFINITION, NULL, found[i]);
}

/* Who gives the pointer to a function that a variable holds? */
static void givers(struct program *p, uint32_t fn, uint32_t var, const struct asking *ask,
		   int depth)
{
	const struct pfn *pf = &p->fns.v[fn];

	if (var < pf->fn->nr_params && pf->entered && is_external(pf))
		add(ask, REQUEST_CALLERS, NULL,
		    program__str(p, program__global_id(p, fn, pf->fn->name)));
	for (size_t i = 0; i < p->priv->copied.nr && depth < MAX_GIVERS; i++) {
		const struct pointer_copy *c = &p->priv->copied.v[i];

		if (!c->from_table && !c->to_table && c->to == pair(fn, var))
			givers(p, c->fn, c->var, ask, depth + 1);
	}
}

static void escaped(struct program *p, const struct event *ev, const struct asking *ask)
{
	const struct expr *e = program__expr(p, ev->fn, ev->expr);
	const char *rec, *member;

	if (ev->sym) {
		add(ask, REQUEST_DEFINITION, NULL, program__str(p, ev->sym));
		return;
	}
	if (e->a == EXPR_NONE)
		return;
	e = program__expr(p, ev->fn, e->a);
	while (e->op == EXPR_DEREF && e->a != EXPR_NONE)
		e = program__expr(p, ev->fn, e->a);
	if (e->op == EXPR_VAR)
		givers(p, ev->fn, e->a, ask, 0);
	if (e->op != EXPR_MEMBER)
		return;
	rec = program__str(p, program__global_id(p, ev->fn, e->rec));
	member = program__str(p, program__global_id(p, ev->fn, e->sym));
	add(ask, REQUEST_TABLE, rec, member);
	table_functions(p, rec, member, ask);
}

/* A reference is given away: who drops it? */
static void handed_over(struct program *p, const struct event *ev,
			const struct asking *ask)
{
	char *names = xstrdup(ev->api ? rules__str(p->rules, ev->api->dropped_by) : "");
	char *save = NULL;

	for (char *s = strtok_r(names, ",", &save); s; s = strtok_r(NULL, ",", &save))
		add(ask, REQUEST_DEFINITION, NULL,
		    program__str(p, strset__add(p->strs, s)));
	free(names);
}

static int by_text(const void *a, const void *b)
{
	const struct request *x = a, *y = b;
	int c = (int)x->kind - (int)y->kind;

	if (!c)
		c = strcmp(x->rec ? x->rec : "", y->rec ? y->rec : "");
	if (!c)
		c = strcmp(x->name, y->name);
	return c ? c : strcmp(x->file, y->file);
}

/**
 * program__requests() - what would have to be known to follow the flows further
 * @self: the program, linked and followed
 * @ret: gets the requests, sorted, each once a file that asks; the caller frees the array
 */
void program__requests(struct program *self, struct request_list *ret)
{
	struct call_index calls;
	size_t out = 0;

	call_index__init(&calls, self);
	for (size_t a = 0; a < self->acquires.nr; a++) {
		const struct flow *flow = &self->flows[a];
		struct asking ask = {
			ret, program__str(self, self->fns.v[self->acquires.v[a].fn].file),
		};

		if (self->acquires.v[a].in_api)
			continue;
		for (size_t i = 0; i < flow->states.nr; i++) {
			const struct flow_state *s = &flow->states.v[i];
			const struct node *n = &self->nodes.v[s->node];

			if (n->kind == NODE_MEMBER) {
				if (!holds_pages(n->carrier) || n->given)
					continue;
				add(&ask, REQUEST_MEMBER, program__str(self, n->rec),
				    program__str(self, n->sym));
			} else {
				callers(self, s, &ask);
			}
		}
		for (size_t i = 0; i < flow->hits.nr; i++) {
			const struct event *ev = &self->events.v[flow->hits.v[i].event];

			if (ev->kind == EVENT_ESCAPE || ev->kind == EVENT_CORE)
				escaped(self, ev, &ask);
			else if (ev->kind == EVENT_HANDOVER)
				handed_over(self, ev, &ask);
		}
		program__request_ends(self, &calls, (uint32_t)a, ret, ask.file);
	}
	call_index__exit(&calls);
	grow__contexts(self, ret);
	vec__sort(ret, by_text);
	for (size_t i = 0; i < ret->nr; i++)
		if (!out || by_text(&ret->v[out - 1], &ret->v[i]))
			ret->v[out++] = ret->v[i];
	ret->nr = out;
}
