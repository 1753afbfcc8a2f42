/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: store
 *
 * The facts of all units and the results of Coccinelle on disk, in one SQLite
 * file per kernel tree, keyed by content: of the file, of what it includes, of
 * the flags. A store that another version wrote is emptied; one that is damaged
 * is made anew; two runs at once wait for each other.
 */
#ifndef PINCHECK_FACTS_STORE_H
#define PINCHECK_FACTS_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct tu_facts;
struct store;

/**
 * struct store_stats - how warm the store was; for --stats
 * @tu_hits: units taken from the store
 * @tu_misses: units that had to be parsed
 */
struct store_stats {
	uint64_t tu_hits, tu_misses;
	uint64_t cocci_hits, cocci_misses;
	uint64_t hash_hits, hash_misses;
};

int store__open(const char *path, const char *kdir, struct store **ret_store);
void store__close(struct store *self);

/* One transaction around many changes; commit writes, close without it drops.
 * Every function takes a NULL store: nothing is found, nothing is kept. A write that
 * fails is told once on stderr, and every later write gives the same -errno. */
int store__begin(struct store *self);
int store__commit(struct store *self);

/* Content hash of a file below kdir (or absolute), cached by dev, inode, size
 * and times. -ENOENT and the like when it can't be read. */
int store__file_hash(struct store *self, const char *path, const struct stat *st,
		     uint64_t *ret_hash);

/* Unpacked facts of @path if file, includes and flags are unchanged, else NULL. */
struct tu_facts *store__get_tu(struct store *self, const char *path,
			       uint64_t flags_hash);
int store__put_tu(struct store *self, const struct tu_facts *tu,
		  uint64_t flags_hash, const void *packed, size_t len);

/* Calls @found for each function of that name, by file and line; it may not use the
 * store. Units that were deleted or changed since they were kept are named too:
 * store__get_tu() tells. Stops when @found returns other than 0, and returns that. */
int store__for_each_fn(struct store *self, const char *name,
		       int (*found)(void *data, const char *tu, const char *file,
				    uint32_t line),
		       void *data);

/* Any other result that is keyed by content: @kind names it ("cocci", "scan"). */
int store__get_blob(struct store *self, const char *kind, const char *name,
		    uint64_t key, char **ret_data, size_t *ret_len);
int store__put_blob(struct store *self, const char *kind, const char *name,
		    uint64_t key, const void *data, size_t len);

const struct store_stats *store__stats(const struct store *self);

#endif
