/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: held
 *
 * How many pages of one acquire are held at each point of a function: none,
 * some range of an array, released, or not known. The function's graph is
 * walked with values as terms (held_terms.c), so that copies of a result, of a
 * count and of a pointer are known as such, and with one state for each outcome
 * of the acquire: an error, none, fewer than asked, all.
 *
 * What is not understood ends in HELD_UNSURE, which says nothing.
 */
#ifndef PINCHECK_JUDGE_HELD_H
#define PINCHECK_JUDGE_HELD_H

#include "../lib/hmap.h"
#include "paths_priv.h"

#define NO_TERM UINT32_MAX
#define NO_CELL UINT32_MAX
/* In place of an enum const_kind: a is the expression of it. */
#define TERM_UNKNOWN_CONST 16
/* The same: a is a hash. */
#define TERM_HASH 17

enum term_kind {
	TERM_CONST,	/* a: value; b: enum const_kind, else than EXACT: low bits */
	TERM_RESULT,	/* of the acquire */
	TERM_SOME,	/* a: expression that gave it, b: what part of its effect */
	TERM_START,	/* a: cell, as it was at the function's entry */
	TERM_JOIN,	/* a: block where ways meet, b: slot */
	TERM_LOST,	/* a: slot, b: expression */
	TERM_ADDR,	/* a: cell */
	TERM_ELEM,	/* a[b] */
	TERM_OP,	/* a op b */
};

/* A value. Two equal values of one state are one term. */
struct term {
	uint8_t kind;		/* enum term_kind */
	uint8_t op;		/* enum binary_kind */
	uint8_t depth;
	uint32_t a, b;
};

struct terms {
	VEC(struct term) v;
	struct hmap ids;
};

/* A place with a value: a variable, a global, a member behind one of those. */
struct cell {
	uint8_t kind;		/* enum expr_op: VAR, GLOBAL, MEMBER, DEREF */
	bool arrow;
	bool local;		/* gone when the function returns */
	bool array;		/* stands for its own address */
	uint32_t base;		/* cell */
	uint32_t sym;		/* of the unit; for VAR the index */
	uint32_t rec;
};

/* Outcomes of an acquire. */
enum outcome {
	GOT_ERROR	= 1 << 0,	/* the result is negative, nothing is held */
	GOT_NONE	= 1 << 1,	/* 0, nothing is held */
	GOT_PART	= 1 << 2,	/* fewer than asked, and 1 at least */
	GOT_ALL		= 1 << 3,
	GOT_ALL_ZERO	= 1 << 4,	/* a helper gives 0, and all are held */
	GOT_PART_ERROR	= 1 << 5,	/* a helper gives an error, and some are held */
};

enum result_kind {
	RESULT_COUNT,	/* negative, or a number of pages */
	RESULT_BYTES,	/* negative, or a number of bytes */
	RESULT_BOOL,	/* true for one page */
	RESULT_PAGE,	/* the page, NULL or an error pointer */
	RESULT_ARRAY,	/* of a helper: the array, NULL or an error pointer */
};

/* A call that acquires: of a rule, or of a helper. */
struct held_call {
	uint32_t fn, expr;
	uint32_t acquire;	/* index into program->acquires */
	const struct api *api;	/* NULL of a helper */
	uint32_t helper;	/* function, or UINT32_MAX */
	const char *name;	/* of the callee */
	int pages, count;	/* arguments; -1 none, count -1: one page */
	int32_t want;		/* a helper that asks for that many always; 0: it does not */
	uint8_t result;		/* enum result_kind */
	uint8_t outcomes;	/* enum outcome bits that can be */
	bool by_pointer;	/* the argument is the array pointer's address */
};

enum held_status {
	HELD_BEFORE,	/* the acquire was not reached */
	HELD_NONE,	/* it gave nothing */
	HELD_SOME,	/* [lo, hi) of base */
	HELD_DONE,	/* released */
	HELD_UNSURE,
};

enum held_flag {
	HELD_KEPT	= 1 << 0,	/* the array is stored where it outlives */
	HELD_FREED	= 1 << 1,	/* the array was freed with pages in it */
	HELD_DOUBT	= 1 << 2,	/* the release depends on something */
	HELD_AGAIN	= 1 << 4,	/* acquired more than once */
	HELD_CLEARED	= 1 << 5,	/* something writes the array besides */
	HELD_ODD	= 1 << 6,	/* after an outcome that is hardly seen */
};

/* What is known of a value. */
struct held_fact {
	uint32_t term;
	uint8_t sign;
};

#define HELD_MAX_FACTS 28

/* The numbers of a state besides its cells; cells follow as more of the same. */
enum held_slot { SLOT_BASE, SLOT_LO, SLOT_HI, SLOT_WANT, SLOT_DONE_LO, SLOT_DONE_HI,
		 SLOT_IN, SLOT_ARGS, SLOT_CELLS };

struct held_state {
	uint8_t status, got, flags;
	uint8_t nr_facts;
	uint8_t pending;	/* outcome of the acquire in the block at hand */
	uint32_t trace;		/* how it came here; no part of what it is */
	uint32_t done;		/* expression that released */
	struct held_fact facts[HELD_MAX_FACTS];
	uint32_t slots[];
};

enum trace_kind { TRACE_ACQUIRE, TRACE_BRANCH, TRACE_RELEASE, TRACE_FREE, TRACE_LOOP };

struct held_trace {
	uint32_t parent;
	uint32_t expr;
	uint32_t block;		/* that ends in the branch */
	uint8_t kind;		/* enum trace_kind */
	uint8_t yes;		/* of a branch; outcome of an acquire */
};

enum held_fault_kind {
	FAULT_LEAK,		/* lost at a return */
	FAULT_TOO_MANY,		/* more are released than were acquired */
	FAULT_NEGATIVE,		/* a negative count is passed as an unsigned one */
	FAULT_WILD,		/* a loop up to a negative number as unsigned */
	FAULT_NOTHING,		/* pages are released though none were acquired */
	FAULT_NO_ARRAY,		/* of an array that is NULL */
	FAULT_DOUBLE,
	FAULT_NO_END,		/* a loop over an acquire that gives 0 */
};

struct held_fault {
	uint8_t kind;		/* enum held_fault_kind */
	uint8_t got, flags;
	bool error;		/* LEAK: the function returns an error */
	bool caller;		/* LEAK: the array is the caller's */
	uint32_t expr;		/* where: a release; of a leak what is returned */
	uint32_t block;		/* LEAK: the block that returns */
	uint32_t trace;
	uint32_t done;		/* DOUBLE: the first release */
};

struct held_loop {
	uint32_t head;
	uint8_t *has;		/* per block */
	bool hands_on;		/* pages go elsewhere in its rounds */
};

/* A release of one element in each round of a loop. */
struct held_bulk {
	uint32_t loop;
	uint32_t call;
	uint32_t page;		/* expression of the page */
	bool guarded;		/* only where the element is not NULL */
	bool doubtful;		/* not in each round */
};

struct held_cache;

/* One function, walked for one acquire. */
struct held_run {
	struct held_cache *cache;
	struct judge *j;
	struct program *p;
	uint32_t fn;
	const struct fn *f;
	const struct tu_facts *tu;
	const struct paths *paths;
	struct held_call call;
	struct terms terms;
	VEC(struct cell) cells;
	struct hmap cell_ids;
	uint32_t *cell_of;	/* per expression, plus 1; 0 not asked */
	uint32_t nr_slots;
	uint64_t *live;		/* blocks x words of cells */
	size_t words;
	VEC(struct held_loop) loops;
	VEC(struct held_bulk) bulks;
	VEC(struct held_trace) traces;
	VEC(struct held_fault) faults;
	uint8_t *releases;	/* per block: something of the acquire is released there */
	uint32_t block;		/* at hand */
	uint8_t exits;		/* enum outcome bits, as a caller sees them */
	bool exits_unsure;
	bool returns_array;	/* or the page */
	bool returns_other;	/* something with which a caller can't do anything */
	int param, want_param;	/* the caller's array, and what it asks for; -1 */
	int32_t want;		/* the number that stands there instead; 0 none, -1 several */
	uint32_t parent;	/* run of the helper that is called, or UINT32_MAX */
	uint32_t steps;
	uint32_t put_in;	/* call at hand that puts pages into something */
	bool pure;		/* values only, no effects */
	bool too_large;
};

/* held_terms.c */
uint32_t terms__get(struct terms *self, enum term_kind kind, unsigned int op, uint32_t a,
		    uint32_t b);
uint32_t terms__const(struct terms *self, int32_t value);
bool terms__is_const(const struct terms *self, uint32_t id, int32_t *ret_value);
uint32_t terms__add(struct terms *self, uint32_t a, uint32_t b);
uint32_t terms__sub(struct terms *self, uint32_t a, uint32_t b);
uint32_t terms__op(struct terms *self, unsigned int op, uint32_t a, uint32_t b);
bool terms__has(const struct terms *self, uint32_t id, uint32_t leaf);
void terms__exit(struct terms *self);

/* held_cells.c */
uint32_t cells__of(struct held_run *r, uint32_t expr);
void cells__number(struct held_run *r);
bool cells__below(const struct held_run *r, uint32_t cell, uint32_t base);
const char *hold__str(const struct held_run *r, uint32_t id);
const struct expr *hold__expr(const struct held_run *r, uint32_t id);
uint32_t hold__strip(const struct held_run *r, uint32_t expr);

/* held_state.c */
struct held_state *state__new(const struct held_run *r);
struct held_state *state__copy(const struct held_run *r, const struct held_state *s);
uint64_t state__hash(const struct held_run *r, const struct held_state *s);
void state__merge(struct held_run *r, struct held_state *to, const struct held_state *from,
		  uint32_t block);
uint64_t state__inputs(const struct held_run *r, const struct held_state *s);
void state__forget(struct held_run *r, struct held_state *s, uint32_t term, uint32_t expr);
void state__forget_elements(struct held_run *r, struct held_state *s, uint32_t base,
			    uint32_t expr);
uint32_t state__fresh(struct held_run *r, struct held_state *s, uint32_t expr, uint32_t part);
void state__tidy(struct held_run *r, struct held_state *s, uint32_t block);
uint8_t state__sign(const struct held_run *r, const struct held_state *s, uint32_t term);
bool state__refine(struct held_run *r, struct held_state *s, uint32_t term, uint8_t sign);
void state__trace(struct held_run *r, struct held_state *s, enum trace_kind kind,
		  uint32_t expr, unsigned int yes);

/* held_eval.c */
uint32_t hold__eval(struct held_run *r, struct held_state *s, uint32_t expr);
uint32_t hold__peek(struct held_run *r, struct held_state *s, uint32_t expr);
void hold__set(struct held_run *r, struct held_state *s, uint32_t cell, uint32_t term,
	       uint32_t expr);

/* held_cond.c */
struct held_cmp {
	uint8_t kind;		/* enum binary_kind */
	bool is_unsigned;
	uint32_t a, b;		/* terms */
};

struct held_cmp hold__cmp(struct held_run *r, struct held_state *s, uint32_t cond);
/* Bit 0: it can be false; bit 1: it can be true. */
unsigned int hold__decide(struct held_run *r, const struct held_state *s,
			  const struct held_cmp *c);
bool hold__assume(struct held_run *r, struct held_state *s, const struct held_cmp *c,
		  bool yes);
bool hold__unsigned_compare(const struct held_run *r, uint32_t a, uint32_t b);

/* held_calls.c */
uint32_t hold__call(struct held_run *r, struct held_state *s, uint32_t expr);
void hold__hands_on(struct held_run *r, struct held_state *s);
void hold__stored(struct held_run *r, struct held_state *s, uint32_t term, bool local);

/* held_release.c */
struct held_range {
	uint32_t call;		/* expression of the release */
	uint32_t base, lo, hi;
	bool is_unsigned;	/* the count is passed or compared as unsigned */
	bool guarded, doubtful;
	bool is_call;		/* by a count, not a loop or one page */
};

bool hold__carries(const struct held_run *r, const struct held_state *s, uint32_t term);
bool hold__is_page(const struct held_run *r, const struct held_state *s, uint32_t term);
void hold__no_array(struct held_run *r, const struct held_state *s,
		    const struct held_range *g);
void hold__release(struct held_run *r, struct held_state *s, struct held_range range);
void hold__fault(struct held_run *r, const struct held_state *s, enum held_fault_kind kind,
		 uint32_t expr);

/* held_loops.c */
void hold__find_loops(struct held_run *r);
void hold__enter_loop(struct held_run *r, struct held_state *s, uint32_t from, uint32_t to);
const struct held_bulk *hold__bulk(const struct held_run *r, uint32_t call);
bool hold__goes_by_result(const struct held_run *r);
uint32_t hold__bulk_count(const struct held_run *r, const struct held_bulk *b);

/* held_walk.c */
void hold__walk(struct held_run *r);

/* held_exit.c */
bool hold__out_of_reach(const struct held_run *r, const struct held_state *s);
void hold__return(struct held_run *r, struct held_state *s, uint32_t term);

/* held_live.c */
void hold__live(struct held_run *r);

/* held_helpers.c */
enum helper_does {
	HELPER_NOTHING,
	HELPER_RELEASES,	/* all, or as many as the parameter @count says */
	HELPER_RELEASES_ONE,
	HELPER_KEEPS,		/* or it can't be told */
};

struct helper {
	uint8_t does;		/* enum helper_does */
	int8_t count;		/* parameter, or -1 */
	bool guarded;		/* leaves out elements that are NULL */
	bool is_unsigned;
};

struct helper hold__helper(struct held_cache *c, uint32_t fn, uint32_t param);
bool hold__reaches_release(struct held_cache *c, uint32_t acquire, uint32_t fn);
bool hold__assigns(struct held_cache *c, uint32_t fn, uint32_t rec, uint32_t sym);

/* held_members.c */
/* A function that releases an array in an object that is passed to it. */
struct member_helper {
	bool releases;
	bool is_unsigned, guarded;
	uint32_t rec, sym;		/* the array; global string ids */
	uint32_t count_rec, count_sym;	/* how many */
};

void hold__member_release(struct held_run *r, struct held_state *s, uint32_t call,
			  uint32_t target, uint32_t param, uint32_t object);

/* held.c */
struct held_cache {
	struct judge *j;
	struct program *p;
	struct hmap calls;	/* (fn, expr) -> index into program->calls, plus 1 */
	struct hmap escapes;	/* (fn, expr) -> enum event_kind of ESCAPE, CORE */
	struct hmap helpers;	/* (fn, param) -> index into helper_v */
	VEC(struct helper) helper_v;
	struct hmap members;	/* (fn, param) -> index into member_v */
	VEC(struct member_helper) member_v;
	struct hmap closures;	/* (acquire, fn) -> 1 no, 2 yes */
	VEC(struct held_run *) runs;
	struct hmap run_at;	/* (fn, expr) -> index into runs, plus 1 */
	struct hmap own;	/* (fn, expr): calls of the unit's own functions */
	struct hmap assigned;	/* (fn, rec, sym): the function writes that member */
	uint8_t *scanned;	/* per function: it is in @assigned */
	uint32_t *call0;	/* per function: its first callsite, one more at the end */
	uint32_t *call_order;	/* callsites by function */
	struct call_index index;
	bool done;
};

struct held_cache *hold__cache(struct judge *j);
void hold__free(struct held_cache *self);
const struct callsite *hold__callsite(const struct held_cache *c, uint32_t fn, uint32_t expr);
const struct api *hold__api(const struct held_cache *c, uint32_t fn, uint32_t expr);
struct held_run *hold__open(struct held_cache *c, uint32_t fn);
void hold__close(struct held_run *r);
/* held_find.c */
void hold__report(struct judge *j, const char *rule);

#endif
