/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the files checker/judge/context*.c only: what a function holds where. */
#ifndef PINCHECK_JUDGE_CONTEXT_PRIV_H
#define PINCHECK_JUDGE_CONTEXT_PRIV_H

#include "judge_priv.h"

/* Bit of a kind of lock in a mask; bit 0 is what no unlock can end: an interrupt. */
#define KIND(k) ((uint16_t)(1u << (k)))
#define KIND_RUN KIND(LOCK_NONE)
#define KINDS_ATOMIC (KIND(LOCK_SPIN) | KIND(LOCK_RCU) | KIND(LOCK_PREEMPT) | \
		      KIND(LOCK_IRQ) | KIND(LOCK_BH))
#define KINDS_ALL ((uint16_t)(KIND(LOCK_NR) - 1))

/* A lock that a function takes: a bit in the masks below. */
struct held_lock {
	uint64_t path;		/* hash of what names it */
	uint32_t expr;		/* first call that takes it */
	uint8_t kind;		/* enum lock_kind */
};

/*
 * What is known before some call. "Surely" is on every way there; "may" on any.
 */
struct locks_state {
	uint64_t must, may;	/* locks taken here: surely held, perhaps held */
	uint64_t slept;		/* of those: a sleeping call was surely made under it */
	uint16_t kept;		/* kinds: what the caller held is surely still held */
	uint16_t slept_kept;	/* kinds: the same, and a sleeping call was made */
	uint16_t is_true;	/* parameters that surely are not 0 here */
	uint16_t is_false;	/* parameters that surely are 0 here */
	bool asked;		/* whether one may sleep was asked, on every way */
	bool reached;
};

struct held_op {
	uint32_t expr;		/* the call, or an assignment to a parameter */
	uint32_t block;
	uint8_t what;		/* enum held_what */
	uint8_t kind;		/* enum lock_kind of an unlock */
	uint8_t bit;		/* of a lock in locks, or the parameter */
	bool maybe;		/* in an operand that is not always evaluated */
	uint16_t drops, gives;	/* CALL: kinds */
};

enum held_what { HELD_CALL, HELD_LOCK, HELD_TRY, HELD_UNLOCK, HELD_SLEEP, HELD_SET };

#define HELD_MAX_LOCKS 64

/* One function. */
struct locks {
	VEC(struct held_lock) locks;
	VEC(struct held_op) ops;	/* in the order of blocks and evaluation */
	VEC(uint32_t) op0;		/* first of a block; one more at the end */
	VEC(struct locks_state) at;	/* before each op */
	uint8_t *asks;			/* variables that hold an answer about contexts */
	uint16_t drops;			/* kinds of the caller's that it may let go */
	uint16_t gives;			/* kinds that it surely holds when it returns */
	bool sleeps;			/* every way through it makes a sleeping call */
	bool busy, too_large;
};

struct locks_cache {
	struct program *prog;
	struct locks **by_fn;
};

struct locks_cache *locks__new(struct program *prog);
void locks__free(struct locks_cache *self);
/* context_locks.c: a function, worked out when asked first. */
const struct locks *locks__of(struct locks_cache *self, uint32_t fn);
/* Before a call; NULL if it is never reached or can't be told. */
const struct locks_state *locks__at(struct locks_cache *self, uint32_t fn, uint32_t expr);
/* Is a call made only on some answers to the question whether one may sleep? */
bool locks__depends(struct locks_cache *self, uint32_t fn, uint32_t expr);
/* Kinds of the locks in a mask. */
uint16_t locks__kinds(const struct locks *self, uint64_t locks);
/* Hash of the access path of an expression; the same text, the same hash. */
uint64_t locks__path(const struct fn *fn, uint32_t expr);

/* context_ops.c: what a function does, in order. */
void locks__find_ops(struct locks_cache *self, uint32_t fn, struct locks *h);
const struct api *locks__api(struct locks_cache *self, uint32_t fn, const struct expr *call);
bool locks__asks(struct locks_cache *self, uint32_t fn, const struct locks *h, uint32_t expr);
uint32_t locks__add_lock(struct locks *h, uint8_t kind, uint64_t path, uint32_t expr);
uint32_t locks__find_lock(const struct locks *h, uint8_t kind, uint64_t path);
/* The lock that a condition takes if it is true, or UINT32_MAX. */
uint32_t locks__tried(struct locks_cache *self, uint32_t fn, const struct locks *h,
		     uint32_t cond);
bool locks__described(const struct program *prog, uint32_t fn);

#endif
