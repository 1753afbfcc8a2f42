/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the files of judge/ only: what is known of each site. */
#ifndef PINCHECK_JUDGE_JUDGE_PRIV_H
#define PINCHECK_JUDGE_JUDGE_PRIV_H

#include "judge.h"

/* One release that a site's pages reach. */
struct site_release {
	uint32_t event;		/* index into program->events */
	uint32_t state;		/* how they got there */
	enum family family;
	enum path_kind path;
	bool local;		/* in the acquiring function, through locals only */
	bool by_number;		/* through a member that keeps a pfn or address */
	bool ignored;		/* balances a get_page, or belongs to a flag */
};

/* Everything that judge knows of one acquire, before the verdict. */
struct site_view {
	uint32_t acquire;	/* index into program->acquires and flows */
	struct site *site;	/* in the result */
	enum family family;
	bool write;		/* FOLL_WRITE or write may be set */
	bool no_reference;	/* the flags ask for none, of an acquire that heeds that */
	bool longterm;		/* FOLL_LONGTERM is in the flags */
	bool stored;		/* in a member or global */
	bool as_number;		/* as a pfn or physical address */
	bool kept;		/* in a member, before that */
	uint32_t handed_over;	/* first hit of a handover, plus 1 */
	bool partly;		/* the flow met a tie or its limit */
	uint32_t notifier;	/* index into program->notifiers or UINT32_MAX */
	uint32_t notifier_near;	/* one registered in the same file, likewise */
	uint32_t uses[16];	/* first hit of each enum use, plus 1; 0 none */
	uint32_t escape;	/* first hit of an escape, plus 1 */
	uint32_t nr_escapes;
	VEC(struct site_release) releases;
	VEC(struct site_release) borrowed;	/* of the callers of the acquire
						 * that this one implements */
	VEC(uint32_t) dirty;	/* hits */
	uint32_t dirty_beside;	/* first hit of dirtying by another acquire's callback,
				 * in the place where both keep pages, plus 1 */
	VEC(uint32_t) refs;	/* hits: one more reference on the same pages */
	uint32_t unit;		/* index into units */
};

struct context;

struct judge {
	struct program *prog;
	const struct judge_options *opts;
	struct result *res;
	VEC(struct site_view) views;	/* one an acquire, same order */
	VEC(uint32_t) release_family;	/* per event: bit mask of site families */
	struct paths_cache *paths;
	struct held_cache *held;	/* held.c, made when it is asked for */
	struct call_index *calls;	/* callers.c, likewise */
	struct context *context;	/* context.c: made when asked first */
};

/* sites.c */
void judge__collect(struct judge *j);
const char *judge__flags(const struct judge *j, const struct acquire *a);
bool judge__shared(const struct judge *j, const struct site_view *v,
		   const struct site_release *r);
/* ways.c */
/* A state, and the call by which the pages entered, if not by the state's edge. */
struct way_step {
	uint32_t state, call;
};

struct way {
	struct way_step *v;
	size_t nr, cap;
};

enum path_kind judge__release_path(struct judge *j, const struct site_view *v,
				   const struct event *ev, uint32_t state);
bool judge__near_way(const struct judge *j, const struct site_view *v, uint32_t state,
		     uint32_t fn, const char *home);
bool judge__within_function(const struct judge *j, const struct site_view *v,
			    const struct event *ev, uint32_t state);
bool judge__others_callback(const struct judge *j, const struct site_view *v,
			    const struct event *ev);
bool judge__freed_member(const struct judge *j, const struct site_view *v,
			 const struct event *ev);
void judge__way(struct judge *j, const struct site_view *v, uint32_t state,
		struct way *ret);
/* balance.c */
void judge__mark_ignored(struct judge *j, struct site_view *v);
/* api_impl.c */
void judge__api_implementations(struct judge *j);
void judge__by_callers(struct judge *j);
/* verdict.c */
void judge__verdict(struct judge *j, struct site_view *v);
/* neighbours.c */
void judge__drop_neighbours(struct judge *j);
/* used_after.c */
bool judge__used_after(struct judge *j, const struct site_view *v);
/* units.c */
void judge__units(struct judge *j);
/* steps.c */
struct place judge__place(struct judge *j, uint32_t fn, uint32_t expr);
void judge__flow_steps(struct judge *j, const struct site_view *v, uint32_t state,
		       struct finding *f);
void judge__ref_step(struct judge *j, const struct site_view *v, struct finding *f);
const char *judge__callee(struct judge *j, const struct event *ev);

/* findings.c */
struct finding *judge__finding(struct judge *j, const char *rule, enum level level,
			       uint32_t fn, uint32_t expr);
void judge__step(struct judge *j, struct finding *f, uint32_t fn, uint32_t expr,
		 const char *message);

const char *judge__advised(struct judge *j, enum family family);

/* context.c: may one sleep somewhere, and if not, why */
enum context_kind {
	CONTEXT_UNKNOWN,	/* nothing forbids it as far as is known */
	CONTEXT_SLEEPS,		/* one may sleep there, whoever comes */
	CONTEXT_ATOMIC,		/* one must not: the chain tells why */
	CONTEXT_PAGE_LOCKED,	/* one may, but not wait for a page's lock */
};

/* What leads there: a lock or a registration first, then a call each. */
struct context_link {
	uint32_t fn, expr;
	const struct fn_init *init;	/* stored by an initialiser: no expression */
};

struct context_answer {
	enum context_kind kind;
	enum lock_kind lock;		/* that is held, or LOCK_NONE */
	enum run_context run;		/* that a callback runs in, or RUN_UNKNOWN */
	uint32_t callback;		/* the function, if so */
	bool sure;			/* no call on the way is a guess */
	VEC(struct context_link) chain;
};

struct context_answers {
	struct context_answer *v;
	size_t nr, cap;
};

struct context *context__new(struct program *prog);
void context__free(struct context *self);
/* @ret is initialised; free it with context_answer__exit(). */
void context__at(struct judge *j, uint32_t fn, uint32_t expr, struct context_answer *ret);
/* All reasons, where parameters of @fn (a bit each) are not 0. */
void context__all(struct judge *j, uint32_t fn, uint32_t expr, uint16_t must_be_true,
		  bool guesses, struct context_answers *ret);
void context_answers__exit(struct context_answers *self);
void context_answer__exit(struct context_answer *self);
/* Is a lock of this kind perhaps held there, here or by a caller? */
bool context__may_hold(struct judge *j, uint32_t fn, uint32_t expr, enum lock_kind kind);
/* Is the lock of the page that the argument @arg names surely held at a call? */
bool context__holds_page(struct judge *j, uint32_t fn, uint32_t expr, uint32_t arg,
			 uint32_t *ret_lock);
/* Steps of a finding for the chain, and why in words: "under a spinlock". */
void context__steps(struct judge *j, const struct context_answer *a, struct finding *f);
const char *context__why(struct judge *j, const struct context_answer *a);

/* paths.c: what a function returns from a point on */
struct paths_cache;
struct paths_cache *paths__new(struct program *prog);
void paths__free(struct paths_cache *self);
/* held.c: pages that are held at each point */
struct held_cache;
void hold__free(struct held_cache *self);
/* callers.c: all calls of a function; the index is made when it is asked first */
const struct call_ref *callers__of(struct judge *j, uint32_t fn, size_t *ret_nr);
void callers__free(struct judge *j);
/* held.c: pages that are held at each point */
struct held_cache;
void hold__free(struct held_cache *self);
/* Does every way from this expression on end in an error return? */
bool paths__error_only(struct paths_cache *self, uint32_t fn, uint32_t expr);
/* Does some way from this expression on end in an error return? */
bool paths__error_too(struct paths_cache *self, uint32_t fn, uint32_t expr);
/* Does no way from this expression on end in a return of 0? */
bool paths__nonzero_only(struct paths_cache *self, uint32_t fn, uint32_t expr);
/* Does every way to @b lead over @a first? */
bool paths__before(struct paths_cache *self, uint32_t fn, uint32_t a, uint32_t b);
/* Do a flag or an argument choose between the two, once in @fn? */
bool paths__alternatives(struct paths_cache *self, uint32_t fn, uint32_t a, uint32_t b);

/* The same by the cases of a switch. */
bool paths__cases(struct paths_cache *self, uint32_t fn, uint32_t a, uint32_t b);

#endif
