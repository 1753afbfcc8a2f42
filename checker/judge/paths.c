// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ways through one function: which blocks dominate which, and what a function
 * returns from some point on.
 *
 * Values are signs (negative, zero, positive) of integer and pointer variables,
 * an error pointer counting as negative, followed forward over branches. That
 * tells an error path from a success path where the return value does; a void
 * function has no error path here.
 */
#include <stdlib.h>
#include <string.h>

#include "judge_priv.h"

#define NEG	1
#define ZERO	2
#define POS	4
#define ANY	7

#define MAX_CELLS (1u << 20)	/* blocks times variables; beyond: not told */

struct paths {
	const struct fn *fn;
	const struct tu_facts *tu;
	uint32_t *block_of;	/* expression -> block, UINT32_MAX none */
	uint32_t *idom;		/* immediate dominator, UINT32_MAX unreached */
	uint8_t *in;		/* blocks x vars: signs at the start; 0 unreached */
	uint32_t *order;	/* reverse post-order */
	uint32_t *rank;		/* place of a block in it */
	uint32_t nr_order;
	bool too_large;
};

struct paths_cache {
	struct program *prog;
	struct paths **by_fn;
};

static bool is_pointer(const char *type)
{
	return strchr(type, '*') != NULL;
}

static unsigned int successors(const struct fn *fn, uint32_t b, uint32_t *ret,
			       unsigned int max)
{
	const struct block *blk = &fn->blocks.v[b];
	unsigned int nr = 0;

	if (blk->end == END_JUMP || blk->end == END_BRANCH)
		for (int i = 0; i < 2; i++)
			if (blk->succ[i] != EXPR_NONE && nr < max)
				ret[nr++] = blk->succ[i];
	if (blk->end == END_SWITCH)
		for (uint32_t i = 0; i < blk->nr_cases && nr < max; i++)
			ret[nr++] = fn->cases.v[blk->case0 + i].block;
	return nr;
}

#define MAX_SUCC 1024

static void post_order(struct paths *p)
{
	uint32_t nr = (uint32_t)p->fn->blocks.nr;
	uint32_t *stack = xcalloc(nr + 1, sizeof(*stack));
	uint32_t *next = xcalloc(nr, sizeof(*next));
	uint8_t *seen = xcalloc(nr, 1);
	uint32_t *succ = xcalloc(MAX_SUCC, sizeof(*succ));
	uint32_t depth = 0, at = nr;

	stack[depth++] = 0;
	seen[0] = 1;
	while (depth) {
		uint32_t b = stack[depth - 1];
		unsigned int n = successors(p->fn, b, succ, MAX_SUCC);

		if (next[b] < n) {
			uint32_t s = succ[next[b]++];

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
	free(succ);
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
	uint32_t *succ = xcalloc(MAX_SUCC, sizeof(*succ));
	bool changed = true;

	for (size_t i = 0; i < p->fn->blocks.nr; i++)
		p->idom[i] = UINT32_MAX;
	p->idom[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < p->nr_order; i++) {
			uint32_t b = p->order[i];
			unsigned int n = successors(p->fn, b, succ, MAX_SUCC);

			if (p->idom[b] == UINT32_MAX)
				continue;
			for (unsigned int s = 0; s < n; s++) {
				uint32_t d = p->idom[succ[s]] == UINT32_MAX ? b :
					     common_dom(p, p->idom[succ[s]], b);

				if (succ[s] && p->idom[succ[s]] != d) {
					p->idom[succ[s]] = d;
					changed = true;
				}
			}
		}
	}
	free(succ);
}

static const struct expr *expr_at(const struct paths *p, uint32_t e)
{
	return &p->fn->exprs.v[e];
}

static uint8_t sign_of(const struct paths *p, const uint8_t *vars, uint32_t id);

static uint8_t call_sign(const struct paths *p, const uint8_t *vars, const struct expr *e)
{
	const char *name = tu_str(p->tu, e->sym);

	if (!strcmp(name, "ERR_PTR") || !strcmp(name, "PTR_ERR"))
		return NEG;
	if (!strcmp(name, "ERR_CAST") && e->nr_args == 1)
		return NEG;
	(void)vars;
	return ANY;
}

static uint8_t sign_of(const struct paths *p, const uint8_t *vars, uint32_t id)
{
	const struct expr *e;
	uint8_t s;

	if (id == EXPR_NONE)
		return ANY;
	e = expr_at(p, id);
	switch (e->op) {
	case EXPR_CONST:
		return (int32_t)e->a < 0 ? NEG : e->a ? POS : ZERO;
	case EXPR_VAR:
		return vars[e->a];
	case EXPR_CAST: case EXPR_STMTS: case EXPR_ASSIGN:
		return sign_of(p, vars, e->a);
	case EXPR_UNARY:
		s = sign_of(p, vars, e->a);
		if (e->sub == UN_NEG)
			return (uint8_t)((s & NEG ? POS : 0) | (s & ZERO) |
					 (s & POS ? NEG : 0));
		if (e->sub == UN_NOT)
			return (uint8_t)((s & ZERO ? POS : 0) | (s & (NEG | POS) ? ZERO : 0));
		return ANY;
	case EXPR_COND:
		return sign_of(p, vars, p->fn->args.v[e->arg0]) |
		       sign_of(p, vars, p->fn->args.v[e->arg0 + 1]);
	case EXPR_CALL:
		return call_sign(p, vars, e);
	case EXPR_BINARY:
		if (e->sub >= BIN_LT && e->sub <= BIN_NE)
			return ZERO | POS;
		if (e->sub == BIN_COMMA)
			return sign_of(p, vars, e->b);
		return ANY;
	case EXPR_ADDR: case EXPR_STR: case EXPR_FUNC:
		return POS;
	default:
		return ANY;
	}
}

/* Assignments anywhere in an expression, operands first. */
static void effects(const struct paths *p, uint8_t *vars, uint32_t id)
{
	const struct expr *e;

	if (id == EXPR_NONE)
		return;
	e = expr_at(p, id);
	if (e->op == EXPR_CONST || e->op == EXPR_VAR)
		return;
	effects(p, vars, e->op == EXPR_VAR ? EXPR_NONE : e->a);
	effects(p, vars, e->b);
	for (unsigned int i = 0; i < e->nr_args; i++)
		effects(p, vars, p->fn->args.v[e->arg0 + i]);
	if (e->a == EXPR_NONE || expr_at(p, e->a)->op != EXPR_VAR)
		return;
	if (e->op == EXPR_ASSIGN)
		vars[expr_at(p, e->a)->a] = e->sub == ASSIGN_SET ?
			sign_of(p, vars, e->b) : ANY;
	else if (e->op == EXPR_ADDR ||
		 (e->op == EXPR_UNARY && e->sub >= UN_PREINC && e->sub <= UN_POSTDEC))
		vars[expr_at(p, e->a)->a] = ANY;
}

/* What a comparison with zero leaves of a sign set. */
static uint8_t compared(enum binary_kind k, bool yes)
{
	static const struct {
		enum binary_kind k;
		uint8_t yes;
	} table[] = {
		{ BIN_LT, NEG }, { BIN_LE, NEG | ZERO }, { BIN_GT, POS },
		{ BIN_GE, ZERO | POS }, { BIN_EQ, ZERO }, { BIN_NE, NEG | POS },
	};

	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (table[i].k == k)
			return yes ? table[i].yes : (uint8_t)(ANY & ~table[i].yes);
	return ANY;
}

static uint32_t var_of(const struct paths *p, uint32_t id)
{
	const struct expr *e = expr_at(p, id);

	while ((e->op == EXPR_CAST || e->op == EXPR_ASSIGN || e->op == EXPR_STMTS) &&
	       e->a != EXPR_NONE)
		e = expr_at(p, e->a);
	return e->op == EXPR_VAR ? e->a : UINT32_MAX;
}

static void refine(const struct paths *p, uint8_t *vars, uint32_t cond, bool yes)
{
	const struct expr *e = expr_at(p, cond);
	uint8_t keep = yes ? NEG | POS : ZERO;
	uint32_t var = UINT32_MAX;

	if (e->op == EXPR_UNARY && e->sub == UN_NOT) {
		refine(p, vars, e->a, !yes);
		return;
	}
	if (e->op == EXPR_STMTS && e->a != EXPR_NONE) {
		refine(p, vars, e->a, yes);
		return;
	}
	if (e->op == EXPR_BINARY && e->sub >= BIN_LT && e->sub <= BIN_NE) {
		if (sign_of(p, vars, e->b) != ZERO)
			return;
		var = var_of(p, e->a);
		keep = compared(e->sub, yes);
	} else if (e->op == EXPR_CALL && e->nr_args == 1) {
		const char *name = tu_str(p->tu, e->sym);

		if (strcmp(name, "IS_ERR") && strcmp(name, "IS_ERR_OR_NULL"))
			return;
		var = var_of(p, p->fn->args.v[e->arg0]);
		keep = yes ? NEG : ZERO | POS;
		if (!strcmp(name, "IS_ERR_OR_NULL"))
			keep = yes ? NEG | ZERO : POS;
	} else {
		var = var_of(p, cond);
	}
	if (var != UINT32_MAX && vars[var] & keep)
		vars[var] &= keep;
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
	uint8_t *in;		/* blocks x vars */
	uint8_t returned;	/* signs of all returns met */
	bool returns_nothing;	/* a return without a value, or the end */
};

/* Runs one block from statement @skip on; joins into its successors. */
static bool run_block(struct sweep *s, uint32_t b, uint8_t *vars)
{
	const struct fn *fn = s->p->fn;
	const struct block *blk = &fn->blocks.v[b];
	size_t nr = fn->vars.nr;
	bool changed = false;
	uint8_t *copy;

	for (uint32_t i = 0; i < blk->nr_stmts; i++)
		effects(s->p, vars, fn->stmts.v[blk->stmt0 + i]);
	effects(s->p, vars, blk->cond);
	switch (blk->end) {
	case END_RETURN:
		if (blk->cond == EXPR_NONE)
			s->returns_nothing = true;
		else
			s->returned |= sign_of(s->p, vars, blk->cond);
		return false;
	case END_EXIT:
		s->returns_nothing = true;
		return false;
	case END_JUMP:
		return join(s->in + blk->succ[0] * nr, vars, nr);
	case END_BRANCH:
		copy = xmalloc(nr);
		for (int i = 0; i < 2; i++) {
			memcpy(copy, vars, nr);
			refine(s->p, copy, blk->cond, i == 0);
			changed |= join(s->in + blk->succ[i] * nr, copy, nr);
		}
		free(copy);
		return changed;
	case END_SWITCH:
		for (uint32_t i = 0; i < blk->nr_cases; i++)
			changed |= join(s->in + fn->cases.v[blk->case0 + i].block * nr,
					vars, nr);
		return changed;
	default:
		return false;
	}
}

static void run(struct sweep *s)
{
	size_t nr = s->p->fn->vars.nr;
	uint8_t *vars = xmalloc(nr + 1);
	bool changed = true;

	for (int rounds = 0; changed && rounds < 50; rounds++) {
		changed = false;
		s->returned = 0;
		s->returns_nothing = false;
		for (uint32_t i = 0; i < s->p->nr_order; i++) {
			uint32_t b = s->p->order[i];

			if (nr && !s->in[b * nr])
				continue;
			memcpy(vars, s->in + b * nr, nr);
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
	x = expr_at(p, e);
	if (x->op != EXPR_CONST && x->op != EXPR_VAR) {
		mark(p, x->a, block);
		mark(p, x->b, block);
	}
	for (unsigned int i = 0; i < x->nr_args; i++)
		mark(p, p->fn->args.v[x->arg0 + i], block);
}

static struct paths *paths_of(struct paths_cache *c, uint32_t f)
{
	const struct fn *fn = c->prog->fns.v[f].fn;
	size_t nb = fn->blocks.nr, nv = fn->vars.nr;
	struct sweep sweep;
	struct paths *p;

	if (c->by_fn[f])
		return c->by_fn[f];
	p = c->by_fn[f] = xcalloc(1, sizeof(*p));
	p->fn = fn;
	p->tu = c->prog->fns.v[f].tu;
	p->block_of = xcalloc(fn->exprs.nr, sizeof(*p->block_of));
	p->idom = xcalloc(nb, sizeof(*p->idom));
	p->order = xcalloc(nb, sizeof(*p->order));
	p->rank = xcalloc(nb, sizeof(*p->rank));
	memset(p->block_of, 0xff, fn->exprs.nr * sizeof(*p->block_of));
	for (uint32_t b = 0; b < nb; b++) {
		const struct block *blk = &fn->blocks.v[b];

		for (uint32_t i = 0; i < blk->nr_stmts; i++)
			mark(p, fn->stmts.v[blk->stmt0 + i], b);
		mark(p, blk->cond, b);
	}
	post_order(p);
	dominators(p);
	p->too_large = nb * (nv + 1) > MAX_CELLS;
	if (p->too_large || !nv)
		return p;
	p->in = xcalloc(nb, nv);
	memset(p->in, ANY, nv);
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
		free(p->order);
		free(p->rank);
		free(p);
	}
	free(self->by_fn);
	free(self);
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
	struct paths *p = paths_of(self, fn);
	size_t nv = p->fn->vars.nr;
	uint32_t b = p->block_of[expr];
	struct sweep s = { .p = p };
	uint8_t wrong;

	if (p->too_large || !nv || b == UINT32_MAX || !p->in[b * nv])
		return false;
	s.in = xcalloc(p->fn->blocks.nr, nv);
	memcpy(s.in + b * nv, p->in + b * nv, nv);
	run(&s);
	free(s.in);
	wrong = is_pointer(tu_str(p->tu, p->fn->ret_type)) ? POS : ZERO | POS;
	return !s.returns_nothing && s.returned && !(s.returned & wrong);
}

/* The block from which the ways to two expressions part, or NULL. */
static const struct block *chooser(const struct paths *p, uint32_t a, uint32_t b)
{
	uint32_t ba = p->block_of[a], bb = p->block_of[b], d;

	if (ba == UINT32_MAX || bb == UINT32_MAX || ba == bb ||
	    p->rank[ba] == UINT32_MAX || p->rank[bb] == UINT32_MAX)
		return NULL;
	d = common_dom(p, ba, bb);
	return d == ba || d == bb ? NULL : &p->fn->blocks.v[d];
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
	const struct block *blk = chooser(paths_of(self, fn), a, b);

	return blk && blk->end == END_SWITCH;
}

/**
 * paths__alternatives() - does a condition choose between two expressions
 * @self: the cache
 * @fn: the function
 * @a: one expression
 * @b: another
 *
 * Return: true if a branch in the function leads to one of them only or to the
 * other only, and its condition is no comparison of a number: a flag.
 */
bool paths__alternatives(struct paths_cache *self, uint32_t fn, uint32_t a, uint32_t b)
{
	struct paths *p = paths_of(self, fn);
	const struct block *blk = chooser(p, a, b);
	const struct expr *cond;

	if (!blk)
		return false;
	if (blk->end != END_BRANCH || blk->cond == EXPR_NONE)
		return false;
	cond = expr_at(p, blk->cond);
	return cond->op == EXPR_MEMBER || cond->op == EXPR_CALL ||
	       cond->op == EXPR_VAR || cond->op == EXPR_GLOBAL ||
	       (cond->op == EXPR_BINARY && (cond->sub == BIN_AND || cond->sub == BIN_EQ));
}
