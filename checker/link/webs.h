/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Def-use webs: which uses of a local variable see which of its definitions.
 *
 * A web is a set of definitions of one variable that share a use. One variable
 * that is used for two things in turn, `page` of a pin and later of a look-up in
 * the page cache, has two webs; what flows into one does not come out of the
 * other.
 */
#ifndef PINCHECK_LINK_WEBS_H
#define PINCHECK_LINK_WEBS_H

#include <stdbool.h>
#include <stdint.h>

#include "../facts/facts.h"

#define WEB_NONE UINT32_MAX

/* What is asked about one function. */
struct webs_ask {
	/* May this variable be split? Never ask for one that others alias. */
	bool (*candidate)(void *ctx, uint32_t var);
	/*
	 * Does this call write argument @arg, the address of a variable,
	 * without reading what was there? May be NULL: then none does.
	 */
	bool (*overwrites)(void *ctx, uint32_t call, uint32_t arg);
	void *ctx;
};

/* A web beyond the first one of its variable. */
struct web {
	uint32_t var;		/* index into fn->vars */
	uint32_t nr;		/* 1, 2 … */
};

struct webs {
	uint32_t nr_exprs;	/* 0 if no variable is split; then at is NULL */
	uint32_t *at;		/* per expression: web of its variable, or WEB_NONE
				 * where it is none of a variable that is split */
	uint32_t *extra_at;	/* per expression: index into extra, or WEB_NONE
				 * where the web is the first */
	VEC(struct web) extra;	/* by variable, then by number */
	bool too_large;		/* over the budget: nothing is split */
};

void webs__build(const struct fn *fn, const struct webs_ask *ask, struct webs *ret_webs);
void webs__exit(struct webs *self);

/* The web of a variable's expression: 0 where the variable is not split. */
static inline uint32_t webs__of(const struct webs *self, uint32_t expr)
{
	return self->nr_exprs && self->at[expr] != WEB_NONE ? self->at[expr] : 0;
}

#endif
