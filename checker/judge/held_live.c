// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which variables are looked at again: what no later statement reads need not be
 * told apart.
 */
#include <string.h>

#include "held.h"

struct live {
	struct held_run *r;
	uint64_t *use, *def;	/* blocks x words, by variable */
	uint64_t *in;
	size_t words;
};

static void set(uint64_t *bits, uint32_t i)
{
	bits[i / 64] |= 1ull << (i % 64);
}

static bool has(const uint64_t *bits, uint32_t i)
{
	return bits[i / 64] >> (i % 64) & 1;
}

static void block_uses(struct live *l, const uint8_t *target)
{
	const struct held_run *r = l->r;

	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		const struct expr *e = hold__expr(r, i);
		uint32_t b = r->paths->block_of[i];

		if (e->op != EXPR_VAR || b == UINT32_MAX)
			continue;
		if (target[i] != 1)
			set(l->use + b * l->words, e->a);
	}
}

static bool flow_back(struct live *l, uint32_t b)
{
	const struct held_run *r = l->r;
	const struct block *blk = &r->f->blocks.v[b];
	uint64_t *in = l->in + b * l->words;
	bool changed = false;

	for (size_t w = 0; w < l->words; w++) {
		uint64_t out = 0, now;

		for (int i = 0; i < 2; i++)
			if ((blk->end == END_JUMP || blk->end == END_BRANCH) &&
			    blk->succ[i] != EXPR_NONE)
				out |= l->in[blk->succ[i] * l->words + w];
		for (uint32_t i = 0; blk->end == END_SWITCH && i < blk->nr_cases; i++)
			out |= l->in[r->f->cases.v[blk->case0 + i].block * l->words + w];
		now = l->use[b * l->words + w] | (out & ~l->def[b * l->words + w]);
		changed |= now != in[w];
		in[w] = now;
	}
	return changed;
}

/* Left sides of plain assignments to a variable. */
static uint8_t *targets(struct live *l)
{
	const struct held_run *r = l->r;
	uint8_t *target = xcalloc(r->f->exprs.nr + 1, 1);

	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		const struct expr *e = hold__expr(r, i);
		uint32_t left = e->op == EXPR_ASSIGN ? hold__strip(r, e->a) : EXPR_NONE;

		if (left != EXPR_NONE && e->sub == ASSIGN_SET &&
		    hold__expr(r, left)->op == EXPR_VAR)
			target[left] = 1;
	}
	return target;
}

/* A variable that a block sets before it reads it: by the first statement that names it. */
static void block_defs(struct live *l, const uint8_t *target)
{
	const struct held_run *r = l->r;

	for (uint32_t b = 0; b < r->f->blocks.nr; b++) {
		const struct block *blk = &r->f->blocks.v[b];

		for (uint32_t i = 0; i < blk->nr_stmts; i++) {
			const struct expr *e = hold__expr(r, r->f->stmts.v[blk->stmt0 + i]);
			uint32_t left = e->op == EXPR_ASSIGN ? hold__strip(r, e->a) : EXPR_NONE;

			if (left != EXPR_NONE && target[left] &&
			    !has(l->use + b * l->words, hold__expr(r, left)->a))
				set(l->def + b * l->words, hold__expr(r, left)->a);
		}
	}
}

static uint32_t root_var(const struct held_run *r, uint32_t cell)
{
	while (r->cells.v[cell].base != NO_CELL)
		cell = r->cells.v[cell].base;
	return r->cells.v[cell].kind == EXPR_VAR ? r->cells.v[cell].sym : UINT32_MAX;
}

/* Only plain variables that nothing hangs on go. */
static void to_cells(struct live *l)
{
	struct held_run *r = l->r;

	r->words = (r->cells.nr + 63) / 64 + 1;
	r->live = xcalloc(r->f->blocks.nr * r->words, sizeof(*r->live));
	for (uint32_t c = 0; c < r->cells.nr; c++) {
		uint32_t var = root_var(r, c);
		bool keep = r->cells.v[c].kind != EXPR_VAR || var == UINT32_MAX ||
			    r->paths->addressed[var];

		for (uint32_t k = 0; k < r->cells.nr && !keep; k++)
			keep = r->cells.v[k].base == c;
		for (uint32_t b = 0; b < r->f->blocks.nr; b++)
			if (keep || has(l->in + b * l->words, var))
				set(r->live + b * r->words, c);
	}
}

/**
 * hold__live() - find which places each block and those after it look at
 * @r: the run, with its cells and paths; gets @live
 */
void hold__live(struct held_run *r)
{
	struct live l = { .r = r, .words = r->f->vars.nr / 64 + 1 };
	size_t size = r->f->blocks.nr * l.words;
	uint8_t *target = targets(&l);
	bool changed = true;

	l.use = xcalloc(size, sizeof(*l.use));
	l.def = xcalloc(size, sizeof(*l.def));
	l.in = xcalloc(size, sizeof(*l.in));
	block_uses(&l, target);
	block_defs(&l, target);
	while (changed) {
		changed = false;
		for (uint32_t i = r->paths->nr_order; i-- > 0; )
			changed |= flow_back(&l, r->paths->order[i]);
	}
	to_cells(&l);
	free(target);
	free(l.use);
	free(l.def);
	free(l.in);
}
