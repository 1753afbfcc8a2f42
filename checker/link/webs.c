// SPDX-License-Identifier: GPL-2.0-only
/*
 * Def-use webs by reaching definitions over a function's control-flow graph.
 *
 * Definitions of a variable are its parameter at entry, a plain assignment, and
 * its address as an argument of a call. A constant that is assigned ends what
 * was there and defines nothing: it carries no value. An assignment in the arm
 * of an expression that may not be evaluated ends nothing. A variable whose
 * address is taken in any other way, or that stands where control flow is not
 * known to get to, is not split. Most functions have none with two definitions:
 * one look at their expressions, and no more.
 */
#include <stdlib.h>
#include <string.h>

#include "webs.h"

#define BUDGET (1u << 22)	/* blocks x definitions */

enum action_kind {
	ACTION_USE,		/* of var at expr */
	ACTION_DEF,		/* of var at expr: def */
	ACTION_END,		/* of what var held */
};

/* What is done to a variable, in the order of evaluation. */
struct action {
	uint8_t kind;		/* enum action_kind */
	bool maybe;		/* may not be evaluated */
	uint32_t var, expr, def;
};

/* What is known of a variable. */
struct state {
	uint32_t nr_defs;	/* that carry a value */
	uint32_t def0;		/* its first definition */
	uint32_t next_def;
	uint32_t addressed;	/* times its address is taken … */
	uint32_t passed;	/* … of these, as an argument of a call */
	bool split;		/* a candidate; in the end, one with two definitions */
};

struct build {
	const struct fn *fn;
	const struct webs_ask *ask;
	struct state *vars;
	uint32_t nr_defs;
	uint32_t *parent;	/* union-find over definitions */
	uint32_t *def_at;	/* per expression: a definition of its web, or WEB_NONE */
	bool *seen;		/* per expression: evaluated in a block that is reached */
	bool *maybe;		/* per expression: may not be evaluated */
	VEC(struct action) actions;
	uint32_t *action0;	/* per block, and one more */
	size_t words;		/* of one set of definitions */
	uint64_t *in;		/* per block */
	bool *reached;		/* per block */
};

static const struct expr *expr_at(const struct build *b, uint32_t id)
{
	return &b->fn->exprs.v[id];
}

/* The variable that an expression names, or WEB_NONE. */
static uint32_t var_at(const struct fn *fn, uint32_t id)
{
	return id != EXPR_NONE && fn->exprs.v[id].op == EXPR_VAR ? fn->exprs.v[id].a :
								    WEB_NONE;
}

/* `&var`, also cast: the expression that names the variable, or EXPR_NONE. */
static uint32_t address_of(const struct fn *fn, uint32_t id)
{
	while (id != EXPR_NONE && fn->exprs.v[id].op == EXPR_CAST)
		id = fn->exprs.v[id].a;
	if (id == EXPR_NONE || fn->exprs.v[id].op != EXPR_ADDR)
		return EXPR_NONE;
	id = fn->exprs.v[id].a;
	return var_at(fn, id) == WEB_NONE ? EXPR_NONE : id;
}

static bool is_constant(const struct fn *fn, uint32_t id)
{
	while (id != EXPR_NONE && fn->exprs.v[id].op == EXPR_CAST)
		id = fn->exprs.v[id].a;
	return id != EXPR_NONE && fn->exprs.v[id].op == EXPR_CONST;
}

static bool has_operands(const struct expr *e)
{
	switch (e->op) {
	case EXPR_VAR: case EXPR_GLOBAL: case EXPR_FUNC: case EXPR_CONST: case EXPR_STR:
	case EXPR_SIZEOF:
		return false;
	default:
		return true;
	}
}

static void count_call(struct state *vars, const struct fn *fn, const struct expr *e)
{
	for (uint32_t i = 0; i < e->nr_args; i++) {
		uint32_t name = address_of(fn, fn->args.v[e->arg0 + i]);

		if (name == EXPR_NONE)
			continue;
		vars[fn->exprs.v[name].a].passed++;
		vars[fn->exprs.v[name].a].nr_defs++;
	}
}

/* Definitions and addresses of all variables, where they are candidates or not. */
static void count(struct state *vars, const struct fn *fn)
{
	for (uint32_t i = 0; i < fn->nr_params && i < fn->vars.nr; i++)
		vars[i].nr_defs = 1;
	for (size_t i = 0; i < fn->exprs.nr; i++) {
		const struct expr *e = &fn->exprs.v[i];
		uint32_t var = has_operands(e) ? var_at(fn, e->a) : WEB_NONE;

		if (e->op == EXPR_CALL)
			count_call(vars, fn, e);
		if (var == WEB_NONE)
			continue;
		if (e->op == EXPR_ASSIGN && e->sub == ASSIGN_SET)
			vars[var].nr_defs += !is_constant(fn, e->b);
		else if (e->op == EXPR_ADDR || (e->op == EXPR_MEMBER && !e->sub))
			vars[var].addressed++;
	}
}

/* Which variables to look at, and numbers for their definitions. */
static bool choose(struct build *b)
{
	bool any = false;

	for (uint32_t i = 0; i < b->fn->vars.nr; i++)
		any |= b->vars[i].split = b->ask->candidate(b->ask->ctx, i);
	if (!any)
		return false;
	count(b->vars, b->fn);
	any = false;
	for (uint32_t i = 0; i < b->fn->vars.nr; i++) {
		struct state *v = &b->vars[i];

		v->split &= v->nr_defs > 1 && v->addressed == v->passed;
		if (!v->split)
			continue;
		any = true;
		v->def0 = v->next_def = b->nr_defs;
		b->nr_defs += v->nr_defs;
		if (i < b->fn->nr_params)
			v->next_def++;
	}
	return any;
}

/* The first part of an expression that decides about the rest, or EXPR_NONE. */
static uint32_t decider(const struct fn *fn, const struct expr *e)
{
	switch (e->op) {
	case EXPR_COND:
		return e->a;
	case EXPR_BINARY:
		return e->sub == BIN_LAND || e->sub == BIN_LOR ? e->a : EXPR_NONE;
	case EXPR_UNKNOWN:	/* of a builtin or a ?: b nobody knows */
		return e->nr_args ? fn->args.v[e->arg0] : EXPR_NONE;
	default:
		return EXPR_NONE;
	}
}

/*
 * Operands are numbered before what they are operands of. So what stands between
 * a condition and its ?: is in the arms; the statements of a ({ }) there are,
 * too, although the block has them before.
 */
static void mark_maybe(struct build *b)
{
	size_t nr = b->fn->exprs.nr;
	int32_t *depth = xcalloc(nr + 1, sizeof(*depth)), at = 0;

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t first = decider(b->fn, expr_at(b, i));

		if (first >= i)
			continue;
		depth[first + 1]++;
		depth[i]--;
	}
	for (size_t i = 0; i < nr; i++) {
		at += depth[i];
		b->maybe[i] = at > 0;
	}
	free(depth);
}

static void act(struct build *b, enum action_kind kind, uint32_t name)
{
	struct action a = {
		.kind = (uint8_t)kind, .maybe = b->maybe[name],
		.var = expr_at(b, name)->a, .expr = name,
	};
	struct state *v = &b->vars[a.var];

	b->seen[name] = true;
	if (!v->split)
		return;
	/* what hangs in two places, as of a ?: b, is one definition */
	if (kind == ACTION_DEF) {
		if (b->def_at[name] == WEB_NONE)
			b->def_at[name] = v->next_def++;
		a.def = b->def_at[name];
	}
	vec__push(&b->actions, a);
}

static void evaluate(struct build *b, uint32_t id);

static void evaluate_call(struct build *b, uint32_t id)
{
	const struct expr *e = expr_at(b, id);

	evaluate(b, e->a);
	for (uint32_t i = 0; i < e->nr_args; i++) {
		uint32_t arg = b->fn->args.v[e->arg0 + i];
		uint32_t name = address_of(b->fn, arg);

		if (name == EXPR_NONE)
			evaluate(b, arg);
		else if (!b->ask->overwrites || !b->ask->overwrites(b->ask->ctx, id, i))
			act(b, ACTION_USE, name);
	}
	for (uint32_t i = 0; i < e->nr_args; i++) {
		uint32_t name = address_of(b->fn, b->fn->args.v[e->arg0 + i]);

		if (name != EXPR_NONE)
			act(b, ACTION_DEF, name);
	}
}

static bool mentions(const struct fn *fn, uint32_t id, uint32_t var)
{
	const struct expr *e;

	if (id == EXPR_NONE)
		return false;
	e = &fn->exprs.v[id];
	if (!has_operands(e))
		return var_at(fn, id) == var;
	for (uint32_t i = 0; i < e->nr_args; i++)
		if (mentions(fn, fn->args.v[e->arg0 + i], var))
			return true;
	return mentions(fn, e->a, var) || mentions(fn, e->b, var);
}

/* `page = next(page)`: nobody knows whether it is the same, the web goes on. */
static void evaluate_assign(struct build *b, const struct expr *e)
{
	evaluate(b, e->b);
	if (is_constant(b->fn, e->b)) {
		act(b, ACTION_END, e->a);
		return;
	}
	if (mentions(b->fn, e->b, expr_at(b, e->a)->a))
		act(b, ACTION_USE, e->a);
	act(b, ACTION_DEF, e->a);
}

/* Operands first, as they are evaluated. */
static void evaluate(struct build *b, uint32_t id)
{
	const struct expr *e;

	if (id == EXPR_NONE)
		return;
	e = expr_at(b, id);
	if (e->op == EXPR_VAR) {
		act(b, ACTION_USE, id);
		return;
	}
	if (!has_operands(e))
		return;
	if (e->op == EXPR_CALL) {
		evaluate_call(b, id);
		return;
	}
	if (e->op == EXPR_ASSIGN && e->sub == ASSIGN_SET &&
	    var_at(b->fn, e->a) != WEB_NONE) {
		evaluate_assign(b, e);
		return;
	}
	evaluate(b, e->a);
	evaluate(b, e->b);
	for (uint32_t i = 0; i < e->nr_args; i++)
		evaluate(b, b->fn->args.v[e->arg0 + i]);
}

static uint32_t nr_succ(const struct block *blk)
{
	switch (blk->end) {
	case END_JUMP: case END_BRANCH:
		return 2;
	case END_SWITCH:
		return 2 + blk->nr_cases;
	default:
		return 0;
	}
}

/* The block that follows as number @i, or EXPR_NONE. */
static uint32_t succ_at(const struct fn *fn, const struct block *blk, uint32_t i)
{
	return i < 2 ? blk->succ[i] : fn->cases.v[blk->case0 + i - 2].block;
}

static void reach(struct build *b)
{
	const struct fn *fn = b->fn;
	VEC(uint32_t) todo = {0};

	b->reached[0] = true;
	vec__push(&todo, 0);
	while (todo.nr) {
		const struct block *blk = &fn->blocks.v[todo.v[--todo.nr]];

		for (uint32_t i = 0; i < nr_succ(blk); i++) {
			uint32_t to = succ_at(fn, blk, i);

			if (to == EXPR_NONE || b->reached[to])
				continue;
			b->reached[to] = true;
			vec__push(&todo, to);
		}
	}
	vec__exit(&todo);
}

/* What the blocks do that control flow gets to. */
static void list_actions(struct build *b)
{
	const struct fn *fn = b->fn;

	for (uint32_t i = 0; i < fn->blocks.nr; i++) {
		const struct block *blk = &fn->blocks.v[i];

		b->action0[i] = (uint32_t)b->actions.nr;
		if (!b->reached[i])
			continue;
		for (uint32_t s = 0; s < blk->nr_stmts; s++)
			evaluate(b, fn->stmts.v[blk->stmt0 + s]);
		evaluate(b, blk->cond);
	}
	b->action0[fn->blocks.nr] = (uint32_t)b->actions.nr;
}

static uint32_t find(struct build *b, uint32_t def)
{
	while (b->parent[def] != def)
		def = b->parent[def] = b->parent[b->parent[def]];
	return def;
}

static void unite(struct build *b, uint32_t a, uint32_t c)
{
	a = find(b, a);
	c = find(b, c);
	if (a != c)
		b->parent[a > c ? a : c] = a > c ? c : a;
}

/* An expression belongs to the web of a definition, with all it belongs to. */
static void tie(struct build *b, uint32_t expr, uint32_t def)
{
	if (b->def_at[expr] == WEB_NONE)
		b->def_at[expr] = def;
	else
		unite(b, b->def_at[expr], def);
}

static void clear(uint64_t *set, const struct state *v)
{
	for (uint32_t d = v->def0; d < v->def0 + v->nr_defs; d++)
		set[d / 64] &= ~(1ull << (d % 64));
}

static void use(struct build *b, const uint64_t *set, const struct action *a)
{
	const struct state *v = &b->vars[a->var];

	for (uint32_t d = v->def0; d < v->def0 + v->nr_defs; d++)
		if (set[d / 64] >> (d % 64) & 1)
			tie(b, a->expr, d);
}

/* Runs a block on a set of definitions; @last: and ties uses to them. */
static void run_block(struct build *b, uint32_t block, uint64_t *set, bool last)
{
	for (uint32_t i = b->action0[block]; i < b->action0[block + 1]; i++) {
		const struct action *a = &b->actions.v[i];

		if (a->kind == ACTION_USE) {
			if (last)
				use(b, set, a);
			continue;
		}
		if (!a->maybe)
			clear(set, &b->vars[a->var]);
		if (a->kind == ACTION_END)
			continue;
		set[a->def / 64] |= 1ull << (a->def % 64);
	}
}

/* Hands a set on to the blocks that follow; true if that tells them more. */
static bool join(struct build *b, uint32_t block, const uint64_t *set)
{
	const struct block *blk = &b->fn->blocks.v[block];
	bool more = false;

	for (uint32_t s = 0; s < nr_succ(blk); s++) {
		uint32_t next = succ_at(b->fn, blk, s);
		uint64_t *to;

		if (next == EXPR_NONE)
			continue;
		to = b->in + next * b->words;
		for (size_t i = 0; i < b->words; i++) {
			more |= (set[i] & ~to[i]) != 0;
			to[i] |= set[i];
		}
	}
	return more;
}

static void solve(struct build *b)
{
	uint64_t *set = xcalloc(b->words, sizeof(*set));
	bool changed = true;

	for (uint32_t i = 0; i < b->fn->nr_params && i < b->fn->vars.nr; i++)
		if (b->vars[i].split)
			b->in[b->vars[i].def0 / 64] |= 1ull << (b->vars[i].def0 % 64);
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < b->fn->blocks.nr; i++) {
			if (!b->reached[i])
				continue;
			memcpy(set, b->in + i * b->words, b->words * sizeof(*set));
			run_block(b, i, set, false);
			changed |= join(b, i, set);
		}
	}
	for (uint32_t i = 0; i < b->fn->blocks.nr; i++) {
		memcpy(set, b->in + i * b->words, b->words * sizeof(*set));
		run_block(b, i, set, true);
	}
	free(set);
}

/* What stands in no block, or in one that nothing leads to, may see them all. */
static void tie_unseen(struct build *b)
{
	for (size_t i = 0; i < b->fn->exprs.nr; i++) {
		const struct expr *e = expr_at(b, (uint32_t)i);
		const struct state *v;

		if (e->op != EXPR_VAR || b->seen[i] || !b->vars[e->a].split)
			continue;
		v = &b->vars[e->a];
		for (uint32_t d = v->def0; d < v->def0 + v->nr_defs; d++)
			tie(b, (uint32_t)i, d);
	}
}

/* Numbers the webs of one variable: a parameter's own is 0, then as they come. */
static void number_var(struct build *b, uint32_t var, uint32_t *nr_of, struct webs *ret)
{
	const struct state *v = &b->vars[var];
	uint32_t nr = 0;

	if (var < b->fn->nr_params)
		nr_of[find(b, v->def0)] = nr++;
	for (size_t i = 0; i < b->fn->exprs.nr; i++) {
		const struct expr *e = expr_at(b, (uint32_t)i);
		uint32_t root;

		if (e->op != EXPR_VAR || e->a != var)
			continue;
		ret->at[i] = 0;
		if (b->def_at[i] == WEB_NONE)
			continue;
		root = find(b, b->def_at[i]);
		if (nr_of[root] == WEB_NONE) {
			struct web w = { .var = var, .nr = nr };

			nr_of[root] = nr++;
			if (w.nr)
				vec__push(&ret->extra, w);
		}
		ret->at[i] = nr_of[root];
		if (ret->at[i])
			ret->extra_at[i] = (uint32_t)ret->extra.nr - (nr - nr_of[root]);
	}
}

static void number(struct build *b, struct webs *ret)
{
	size_t nr = b->fn->exprs.nr;
	uint32_t *nr_of = xmalloc(b->nr_defs * sizeof(*nr_of));

	memset(nr_of, 0xff, b->nr_defs * sizeof(*nr_of));
	ret->nr_exprs = (uint32_t)nr;
	ret->at = xmalloc(nr * sizeof(*ret->at));
	ret->extra_at = xmalloc(nr * sizeof(*ret->extra_at));
	memset(ret->at, 0xff, nr * sizeof(*ret->at));
	memset(ret->extra_at, 0xff, nr * sizeof(*ret->extra_at));
	for (uint32_t i = 0; i < b->fn->vars.nr; i++)
		if (b->vars[i].split)
			number_var(b, i, nr_of, ret);
	free(nr_of);
	if (!ret->extra.nr)
		webs__exit(ret);
}

static void split(struct build *b, struct webs *ret)
{
	size_t ne = b->fn->exprs.nr, nb = b->fn->blocks.nr;

	b->words = (b->nr_defs + 63) / 64;
	b->parent = xmalloc(b->nr_defs * sizeof(*b->parent));
	for (uint32_t i = 0; i < b->nr_defs; i++)
		b->parent[i] = i;
	b->def_at = xmalloc(ne * sizeof(*b->def_at));
	memset(b->def_at, 0xff, ne * sizeof(*b->def_at));
	b->seen = xcalloc(ne, sizeof(*b->seen));
	b->maybe = xcalloc(ne, sizeof(*b->maybe));
	b->reached = xcalloc(nb, sizeof(*b->reached));
	b->action0 = xcalloc(nb + 1, sizeof(*b->action0));
	b->in = xcalloc(nb * b->words, sizeof(*b->in));
	mark_maybe(b);
	reach(b);
	list_actions(b);
	solve(b);
	tie_unseen(b);
	number(b, ret);
	free(b->parent);
	free(b->def_at);
	free(b->seen);
	free(b->maybe);
	free(b->reached);
	free(b->action0);
	free(b->in);
	vec__exit(&b->actions);
}

/**
 * webs__build() - the webs of a function's variables
 * @fn: the function; one that is not judged is not split
 * @ask: which variables to look at
 * @ret_webs: filled; free it with webs__exit()
 */
void webs__build(const struct fn *fn, const struct webs_ask *ask, struct webs *ret_webs)
{
	struct build b = { .fn = fn, .ask = ask };

	memset(ret_webs, 0, sizeof(*ret_webs));
	if (!fn->vars.nr || !fn->blocks.nr || fn->flags & FN_NOT_JUDGED)
		return;
	b.vars = xcalloc(fn->vars.nr, sizeof(*b.vars));
	if (choose(&b)) {
		if ((uint64_t)fn->blocks.nr * b.nr_defs > BUDGET)
			ret_webs->too_large = true;
		else
			split(&b, ret_webs);
	}
	free(b.vars);
}

/**
 * webs__exit() - free webs
 * @self: the webs, empty afterwards
 */
void webs__exit(struct webs *self)
{
	free(self->at);
	free(self->extra_at);
	vec__exit(&self->extra);
	memset(self, 0, sizeof(*self));
}
