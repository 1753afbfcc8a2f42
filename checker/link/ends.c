// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who ends the life of pages that are kept: the callers of what releases them, and of
 * what acquires them, as far up as they are in files that are not read yet. Whether
 * that is one call, or two by the will of a user, is what the judge asks.
 */
#include <stdlib.h>
#include <string.h>

#include "link_priv.h"

#define MAX_UP 100	/* functions on the way up */
#define MAX_STATES 24	/* of a flow: in a larger one more files tie more owners together */

struct up {
	struct program *p;
	const struct call_index *calls;
	struct request_list *list;
	const char *file;		/* that acquires */
	VEC(uint32_t) fns;
};

static void push(struct up *u, uint32_t fn)
{
	for (size_t i = 0; i < u->fns.nr; i++)
		if (u->fns.v[i] == fn)
			return;
	vec__push(&u->fns, fn);
}

static bool add_callers(struct up *u, uint32_t fn)
{
	struct fn_key key = program__fn_key(u->p, fn);
	size_t nr;
	const struct call_ref *refs = call_index__find(u->calls, &key, &nr);

	for (size_t i = 0; i < nr; i++)
		push(u, refs[i].fn);
	return nr > 0;
}

/* Is it stored in a table, or set as a callback? Then nobody calls it by name. */
static bool is_stored(const struct program *p, uint32_t fn)
{
	const struct tu_facts *tu = p->fns.v[fn].tu;
	uint32_t name = p->fns.v[fn].fn->name;

	for (size_t i = 0; i < tu->inits.nr; i++)
		if (tu->inits.v[i].func == name && tu->inits.v[i].member)
			return true;
	return false;
}

static void walk_up(struct up *u)
{
	for (size_t i = 0; i < u->fns.nr && u->fns.nr < MAX_UP; i++) {
		const struct pfn *pf = &u->p->fns.v[u->fns.v[i]];
		struct request r = { .kind = REQUEST_CALLERS_NEAR, .file = u->file };

		if (add_callers(u, u->fns.v[i]) || is_stored(u->p, u->fns.v[i]) ||
		    !pf->entered || pf->fn->flags & (FN_STATIC | FN_INLINE | FN_HEADER))
			continue;
		r.name = program__str(u->p, program__global_id(u->p, u->fns.v[i], pf->fn->name));
		vec__push(u->list, r);
	}
}

/* Does a text name a flag that asks for long-term? */
static bool names_longterm(const struct rules *rules, const char *text)
{
	char *words = xstrdup(text), *save = NULL;
	bool ret = false;

	for (char *w = strtok_r(words, " |()~&+", &save); w && !ret;
	     w = strtok_r(NULL, " |()~&+", &save))
		ret = rules__flag(rules, w) == FLAG_LONGTERM;
	free(words);
	return ret;
}

/* Are pages kept, by a call that has flags and does not ask for long-term? */
static bool is_kept(struct program *p, uint32_t acquire)
{
	const struct acquire *a = &p->acquires.v[acquire];
	const struct flow *flow = &p->flows[acquire];
	const struct expr *call = program__expr(p, a->fn, a->expr);
	int flags = program__api_arg(p, a->fn, call, a->api, ROLE_FLAGS);
	const struct expr *e;

	if (flags < 0 || a->api->longterm || a->in_api || a->null_pages || flow->limit ||
	    flow->states.nr > MAX_STATES)
		return false;
	e = program__expr(p, a->fn, p->fns.v[a->fn].fn->args.v[call->arg0 + (uint32_t)flags]);
	if (names_longterm(p->rules, tu_str(p->fns.v[a->fn].tu, e->text)))
		return false;
	for (size_t i = 0; i < flow->states.nr; i++)
		if (p->nodes.v[flow->states.v[i].node].kind == NODE_MEMBER)
			return true;
	return false;
}

/**
 * program__request_ends() - ask for those who end the life of kept pages
 * @p: the program, linked and followed
 * @calls: all its calls
 * @acquire: the acquire
 * @list: gets the requests
 * @file: the file that acquires
 */
void program__request_ends(struct program *p, const struct call_index *calls,
			   uint32_t acquire, struct request_list *list, const char *file)
{
	struct up u = { .p = p, .calls = calls, .list = list, .file = file };

	if (!is_kept(p, acquire))
		return;
	push(&u, p->acquires.v[acquire].fn);
	for (size_t i = 0; i < p->flows[acquire].hits.nr; i++) {
		const struct event *ev = &p->events.v[p->flows[acquire].hits.v[i].event];

		if (ev->kind == EVENT_RELEASE && !ev->frees)
			push(&u, ev->fn);
	}
	walk_up(&u);
	vec__exit(&u.fns);
}
