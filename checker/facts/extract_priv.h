/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the files of facts/extract*.c and facts/cfg.c only: the state of one
 * extraction, and what each file offers to the others.
 */
#ifndef PINCHECK_FACTS_EXTRACT_PRIV_H
#define PINCHECK_FACTS_EXTRACT_PRIV_H

#include <clang-c/Index.h>

#include "../lib/hmap.h"
#include "extract.h"
#include "facts.h"

typedef VEC(CXCursor) cursor_vec;

/* What is nested deeper is not read: all that reads facts is recursive. */
#define EXTRACT_MAX_DEPTH 500

/* The buffer of a file that libclang read. */
struct source {
	CXFile file;
	uint32_t name;		/* string id, relative to KDIR */
	bool read;		/* text is set; NULL if there is none */
	const char *text;
	size_t len;
};

struct where {
	uint32_t file, line, col, offset;
	uint32_t source;	/* index into sources, UINT32_MAX if none */
};

/* A variable with a cleanup attribute whose scope is open. */
struct cleanup {
	CXCursor decl;
	uint32_t var;		/* index into fn->vars */
	uint32_t fn;		/* string id: what is called with its address */
	uint32_t id;		/* counts up in a function */
};

typedef VEC(struct cleanup) cleanup_vec;

/* One label of the function at hand. */
struct label {
	uint64_t key;		/* identity of the declaration */
	uint32_t name;		/* string id, 0 until it was met */
	uint32_t nr;		/* counts up as they are met, from 1 */
	uint32_t block;
	cleanup_vec open;	/* scopes around it, once it was met */
};

/* A jump that is finished when all labels were met. */
struct pending {
	uint32_t block;		/* empty, jumps to the label */
	uint64_t key;		/* of the label, or 0: by its name */
	uint32_t name;
	uint32_t after;		/* nr of the last label met before the jump */
	cleanup_vec open;	/* scopes around the jump */
};

/* Targets of break, continue and case in the statement at hand. */
struct scope {
	uint32_t brk, cont;	/* blocks or EXPR_NONE */
	uint32_t sw;		/* block that ends in the switch, or EXPR_NONE */
	size_t brk_open, cont_open;	/* cleanup scopes around the target */
};

/* Parts of a `for` that are there. */
enum for_part { FOR_INIT = 1, FOR_COND = 2, FOR_STEP = 4 };

/* What the print of the function at hand says; see printed.c. */
struct printed {
	bool read;
	VEC(uint32_t) fors;	/* enum for_part bits, in the order printed */
	VEC(uint32_t) asms;	/* string ids of labels */
	struct hmap for_nr, asm_nr;	/* statement -> index */
};

struct extract {
	CXTranslationUnit tu;
	struct tu_facts *facts;
	const char *kdir;
	size_t kdir_len;
	uint32_t main_file;	/* string id */
	VEC(struct source) sources;
	struct hmap types;	/* QualType -> string id */
	struct hmap files;	/* CXFile -> index into sources, plus 1 */
	struct hmap records;	/* declaration -> string id of its tag */
	struct hmap callees;	/* declaration -> index into callees */

	extract_enters_fn enters;
	const void *enters_ctx;
	cursor_vec wanted;	/* functions of headers that are called */
	struct hmap entered;	/* declaration -> 1: in wanted */
	struct hmap accessors;	/* declaration -> 1: wanted for what it returns */

	struct hmap fn_decls;	/* string id of a name -> index into decls */
	cursor_vec decls;

	/* of the function at hand */
	struct fn *fn;
	CXCursor decl;
	struct printed printed;
	cleanup_vec cleanups;	/* open scopes, innermost last */
	uint32_t last_cleanup;	/* id */
	VEC(struct pending) pending;
	struct hmap vars;	/* declaration -> index into fn->vars */
	VEC(struct label) labels;
	uint32_t last_label;	/* nr */
	VEC(struct switch_case) cases;	/* block: owner in the high half */
	VEC(uint32_t) case_owner;
	uint32_t cur;		/* block that statements go to */
	uint16_t loop;
	uint16_t depth;		/* of nested statements and expressions */
	bool noreturn;		/* the call just read does not return */
	struct scope scope;
};

/* extract.c */
uint32_t extract__str(struct extract *x, CXString s);
uint32_t extract__type(struct extract *x, CXType type);
uint32_t extract__record(struct extract *x, CXCursor field);
struct where extract__where(struct extract *x, CXSourceLocation loc);
uint32_t extract__text(struct extract *x, CXCursor c);
void extract__children(CXCursor c, cursor_vec *ret);
uint32_t extract__callee(struct extract *x, CXCursor decl);
CXCursor extract__fn_decl(struct extract *x, uint32_t name);
void extract__want(struct extract *x, CXCursor decl);
void extract__not_judged(struct extract *x, const char *why);
CXCursor extract__only_child(CXCursor c);

/* extract_init.c */
void extract__static_init(struct extract *x, CXCursor var);
uint32_t extract__init_list(struct extract *x, CXCursor list, CXType type);

/* extract_expr.c */
uint32_t extract__expr(struct extract *x, CXCursor c);
uint32_t extract__new_expr(struct extract *x, CXCursor c, enum expr_op op);
void extract__set_args(struct extract *x, uint32_t id, const uint32_t *args, size_t nr);
void extract__keep_text(struct extract *x, CXCursor c, uint32_t id);
uint32_t extract__var(struct extract *x, CXCursor decl, enum var_kind kind);
CXCursor extract__strip(CXCursor c);
bool extract__is_nameless(const struct extract *x, uint32_t name);

/* extract_value.c */
uint32_t extract__constant(struct extract *x, CXCursor c);
bool extract__const_var(CXCursor c, long long *ret_value);
bool extract__evaluate(CXCursor c, long long *ret_value);
bool extract__const_value(CXCursor c, long long *ret_value);
uint32_t extract__size(struct extract *x, CXCursor c);

/* extract_ops.c */
uint32_t extract__unknown(struct extract *x, CXCursor c);
uint32_t extract__binary(struct extract *x, CXCursor c);
uint32_t extract__unary(struct extract *x, CXCursor c);
uint32_t extract__subscript(struct extract *x, CXCursor c);
uint32_t extract__conditional(struct extract *x, CXCursor c);
uint32_t extract__elvis(struct extract *x, CXCursor c, const cursor_vec *kids);

/* printed.c */
bool printed__for(struct extract *x, CXCursor c, uint32_t *ret_parts);
bool printed__asm_labels(struct extract *x, CXCursor c, uint32_t *ret_labels);
uint32_t printed__cleanup(struct extract *x, CXCursor var);
void printed__exit(struct extract *x);

/* cfg.c */
void cfg__function(struct extract *x, CXCursor body);
void cfg__stmt(struct extract *x, CXCursor c);
void cfg__close_scopes(struct extract *x, size_t keep);
void cfg__push_stmt(struct extract *x, uint32_t expr);

/* cfg_lower.c */
bool cfg__has_effects(CXCursor c);
uint32_t cfg__logic_value(struct extract *x, CXCursor c);
uint32_t cfg__choice_value(struct extract *x, CXCursor c, const cursor_vec *kids);
uint32_t cfg__elvis_value(struct extract *x, CXCursor c, CXCursor first, CXCursor second);
uint32_t cfg__value_now(struct extract *x, CXCursor c);

#endif
