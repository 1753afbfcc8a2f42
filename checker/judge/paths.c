// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ways through one function: which blocks dominate which, and what a function
 * returns from some point on.
 *
 * Values are signs (negative, zero, positive) of integer and pointer variables
 * (signs.c), followed forward over branches. That tells an error path from a success path where the return value does; a void
 * function has no error path here.
 */
#include <stdlib.h>
#include <string.h>

#include "paths_priv.h"

#define MAX_CELLS (1u << 20)	/* blocks times variables; beyond: not told */

struct paths_cache {
	struct program *prog;
	struct paths **by_fn;
};

static bool is_pointer(const char *type)
{
	return strchr(type, '*') != NULL;
}

static bool is_bool(const char *type)
{
	return !strcmp(type, "_Bool") || !strcmp(type, "bool");
}

/* The @i-th block that a block leads to, or EXPR_NONE after the last. */
static uint32_t successor(const struct fn *fn, uint32_t b, uint32_t i)
{
	const struct block *blk = &fn->blocks.v[b];

	if (blk->end == END_SWITCH)
		return i < blk->nr_cases ? fn->cases.v[blk->case0 + i].block : EXPR_NONE;
	if ((blk->end != END_JUMP && blk->end != END_BRANCH) || i > 1)
		return EXPR_NONE;
	/* a jump has one, a branch may lack one */
	if (!i && blk->succ[0] == EXPR_NONE)
		return blk->succ[1];
	return i && blk->succ[0] == EXPR_NONE ? EXPR_NONE : blk->succ[i];
}

static void post_order(struct paths *p)
{
	uint32_t nr = (uint32_t)p->fn->blocks.nr;
	uint32_t *stack = xcalloc(nr + 1, sizeof(*stack));
	uint32_t *next = xcalloc(nr, sizeof(*next));
	uint8_t *seen = xcalloc(nr, 1);
	uint32_t depth = 0, at = nr;

	stack[depth++] = 0;
	seen[0] = 1;
	while (depth) {
		uint32_t b = stack[depth - 1];
		uint32_t s = successor(p->fn, b, next[b]);

		if (s != EXPR_NONE) {
			next[b]++;
			if (!seen[s]) {
				seen[s] = 1;
				stack[depth++] = s;
			}
			continue;
		}
		p->order[--at] = b;
		depth--;
	}
	p->nr_order = nr - at;
	memmove(p->order, p->order + at, p->nr_order * sizeof(*p->order));
	for (uint32_t i = 0; i < nr; i++)
		p->rank[i] = UINT32_MAX;
	for (uint32_t i = 0; i < p->nr_order; i++)
		p->rank[p->order[i]] = i;
	free(stack);
	free(next);
	free(seen);
}

static uint32_t common_dom(const struct paths *p, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (p->rank[a] > p->rank[b])
			a = p->idom[a];
		while (p->rank[b] > p->rank[a])
			b = p->idom[b];
	}
	return a;
}

static void dominators(struct paths *p)
{
	bool changed = true;

	for (size_t i = 0; i < p->fn->blocks.nr; i++)
		p->idom[i] = UINT32_MAX;
	p->idom[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < p->nr_order; i++) {
			uint32_t b = p->order[i];
			uint32_t s;

			if (p->idom[b] == UINT32_MAX)
				continue;
			for (uint32_t k = 0; (s = successor(p->fn, b, k)) != EXPR_NONE; k++) {
				uint32_t d = p->idom[s] == UINT32_MAX ? b :
					     common_dom(p, p->idom[s], b);

				if (s && p->idom[s] != d) {
					p->idom[s] = d;
					changed = true;
				}
			}
		}
	}
}

static bool dominates(const struct paths *p, uint32_t above, uint32_t b)
{
	while (b && b != above)
		b = p->idom[b];
	return b == above;
}

static bool join(uint8_t *to, const uint8_t *from, size_t nr)
{
	bool changed = false;

	for (size_t i = 0; i < nr; i++) {
		uint8_t v = to[i] | from[i];

		changed |= v != to[i];
		to[i] = v;
	}
	return changed;
}

struct sweep {
	const struct paths *p;
	uint8_t *in;		/* blocks x width */
	uint8_t returned;	/* signs of all returns met */
	bool returns_nothing;	/* a return without a value, or the end */
};

static void effects(const struct paths *p, uint8_t *vars, uint32_t stmt)
{
	const struct expr *e = paths__expr(p, stmt);

	/* a variable alone is an operand of an asm, which may write it */
	if (e->op == EXPR_VAR)
		vars[e->a] = ANY;
	else
		signs__effects(p, vars, stmt);
}

/* Runs one block; joins into its successors. */
static bool run_block(struct sweep *s, uint32_t b, uint8_t *vars)
{
	const struct fn *fn = s->p->fn;
	const struct block *blk = &fn->blocks.v[b];
	size_t width = s->p->width;
	bool changed = false;
	uint8_t *copy;

	for (uint32_t i = 0; i < blk->nr_stmts; i++)
		effects(s->p, vars, fn->stmts.v[blk->stmt0 + i]);
	signs__effects(s->p, vars, blk->cond);
	switch (blk->end) {
	case END_RETURN:
		if (blk->cond == EXPR_NONE)
			s->returns_nothing = true;
		else
			s->returned |= signs__of(s->p, vars, blk->cond);
		return false;
	case END_EXIT:
		s->returns_nothing = true;
		return false;
	case END_JUMP:
		return join(s->in + blk->succ[0] * width, vars, width);
	case END_BRANCH:
		copy = xmalloc(width);
		for (int i = 0; i < 2; i++) {
			memcpy(copy, vars, width);
			if (signs__refine(s->p, copy, blk->cond, i == 0))
				changed |= join(s->in + blk->succ[i] * width, copy, width);
		}
		free(copy);
		return changed;
	case END_SWITCH:
		for (uint32_t i = 0; i < blk->nr_cases; i++)
			changed |= join(s->in + fn->cases.v[blk->case0 + i].block * width,
					vars, width);
		return changed;
	default:
		return false;
	}
}

static bool is_reached(const struct paths *p, const uint8_t *in, uint32_t b)
{
	return in[b * p->width + p->width - 1];
}

static void run(struct sweep *s)
{
	size_t width = s->p->width;
	uint8_t *vars = xmalloc(width);
	bool changed = true;

	while (changed) {
		changed = false;
		s->returned = 0;
		s->returns_nothing = false;
		for (uint32_t i = 0; i < s->p->nr_order; i++) {
			uint32_t b = s->p->order[i];

			if (!is_reached(s->p, s->in, b))
				continue;
			memcpy(vars, s->in + b * width, width);
			changed |= run_block(s, b, vars);
		}
	}
	free(vars);
}

static void mark(struct paths *p, uint32_t e, uint32_t block)
{
	const struct expr *x;

	if (e == EXPR_NONE || p->block_of[e] != UINT32_MAX)
		return;
	p->block_of[e] = block;
	x = paths__expr(p, e);
	if (x->op != EXPR_CONST && x->op != EXPR_VAR) {
		mark(p, x->a, block);
		mark(p, x->b, block);
	}
	for (unsigned int i = 0; i < x->nr_args; i++)
		mark(p, p->fn->args.v[x->arg0 + i], block);
}

static void note_addressed(struct paths *p)
{
	for (size_t i = 0; i < p->fn->exprs.nr; i++) {
		const struct expr *e = &p->fn->exprs.v[i];

		if (e->op == EXPR_ADDR && e->a != EXPR_NONE &&
		    paths__expr(p, e->a)->op == EXPR_VAR)
			p->addressed[paths__expr(p, e->a)->a] = 1;
	}
}

static void number_blocks(struct paths *p)
{
	const struct fn *fn = p->fn;

	memset(p->block_of, 0xff, fn->exprs.nr * sizeof(*p->block_of));
	for (uint32_t b = 0; b < fn->blocks.nr; b++) {
		const struct block *blk = &fn->blocks.v[b];

		for (uint32_t i = 0; i < blk->nr_stmts; i++)
			mark(p, fn->stmts.v[blk->stmt0 + i], b);
		mark(p, blk->cond, b);
	}
}

/**
 * paths__of() - the ways through one function
 * @c: the cache
 * @f: the function
 *
 * Return: them; they stay the cache's.
 */
struct paths *paths__of(struct paths_cache *c, uint32_t f)
{
	const struct fn *fn = c->prog->fns.v[f].fn;
	size_t nb = fn->blocks.nr;
	struct sweep sweep;
	struct paths *p;

	if (c->by_fn[f])
		return c->by_fn[f];
	p = c->by_fn[f] = xcalloc(1, sizeof(*p));
	p->fn = fn;
	p->tu = c->prog->fns.v[f].tu;
	p->rules = c->prog->rules;
	p->width = fn->vars.nr + 1;
	p->block_of = xcalloc(fn->exprs.nr, sizeof(*p->block_of));
	p->idom = xcalloc(nb, sizeof(*p->idom));
	p->order = xcalloc(nb, sizeof(*p->order));
	p->rank = xcalloc(nb, sizeof(*p->rank));
	p->ends = xcalloc(nb, 1);
	p->addressed = xcalloc(p->width, 1);
	number_blocks(p);
	note_addressed(p);
	post_order(p);
	dominators(p);
	p->too_large = !nb || nb * p->width > MAX_CELLS;
	if (p->too_large)
		return p;
	p->in = xcalloc(nb, p->width);
	memset(p->in, ANY, p->width);
	sweep = (struct sweep){ .p = p, .in = p->in };
	run(&sweep);
	return p;
}

/**
 * paths__new() - make an empty cache
 * @prog: the linked program
 *
 * Return: the cache; free it with paths__free().
 */
struct paths_cache *paths__new(struct program *prog)
{
	struct paths_cache *self = xcalloc(1, sizeof(*self));

	self->prog = prog;
	self->by_fn = xcalloc(prog->fns.nr, sizeof(*self->by_fn));
	return self;
}

/**
 * paths__free() - free a cache
 * @self: the cache, or NULL
 */
void paths__free(struct paths_cache *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->prog->fns.nr; i++) {
		struct paths *p = self->by_fn[i];

		if (!p)
			continue;
		free(p->block_of);
		free(p->idom);
		free(p->in);
		free(p->addressed);
		free(p->order);
		free(p->rank);
		free(p->ends);
		free(p);
	}
	free(self->by_fn);
	free(self);
}

/* How the ways from a block on end. */
enum { ENDS_KNOWN = 1, ENDS_ERROR = 2, ENDS_OTHER = 4, ENDS_NONZERO = 8 };

static uint8_t find_ends(struct paths *p, uint32_t b)
{
	struct sweep s = { .p = p };
	uint8_t wrong, nonzero;

	s.in = xcalloc(p->fn->blocks.nr, p->width);
	memcpy(s.in + b * p->width, p->in + b * p->width, p->width);
	run(&s);
	free(s.in);
	wrong = is_pointer(tu_str(p->tu, p->fn->ret_type)) ? POS : ZERO | POS;
	nonzero = s.returns_nothing || !s.returned || s.returned & ZERO ? 0 : ENDS_NONZERO;
	if (s.returns_nothing || !s.returned || s.returned & wrong)
		return ENDS_KNOWN | ENDS_OTHER | nonzero | (s.returned & (uint8_t)~wrong ? ENDS_ERROR : 0);
	return ENDS_KNOWN | ENDS_ERROR | nonzero;
}

/* Once a block: the answer does not depend on the expression. */
static uint8_t ends(struct paths_cache *self, uint32_t fn, uint32_t expr)
{
	struct paths *p = paths__of(self, fn);
	uint32_t b = p->block_of[expr];

	if (p->too_large || b == UINT32_MAX || !is_reached(p, p->in, b) ||
	    is_bool(tu_str(p->tu, p->fn->ret_type)))
		return ENDS_OTHER;
	if (!p->ends[b])
		p->ends[b] = find_ends(p, b);
	return p->ends[b];
}

/**
 * paths__error_only() - does every way on from an expression end in an error
 * @self: the cache
 * @fn: the function
 * @expr: the expression
 *
 * An error is a negative return, or for a function that returns a pointer also
 * NULL or an error pointer.
 *
 * Return: true if so; false also where that can't be told.
 */
bool paths__error_only(struct paths_cache *self, uint32_t fn, uint32_t expr)
{
	return !(ends(self, fn, expr) & ENDS_OTHER);
}

/**
 * paths__error_too() - does some way on from an expression end in an error
 * @self: the cache
 * @fn: the function
 * @expr: the expression
 *
 * Return: true if so; false also where that can't be told.
 */
bool paths__error_too(struct paths_cache *self, uint32_t fn, uint32_t expr)
{
	return ends(self, fn, expr) & ENDS_ERROR;
}

/**
 * paths__nonzero_only() - does no way on from an expression end in a return of 0
 * @self: the cache
 * @fn: the function
 * @expr: the expression
 *
 * Where others do, those are the good ways: `if (ret) goto fail;`.
 *
 * Return: true if so; false also where that can't be told.
 */
bool paths__nonzero_only(struct paths_cache *self, uint32_t fn, uint32_t expr)
{
	return ends(self, fn, expr) & ENDS_NONZERO;
}

/**
 * paths__before() - does every way to an expression lead over another
 * @self: the cache
 * @fn: the function
 * @a: the other, which is to come first
 * @b: the expression
 *
 * Within one block the order of the places in the file decides.
 *
 * Return: true if so.
 */
bool paths__before(struct paths_cache *self, uint32_t fn, uint32_t a, uint32_t b)
{
	struct paths *p = paths__of(self, fn);
	uint32_t ba = p->block_of[a], bb = p->block_of[b];
	const struct expr *x = paths__expr(p, a), *y = paths__expr(p, b);

	if (ba == UINT32_MAX || bb == UINT32_MAX || p->rank[ba] == UINT32_MAX ||
	    p->rank[bb] == UINT32_MAX)
		return false;
	if (ba == bb)
		return x->line < y->line || (x->line == y->line && x->col < y->col);
	return dominates(p, ba, bb);
}

/* Does a call, anywhere in the function, give this variable its value? */
static bool is_result(const struct paths *p, uint32_t var)
{
	for (size_t i = 0; i < p->fn->exprs.nr; i++) {
		const struct expr *e = &p->fn->exprs.v[i], *from;

		if (e->op != EXPR_ASSIGN || e->a == EXPR_NONE || e->b == EXPR_NONE ||
		    paths__expr(p, e->a)->op != EXPR_VAR || paths__expr(p, e->a)->a != var)
			continue;
		from = paths__expr(p, e->b);
		while (from->op == EXPR_CAST && from->a != EXPR_NONE)
			from = paths__expr(p, from->a);
		if (from->op == EXPR_CALL)
			return true;
	}
	return false;
}

/* A flag, and not the outcome of a call. */
static bool is_flag(const struct paths *p, uint32_t cond)
{
	const struct api *api;
	const struct expr *e;

	if (cond == EXPR_NONE)
		return false;
	e = paths__expr(p, cond);
	switch (e->op) {
	case EXPR_MEMBER: case EXPR_GLOBAL:
		return true;
	case EXPR_VAR:
		return is_bool(tu_str(p->tu, e->type)) || !is_result(p, e->a);
	case EXPR_CALL:
		api = rules__find(p->rules, tu_str(p->tu, e->sym));
		return is_bool(tu_str(p->tu, e->type)) &&
		       !(api && (api->tests_error || api->tests_error_or_null));
	case EXPR_UNARY: case EXPR_CAST: case EXPR_STMTS:
		return is_flag(p, e->a);
	case EXPR_BINARY:
		if (e->sub == BIN_AND)
			return true;
		return (e->sub == BIN_EQ || e->sub == BIN_NE) &&
		       paths__expr(p, e->b)->op == EXPR_CONST && is_flag(p, e->a);
	default:
		return false;
	}
}

static bool contains(const struct paths *p, uint32_t tree, uint32_t expr)
{
	const struct expr *e;

	if (tree == expr)
		return true;
	if (tree == EXPR_NONE)
		return false;
	e = paths__expr(p, tree);
	if (e->op == EXPR_CONST || e->op == EXPR_VAR || e->op == EXPR_GLOBAL)
		return false;
	for (uint32_t i = 0; i < e->nr_args; i++)
		if (contains(p, p->fn->args.v[e->arg0 + i], expr))
			return true;
	return contains(p, e->a, expr) || contains(p, e->b, expr);
}

/* flag ? a : b */
static bool arms_of_one(const struct paths *p, uint32_t a, uint32_t b)
{
	for (size_t i = 0; i < p->fn->exprs.nr; i++) {
		const struct expr *e = &p->fn->exprs.v[i];
		const uint32_t *arm;

		if (e->op != EXPR_COND || !is_flag(p, e->a))
			continue;
		arm = &p->fn->args.v[e->arg0];
		if ((contains(p, arm[0], a) && contains(p, arm[1], b)) ||
		    (contains(p, arm[0], b) && contains(p, arm[1], a)))
			return true;
	}
	return false;
}

/* Can one get from a block to another without a third? */
static bool leads_to(const struct paths *p, uint32_t from, uint32_t to, uint32_t without)
{
	size_t nr = p->fn->blocks.nr;
	uint32_t *todo = xcalloc(nr + 1, sizeof(*todo)), s;
	uint8_t *seen = xcalloc(nr, 1);
	size_t depth = 0;
	bool found = false;

	seen[without] = seen[from] = 1;
	todo[depth++] = from;
	while (depth && !found) {
		uint32_t b = todo[--depth];

		for (uint32_t i = 0; !found && (s = successor(p->fn, b, i)) != EXPR_NONE; i++) {
			found = s == to;
			if (!seen[s])
				todo[depth++] = s;
			seen[s] = 1;
		}
	}
	free(todo);
	free(seen);
	return found;
}

static bool same_expr(const struct paths *p, uint32_t a, uint32_t b)
{
	const struct expr *x, *y;

	if (a == b)
		return true;
	if (a == EXPR_NONE || b == EXPR_NONE)
		return false;
	x = paths__expr(p, a);
	y = paths__expr(p, b);
	if (x->op != y->op || x->sub != y->sub || x->sym != y->sym || x->rec != y->rec ||
	    x->nr_args || y->nr_args)
		return false;
	if (x->op == EXPR_CONST || x->op == EXPR_VAR)
		return x->a == y->a;
	return same_expr(p, x->a, y->a) && same_expr(p, x->b, y->b);
}

/* Must the branch that ends block @from go to its @i-th successor to reach @b? */
static bool only_by(const struct paths *p, uint32_t from, int i, uint32_t b)
{
	const uint32_t *succ = p->fn->blocks.v[from].succ;

	return succ[0] != succ[1] && dominates(p, succ[i], b) &&
	       !leads_to(p, succ[!i], succ[i], from);
}

/* Which way a branch must go for @b to be reached: 0, 1; 2 either. */
static int way_to(const struct paths *p, uint32_t from, uint32_t b)
{
	if (p->fn->blocks.v[from].end != END_BRANCH)
		return 2;
	return only_by(p, from, 0, b) ? 0 : only_by(p, from, 1, b) ? 1 : 2;
}

/* if (flag) a(); … if (!flag) b(); */
static bool same_flag(const struct paths *p, uint32_t ba, uint32_t bb)
{
	for (uint32_t x = p->idom[ba]; ; x = p->idom[x]) {
		uint32_t cond = p->fn->blocks.v[x].cond;
		int way = is_flag(p, cond) ? way_to(p, x, ba) : 2;

		for (uint32_t y = p->idom[bb]; way != 2; y = p->idom[y]) {
			if (same_expr(p, cond, p->fn->blocks.v[y].cond) &&
			    way_to(p, y, bb) == !way)
				return true;
			if (!y)
				break;
		}
		if (!x)
			return false;
	}
}

/**
 * paths__alternatives() - does a flag choose between two expressions
 * @self: the cache
 * @fn: the function
 * @a: one expression
 * @b: another
 *
 * A flag is a member, a global, a parameter, a bool or a bit of a number; the
 * outcome of a call is none, and a switch is none: a mode that it looks at may
 * well release what another acquired.
 *
 * Return: true if a branch on a flag leads to one of them or to the other.
 */
bool paths__alternatives(struct paths_cache *self, uint32_t fn, uint32_t a, uint32_t b)
{
	struct paths *p = paths__of(self, fn);
	uint32_t ba = p->block_of[a], bb = p->block_of[b], d;
	const struct block *blk;

	if (ba == UINT32_MAX || bb == UINT32_MAX || p->rank[ba] == UINT32_MAX ||
	    p->rank[bb] == UINT32_MAX)
		return false;
	if (ba == bb)
		return arms_of_one(p, a, b);
	d = common_dom(p, ba, bb);
	blk = &p->fn->blocks.v[d];
	if (d != ba && d != bb && blk->end == END_BRANCH && is_flag(p, blk->cond) &&
	    !leads_to(p, ba, bb, d) && !leads_to(p, bb, ba, d))
		return true;
	return same_flag(p, ba, bb);
}

/**
 * paths__cases() - do the cases of a switch choose between two expressions
 * @self: the cache
 * @fn: the function
 * @a: one expression
 * @b: another
 *
 * Return: true if so.
 */
bool paths__cases(struct paths_cache *self, uint32_t fn, uint32_t a, uint32_t b)
{
	struct paths *p = paths__of(self, fn);
	uint32_t ba = p->block_of[a], bb = p->block_of[b], d;

	if (ba == UINT32_MAX || bb == UINT32_MAX || ba == bb ||
	    p->rank[ba] == UINT32_MAX || p->rank[bb] == UINT32_MAX)
		return false;
	d = common_dom(p, ba, bb);
	return d != ba && d != bb && p->fn->blocks.v[d].end == END_SWITCH;
}
