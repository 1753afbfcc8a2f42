/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: select
 *
 * Which files of a tree matter: a fast text scan of its *.c, *.h and *.S for
 * the names in rules/. Every occurrence of an acquire name is kept and told
 * apart by its text alone (call, definition, comment …), for the ledger.
 */
#ifndef PINCHECK_SELECT_SELECT_H
#define PINCHECK_SELECT_SELECT_H

#include <stdbool.h>
#include <stdint.h>

#include "../lib/strvec.h"
#include "../lib/vec.h"

/* What an occurrence is, told from the text around it. */
enum occ_class {
	OCC_CALL,
	OCC_DEFINITION,
	OCC_DECLARATION,
	OCC_MACRO_BODY,		/* in a #define: its name or its text */
	OCC_EXPORT,		/* EXPORT_SYMBOL…(name) */
	OCC_ADDRESS,		/* address taken: assigned, passed, initialiser */
	OCC_STRING,
	OCC_COMMENT,
	OCC_UNPARSED,		/* none of these: in another directive, say */
	OCC_NR,
};

struct occurrence {
	uint32_t file;		/* index into result->files */
	uint32_t name;		/* index into the names given */
	uint32_t line, col;	/* from 1; col in bytes */
	uint8_t cls;		/* enum occ_class */
	bool in_if0;		/* inside #if 0 */
};

struct selected_file {
	char *path;		/* relative to KDIR, with '/' */
	uint64_t hash;		/* content */
	uint64_t size;
	uint32_t occ0, nr_occs;	/* its occurrences, by line and column */
	bool names_release;	/* holds a name of the second group */
};

struct select_result {
	VEC(struct selected_file) files;	/* sorted by path */
	VEC(struct occurrence) occs;		/* sorted by file, line, col */
	VEC(char *) unreadable;			/* "path: reason", sorted */
	uint64_t nr_scanned, nr_bytes;
	uint64_t digest;	/* of the paths, sizes and times of all files scanned */
};

struct store;

struct select_options {
	const char *kdir;
	const char *under;		/* M=: folder below kdir, or NULL */
	const struct strvec *names;	/* acquires: occurrences are kept */
	const struct strvec *also;	/* other names that select a file */
	const struct strvec *only;	/* files, relative to kdir, each once: only these
					 * are read, whatever @under and @store say;
					 * NULL: all of the tree */
	const bool *defs_only;		/* for each of @names: only definitions are wanted,
					 * others may be left out; or NULL; without a store */
	int jobs;			/* threads, from 1 */
	struct store *store;		/* caches scans by dev, inode, size, times; or NULL */
};

int select__run(const struct select_options *opts, struct select_result **ret_result);
void select__free(struct select_result *self);
const char *occ_class__name(enum occ_class cls);

#endif
