/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the files of facts/extract*.c and facts/cfg.c only: the state of one
 * extraction, and what each file offers to the others.
 */
#ifndef PINCHECK_FACTS_EXTRACT_PRIV_H
#define PINCHECK_FACTS_EXTRACT_PRIV_H

#include <clang-c/Index.h>

#include "extract.h"
#include "facts.h"

/* A hash map from a pointer (or other 64-bit key) to an id. */
struct idmap {
	uint64_t *keys;		/* 0 is free */
	uint32_t *vals;
	size_t nr, size;
};

uint32_t *idmap__slot(struct idmap *self, uint64_t key, bool *ret_new);
void idmap__exit(struct idmap *self);

typedef VEC(CXCursor) cursor_vec;

/* The buffer of a file that libclang read. */
struct source {
	CXFile file;
	uint32_t name;		/* string id, relative to KDIR */
	const char *text;
	size_t len;
};

struct where {
	uint32_t file, line, col, offset;
	uint32_t source;	/* index into sources, UINT32_MAX if none */
};

/* One label of the function at hand. */
struct label {
	uint64_t key;		/* identity of the declaration */
	uint32_t block;
};

/* Targets of break, continue and case in the statement at hand. */
struct scope {
	uint32_t brk, cont;	/* blocks or EXPR_NONE */
	uint32_t sw;		/* block that ends in the switch, or EXPR_NONE */
};

struct extract {
	CXTranslationUnit tu;
	struct tu_facts *facts;
	const char *kdir;
	size_t kdir_len;
	VEC(struct source) sources;
	struct idmap types;	/* QualType -> string id */
	struct idmap files;	/* CXFile -> index into sources, plus 1 */
	struct idmap records;	/* declaration -> string id of its tag */
	struct idmap callees;	/* declaration -> index into callees */

	extract_enters_fn enters;
	const void *enters_ctx;
	cursor_vec wanted;	/* functions of headers that are called */
	struct idmap entered;	/* declaration -> 1: in wanted */

	/* of the function at hand */
	struct fn *fn;
	struct idmap vars;	/* declaration -> index into fn->vars */
	VEC(struct label) labels;
	VEC(struct switch_case) cases;	/* block: owner in the high half */
	VEC(uint32_t) case_owner;
	uint32_t cur;		/* block that statements go to */
	uint16_t loop;
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
void extract__static_init(struct extract *x, CXCursor var);

/* extract_expr.c */
uint32_t extract__expr(struct extract *x, CXCursor c);
uint32_t extract__new_expr(struct extract *x, CXCursor c, enum expr_op op);
uint32_t extract__var(struct extract *x, CXCursor decl, enum var_kind kind);
CXCursor extract__strip(CXCursor c);
bool extract__const_value(CXCursor c, long long *ret_value);

/* cfg.c */
void cfg__function(struct extract *x, CXCursor body);
void cfg__stmt(struct extract *x, CXCursor c);
void cfg__push_stmt(struct extract *x, uint32_t expr);

#endif
