/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one function's graph comes to, one line each, to hold it against another
 * compiler's: for each call that can be reached its name, whether it stands in a
 * loop, how often; how many returns can be reached; which calls decide a branch.
 */
#ifndef PINCHECK_TESTS_FACTS_SUMMARY_H
#define PINCHECK_TESTS_FACTS_SUMMARY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/facts.h"

struct facts_summary {
	const struct tu_facts *tu;
	const struct fn *fn;
	uint8_t *reached;
	FILE *out;
};

static inline void facts_summary__mark(const struct fn *fn, uint32_t b, uint8_t *seen);

static inline void facts_summary__next(const struct fn *fn, uint32_t b, uint8_t *seen)
{
	const struct block *blk = &fn->blocks.v[b];

	if (blk->end == END_JUMP || blk->end == END_BRANCH)
		for (int i = 0; i < 2; i++)
			if (blk->succ[i] != EXPR_NONE)
				facts_summary__mark(fn, blk->succ[i], seen);
	if (blk->end == END_SWITCH)
		for (uint32_t i = 0; i < blk->nr_cases; i++)
			facts_summary__mark(fn, fn->cases.v[blk->case0 + i].block, seen);
}

static inline void facts_summary__mark(const struct fn *fn, uint32_t b, uint8_t *seen)
{
	if (seen[b])
		return;
	seen[b] = 1;
	facts_summary__next(fn, b, seen);
}

static inline void facts_summary__calls(const struct facts_summary *s, uint32_t id,
					const char *what, const char *where)
{
	const struct expr *e;

	if (id == EXPR_NONE)
		return;
	e = &s->fn->exprs.v[id];
	if (e->op == EXPR_VAR || e->op == EXPR_CONST || e->op == EXPR_GLOBAL ||
	    e->op == EXPR_FUNC || e->op == EXPR_STR)
		return;
	if (e->op == EXPR_CALL && strncmp(tu_str(s->tu, e->sym), "__builtin_", 10))
		fprintf(s->out, "%s %s %s%s\n", tu_str(s->tu, s->fn->name), what,
			e->sym ? tu_str(s->tu, e->sym) : "*", where);
	facts_summary__calls(s, e->a, what, where);
	facts_summary__calls(s, e->b, what, where);
	for (uint32_t i = 0; i < e->nr_args; i++) {
		/* x ?: y has x twice */
		if (e->op == EXPR_COND && s->fn->args.v[e->arg0 + i] == e->a)
			continue;
		facts_summary__calls(s, s->fn->args.v[e->arg0 + i], what, where);
	}
}

/* The lines of one function, in no order. */
static inline void facts_summary__print(const struct tu_facts *tu, const struct fn *fn,
					FILE *out)
{
	size_t nr = fn->blocks.nr;
	struct facts_summary s = { tu, fn, calloc(nr, 1), out };
	uint8_t *seen = calloc(nr, 1);

	if (!s.reached || !seen)
		abort();
	facts_summary__mark(fn, 0, s.reached);
	for (uint32_t b = 0; b < nr; b++) {
		const struct block *blk = &fn->blocks.v[b];
		const char *where;

		if (!s.reached[b])
			continue;
		memset(seen, 0, nr);
		facts_summary__next(fn, b, seen);
		where = seen[b] ? " loop" : " once";
		for (uint32_t i = 0; i < blk->nr_stmts; i++)
			facts_summary__calls(&s, fn->stmts.v[blk->stmt0 + i], "call", where);
		facts_summary__calls(&s, blk->cond, "call", where);
		if (blk->end == END_BRANCH)
			facts_summary__calls(&s, blk->cond, "cond", "");
		if (blk->end == END_RETURN)
			fprintf(out, "%s return\n", tu_str(tu, fn->name));
	}
	free(s.reached);
	free(seen);
}

#endif
