/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the files of link/ only. */
#ifndef PINCHECK_LINK_LINK_PRIV_H
#define PINCHECK_LINK_LINK_PRIV_H

#include "../lib/hmap.h"
#include "link.h"

/* What a value of some type can carry. */
enum carrier {
	CARRIER_NONE,
	CARRIER_PAGE,		/* one page or folio, or a pointer to it */
	CARRIER_PAGES,		/* array of, or pointer to, pointers to pages */
	CARRIER_CONTAINER,	/* sg list, bio, frame vector … or a pointer to one */
	CARRIER_STRUCT,		/* any other struct, by value */
	CARRIER_VOID,		/* void * */
	CARRIER_INT,		/* 64-bit integer: a pfn, an address */
	CARRIER_INTS,		/* pointer to, or array of, such integers */
};

/* How the members of a record behave. */
enum record_kind {
	RECORD_PLAIN,
	RECORD_PAGE,		/* struct page, struct folio */
	RECORD_CONTAINER,	/* transparent; only some members carry */
	RECORD_OPAQUE,		/* its members are never nodes */
};

/* A struct of its own that is copied from or to an object; the node of the one. */
struct struct_copy {
	uint32_t own;
	uint32_t rec;		/* its type, global string id */
	uint32_t fn, expr;
	bool to_object;
};

/* A pointer to a function is handed on, between places of the maps below. */
struct pointer_copy {
	uint64_t from, to;
	uint32_t fn, var;		/* of @from where it is a variable */
	bool from_table, to_table;
};

struct program_priv {
	VEC(uint32_t *) maps;		/* per unit: its string ids to ours */
	VEC(const char *) archs;		/* per unit: what it is for, NULL the main one */
	struct hmap statics;		/* (unit, name) -> function */
	struct hmap externs;		/* name -> first function */
	VEC(uint32_t) next_extern;	/* per function: next with that name */
	struct hmap members;		/* (rec, sym) -> node */
	struct hmap open;		/* (rec, sym) -> 1 */
	struct hmap globals;		/* (file, sym) -> node */
	struct hmap calls_at;		/* (fn, expr) -> node of its result */
	struct hmap webs;		/* (fn, expr) -> node, where not the first web */
	struct hmap fn_tables;		/* (rec, member) -> first entry */
	VEC(uint32_t) table_fn, table_next;
	struct hmap fn_params;		/* (function, variable) -> first entry */
	struct hmap rule_params;	/* (function, variable): may be one that a rule describes */
	VEC(struct pointer_copy) copied;
	struct hmap types;		/* type string -> carrier */
	struct hmap records;		/* record string -> enum record_kind */
	struct hmap apis;		/* callee string -> api index + 1 */
	struct hmap implements;		/* unit -> it defines an acquire */
	struct hmap sites;		/* (file, line, col, callee) -> acquire */
	struct hmap callees;		/* (unit, name) -> callee index */
	VEC(struct struct_copy) copies;
	struct given *given;		/* given.c */
	VEC(struct edge) raw;		/* edges before they are sorted */
};

static inline uint64_t pair(uint32_t a, uint32_t b)
{
	return ((uint64_t)a << 32 | b) + 1;
}

/* types.c */
enum carrier type__carrier(struct program *p, uint32_t type);
enum record_kind record__kind(struct program *p, uint32_t rec);
bool record__carries(struct program *p, uint32_t rec, uint32_t member);

/* program.c */
const struct api *program__api(struct program *p, uint32_t name);
/* By file, line, column, then function; for qsort(). */
int program__order(const struct program *p, uint32_t fn_a, uint32_t expr_a,
		   uint32_t fn_b, uint32_t expr_b);
/* Is the callee an inline function of a header? */
bool program__is_inline(const struct program *p, uint32_t fn, uint32_t name);
/* Is the callee declared where functions are not entered? */
bool program__is_core(const struct program *p, uint32_t fn, uint32_t name);
void program__resolve(struct program *p, uint32_t fn, uint32_t expr,
		      struct callsite *ret);
/* The function whose address an expression is, or UINT32_MAX. */
uint32_t program__function_value(const struct program *p, uint32_t fn, uint32_t expr);
int program__api_arg(struct program *p, uint32_t fn, const struct expr *call,
		     const struct api *api, enum param_role role);


/* The function of that name as a unit sees it, or UINT32_MAX. */
uint32_t program__seen_by(const struct program *p, uint32_t tu, uint32_t name);

/* pointers.c: what pointers to functions may hold */
void pointers__collect(struct program *p);
const struct api *pointers__rule(struct program *p, uint32_t fn, uint32_t expr,
				 uint32_t *ret_name);
bool pointers__is_rule(const struct program *p, uint32_t fn, uint32_t call);
bool pointers__gets_pages(struct program *p, uint32_t fn, uint32_t param);

/* grow_context.c: callers of what may sleep for the page lock */
void grow__contexts(struct program *p, struct request_list *list);

/* flow.c */
void flow__exit(struct flow *self);

/* ties.c */
uint32_t ties__find(const struct program *p, const struct flow *flow);

/* graph.c */
void graph__build(struct program *p);
uint32_t graph__call_node(struct program *p, uint32_t fn, uint32_t expr);
void graph__edge(struct program *p, uint32_t from, uint32_t to, enum edge_kind kind,
		 uint32_t call, uint32_t fn, uint32_t expr);
bool carrier__aliases(enum carrier c);
enum carrier graph__carrier_at(struct program *p, uint32_t fn, uint32_t expr);

/* webs_nodes.c: the nodes of a variable that holds different things in turn */
void graph__split_vars(struct program *p);
uint32_t graph__var_node(const struct program *p, uint32_t fn, uint32_t expr);

/* value.c: the nodes that an expression's value comes from */
struct value {
	uint32_t v[12];
	unsigned int nr;
};
/* The pages that an expression is an address of. */
struct value value__addressed(struct program *p, uint32_t fn, uint32_t expr);
uint32_t value__record(struct program *p, uint32_t rec);
struct value value__of(struct program *p, uint32_t fn, uint32_t expr);

void graph__flow(struct program *p, uint32_t fn, uint32_t expr,
		 const struct value *to, enum carrier ct,
		 const struct value *from, enum carrier cf);

/* structs.c */
void structs__mark_shared(struct program *p, uint32_t f);
bool structs__is_init(struct program *p, uint32_t fn, const struct expr *e);
uint8_t *structs__elements(struct program *p, uint32_t fn);
void structs__init(struct program *p, uint32_t fn, uint32_t expr,
		   const struct expr *init, const struct value *to);
void structs__copy(struct program *p, uint32_t fn, uint32_t expr, uint32_t own,
		   uint32_t type, bool to_object);
void structs__finish(struct program *p);

/* given.c: what comes to a function through an opaque object */
struct given;
void given__free(struct given *self);
void given__mark(struct program *p);
uint32_t given__member(struct program *p, uint32_t fn, const struct expr *e);
void given__hand_over(struct program *p, uint32_t fn, uint32_t expr,
		      const struct api *api, const struct value *v);
void given__put(struct program *p, uint32_t fn, uint32_t expr, uint32_t object,
		const struct value *v, bool data);
void given__callback(struct program *p, uint32_t fn, uint32_t expr, uint32_t object,
		     uint32_t callback);
void given__assign(struct program *p, uint32_t fn, uint32_t expr);
void given__finish(struct program *p);

/* ends.c */
void program__request_ends(struct program *p, const struct call_index *calls,
			   uint32_t acquire, struct request_list *list, const char *file);

/* model.c: calls that rules/ describe */
void model__given(struct program *p, uint32_t fn, uint32_t expr);
bool model__call(struct program *p, uint32_t fn, uint32_t expr, const struct api *api);

#endif
