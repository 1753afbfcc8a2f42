/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between cocci.c (what to run, store, results) and spatch.c (processes).
 * A record is what one rule said about one file, as lines of text:
 *
 *	H <tab> line <tab> col <tab> message
 *	F <tab> line <tab> col <tab> function
 *	C <tab> line <tab> col <tab> callee <tab> function
 */
#ifndef PINCHECK_COCCI_PRIV_H
#define PINCHECK_COCCI_PRIV_H

#include <stdbool.h>

#include "../lib/strbuf.h"
#include "cocci.h"

struct cocci_rule {
	char *path;		/* absolute */
	char *name;		/* "gup-put-page" */
	struct strvec options;	/* of its Options: line */
	uint64_t hash;		/* of its text, options and spatch's version */
};

/* One rule on one file. */
struct cocci_task {
	const struct cocci_rule *rule;
	const struct cocci_file *file;
	bool begun;		/* spatch has named it */
	char *failed;		/* why it failed, or NULL */
	struct strbuf record;
};

struct spatch_env {
	const char *spatch;
	char *tmp;		/* our folder: cwd, HOME and TMPDIR of spatch */
	int jobs;
	unsigned int timeout;
	void (*progress)(void *data, size_t done, size_t total);
	void *progress_data;
	size_t done, total;
};

/* The link in the temporary folder through which spatch sees the tree. */
#define COCCI_LINK "k"

typedef VEC(struct cocci_task *) cocci_tasks_t;

/* Runs all tasks; they are sorted by rule. 0 or -errno if nothing could run. */
int spatch__run(struct spatch_env *env, struct cocci_task *const *tasks, size_t nr);
int spatch__tmp_dir(const char *kdir, char **ret_path);
void spatch__remove_tmp_dir(const char *path);
int spatch__output(char *const argv[], struct strbuf *out);

/* Adds a line of spatch's stdout to the record of its task; false if it is none. */
bool cocci_line__add(struct cocci_task *const *tasks, size_t nr, const char *line);

#endif
