// SPDX-License-Identifier: GPL-2.0-only
/*
 * May one sleep at some place? Asked backwards over the call graph: a lock that
 * is surely held at the call, or a callback that runs in an interrupt, and the
 * calls from there. What a function lets go on the way, or asks about its context
 * itself, ends the search there; so does a sleeping call that was made before,
 * for whoever wrote it knew that he may.
 *
 * Calls through pointers are followed only where nothing else was found, and the
 * answer is then not sure. Callers that are not at hand are unknown: silence.
 */
#include <stdlib.h>
#include <string.h>

#include "context_graph.h"

#define MAX_ITEMS 4000
#define MAX_DEPTH 24
#define MAX_ANSWERS 8

struct context {
	struct context_graph graph;
	struct locks_cache *held;
	uint8_t *sleeps;	/* per function: 0 not asked, 1 asked now, 2 no, 3 yes */
};

/* A place from which the question came down to us. */
struct item {
	uint32_t fn, expr;
	uint32_t parent;	/* UINT32_MAX: the place that was asked about */
	uint32_t depth;
	uint16_t kept;		/* kinds that are still held below */
	bool guess;		/* this call, through a pointer, may be another's */
};

struct search {
	struct context *ctx;
	VEC(struct item) items;
	uint16_t *visited;	/* per function: kinds asked for already */
	bool guesses;
	size_t max;		/* answers that are wanted */
	struct context_answers *ret;
};

/**
 * context__new() - make what is needed to answer questions
 * @prog: the linked program
 *
 * Return: it; free it with context__free().
 */
struct context *context__new(struct program *prog)
{
	struct context *self = xcalloc(1, sizeof(*self));

	context_graph__init(&self->graph, prog);
	self->held = locks__new(prog);
	self->sleeps = xcalloc(prog->fns.nr + 1, 1);
	return self;
}

/**
 * context__free() - free it
 * @self: it, or NULL
 */
void context__free(struct context *self)
{
	if (!self)
		return;
	context_graph__exit(&self->graph);
	locks__free(self->held);
	free(self->sleeps);
	free(self);
}

static struct context *of(struct judge *j)
{
	if (!j->context)
		j->context = context__new(j->prog);
	return j->context;
}

/* Does an argument contradict what the callee knows of its parameter? */
static bool contradicts(const struct program *p, uint32_t fn, uint32_t expr,
			const struct locks_state *s)
{
	const struct fn *f = p->fns.v[fn].fn;
	const struct expr *call = &f->exprs.v[expr];

	for (uint32_t i = 0; i < call->nr_args && i < 16; i++) {
		const struct expr *arg = &f->exprs.v[f->args.v[call->arg0 + i]];

		while (arg->op == EXPR_CAST && arg->a != EXPR_NONE)
			arg = &f->exprs.v[arg->a];
		if (arg->op != EXPR_CONST || arg->sub == CONST_UNKNOWN)
			continue;
		if ((s->is_true & 1u << i && arg->sub == CONST_EXACT && !arg->a) ||
		    (s->is_false & 1u << i && (arg->sub != CONST_EXACT || arg->a)))
			return true;
	}
	return false;
}

static void push_callers(struct search *s, uint32_t index, const struct locks_state *st,
			 uint16_t kept)
{
	const struct context_graph *g = &s->ctx->graph;
	struct item it = s->items.v[index];

	if (!(kept & ~s->visited[it.fn]) || it.depth >= MAX_DEPTH ||
	    locks__described(g->prog, it.fn))
		return;
	s->visited[it.fn] |= kept;
	for (size_t i = context_graph__callers(g, it.fn);
	     i < g->callers.nr && g->callers.v[i].to == it.fn; i++) {
		const struct context_caller *c = &g->callers.v[i];
		struct item up = {
			.fn = c->fn, .expr = c->expr, .parent = index,
			.depth = it.depth + 1, .kept = kept, .guess = c->guess,
		};

		if ((c->guess && !s->guesses) || s->items.nr >= MAX_ITEMS ||
		    contradicts(g->prog, c->fn, c->expr, st))
			continue;
		vec__push(&s->items, up);
	}
}

static void found(struct search *s, uint32_t index, struct context_answer answer,
		  struct context_link first)
{
	const struct item *it;

	vec__push(&answer.chain, first);
	answer.sure = true;
	for (; index != UINT32_MAX; index = it->parent) {
		it = &s->items.v[index];
		answer.sure &= !it->guess;
		/* the last is the place itself */
		if (it->parent != UINT32_MAX)
			vec__push(&answer.chain,
				  ((struct context_link){ it->fn, it->expr, NULL }));
	}
	vec__push(s->ret, answer);
}

/* A lock that is held at this item's call. */
static bool by_lock(struct search *s, uint32_t index, const struct locks_state *st)
{
	const struct item *it = &s->items.v[index];
	const struct locks *h = locks__of(s->ctx->held, it->fn);

	for (size_t i = 0; i < h->locks.nr; i++) {
		struct context_answer a = { .kind = CONTEXT_ATOMIC };
		uint64_t bit = 1ull << i;

		if (!(st->must & bit) || st->slept & bit ||
		    !(KIND(h->locks.v[i].kind) & KINDS_ATOMIC & it->kept))
			continue;
		a.lock = (enum lock_kind)h->locks.v[i].kind;
		found(s, index, a,
		      (struct context_link){ it->fn, h->locks.v[i].expr, NULL });
		return true;
	}
	return false;
}

static bool by_entry(struct search *s, uint32_t index, uint16_t kept)
{
	const struct context_graph *g = &s->ctx->graph;
	uint32_t fn = s->items.v[index].fn;

	for (size_t i = context_graph__entries(g, fn);
	     i < g->entries.nr && g->entries.v[i].to == fn; i++) {
		const struct context_entry *e = &g->entries.v[i];
		bool locked = e->run == RUN_PAGE_LOCKED;
		struct context_answer a = {
			.kind = locked ? CONTEXT_PAGE_LOCKED : CONTEXT_ATOMIC,
			.run = (enum run_context)e->run, .callback = fn,
		};

		if (e->run == RUN_PROCESS || (!locked && !(kept & KIND_RUN)) ||
		    (locked && !(kept & KIND(LOCK_PAGE))))
			continue;
		found(s, index, a, e->link);
		return true;
	}
	return false;
}

/* One item: an answer, or its callers are asked. */
static void search_item(struct search *s, uint32_t index, uint16_t must_be_true)
{
	struct item it = s->items.v[index];
	const struct locks_state *st = locks__at(s->ctx->held, it.fn, it.expr);
	struct locks_state here;
	uint16_t kept;

	if (!st || (!index && st->is_false & must_be_true) ||
	    locks__depends(s->ctx->held, it.fn, it.expr))
		return;
	here = *st;
	here.is_true |= index ? 0 : must_be_true;
	if (by_lock(s, index, st))
		return;
	kept = it.kept & st->kept & (uint16_t)~st->slept_kept;
	/* who holds a page's lock may sleep */
	kept |= it.kept & st->kept & KIND(LOCK_PAGE);
	if (kept && !by_entry(s, index, kept))
		push_callers(s, index, &here, kept);
}

static void search(struct context *ctx, uint32_t fn, uint32_t expr, uint16_t must_be_true,
		   bool guesses, size_t max, struct context_answers *ret)
{
	struct item first = { .fn = fn, .expr = expr, .parent = UINT32_MAX, .kept = KINDS_ALL };
	struct search s = {
		.ctx = ctx, .guesses = guesses, .max = max, .ret = ret,
		.visited = xcalloc(ctx->graph.prog->fns.nr + 1, sizeof(*s.visited)),
	};

	vec__push(&s.items, first);
	for (uint32_t i = 0; i < s.items.nr && ret->nr < max; i++)
		search_item(&s, i, must_be_true);
	vec__exit(&s.items);
	free(s.visited);
}

enum { NOT_ASKED, ASKED_NOW, ANSWER_NO, ANSWER_YES };

static bool may_sleep_at(struct context *ctx, uint32_t fn, uint32_t expr);

/* Only callbacks of processes, and only callers who may sleep. */
static bool entered_sleeping(struct context *ctx, uint32_t fn)
{
	const struct context_graph *g = &ctx->graph;
	const struct fn *f = g->prog->fns.v[fn].fn;
	bool any = false;

	for (size_t i = context_graph__entries(g, fn);
	     i < g->entries.nr && g->entries.v[i].to == fn; i++) {
		if (g->entries.v[i].run != RUN_PROCESS)
			return false;
		any = true;
	}
	/* what else it is given to may call it anywhere */
	if ((!any && !(f->flags & FN_STATIC)) || context_graph__given(g, fn))
		return false;
	for (size_t i = context_graph__callers(g, fn);
	     i < g->callers.nr && g->callers.v[i].to == fn; i++) {
		if (!may_sleep_at(ctx, g->callers.v[i].fn, g->callers.v[i].expr))
			return false;
		any = true;
	}
	return any;
}

static bool enters_sleeping(struct context *ctx, uint32_t fn)
{
	if (ctx->sleeps[fn] == NOT_ASKED) {
		bool yes;

		ctx->sleeps[fn] = ASKED_NOW;
		yes = locks__of(ctx->held, fn)->sleeps || entered_sleeping(ctx, fn);
		ctx->sleeps[fn] = yes ? ANSWER_YES : ANSWER_NO;
	}
	return ctx->sleeps[fn] == ANSWER_YES;
}

static bool may_sleep_at(struct context *ctx, uint32_t fn, uint32_t expr)
{
	const struct locks_state *st = locks__at(ctx->held, fn, expr);

	if (!st || locks__kinds(locks__of(ctx->held, fn), st->may) & KINDS_ATOMIC)
		return false;
	return st->slept_kept & KIND_RUN || enters_sleeping(ctx, fn);
}

/**
 * context__all() - every way on which one must not sleep at a call
 * @j: the judge
 * @fn: the calling function
 * @expr: the call
 * @must_be_true: parameters of @fn, a bit each, that are not 0 if it matters
 * @guesses: follow calls through pointers too
 * @ret: the answers, shortest first; free them with context_answers__exit()
 */
void context__all(struct judge *j, uint32_t fn, uint32_t expr, uint16_t must_be_true,
		  bool guesses, struct context_answers *ret)
{
	memset(ret, 0, sizeof(*ret));
	search(of(j), fn, expr, must_be_true, guesses, MAX_ANSWERS, ret);
}

/**
 * context__at() - may one sleep at a call
 * @j: the judge
 * @fn: the calling function
 * @expr: the call
 * @ret: the answer; free it with context_answer__exit()
 */
void context__at(struct judge *j, uint32_t fn, uint32_t expr, struct context_answer *ret)
{
	struct context_answers all = {0};
	struct context *ctx = of(j);

	memset(ret, 0, sizeof(*ret));
	search(ctx, fn, expr, 0, false, 1, &all);
	if (!all.nr && may_sleep_at(ctx, fn, expr)) {
		ret->kind = CONTEXT_SLEEPS;
		ret->sure = true;
		return;
	}
	if (!all.nr)
		search(ctx, fn, expr, 0, true, 1, &all);
	if (all.nr)
		*ret = all.v[0];
	vec__exit(&all);
}

/**
 * context_answer__exit() - free an answer
 * @self: the answer
 */
void context_answer__exit(struct context_answer *self)
{
	vec__exit(&self->chain);
}

/**
 * context_answers__exit() - free answers
 * @self: the answers
 */
void context_answers__exit(struct context_answers *self)
{
	for (size_t i = 0; i < self->nr; i++)
		context_answer__exit(&self->v[i]);
	vec__exit(self);
}

static bool may_hold(struct context *ctx, uint32_t fn, uint32_t expr, enum lock_kind kind,
		     int depth, int *budget)
{
	const struct context_graph *g = &ctx->graph;
	const struct locks_state *st = locks__at(ctx->held, fn, expr);

	if (!st)
		return false;
	if (locks__kinds(locks__of(ctx->held, fn), st->may) & KIND(kind))
		return true;
	if (!(st->kept & KIND(kind)) || !depth || --*budget < 0)
		return false;
	for (size_t i = context_graph__callers(g, fn);
	     i < g->callers.nr && g->callers.v[i].to == fn; i++)
		if (may_hold(ctx, g->callers.v[i].fn, g->callers.v[i].expr, kind,
			     depth - 1, budget))
			return true;
	return false;
}

/**
 * context__may_hold() - is a lock perhaps held at a call
 * @j: the judge
 * @fn: the calling function
 * @expr: the call
 * @kind: kind of lock
 *
 * Return: true if @fn or a caller, three calls up, may have taken one.
 */
bool context__may_hold(struct judge *j, uint32_t fn, uint32_t expr, enum lock_kind kind)
{
	int budget = 200;

	return may_hold(of(j), fn, expr, kind, 3, &budget);
}

/**
 * context__holds_page() - is the lock of this very page held at a call
 * @j: the judge
 * @fn: the calling function
 * @expr: the call
 * @arg: what the page is called there
 * @ret_lock: gets the call that took the lock
 *
 * Return: true if it is, on every way.
 */
bool context__holds_page(struct judge *j, uint32_t fn, uint32_t expr, uint32_t arg,
			 uint32_t *ret_lock)
{
	struct locks_cache *held = of(j)->held;
	const struct locks_state *st = locks__at(held, fn, expr);
	const struct locks *h = locks__of(held, fn);
	uint32_t bit = locks__find_lock(h, LOCK_PAGE,
				       locks__path(j->prog->fns.v[fn].fn, arg));

	if (!st || bit == UINT32_MAX || !(st->must & 1ull << bit))
		return false;
	*ret_lock = h->locks.v[bit].expr;
	return true;
}
