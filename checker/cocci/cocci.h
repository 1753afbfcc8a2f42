/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: cocci
 *
 * Runs Coccinelle's report rules over selected files and reads what they say.
 * Each rule is run by itself (of several --sp-file the last wins), each file is
 * a group of its own, and the list of files is cut into slices so that all jobs
 * are busy. What a rule says about a file is stored by the content of both.
 */
#ifndef PINCHECK_COCCI_COCCI_H
#define PINCHECK_COCCI_COCCI_H

#include <stddef.h>
#include <stdint.h>

#include "../lib/strvec.h"
#include "../lib/vec.h"

struct store;

/* A file to look at; both belong to the caller. */
struct cocci_file {
	const char *path;	/* relative to kdir */
	uint64_t hash;		/* content */
};

struct cocci_options {
	const char *spatch;	/* program; NULL for "spatch" in PATH */
	const char *rules_dir;	/* folder that holds the rules */
	const struct strvec *rules;	/* "report/x.cocci", below rules_dir */
	const char *kdir;
	const struct cocci_file *files;
	size_t nr_files;
	int jobs;		/* processes, from 1 */
	unsigned int timeout;	/* seconds a file and rule; 0 for 200 */
	struct store *store;	/* or NULL */
	/* Called after each file and rule that is done; may be NULL. */
	void (*progress)(void *data, size_t done, size_t total);
	void *progress_data;
};

/* A finding. @function is "" if unknown, @other_line 0 if there is none. */
struct cocci_hit {
	char *rule;		/* "gup-put-page" */
	char *file, *message, *function;
	uint32_t line, col;	/* from 1 */
	uint32_t other_line;	/* the line that the message names last */
};

/* A call that acquire_calls.cocci read. */
struct cocci_call {
	char *file, *callee, *function;
	uint32_t line, col;	/* from 1 */
};

/* A file that a rule could not be run on; @file is "" for the whole rule. */
struct cocci_failure {
	char *rule, *file, *reason;
};

struct cocci_result {
	VEC(struct cocci_hit) hits;		/* by file, line, col, rule */
	VEC(struct cocci_call) calls;		/* by file, line, col */
	VEC(struct cocci_failure) failures;	/* by file, rule */
	char *version;		/* "1.1.1" */
	size_t nr_run, nr_stored;	/* files and rules run, and not run again */
};

int cocci__version(const char *spatch, char **ret_version);
int cocci__run(const struct cocci_options *opts, struct cocci_result **ret_result);
void cocci__free(struct cocci_result *self);

#endif
