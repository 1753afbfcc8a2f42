/* SPDX-License-Identifier: GPL-2.0-only */
/* Between context.c and context_graph.c: the call graph backwards. */
#ifndef PINCHECK_JUDGE_CONTEXT_GRAPH_H
#define PINCHECK_JUDGE_CONTEXT_GRAPH_H

#include "context_priv.h"

struct context_caller {
	uint32_t to;		/* function that is called */
	uint32_t fn, expr;	/* the call */
	bool guess;		/* through a pointer: one of several, perhaps */
};

/* A function is given away as a callback that runs in a known context. */
struct context_entry {
	uint32_t to;
	uint8_t run;		/* enum run_context */
	struct context_link link;
};

struct context_graph {
	struct program *prog;
	VEC(struct context_caller) callers;	/* by callee, then by place */
	VEC(struct context_entry) entries;	/* by function, then by place */
	int32_t *given;		/* per function: addresses taken, less the entries */
};

void context_graph__init(struct context_graph *self, struct program *prog);
void context_graph__exit(struct context_graph *self);
size_t context_graph__callers(const struct context_graph *self, uint32_t to);
size_t context_graph__entries(const struct context_graph *self, uint32_t to);
bool context_graph__given(const struct context_graph *self, uint32_t fn);

#endif
