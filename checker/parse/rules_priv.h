/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by rules.c (loading), rules_query.c (looking up) and rules_annot.c, rules_types.c (the words). */
#ifndef PINCHECK_PARSE_RULES_PRIV_H
#define PINCHECK_PARSE_RULES_PRIV_H

#include <stddef.h>

#include "../lib/strset.h"
#include "../lib/strvec.h"
#include "../lib/vec.h"
#include "rules.h"

/* A struct's tag alone (member 0), or one of its members. */
struct type_rule {
	uint32_t rec, member;
	bool opaque, carries;
	bool by_user;	/* who calls what the member holds */
	bool page;	/* it is a page; opaque too */
	enum use use;	/* of a member that carries: what a store there means */
};

struct flag_rule {
	uint32_t name;
	enum flag_meaning meaning;
};

/* A callback's or lock's member; member 0: all of that struct. */
struct context_rule {
	uint32_t rec, member;
	uint8_t runs_in;	/* enum run_context */
	uint8_t lock;		/* enum lock_kind */
	bool asks;		/* tells whether one may sleep */
	bool asks_file;		/* tells whether a mapping has a file */
};

struct path_rule {
	char *path;
	bool enter;
};

struct rules {
	struct strset *strs;
	VEC(struct api) apis;	/* sorted by name */
	VEC(struct type_rule) types;
	VEC(struct path_rule) paths;
	VEC(struct flag_rule) flags;
	VEC(struct context_rule) contexts;
	uint32_t *by_id;	/* string id to index into apis + 1, 0 if none */
	uint32_t nr_ids;
	uint8_t *has;		/* by string id: the tree has that name */
	uint32_t nr_has;
	uint64_t hash;
};

/* A declaration while its annotations are read. */
struct annot_ctx {
	struct rules *rules;
	struct api *api;
	struct api_param *param;	/* NULL: the annotation is on the function */
	struct strvec aliases;
	char count[API_MAX_PARAMS][48];	/* name of each parameter's count */
	bool returns;			/* the return value is in ret */
	struct api_param ret;
	char error[160];		/* why the last annotation is wrong */
};

#define MAX_ARGS 32

/* The words of one annotation. */
struct args {
	char buf[1024];
	char *v[MAX_ARGS];
	int nr;
};

int annot__split(const char *text, struct args *args);
enum use annot__use(const char *word);
/* On a constant of an enum. */
int annot__apply_flag(struct rules *rules, const char *name, const char *text);
/* The same on a struct (@member NULL), a member, or a variable (both NULL). */
int annot__apply_type(struct rules *rules, const char *rec, const char *member,
		      const char *text, char *error, size_t error_size);
/* What says a @text like "pages get nr_pages"; -EINVAL with ctx->error set. */
int annot__apply(struct annot_ctx *ctx, const char *text);
/* A marked parameter without a role gets the one of its type. */
void annot__default_role(const struct rules *rules, struct api_param *p, const char *type);
/* After all annotations of a declaration: resolves counts and roles. */
int annot__finish(struct annot_ctx *ctx);


/* rules_context.c: words about locks and contexts; false: no such kind. */
bool context_word__locks(struct annot_ctx *ctx, const char *kind);
bool context_word__unlocks(struct annot_ctx *ctx, const char *kind);
bool context_word__runs_in(struct annot_ctx *ctx, const char *context);
/* Does a declaration that says nothing of pages speak of contexts? */
bool context_word__alone(const struct api *api);
/* The same on a struct or a member; false: the word is another. */
bool context_word__type(struct rules *rules, const char *rec, const char *member,
			const char *word, const char *arg);

/* rules_text.c */
int rules__list_headers(const char *dir, struct strvec *ret_names, uint64_t *ret_hash);

#endif
