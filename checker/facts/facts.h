/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: facts
 *
 * What one translation unit says, and nothing about others. A fact names no
 * domain knowledge: it does not know what a page is. link/ gives it meaning.
 *
 * A function body is a reduced syntax tree (struct expr) hung into a
 * control-flow graph (struct block). All arrays are flat and refer to each
 * other by index, so a unit is written to and read from the store as it is.
 * Strings are ids in the unit's own string set; id 0 is "" and means "none".
 *
 * Ownership: struct tu_facts owns everything below it; tu_facts__free().
 */
#ifndef PINCHECK_FACTS_FACTS_H
#define PINCHECK_FACTS_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../lib/strset.h"
#include "../lib/vec.h"

/* Raise it when the meaning or the layout of a fact changes: old stores go. */
#define FACTS_VERSION 6

#define EXPR_NONE UINT32_MAX

enum expr_op {
	EXPR_UNKNOWN,	/* not understood; operands in args */
	EXPR_VAR,	/* sym: name; a: index into fn->vars */
	EXPR_GLOBAL,	/* sym: name of a variable with static storage */
	EXPR_FUNC,	/* sym: name of a function, not called here */
	EXPR_CONST,	/* sym: spelling if known; value: expr_const();
			 * sub: enum const_kind */
	EXPR_STR,	/* string literal */
	EXPR_MEMBER,	/* a: base; sym: member; rec: struct tag; sub: 1 for -> */
	EXPR_INDEX,	/* a: base; b: index */
	EXPR_DEREF,	/* a: operand */
	EXPR_ADDR,	/* a: operand */
	EXPR_CALL,	/* sym: callee, 0 if through a pointer; a: pointer expr;
			 * arg0, nr_args: arguments in fn->args */
	EXPR_ASSIGN,	/* a: left; b: right; sub: enum assign_kind */
	EXPR_BINARY,	/* a, b; sub: enum binary_kind */
	EXPR_UNARY,	/* a; sub: enum unary_kind */
	EXPR_COND,	/* a: condition; arg0[0]: then; arg0[1]: else; only
			 * where no arm has effects, else it is branches */
	EXPR_CAST,	/* a: operand; type: to what */
	EXPR_STMTS,	/* ({ … }): a: value of the last statement */
	EXPR_INIT,	/* initialiser list: args; each may be an EXPR_ASSIGN whose
			 * left is an EXPR_MEMBER without a base (designated) */
	EXPR_SIZEOF,	/* offsetof, sizeof of what is not constant */
};

enum assign_kind { ASSIGN_SET, ASSIGN_ADD, ASSIGN_SUB, ASSIGN_OTHER };

enum binary_kind {
	BIN_ADD, BIN_SUB, BIN_MUL, BIN_DIV, BIN_REM, BIN_SHL, BIN_SHR,
	BIN_AND, BIN_OR, BIN_XOR, BIN_LT, BIN_LE, BIN_GT, BIN_GE, BIN_EQ,
	BIN_NE, BIN_LAND, BIN_LOR, BIN_COMMA, BIN_OTHER,
};

enum unary_kind {
	UN_NOT, UN_NEG, UN_COMPL, UN_PREINC, UN_PREDEC, UN_POSTINC, UN_POSTDEC,
	UN_OTHER,
};

/* Does the value fit an int32_t, or what is known of it. */
enum const_kind { CONST_EXACT, CONST_LARGE, CONST_LARGE_NEG, CONST_UNKNOWN };

/* One node of a reduced syntax tree. Parentheses and implicit casts are gone. */
struct expr {
	uint8_t op;		/* enum expr_op */
	uint8_t sub;		/* kind of operator, see above */
	uint16_t nr_args;
	uint32_t a, b;		/* operands in fn->exprs, or EXPR_NONE */
	uint32_t arg0;		/* first argument in fn->args */
	uint32_t sym;		/* string id */
	uint32_t rec;		/* string id: "struct tag" that holds a member */
	uint32_t type;		/* string id: canonical type */
	uint32_t file;		/* string id: path relative to KDIR */
	uint32_t line;
	uint32_t col;
	uint32_t text;		/* string id: as written; integer arguments,
				 * assigned integers and conditions only, else 0 */
};

/* The value of an EXPR_CONST but CONST_UNKNOWN; wraps at 64 bits. */
static inline int64_t expr_const(const struct expr *e)
{
	return (int64_t)((uint64_t)e->b << 32 | e->a);
}

enum var_kind { VAR_PARAM, VAR_LOCAL, VAR_STATIC };

struct var {
	uint32_t name, type;	/* string ids; type is canonical */
	uint32_t line;
	uint8_t kind;		/* enum var_kind */
	uint8_t pad[3];
};

enum block_end {
	END_JUMP,	/* to succ[0] */
	END_BRANCH,	/* cond: true to succ[0], false to succ[1] */
	END_SWITCH,	/* cond; cases in fn->cases */
	END_RETURN,	/* cond: the value, or EXPR_NONE */
	END_NORETURN,	/* after a call that does not return */
	END_EXIT,	/* fell off the end of the function */
};

/* A basic block: statements stmt0 … stmt0 + nr_stmts in fn->stmts, in order. */
struct block {
	uint32_t stmt0, nr_stmts;
	uint32_t cond;		/* expression or EXPR_NONE */
	uint32_t succ[2];	/* block indices or EXPR_NONE */
	uint32_t case0, nr_cases;
	uint32_t line;		/* of the terminator */
	uint16_t loop;		/* nesting depth of loops, 0 outside */
	uint8_t end;		/* enum block_end */
	uint8_t pad;
};

struct switch_case {
	uint32_t value;		/* expression; EXPR_NONE for default and in a
				 * computed goto */
	uint32_t last;		/* of a range, else EXPR_NONE */
	uint32_t block;
};

enum fn_flags {
	FN_STATIC	= 1 << 0,
	FN_INLINE	= 1 << 1,
	FN_NORETURN	= 1 << 2,
	FN_VARIADIC	= 1 << 3,
	FN_NOT_JUDGED	= 1 << 4,	/* why says why; body may be partial */
	FN_HEADER	= 1 << 5,	/* defined in a header */
	FN_ACCESSOR	= 1 << 6,	/* taken from a header that is not entered, for
					 * what it returns: its body is one return */
};

struct fn {
	uint32_t name;		/* as expanded */
	uint32_t written;	/* as written where it differs (FNAME(x)), else 0 */
	uint32_t file, line, end_line;
	uint32_t ret_type;
	uint32_t flags;		/* enum fn_flags */
	uint32_t why;		/* of FN_NOT_JUDGED */
	uint32_t nr_params;	/* the first vars are the parameters */
	VEC(struct var) vars;
	VEC(struct expr) exprs;
	VEC(uint32_t) args;
	VEC(uint32_t) stmts;
	VEC(struct block) blocks;	/* block 0 is the entry */
	VEC(struct switch_case) cases;
};

/* A function that this unit declares and calls: names of its parameters. */
struct callee {
	uint32_t name;
	uint32_t file, line;	/* of the declaration */
	uint32_t ret_type;
	uint32_t param0, nr_params;	/* in tu->callee_params */
	uint32_t flags;			/* enum fn_flags */
};

struct callee_param {
	uint32_t name, type;
};

/*
 * A function address stored by a static initialiser: `.get_pages = fn` in a
 * variable of type @rec. @owner is that variable's name. A table of function
 * pointers without members has @member 0.
 */
struct fn_init {
	uint32_t owner, rec, member, func;
	uint32_t file, line;
};

/* A member of a record type that the unit's own files or headers declare. */
struct member_decl {
	uint32_t rec, name, type;
	uint32_t file, line;
};

/* A parse error: at most a few are kept per unit, all are counted. */
struct parse_error {
	uint32_t file, line, text;
};

struct tu_facts {
	char *path;			/* relative to KDIR */
	struct strset *strs;
	VEC(struct fn *) fns;
	VEC(struct callee) callees;
	VEC(struct callee_param) callee_params;
	VEC(struct fn_init) inits;
	VEC(struct member_decl) members;
	VEC(struct parse_error) errors;
	VEC(uint32_t) deps;		/* files read: ids in strs; "/…" outside KDIR */
	uint32_t nr_errors;		/* all errors, kept or not */
	uint32_t flags_from;		/* enum flags_source of parse/tree.h */
};

struct tu_facts *tu_facts__new(const char *path);
void tu_facts__free(struct tu_facts *self);
struct fn *tu_facts__add_fn(struct tu_facts *self);

/* facts/pack.c: one unit as bytes, for a pipe or the store. */
struct strbuf;
void tu_facts__pack(const struct tu_facts *self, struct strbuf *out);
struct tu_facts *tu_facts__unpack(const void *data, size_t len);

/* facts/dump.c: a unit as text, for tests and `pincheck query facts`. */
void tu_facts__dump(const struct tu_facts *self, FILE *out);

static inline const char *tu_str(const struct tu_facts *tu, uint32_t id)
{
	return strset__str(tu->strs, id);
}

#endif
