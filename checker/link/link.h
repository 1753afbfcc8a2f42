/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: link
 *
 * The facts of all units as one program: which call goes to which function,
 * and a value-flow graph over the places that can hold pages. Nodes are
 * (function, variable), (function, return), (struct, member), (global) and the
 * result of one call. It is field-based: a member is one node for all objects.
 * Containers of pages (sg lists, bios, frame vectors …) are transparent: what is
 * stored in one belongs to the variable or member that holds it.
 *
 * From each acquire the flow is followed with calls and returns matched, and
 * all that it meets (releases, uses, dirtying, code that is not at hand) is
 * recorded with the way it came.
 */
#ifndef PINCHECK_LINK_LINK_H
#define PINCHECK_LINK_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "../facts/facts.h"
#include "../lib/strset.h"
#include "../lib/vec.h"
#include "../parse/rules.h"

#define NODE_NONE UINT32_MAX

enum node_kind {
	NODE_VAR,	/* parameter or local, or a web of it: fn, index */
	NODE_RET,	/* what a function returns; fn */
	NODE_CALL,	/* what one call gives; fn, index: expression */
	NODE_MEMBER,	/* rec, sym */
	NODE_GLOBAL,	/* sym; rec: file for static ones, else 0 */
};

struct node {
	uint8_t kind;		/* enum node_kind */
	uint8_t carrier;	/* enum carrier of its type */
	bool tie;		/* ties unrelated owners: not followed */
	bool open;		/* not all that use it are at hand */
	bool given;		/* of an opaque object, in the one function @fn that
				 * is given it: see given.c */
	bool shared;		/* a struct variable of which the address goes about */
	uint32_t fn;		/* index into program functions */
	uint32_t index;
	uint32_t rec, sym;	/* global string ids */
};

/* One function of the program. */
struct pfn {
	const struct tu_facts *tu;
	const struct fn *fn;
	uint32_t tu_index;
	uint32_t name, file;	/* global string ids; name as written */
	uint32_t node0;		/* its variables, then its return */
	bool entered;		/* from other files too, see rules/types.h */
	bool given;		/* what others put into opaque objects comes here */
};

/* A call with the functions it can reach. */
struct callsite {
	uint32_t fn, expr;
	uint32_t target0, nr_targets;	/* in program->targets */
	bool indirect;
};

enum event_kind {
	EVENT_RELEASE, EVENT_USE, EVENT_DIRTY, EVENT_REF, EVENT_HANDOVER,
	EVENT_ESCAPE,	/* handed to a function that is not at hand */
	EVENT_CORE,	/* the same, one of the kernel's core */
};

/* Something that happens to what a node holds. */
struct event {
	uint8_t kind;		/* enum event_kind */
	uint32_t node;
	uint32_t fn, expr;	/* where */
	const struct api *api;	/* NULL for ESCAPE, and for a USE by assignment */
	uint32_t sym;		/* global string id: callee, or what it is put into */
	uint8_t use;		/* USE: enum use */
	bool frees;		/* RELEASE: ends an allocation, for other pages */
};

/* An acquire call; copies of one header function are one site. */
struct acquire {
	uint32_t fn, expr;	/* the first instance */
	const struct api *api;
	bool null_pages;	/* pages is NULL */
	bool in_api;		/* inside the implementation of an acquire */
	VEC(uint32_t) start;	/* nodes that receive the pages */
	VEC(uint32_t) instances;	/* pairs fn, expr */
};

/* An MMU notifier is registered on an object of this type. */
struct notifier {
	uint32_t fn, expr;
	uint32_t rec;		/* record that holds the notifier; 0 unknown */
};

/* An origin call: pages that were not acquired. */
struct origin {
	uint32_t fn, expr;
	const struct api *api;
	uint32_t node;
};

/* One step of a flow, for people: how the pages got to a node. */
struct flow_state {
	uint32_t node, ctx;
	uint32_t parent;	/* state, or UINT32_MAX at the start */
	uint32_t edge;		/* edge taken, or UINT32_MAX */
};

struct flow_hit {
	uint32_t event;		/* index into program->events */
	uint32_t state;		/* state that met it first */
};

/* A call through which the flow entered a function at the node @entry. */
struct flow_entered {
	uint32_t entry;
	uint32_t call;		/* callsite */
	uint32_t ctx, state;	/* of the caller */
	uint32_t next;		/* next of the same entry, or UINT32_MAX */
};

/* All that one acquire's pages reach. */
struct flow {
	VEC(struct flow_state) states;
	VEC(struct flow_entered) entered;
	VEC(uint32_t) entries;		/* first of entered, for each entry; by entry */
	VEC(struct flow_hit) hits;	/* one an event, in the order met */
	VEC(uint32_t) ties;		/* nodes where following stopped */
	VEC(uint32_t) origins;		/* origins whose pages share a node */
	bool limit;			/* too large: incomplete */
};

enum edge_kind {
	EDGE_LOCAL,
	EDGE_CALL,
	EDGE_RETURN,
	EDGE_LATER,	/* to the parameter of a callback: may return anywhere */
	EDGE_BACK,	/* from a member to what was stored there: the store's
			 * other direction, of another object perhaps; only for
			 * what comes to the member by other ways than a store */
};

struct edge {
	uint32_t from, to;
	uint32_t call;		/* callsite of CALL and RETURN */
	uint32_t fn, expr;	/* where it stands */
	uint8_t kind;		/* enum edge_kind */
	bool store;		/* puts an array or container into a member or a global */
};

struct program {
	struct strset *strs;
	const struct rules *rules;
	VEC(const struct tu_facts *) tus;
	VEC(struct pfn) fns;
	VEC(struct node) nodes;
	VEC(struct edge) edges;		/* sorted by from */
	VEC(uint32_t) edge0;		/* first edge of a node; one more at the end */
	VEC(struct callsite) calls;
	VEC(uint32_t) targets;
	VEC(struct event) events;	/* sorted by node */
	VEC(uint32_t) event0;
	VEC(uint32_t) event_origin;	/* per event: an origin whose pages
					 * reach it, or UINT32_MAX */
	VEC(struct acquire) acquires;	/* sorted by file, line, column */
	VEC(struct origin) origins;
	VEC(struct notifier) notifiers;
	VEC(uint32_t) own_calls;	/* pairs fn, expr: calls of a function of
					 * the unit's own that bears an API's name */
	uint32_t max_states;		/* of one flow; 0: as many as is reasonable */
	struct flow *flows;		/* one an acquire, after program__flow() */
	struct program_priv *priv;
};

struct program *program__new(const struct rules *rules);
void program__free(struct program *self);
/* The facts stay the caller's and must outlive the program. Add in path order. */
void program__add(struct program *self, const struct tu_facts *tu, const char *arch);
/* Users of this member are not all at hand; before program__link(). */
void program__open_member(struct program *self, const char *rec, const char *member);
/* Builds the graph; nothing may be added after. */
void program__link(struct program *self);
/* Follows every acquire. */
void program__flow(struct program *self);

uint32_t program__global_id(const struct program *p, uint32_t fn, uint32_t id);
/* The function of that name as @fn sees it, or UINT32_MAX. */
uint32_t program__function(const struct program *p, uint32_t fn, uint32_t name);
int program__api_pos(struct program *p, uint32_t fn, const struct expr *call,
		     const struct api *api, const struct api_param *param);

/* The first call through which a flow entered at a node, or UINT32_MAX. */
uint32_t flow__entered(const struct flow *self, uint32_t entry);

/* What would have to be known to follow the flows further. */
enum request_kind {
	REQUEST_DEFINITION,	/* the function @name gets pages */
	REQUEST_CALLERS,	/* the function @name hands pages out */
	REQUEST_CALLERS_NEAR,	/* those in the folder of @file: who calls, and when */
	REQUEST_MEMBER,		/* pages are kept in @rec.@name */
	REQUEST_TABLE,		/* pages go through the pointer @rec.@name */
};

struct request {
	enum request_kind kind;
	const char *rec;	/* record as spelled, or NULL */
	const char *name;
	const char *file;	/* where the pages were acquired */
};

struct request_list {
	struct request *v;
	size_t nr, cap;
};

/* grow.c: sorted, each once a file that asks; strings live as long as the program. */
void program__requests(struct program *self, struct request_list *ret);

const struct expr *program__expr(const struct program *self, uint32_t fn, uint32_t expr);
/* Does a node hold a page frame number or a physical address? */
bool program__is_number(const struct program *self, uint32_t node);
const char *program__str(const struct program *self, uint32_t id);
/* Path and line of an expression; the strings live as long as the program. */
const char *program__file(const struct program *self, uint32_t fn, uint32_t expr);
/* "a->b" or "f() return": a node for people; valid until the next call. */
const char *program__node_name(const struct program *self, uint32_t node);
/* Callers of a function by name: indices into calls. */
uint32_t program__find_fn(const struct program *self, const char *name, uint32_t from);

/* inspect.c: the program for people who ask; nothing is changed. */
const char *node_kind__name(unsigned int kind);
const char *edge_kind__name(unsigned int kind);
const char *event_kind__name(unsigned int kind);
/* A node as a place: "'p' in f()", "obj.pages"; the caller frees it. */
char *program__place_text(const struct program *self, uint32_t node);
/* What an edge does, as a sentence; the caller frees it. */
char *program__edge_text(const struct program *self, uint32_t edge);
uint32_t program__find_acquire(const struct program *self, const char *file,
			       uint32_t line, uint32_t col);
/* States from the acquire to @state; the caller frees *ret_states. */
size_t program__way(const struct program *self, uint32_t acquire, uint32_t state,
		    uint32_t **ret_states);

/* What a call names: a function of a file (static), or of the whole program. */
struct fn_key {
	uint32_t name;		/* global string id */
	uint32_t file, line;	/* of the definition if static, else 0 */
};

struct call_ref {
	struct fn_key to;
	uint32_t fn, expr;	/* the call */
	bool indirect;
};

/* All calls of the program by what they call, then by place. */
struct call_index {
	VEC(struct call_ref) refs;
};

struct fn_key program__fn_key(const struct program *self, uint32_t fn);
bool fn_key__same(const struct fn_key *a, const struct fn_key *b);
void call_index__init(struct call_index *self, const struct program *p);
void call_index__exit(struct call_index *self);
const struct call_ref *call_index__find(const struct call_index *self,
					const struct fn_key *to, size_t *ret_nr);
/* The pointer of an indirect call, as "struct ops.member"; the caller frees it. */
char *program__pointer_text(const struct program *self, uint32_t fn, uint32_t expr);

#endif
