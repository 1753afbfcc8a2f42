/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of the store share; for facts/store*.c alone. */
#ifndef PINCHECK_FACTS_STORE_PRIV_H
#define PINCHECK_FACTS_STORE_PRIV_H

#include <pthread.h>
#include <sqlite3.h>

#include "../lib/strset.h"
#include "../lib/vec.h"
#include "store.h"

enum store_stmt {
	STMT_BEGIN, STMT_COMMIT, STMT_ROLLBACK,
	STMT_PUT_FILE,
	STMT_GET_TU, STMT_PUT_TU, STMT_DROP_FNS, STMT_PUT_FN, STMT_FIND_FN,
	STMT_GET_RESULT, STMT_PUT_RESULT,
	STMT_NR,
};

/* A row of table file, and what this run knows about the file. */
struct store_file {
	uint32_t id;		/* 0: not in the table yet */
	bool known;		/* the row below is filled */
	bool checked;		/* looked at in this run: err and hash hold */
	bool dirty;		/* the row must be written */
	bool moving;		/* changed since the store was opened */
	int err;
	int64_t dev, ino, size, mtime_ns, ctime_ns;
	uint64_t hash;
};

struct store {
	char *path;
	sqlite3 *db;
	sqlite3_stmt *stmts[STMT_NR];
	int lock_fd, kdir_fd;
	int failed;		/* -errno of the first failed write: no more */
	bool damaged;		/* remove the file when closing */
	bool in_tx;
	int64_t opened_ns;	/* wall clock */
	pthread_mutex_t lock;	/* around everything below and db */
	struct strset *paths;	/* index into files */
	VEC(struct store_file) files;
	uint32_t last_id;
	VEC(uint32_t) by_id;	/* index into files by row id; see ids_to_index() */
	struct store_stats stats;
};

/* store_db.c: the file, its lock, its version and its statements. */
int store_db__open(struct store *self);
void store_db__close(struct store *self);
int store_db__error(struct store *self, int rc);
int store_db__fail(struct store *self, int rc, const char *what);
sqlite3_stmt *store_db__stmt(struct store *self, enum store_stmt which);
int store_db__run(struct store *self, enum store_stmt which);
void stmt__bind_int(sqlite3_stmt *stmt, const char *name, int64_t v);
void stmt__bind_str(sqlite3_stmt *stmt, const char *name, const char *s);
void stmt__bind_blob(sqlite3_stmt *stmt, const char *name, const void *data, size_t len);

/* store_file.c: contents of files, known by their times. Caller holds the lock. */
int store_file__load(struct store *self);
int store_file__flush(struct store *self);
uint32_t store_file__index(struct store *self, const char *path);
int store_file__check(struct store *self, uint32_t i, const struct stat *st,
		      bool drop_lock);

#endif
