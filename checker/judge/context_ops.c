// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a function does about locks and sleeping, in the order in which it is
 * evaluated: one list of operations for all its blocks. What an API means is
 * asked of the rules; of a function of the program its own summary counts.
 */
#include "context_priv.h"

struct walk {
	struct locks_cache *cache;
	struct locks *h;
	const struct fn *fn;
	uint8_t *seen;		/* expressions that were met */
	uint32_t fn_index, block;
};

/**
 * locks__api() - the rule of a call
 * @self: the cache
 * @fn: the calling function
 * @call: the call
 *
 * Return: the rule, or NULL.
 */
const struct api *locks__api(struct locks_cache *self, uint32_t fn, const struct expr *call)
{
	const struct tu_facts *tu = self->prog->fns.v[fn].tu;

	return call->op == EXPR_CALL && call->sym ?
	       rules__find(self->prog->rules, tu_str(tu, call->sym)) : NULL;
}

/**
 * locks__path() - a hash of what an expression names
 * @fn: the function
 * @expr: the expression
 *
 * Casts, and calls that only pass their one argument through a type check, are
 * looked through.
 *
 * Return: the hash; what is no access path has one of its own.
 */
uint64_t locks__path(const struct fn *fn, uint32_t expr)
{
	const struct expr *e;
	uint32_t key[3];
	uint64_t h = 0;

	if (expr == EXPR_NONE)
		return 1;
	e = &fn->exprs.v[expr];
	if (e->op == EXPR_CAST || (e->op == EXPR_STMTS && e->a != EXPR_NONE))
		return locks__path(fn, e->a);
	if (e->op == EXPR_CALL && e->nr_args == 1)
		return locks__path(fn, fn->args.v[e->arg0]);
	/* &p->m and &(*p).m are one */
	if (e->op == EXPR_DEREF && e->a != EXPR_NONE && fn->exprs.v[e->a].op == EXPR_ADDR)
		return locks__path(fn, fn->exprs.v[e->a].a);
	key[0] = e->op;
	key[1] = e->sym;
	key[2] = 0;
	switch (e->op) {
	case EXPR_VAR: case EXPR_CONST:
		key[2] = e->a;
		break;
	case EXPR_GLOBAL: case EXPR_FUNC:
		break;
	case EXPR_MEMBER: case EXPR_DEREF: case EXPR_ADDR:
		h = locks__path(fn, e->a);
		break;
	case EXPR_INDEX: case EXPR_BINARY:
		h = locks__path(fn, e->a) ^ 3 * locks__path(fn, e->b);
		break;
	default:
		key[2] = expr;
		break;
	}
	return hash64(key, sizeof(key), h + 1);
}

/**
 * locks__find_lock() - a lock that a function takes
 * @h: the function
 * @kind: kind of lock
 * @path: what names it
 *
 * Return: its bit, or UINT32_MAX.
 */
uint32_t locks__find_lock(const struct locks *h, uint8_t kind, uint64_t path)
{
	for (uint32_t i = 0; i < h->locks.nr; i++)
		if (h->locks.v[i].kind == kind && h->locks.v[i].path == path)
			return i;
	return UINT32_MAX;
}

/**
 * locks__add_lock() - note that a function takes a lock
 * @h: the function
 * @kind: kind of lock
 * @path: what names it
 * @expr: the call
 *
 * Return: its bit; UINT32_MAX if there are too many.
 */
uint32_t locks__add_lock(struct locks *h, uint8_t kind, uint64_t path, uint32_t expr)
{
	uint32_t bit = locks__find_lock(h, kind, path);
	struct held_lock l = { .path = path, .expr = expr, .kind = kind };

	if (bit != UINT32_MAX)
		return bit;
	if (h->locks.nr == HELD_MAX_LOCKS) {
		h->too_large = true;
		return UINT32_MAX;
	}
	vec__push(&h->locks, l);
	return (uint32_t)h->locks.nr - 1;
}

/* The argument that is the lock, or UINT32_MAX. */
static uint32_t lock_arg(struct walk *w, const struct expr *call, const struct api *api)
{
	int pos;

	if (api->lock_param == RULE_RETURN)
		return UINT32_MAX;
	pos = program__api_pos(w->cache->prog, w->fn_index, call, api,
			       &api->params[api->lock_param]);
	return pos < 0 ? UINT32_MAX : w->fn->args.v[call->arg0 + (uint32_t)pos];
}

/* A lock of a kind of its own, by the member that it is: mm->mmap_lock. */
static uint8_t lock_kind(struct walk *w, uint32_t arg, uint8_t kind)
{
	const struct tu_facts *tu = w->cache->prog->fns.v[w->fn_index].tu;
	const struct expr *e;
	enum lock_kind own;

	if (arg == UINT32_MAX)
		return kind;
	e = &w->fn->exprs.v[arg];
	while ((e->op == EXPR_ADDR || e->op == EXPR_CAST) && e->a != EXPR_NONE)
		e = &w->fn->exprs.v[e->a];
	if (e->op != EXPR_MEMBER)
		return kind;
	own = rules__member_lock(w->cache->prog->rules, tu_str(tu, e->rec),
				 tu_str(tu, e->sym));
	return own ? (uint8_t)own : kind;
}

/* A guard's lock is named by the variable that holds the guard, or the flags. */
static uint64_t guard_path(struct walk *w, uint32_t expr, const struct expr *call,
			   bool unlock)
{
	if (unlock && call->nr_args) {
		const struct expr *e = &w->fn->exprs.v[w->fn->args.v[call->arg0]];

		if (e->op == EXPR_ADDR)
			return locks__path(w->fn, e->a);
		return e->op == EXPR_VAR ? locks__path(w->fn, w->fn->args.v[call->arg0]) : 0;
	}
	for (size_t i = 0; !unlock && i < w->fn->exprs.nr; i++) {
		const struct expr *e = &w->fn->exprs.v[i];

		if (e->op == EXPR_ASSIGN && e->b == expr)
			return locks__path(w->fn, e->a);
	}
	return 0;
}

static void add_op(struct walk *w, struct held_op op, uint32_t expr, bool maybe)
{
	op.expr = expr;
	op.block = w->block;
	op.maybe = maybe;
	vec__push(&w->h->ops, op);
}

static void lock_op(struct walk *w, uint32_t expr, const struct api *api, bool maybe)
{
	const struct expr *call = &w->fn->exprs.v[expr];
	uint32_t arg = lock_arg(w, call, api), bit;
	struct held_op op = { .what = api->trylock ? HELD_TRY : HELD_LOCK };
	uint64_t path = arg == UINT32_MAX ? guard_path(w, expr, call, !api->locks) :
					    locks__path(w->fn, arg);

	op.kind = lock_kind(w, arg, api->locks ? api->locks : api->unlocks);
	if (!api->locks) {
		op.what = HELD_UNLOCK;
		bit = locks__find_lock(w->h, op.kind, path);
	} else {
		bit = locks__add_lock(w->h, op.kind, path, expr);
	}
	op.bit = bit == UINT32_MAX ? UINT8_MAX : (uint8_t)bit;
	add_op(w, op, expr, maybe);
}

/* A function of the program may lock or unlock for its caller. */
static void call_op(struct walk *w, uint32_t expr, bool maybe)
{
	const struct expr *call = &w->fn->exprs.v[expr];
	struct program *p = w->cache->prog;
	struct held_op op = { .what = HELD_CALL, .bit = UINT8_MAX };
	const struct locks *to;
	uint32_t id = UINT32_MAX;

	if (call->sym)
		id = program__function(p, w->fn_index,
				       program__global_id(p, w->fn_index, call->sym));
	if (id != UINT32_MAX &&
	    (p->fns.v[id].entered || p->fns.v[id].tu_index == p->fns.v[w->fn_index].tu_index)) {
		to = locks__of(w->cache, id);
		op.drops = to->drops;
		op.gives = to->gives;
		if (to->sleeps && !maybe)
			op.what = HELD_SLEEP;
		for (uint8_t k = 1; k < LOCK_NR; k++)
			if (op.gives & KIND(k))
				locks__add_lock(w->h, k, UINT64_MAX - k, expr);
	}
	add_op(w, op, expr, maybe);
}

static void walk(struct walk *w, uint32_t expr, bool maybe);

static void walk_call(struct walk *w, uint32_t expr, bool maybe)
{
	const struct expr *e = &w->fn->exprs.v[expr];
	const struct api *api = locks__api(w->cache, w->fn_index, e);

	walk(w, e->a, maybe);
	for (uint32_t i = 0; i < e->nr_args; i++)
		walk(w, w->fn->args.v[e->arg0 + i], maybe);
	if (api && (api->locks || api->unlocks)) {
		if (api->sleeps && !api->trylock)
			add_op(w, (struct held_op){ .what = HELD_SLEEP, .bit = UINT8_MAX },
			       expr, maybe);
		lock_op(w, expr, api, maybe);
	} else if (api && api->sleeps && !(api->kinds & (API_RELEASE | API_DIRTY))) {
		add_op(w, (struct held_op){ .what = HELD_SLEEP, .bit = UINT8_MAX }, expr,
		       maybe);
	} else if (api && api->kinds != API_CONTEXT) {
		add_op(w, (struct held_op){ .what = HELD_CALL, .bit = UINT8_MAX }, expr,
		       maybe);
	} else {
		call_op(w, expr, maybe);
	}
}

static void set_op(struct walk *w, uint32_t expr, uint32_t target, bool maybe)
{
	const struct expr *e = target == EXPR_NONE ? NULL : &w->fn->exprs.v[target];

	if (e && e->op == EXPR_VAR && e->a < w->fn->nr_params && e->a < 16)
		add_op(w, (struct held_op){ .what = HELD_SET, .bit = (uint8_t)e->a }, expr,
		       maybe);
}

/* Operands first, each expression once. */
static void walk(struct walk *w, uint32_t expr, bool maybe)
{
	const struct expr *e;

	if (expr == EXPR_NONE || w->seen[expr])
		return;
	w->seen[expr] = 1;
	e = &w->fn->exprs.v[expr];
	switch (e->op) {
	case EXPR_VAR: case EXPR_CONST: case EXPR_GLOBAL: case EXPR_FUNC: case EXPR_STR:
	case EXPR_SIZEOF:
		return;
	case EXPR_CALL:
		walk_call(w, expr, maybe);
		return;
	case EXPR_ASSIGN:
		walk(w, e->b, maybe);
		walk(w, e->a, maybe);
		set_op(w, expr, e->a, maybe);
		return;
	case EXPR_BINARY:
		walk(w, e->a, maybe);
		walk(w, e->b, maybe || e->sub == BIN_LAND || e->sub == BIN_LOR);
		return;
	case EXPR_COND:
		walk(w, e->a, maybe);
		maybe = true;
		break;
	default:
		walk(w, e->a, maybe);
		walk(w, e->b, maybe);
		if (e->op == EXPR_UNARY || e->op == EXPR_ADDR)
			set_op(w, expr, e->a, maybe);
		break;
	}
	for (uint32_t i = 0; i < e->nr_args; i++)
		walk(w, w->fn->args.v[e->arg0 + i], maybe);
}

/**
 * locks__asks() - does an expression ask whether one may sleep
 * @self: the cache
 * @fn: the function
 * @h: the function's own
 * @expr: the expression, or EXPR_NONE
 *
 * Return: true if a call in it does, or a variable that holds the answer.
 */
bool locks__asks(struct locks_cache *self, uint32_t fn, const struct locks *h, uint32_t expr)
{
	const struct tu_facts *tu = self->prog->fns.v[fn].tu;
	const struct fn *f = self->prog->fns.v[fn].fn;
	const struct api *api;
	const struct expr *e;

	if (expr == EXPR_NONE)
		return false;
	e = &f->exprs.v[expr];
	if (e->op == EXPR_VAR)
		return h->asks && h->asks[e->a];
	if (e->op == EXPR_CONST || e->op == EXPR_GLOBAL || e->op == EXPR_FUNC)
		return false;
	if (e->op == EXPR_MEMBER &&
	    rules__member_asks(self->prog->rules, tu_str(tu, e->rec), tu_str(tu, e->sym)))
		return true;
	api = locks__api(self, fn, e);
	if (api && api->asks_context)
		return true;
	for (uint32_t i = 0; i < e->nr_args; i++)
		if (locks__asks(self, fn, h, f->args.v[e->arg0 + i]))
			return true;
	return locks__asks(self, fn, h, e->a) || locks__asks(self, fn, h, e->b);
}

/**
 * locks__tried() - the lock that a condition takes
 * @self: the cache
 * @fn: the function
 * @h: the function's own
 * @cond: the condition
 *
 * Return: bit of the lock that is held if @cond is true; UINT32_MAX for none.
 */
uint32_t locks__tried(struct locks_cache *self, uint32_t fn, const struct locks *h,
		     uint32_t cond)
{
	const struct fn *f = self->prog->fns.v[fn].fn;
	const struct expr *e;

	if (cond == EXPR_NONE)
		return UINT32_MAX;
	e = &f->exprs.v[cond];
	while ((e->op == EXPR_CAST || e->op == EXPR_STMTS) && e->a != EXPR_NONE) {
		cond = e->a;
		e = &f->exprs.v[cond];
	}
	for (size_t i = 0; e->op == EXPR_CALL && i < h->ops.nr; i++)
		if (h->ops.v[i].expr == cond && h->ops.v[i].what == HELD_TRY)
			return h->ops.v[i].bit;
	return UINT32_MAX;
}

static void find_answers(struct walk *w)
{
	for (size_t i = 0; i < w->fn->exprs.nr; i++) {
		const struct expr *e = &w->fn->exprs.v[i];

		if (e->op == EXPR_ASSIGN && e->a != EXPR_NONE &&
		    w->fn->exprs.v[e->a].op == EXPR_VAR &&
		    locks__asks(w->cache, w->fn_index, w->h, e->b))
			w->h->asks[w->fn->exprs.v[e->a].a] = 1;
	}
}

/* An unlock that was met before the lock: the bit is known only now. */
static void late_bits(struct walk *w)
{
	for (size_t i = 0; i < w->h->ops.nr; i++) {
		struct held_op *op = &w->h->ops.v[i];
		const struct expr *call = &w->fn->exprs.v[op->expr];
		const struct api *api;
		uint32_t arg, bit;

		if (op->what != HELD_UNLOCK || op->bit != UINT8_MAX)
			continue;
		api = locks__api(w->cache, w->fn_index, call);
		arg = lock_arg(w, call, api);
		bit = locks__find_lock(w->h, op->kind, arg == UINT32_MAX ?
				      guard_path(w, op->expr, call, true) :
				      locks__path(w->fn, arg));
		if (bit != UINT32_MAX)
			op->bit = (uint8_t)bit;
	}
}

/**
 * locks__find_ops() - list what a function does about locks and sleeping
 * @self: the cache
 * @fn: the function
 * @h: gets the list and the locks
 */
void locks__find_ops(struct locks_cache *self, uint32_t fn, struct locks *h)
{
	const struct fn *f = self->prog->fns.v[fn].fn;
	struct walk w = {
		.cache = self, .h = h, .fn = f, .fn_index = fn,
		.seen = xcalloc(f->exprs.nr + 1, 1),
	};

	h->asks = xcalloc(f->vars.nr + 1, 1);
	find_answers(&w);
	for (uint32_t b = 0; b < f->blocks.nr; b++) {
		const struct block *blk = &f->blocks.v[b];

		w.block = b;
		vec__push(&h->op0, (uint32_t)h->ops.nr);
		for (uint32_t i = 0; i < blk->nr_stmts; i++)
			walk(&w, f->stmts.v[blk->stmt0 + i], false);
		walk(&w, blk->cond, false);
	}
	vec__push(&h->op0, (uint32_t)h->ops.nr);
	late_bits(&w);
	free(w.seen);
}

/**
 * locks__described() - does a rule describe a function
 * @prog: the program
 * @fn: the function
 *
 * Return: true if so: it is not looked into, its callers are told.
 */
bool locks__described(const struct program *prog, uint32_t fn)
{
	const struct pfn *pf = &prog->fns.v[fn];
	const struct api *api = rules__find(prog->rules, tu_str(pf->tu, pf->fn->name));

	return api && api->kinds != API_CONTEXT;
}
