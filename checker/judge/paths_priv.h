/* SPDX-License-Identifier: GPL-2.0-only */
/* Between judge/paths.c and judge/signs.c only: ways through one function. */
#ifndef PINCHECK_JUDGE_PATHS_PRIV_H
#define PINCHECK_JUDGE_PATHS_PRIV_H

#include "judge_priv.h"

/* Sets of signs. An error pointer counts as negative. */
#define NEG	1
#define ZERO	2
#define POS	4
#define ANY	7

struct paths {
	const struct fn *fn;
	const struct tu_facts *tu;
	const struct rules *rules;
	uint32_t *block_of;	/* expression -> block, UINT32_MAX none */
	uint32_t *idom;		/* immediate dominator, UINT32_MAX unreached */
	size_t width;		/* of a state: all variables, then "is reached" */
	uint8_t *in;		/* blocks x width: signs at the start */
	uint8_t *addressed;	/* per variable: its address is taken somewhere */
	uint32_t *order;	/* reverse post-order */
	uint32_t *rank;		/* place of a block in it */
	uint8_t *ends;		/* of each block: how the ways on end; 0 not asked yet */
	uint32_t nr_order;
	bool too_large;
};

static inline const struct expr *paths__expr(const struct paths *p, uint32_t e)
{
	return &p->fn->exprs.v[e];
}

/* paths.c */
struct paths *paths__of(struct paths_cache *c, uint32_t f);

/* signs.c */
uint8_t signs__of(const struct paths *p, const uint8_t *vars, uint32_t expr);
void signs__effects(const struct paths *p, uint8_t *vars, uint32_t expr);
/* False if the condition can't be so. */
bool signs__refine(const struct paths *p, uint8_t *vars, uint32_t cond, bool yes);

#endif
