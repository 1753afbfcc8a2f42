/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: session
 *
 * One analysis of one tree, stage after stage: select, parse, facts, link,
 * judge. Commands are thin over it.
 */
#ifndef PINCHECK_CMD_SESSION_H
#define PINCHECK_CMD_SESSION_H

#include "../facts/store.h"
#include "../judge/judge.h"
#include "../link/link.h"
#include "../parse/parse.h"
#include "../parse/rules.h"
#include "../parse/tree.h"
#include "../select/select.h"
#include "../select/words.h"

struct session_options {
	const char *kdir;
	const char *under;	/* M=, or NULL */
	const char *objdir;	/* O=, or NULL */
	const char *store;	/* folder for the store and prepared builds, or NULL */
	unsigned int jobs;
	unsigned int timeout;	/* seconds a file for libclang */
	bool no_prepare;
	bool no_cocci;
	bool stats;
};

/* A file that was to be parsed. */
struct session_file {
	const char *path;	/* relative to KDIR */
	uint64_t hash;		/* of its content */
	uint64_t flags_hash;
	uint64_t size;
	bool tried;
	struct tu_facts *facts;	/* NULL if there are none */
	char *why;		/* why there are none */
};

/* A request of the flows that was answered. */
struct asked {
	int kind;		/* enum request_kind */
	const char *rec, *name;
	bool refused;		/* it would have taken too many files */
};

struct session {
	struct session_options opts;
	const char *data;	/* our rules/, cocci/, scripts/ */
	char *cache;
	bool cache_is_temporary;
	char *under;		/* folder of the tree that was asked for, or NULL */
	struct tree *tree;
	struct store *store;
	struct rules *rules;
	struct strvec names;	/* acquires */
	struct strvec also;	/* other names that select a file */
	struct select_result *selected;
	struct word_index *words;	/* all words of the tree, once they are needed */
	struct strvec paths;	/* owns session_file.path */
	VEC(struct session_file) files;
	VEC(struct asked) asked;
	uint64_t grow_key;	/* of what the growth begins with */
	struct parser *parser;
	struct program *program;
	struct result *result;
	struct seen_calls own;	/* calls of functions that only bear an API's name */
	bool incomplete;	/* exit status 3 */
};

const char *session__datadir(void);
int session__open(const struct session_options *opts, struct session **ret_session);
int session__analyse(struct session *self);

/* folders.c */
int session__open_cache(struct session *self);
void session__close_cache(struct session *self);
int session__find_under(struct session *self);
void session__free(struct session *self);

bool session__is_kernel_code(const char *path);
const char *session__why_not_clang(void *ctx, const char *file, uint32_t line);

bool session__wants_parse(const struct session *self, const char *path);
void session__add_file(struct session *self, const char *path);

/* Links all files that have facts, and follows the flows. */
void session__link(struct session *self);

/* again.c: judges with some files read from elsewhere; the session stays as it is. */
int session__again(void *session, const char *dir, const struct strvec *files,
		   struct result **ret);

/* session_select.c */
int session__select(struct session *self);
void session__resolve_families(struct session *self);
void session__choose_files(struct session *self);

/* session_parse.c */
int session__open_parser(struct session *self);
int session__parse(struct session *self);

/* grow.c */
int session__grow(struct session *self);
bool session__grow_load(struct session *self);
void session__grow_save(struct session *self);

/* cocci.c */
int session__cocci(struct session *self, struct seen_calls *ret_calls);

#endif
