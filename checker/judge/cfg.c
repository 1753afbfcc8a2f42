// SPDX-License-Identifier: GPL-2.0-only
/*
 * Blocks and natural loops of one function.
 *
 * Functions that touch pages are small, and these questions are asked about few
 * of them: each is answered by a walk over the blocks.
 */
#include <stdlib.h>
#include <string.h>

#include "cfg.h"

/**
 * cfg__successor() - the blocks that a block leads to
 * @fn: the function
 * @block: the block
 * @i: which of them, from 0
 *
 * Return: the block, or EXPR_NONE after the last.
 */
uint32_t cfg__successor(const struct fn *fn, uint32_t block, uint32_t i)
{
	const struct block *blk = &fn->blocks.v[block];

	if (blk->end == END_SWITCH)
		return i < blk->nr_cases ? fn->cases.v[blk->case0 + i].block : EXPR_NONE;
	if ((blk->end != END_JUMP && blk->end != END_BRANCH) || i > 1)
		return EXPR_NONE;
	if (blk->succ[0] == EXPR_NONE)
		return i ? EXPR_NONE : blk->succ[1];
	return blk->succ[i];
}

/**
 * cfg__each_expr() - visit an expression and all below it
 * @fn: the function
 * @tree: the expression, or EXPR_NONE
 * @call: called for each
 * @ctx: handed to @call
 */
void cfg__each_expr(const struct fn *fn, uint32_t tree, expr_fn call, void *ctx)
{
	const struct expr *e;

	if (tree == EXPR_NONE)
		return;
	call(ctx, tree);
	e = &fn->exprs.v[tree];
	if (e->op != EXPR_CONST && e->op != EXPR_VAR) {
		cfg__each_expr(fn, e->a, call, ctx);
		cfg__each_expr(fn, e->b, call, ctx);
	}
	for (uint32_t i = 0; i < e->nr_args; i++)
		cfg__each_expr(fn, fn->args.v[e->arg0 + i], call, ctx);
}

/**
 * cfg__each_of_block() - visit all expressions of a block, its condition last
 * @fn: the function
 * @block: the block
 * @call: called for each
 * @ctx: handed to @call
 */
void cfg__each_of_block(const struct fn *fn, uint32_t block, expr_fn call, void *ctx)
{
	const struct block *blk = &fn->blocks.v[block];

	for (uint32_t i = 0; i < blk->nr_stmts; i++)
		cfg__each_expr(fn, fn->stmts.v[blk->stmt0 + i], call, ctx);
	cfg__each_expr(fn, blk->cond, call, ctx);
}

struct seek {
	uint32_t expr;
	bool found;
};

static void seek_expr(void *ctx, uint32_t expr)
{
	struct seek *s = ctx;

	s->found |= s->expr == expr;
}

/**
 * cfg__block_of() - the block that an expression stands in
 * @fn: the function
 * @expr: the expression
 *
 * Return: the block, or EXPR_NONE.
 */
uint32_t cfg__block_of(const struct fn *fn, uint32_t expr)
{
	struct seek s = { .expr = expr };

	for (uint32_t b = 0; b < fn->blocks.nr; b++) {
		cfg__each_of_block(fn, b, seek_expr, &s);
		if (s.found)
			return b;
	}
	return EXPR_NONE;
}

/**
 * cfg__reaches() - does a way lead from a block to another
 * @fn: the function
 * @from: where to start; its own statements are behind us
 * @to: the other block; may be @from, then a loop is asked for
 * @without: of each block 1 if the way must not enter it, or NULL
 *
 * Return: true if so.
 */
bool cfg__reaches(const struct fn *fn, uint32_t from, uint32_t to, const uint8_t *without)
{
	size_t nr = fn->blocks.nr, depth = 0;
	uint32_t *todo = xcalloc(nr + 1, sizeof(*todo)), s;
	uint8_t *seen = xcalloc(nr + 1, 1);
	bool found = false;

	todo[depth++] = from;
	while (depth && !found) {
		uint32_t b = todo[--depth];

		for (uint32_t i = 0; !found && (s = cfg__successor(fn, b, i)) != EXPR_NONE; i++) {
			if (seen[s] || (without && without[s]))
				continue;
			found = s == to;
			seen[s] = 1;
			todo[depth++] = s;
		}
	}
	free(todo);
	free(seen);
	return found;
}

/* Does every way from the entry to @block lead through @head? */
static bool leads_through(const struct fn *fn, uint32_t head, uint32_t block)
{
	uint8_t *without;
	bool round;

	if (!head || head == block)
		return true;
	if (!block)
		return false;
	without = xcalloc(fn->blocks.nr, 1);
	without[head] = 1;
	round = cfg__reaches(fn, 0, block, without);
	free(without);
	return !round;
}

/* Does a block that every way to it reaches by @head lead back there? */
static bool is_head(const struct fn *fn, uint32_t head)
{
	uint32_t s;

	for (uint32_t b = 0; b < fn->blocks.nr; b++)
		for (uint32_t i = 0; (s = cfg__successor(fn, b, i)) != EXPR_NONE; i++)
			if (s == head && leads_through(fn, head, b) &&
			    (b == head || cfg__reaches(fn, head, b, NULL)))
				return true;
	return false;
}

static size_t fill_loop(const struct fn *fn, uint32_t head, uint8_t *in)
{
	size_t nr = 0;

	for (uint32_t b = 0; b < fn->blocks.nr; b++) {
		in[b] = b == head || (cfg__reaches(fn, head, b, NULL) &&
				      cfg__reaches(fn, b, head, NULL) &&
				      leads_through(fn, head, b));
		nr += in[b];
	}
	return nr;
}

/**
 * cfg__loop_at() - the loop that begins with a block
 * @fn: the function
 * @head: the block
 * @ret: set if there is one; the caller frees its array
 *
 * Return: true if there is one.
 */
bool cfg__loop_at(const struct fn *fn, uint32_t head, struct loop *ret)
{
	*ret = (struct loop){ .head = head };
	if (!fn->blocks.v[head].loop || !is_head(fn, head))
		return false;
	ret->in = xcalloc(fn->blocks.nr, 1);
	fill_loop(fn, head, ret->in);
	return true;
}

/**
 * cfg__loop_around() - the innermost loop that a block is in
 * @fn: the function
 * @block: the block
 * @ret: set if there is one; the caller frees its array
 *
 * Return: true if there is one.
 */
bool cfg__loop_around(const struct fn *fn, uint32_t block, struct loop *ret)
{
	size_t best = SIZE_MAX;

	*ret = (struct loop){ .head = EXPR_NONE };
	if (!fn->blocks.v[block].loop)
		return false;
	for (uint32_t h = 0; h < fn->blocks.nr; h++) {
		uint8_t *in;
		size_t nr;

		if (!fn->blocks.v[h].loop || !cfg__reaches(fn, block, h, NULL) ||
		    !leads_through(fn, h, block) || !is_head(fn, h))
			continue;
		in = xcalloc(fn->blocks.nr, 1);
		nr = fill_loop(fn, h, in);
		if (nr >= best) {
			free(in);
			continue;
		}
		best = nr;
		free(ret->in);
		*ret = (struct loop){ .head = h, .in = in };
	}
	return ret->in != NULL;
}
