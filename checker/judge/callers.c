// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who leads to a place: up the calls of the whole program; and how a function that
 * nobody calls comes to run: by a table, or by a callback that is set at run time.
 */
#include <stdlib.h>
#include <string.h>

#include "callers.h"

#define MAX_CALLS 2000

/**
 * callers__of() - the calls of a function
 * @j: the judge
 * @fn: the function, index into the program
 * @ret_nr: how many there are
 *
 * Return: the first, the others follow it; they belong to the judge.
 */
const struct call_ref *callers__of(struct judge *j, uint32_t fn, size_t *ret_nr)
{
	struct fn_key key = program__fn_key(j->prog, fn);

	if (!j->calls) {
		j->calls = xcalloc(1, sizeof(*j->calls));
		call_index__init(j->calls, j->prog);
	}
	return call_index__find(j->calls, &key, ret_nr);
}

/**
 * callers__free() - free the index of all calls
 * @j: the judge
 */
void callers__free(struct judge *j)
{
	if (!j->calls)
		return;
	call_index__exit(j->calls);
	free(j->calls);
	j->calls = NULL;
}

/**
 * leads__init() - begin an empty set
 * @self: the set
 * @j: the judge
 */
void leads__init(struct leads *self, const struct judge *j)
{
	*self = (struct leads){ .seen = xcalloc(j->prog->fns.nr + 1, 1) };
}

/**
 * leads__exit() - free what a set holds
 * @self: the set
 */
void leads__exit(struct leads *self)
{
	vec__exit(&self->calls);
	vec__exit(&self->roots);
	free(self->seen);
}

/**
 * leads__add() - add a place
 * @self: the set
 * @j: the judge
 * @fn: its function
 * @expr: the place
 */
void leads__add(struct leads *self, const struct judge *j, uint32_t fn, uint32_t expr)
{
	struct lead l = { .fn = fn, .expr = expr };

	(void)j;
	vec__push(&self->calls, l);
}

/* kref_put(&obj->kref, fn): does the call itself call the function? */
static bool is_called_by(const struct judge *j, uint32_t f, const struct expr *call,
			 uint32_t name)
{
	const struct pfn *pf = &j->prog->fns.v[f];
	const struct api *api = rules__find(j->prog->rules, tu_str(pf->tu, call->sym));

	for (size_t i = 0; api && i < api->nr_params; i++) {
		const struct expr *arg;
		int pos;

		if (!(api->params[i].marks & PARAM_CALLED))
			continue;
		pos = program__api_pos(j->prog, f, call, api, &api->params[i]);
		if (pos < 0)
			continue;
		arg = &pf->fn->exprs.v[place__bare(pf->fn, pf->fn->args.v[call->arg0 + (uint32_t)pos])];
		if (arg->op == EXPR_FUNC && arg->sym == name)
			return true;
	}
	return false;
}

/* Calls that are given the function, to call it at once. */
static bool add_given(struct leads *self, const struct judge *j, uint32_t fn)
{
	const struct pfn *to = &j->prog->fns.v[fn];
	bool any = false;

	for (uint32_t f = 0; f < j->prog->fns.nr; f++) {
		const struct pfn *pf = &j->prog->fns.v[f];

		for (uint32_t i = 0; pf->tu == to->tu && i < pf->fn->exprs.nr; i++) {
			struct lead l = { .fn = f, .expr = i };

			if (pf->fn->exprs.v[i].op != EXPR_CALL ||
			    !is_called_by(j, f, &pf->fn->exprs.v[i], to->fn->name))
				continue;
			any = true;
			vec__push(&self->calls, l);
		}
	}
	return any;
}

/* Calls of one function; true if there are any. */
static bool add_callers(struct leads *self, struct judge *j, uint32_t fn)
{
	size_t nr;
	const struct call_ref *refs = callers__of(j, fn, &nr);

	for (size_t i = 0; i < nr; i++) {
		struct lead l = { .fn = refs[i].fn, .expr = refs[i].expr };

		vec__push(&self->calls, l);
	}
	return nr > 0;
}

/**
 * leads__close() - add all calls that lead to what is in the set
 * @self: the set
 * @j: the judge
 */
void leads__close(struct leads *self, struct judge *j)
{
	for (size_t i = 0; i < self->calls.nr; i++) {
		uint32_t fn = self->calls.v[i].fn;

		if (self->seen[fn])
			continue;
		self->seen[fn] = 1;
		if (self->calls.nr > MAX_CALLS)
			self->too_many = true;
		if (self->too_many)
			return;
		if (!add_callers(self, j, fn) && !add_given(self, j, fn))
			vec__push(&self->roots, fn);
	}
}

static bool comes_after(struct judge *j, uint32_t f, uint32_t a, uint32_t b)
{
	const struct fn *fn = j->prog->fns.v[f].fn;
	uint32_t ba = cfg__block_of(fn, a), bb = cfg__block_of(fn, b);

	if (ba == EXPR_NONE || bb == EXPR_NONE)
		return true;
	return (ba == bb && paths__before(j->paths, f, a, b)) || cfg__reaches(fn, ba, bb, NULL);
}

/* Only errors end the ways from @b on, by their sign or because others return 0? */
static bool fails(struct judge *j, uint32_t fn, uint32_t a, uint32_t b)
{
	return paths__error_only(j->paths, fn, b) ||
	       (paths__nonzero_only(j->paths, fn, b) && !paths__nonzero_only(j->paths, fn, a));
}

/* Does a call towards one of the places come after this one, on no error path? */
static bool followed(const struct lead *call, const struct leads *to, struct judge *j)
{
	for (size_t k = 0; to->seen[call->fn] && k < to->calls.nr; k++) {
		const struct lead *b = &to->calls.v[k];

		if (b->fn == call->fn && b->expr != call->expr &&
		    !fails(j, b->fn, call->expr, b->expr) &&
		    comes_after(j, call->fn, call->expr, b->expr))
			return true;
	}
	return false;
}

/**
 * leads__outlives() - may a call return before any of some places is reached
 * @to: what leads to those places, closed
 * @j: the judge
 * @fn: function that the call starts in
 * @expr: where in it
 *
 * Up the calls from there: where a function goes on to one of the places, other than
 * on an error path, that way is done.
 *
 * Return: true if a way leads up to a function that stands in a table.
 */
bool leads__outlives(const struct leads *to, struct judge *j, uint32_t fn, uint32_t expr)
{
	struct entry_at at;
	struct leads up;
	bool ret = false;

	leads__init(&up, j);
	leads__add(&up, j, fn, expr);
	for (size_t i = 0; i < up.calls.nr && !ret && up.calls.nr < MAX_CALLS; i++) {
		struct lead l = up.calls.v[i];

		if (followed(&l, to, j) || up.seen[l.fn])
			continue;
		up.seen[l.fn] = 1;
		ret = !add_callers(&up, j, l.fn) && !add_given(&up, j, l.fn) &&
		      entry__of(j, l.fn, &at) != ENTRY_UNKNOWN;
	}
	leads__exit(&up);
	return ret && !to->too_many;
}

/* A function's address as a value of one unit: where is it put? */
static enum entry entry_in(const struct judge *j, const struct tu_facts *tu, uint32_t name)
{
	for (size_t i = 0; i < tu->fns.nr; i++) {
		const struct fn *fn = tu->fns.v[i];

		for (size_t k = 0; k < fn->exprs.nr; k++) {
			const struct expr *e = &fn->exprs.v[k], *to;

			/* obj->ops.done = fn */
			if (e->op == EXPR_ASSIGN && e->a != EXPR_NONE && e->b != EXPR_NONE) {
				uint32_t b = place__bare(fn, e->b);

				to = &fn->exprs.v[place__bare(fn, e->a)];
				if (fn->exprs.v[b].op == EXPR_FUNC && fn->exprs.v[b].sym == name &&
				    to->op == EXPR_MEMBER &&
				    rules__by_user(j->prog->rules, tu_str(tu, to->rec),
						   tu_str(tu, to->sym)))
					return ENTRY_USER;
			}
			if (e->op == EXPR_FUNC && e->sym == name)
				return ENTRY_LATER;
		}
	}
	return ENTRY_UNKNOWN;
}

static enum entry table_entry(const struct rules *rules, const struct entry_at *at)
{
	if (rules__by_user(rules, at->rec, at->member))
		return ENTRY_USER;
	return rules__runs_in(rules, at->rec, at->member) == RUN_PROCESS ? ENTRY_PROCESS :
	       ENTRY_TABLE;
}

/**
 * entry__of() - how a function that is called from nowhere comes to run
 * @j: the judge
 * @fn: the function
 * @ret_at: the member of the table that holds it
 *
 * Return: the first kind that applies: set at run time, a table that users call, any
 * other table.
 */
enum entry entry__of(const struct judge *j, uint32_t fn, struct entry_at *ret_at)
{
	const struct pfn *pf = &j->prog->fns.v[fn];
	enum entry later = entry_in(j, pf->tu, pf->fn->name), ret = ENTRY_UNKNOWN;

	*ret_at = (struct entry_at){ "", "" };
	if (later == ENTRY_LATER || later == ENTRY_USER)
		return later;
	for (size_t t = 0; t < j->prog->tus.nr && ret != ENTRY_USER; t++) {
		const struct tu_facts *tu = j->prog->tus.v[t];

		/* a static function is stored in its own unit only */
		if (tu != pf->tu && pf->fn->flags & FN_STATIC)
			continue;
		for (size_t i = 0; i < tu->inits.nr && ret != ENTRY_USER; i++) {
			const struct fn_init *in = &tu->inits.v[i];

			/* a table without members is that of exported symbols */
			if (!in->member ||
			    strcmp(tu_str(tu, in->func), tu_str(pf->tu, pf->fn->name)))
				continue;
			*ret_at = (struct entry_at){ tu_str(tu, in->rec), tu_str(tu, in->member) };
			ret = table_entry(j->prog->rules, ret_at);
		}
	}
	return ret;
}
