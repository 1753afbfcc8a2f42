/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the checks only: blocks, loops and places of one function, as far as
 * they need no values. What is asked once a finding is computed anew each time.
 */
#ifndef PINCHECK_JUDGE_CFG_H
#define PINCHECK_JUDGE_CFG_H

#include "judge_priv.h"

/* A natural loop. */
struct loop {
	uint32_t head;		/* block that every round goes through */
	uint8_t *in;		/* of each block: 1 if it is in the loop */
};

/* Called for each expression of a tree, the tree itself included. */
typedef void (*expr_fn)(void *ctx, uint32_t expr);

uint32_t cfg__successor(const struct fn *fn, uint32_t block, uint32_t i);
uint32_t cfg__block_of(const struct fn *fn, uint32_t expr);
bool cfg__reaches(const struct fn *fn, uint32_t from, uint32_t to, const uint8_t *without);
bool cfg__loop_around(const struct fn *fn, uint32_t block, struct loop *ret);
bool cfg__loop_at(const struct fn *fn, uint32_t head, struct loop *ret);
void cfg__each_expr(const struct fn *fn, uint32_t tree, expr_fn call, void *ctx);
void cfg__each_of_block(const struct fn *fn, uint32_t block, expr_fn call, void *ctx);

/* places.c: what an expression names */
bool place__same(const struct fn *fn, uint32_t a, uint32_t b);
uint32_t place__bare(const struct fn *fn, uint32_t expr);
uint32_t place__arg(const struct judge *j, uint32_t fn, uint32_t call,
		    const struct api *api, unsigned int marks);
bool place__reads_var(const struct fn *fn, uint32_t tree, uint32_t var);
uint32_t place__written(const struct fn *fn, uint32_t expr);

#endif
