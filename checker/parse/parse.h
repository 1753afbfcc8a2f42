/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: parse
 *
 * Files into facts, by libclang in worker processes: a crash, or a minute of
 * libclang, costs one file, which is named. The common kernel headers are
 * compiled once into a precompiled header.
 */
#ifndef PINCHECK_PARSE_PARSE_H
#define PINCHECK_PARSE_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../lib/strvec.h"

struct tree;
struct tu_facts;
struct progress;
struct store;

/* How one file went. */
struct parse_reply {
	size_t index;		/* of the file in the list */
	struct tu_facts *facts;	/* owned by the receiver; NULL if there are none */
	const void *packed;	/* the facts as bytes, valid during the call */
	size_t len;
	const char *why;	/* why there are no facts, NULL if there are */
};

typedef void (*parse_done_fn)(void *ctx, struct parse_reply *reply);

struct parse_options {
	struct tree *tree;
	const char *cache;	/* folder for the precompiled header */
	const char *data;	/* our rules/ stands here */
	unsigned int jobs;	/* worker processes, from 1 */
	unsigned int timeout;	/* seconds a file, 0: 60 */
	struct progress *progress;	/* one step a file, or NULL */
	struct store *store;	/* knows contents of files; or NULL */
	uint64_t key;		/* of all else that the facts depend on: rules */
	/*
	 * Are functions of this header wanted; those that do nothing but return
	 * such a type? NULL: all that are called.
	 */
	bool (*enters)(const void *ctx, const char *path, const char *returns);
	const void *enters_ctx;
};

struct parser;

int parser__new(const struct parse_options *opts, struct parser **ret_parser);
void parser__free(struct parser *self);
int parser__prepare(struct parser *self, const struct strvec *files);
uint64_t parser__flags_hash(struct parser *self, const char *file);
const char *parser__take_slow(struct parser *self);
void parser__set_progress(struct parser *self, struct progress *progress);
/* Files that stand below @dir are read from there; NULL: none. */
void parser__set_overlay(struct parser *self, const char *dir);
int parser__run(struct parser *self, const struct strvec *files,
		parse_done_fn done, void *ctx);

#endif
