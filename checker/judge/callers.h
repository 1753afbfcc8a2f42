/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the checks only: which functions lead to a call, and what is known of
 * those that nobody calls.
 */
#ifndef PINCHECK_JUDGE_CALLERS_H
#define PINCHECK_JUDGE_CALLERS_H

#include "cfg.h"

/* A call that leads to some place, or that place itself. */
struct lead {
	uint32_t fn, expr;
};

/* All that leads to some places. */
struct leads {
	VEC(struct lead) calls;
	VEC(uint32_t) roots;	/* functions that are called from nowhere at hand */
	uint8_t *seen;		/* of each function of the program */
	bool too_many;
};

/* Who calls a function that is only ever stored or passed. */
enum entry {
	ENTRY_UNKNOWN,
	ENTRY_TABLE,	/* a table of functions, of which no rule tells */
	ENTRY_PROCESS,	/* a table's function that runs in a process: no completion */
	ENTRY_USER,	/* a table's function that users call when they want */
	ENTRY_LATER,	/* a callback that was set: the end of some work, perhaps */
};

void leads__init(struct leads *self, const struct judge *j);
void leads__exit(struct leads *self);
void leads__add(struct leads *self, const struct judge *j, uint32_t fn, uint32_t expr);
void leads__close(struct leads *self, struct judge *j);
bool leads__outlives(const struct leads *to, struct judge *j, uint32_t fn, uint32_t expr);

/* The table's member that holds a function; "" where none does. */
struct entry_at {
	const char *rec, *member;
};

enum entry entry__of(const struct judge *j, uint32_t fn, struct entry_at *ret);

#endif
