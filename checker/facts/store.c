// SPDX-License-Identifier: GPL-2.0-only
/*
 * What other stages see of the store: facts of units and results by content.
 *
 * Every function takes a NULL store and then finds nothing and keeps nothing.
 * Calls may come from several threads; a forked worker must not use the store.
 * A write that fails (full disk) is told once on stderr; reading goes on.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "facts.h"
#include "store_priv.h"

/**
 * store__open() - open the store of a tree, or make it
 * @path: the database file; its folder is made
 * @kdir: the tree: relative paths are below it
 * @ret_store: the store; free it with store__close()
 *
 * Waits while another run has it. What is damaged or of another version is made
 * anew.
 *
 * Return: 0, or -errno after one line on stderr; the caller can go on with a
 * NULL store.
 */
int store__open(const char *path, const char *kdir, struct store **ret_store)
{
	struct store *self = xcalloc(1, sizeof(*self));
	int err;

	self->path = xstrdup(path);
	self->lock_fd = -1;
	pthread_mutex_init(&self->lock, NULL);
	self->kdir_fd = open(kdir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (self->kdir_fd < 0) {
		err = -errno;
		pr_warn("cannot open %s: %s", kdir, strerror(-err));
	} else {
		err = store_db__open(self);
	}
	if (err) {
		store__close(self);
		return err;
	}
	*ret_store = self;
	return 0;
}

static int begin(struct store *self)
{
	int rc;

	if (self->failed)
		return self->failed;
	store_db__stmt(self, STMT_BEGIN);
	rc = store_db__run(self, STMT_BEGIN);
	if (rc != SQLITE_OK)
		return store_db__fail(self, rc, "write");
	self->in_tx = true;
	return 0;
}

static void rollback(struct store *self)
{
	if (!sqlite3_get_autocommit(self->db)) {
		store_db__stmt(self, STMT_ROLLBACK);
		store_db__run(self, STMT_ROLLBACK);
	}
	self->in_tx = false;
}

/* Ends the transaction for good after a failed write. */
static int fail(struct store *self, int rc)
{
	int err = store_db__fail(self, rc, "write");

	rollback(self);
	return err;
}

static int commit(struct store *self)
{
	int rc;

	if (self->failed)
		return self->failed;
	rc = store_file__flush(self);
	if (rc == SQLITE_OK) {
		store_db__stmt(self, STMT_COMMIT);
		rc = store_db__run(self, STMT_COMMIT);
	}
	if (rc != SQLITE_OK)
		return fail(self, rc);
	self->in_tx = false;
	return 0;
}

static bool any_dirty(const struct store *self)
{
	for (size_t i = 0; i < self->files.nr; i++)
		if (self->files.v[i].dirty)
			return true;
	return false;
}

/**
 * store__close() - close the store
 * @self: the store, or NULL; an open transaction is dropped
 */
void store__close(struct store *self)
{
	if (!self)
		return;
	if (self->db && self->in_tx)
		rollback(self);
	else if (self->db && !self->failed && any_dirty(self) && !begin(self))
		commit(self);
	store_db__close(self);
	if (self->kdir_fd >= 0)
		close(self->kdir_fd);
	pthread_mutex_destroy(&self->lock);
	strset__free(self->paths);
	vec__exit(&self->files);
	vec__exit(&self->by_id);
	free(self->path);
	free(self);
}

/**
 * store__begin() - begin one transaction around many changes
 * @self: the store, or NULL
 *
 * Return: 0, -EALREADY within one, or -errno when the store can't be written,
 * which was told once on stderr.
 */
int store__begin(struct store *self)
{
	int err;

	if (!self)
		return 0;
	pthread_mutex_lock(&self->lock);
	err = self->in_tx ? -EALREADY : begin(self);
	pthread_mutex_unlock(&self->lock);
	return err;
}

/**
 * store__commit() - write all changes since store__begin()
 * @self: the store, or NULL
 *
 * Return: 0, also when there was no store__begin(), or -errno when the store
 * can't be written, which was told once on stderr.
 */
int store__commit(struct store *self)
{
	int err = 0;

	if (!self)
		return 0;
	pthread_mutex_lock(&self->lock);
	if (self->failed)
		err = self->failed;
	else if (self->in_tx)
		err = commit(self);
	pthread_mutex_unlock(&self->lock);
	return err;
}

/**
 * store__file_hash() - the hash of a file's content
 * @self: the store, or NULL
 * @path: the file, relative to KDIR or absolute
 * @st: what stat() said of it just now, or NULL
 * @ret_hash: hash64() of the whole content with seed 0
 *
 * The file is read only if it changed since an earlier run, and looked at only
 * once a run.
 *
 * Return: 0, or -errno when it can't be read; -ENOENT without a store.
 */
int store__file_hash(struct store *self, const char *path, const struct stat *st,
		     uint64_t *ret_hash)
{
	uint32_t i;
	int err;

	if (!self)
		return -ENOENT;
	pthread_mutex_lock(&self->lock);
	i = store_file__index(self, path);
	err = store_file__check(self, i, st, true);
	if (!err)
		*ret_hash = self->files.v[i].hash;
	pthread_mutex_unlock(&self->lock);
	return err;
}

/* Adds one file's content to the hash over all of a unit. */
static int chain_hash(struct store *self, uint32_t i, uint64_t *hash)
{
	int err = store_file__check(self, i, NULL, false);

	if (!err)
		*hash = hash64(&self->files.v[i].hash, sizeof(uint64_t), *hash);
	return err;
}

/* From row id to index; ids are small and dense, so an array will do. */
static const uint32_t *ids_to_index(struct store *self)
{
	size_t nr = (size_t)self->last_id + 1;

	if (self->by_id.nr == nr)
		return self->by_id.v;
	vec__reserve(&self->by_id, nr);
	memset(self->by_id.v, 0xff, nr * sizeof(*self->by_id.v));
	self->by_id.nr = nr;
	for (uint32_t i = 0; i < self->files.nr; i++)
		if (self->files.v[i].id)
			self->by_id.v[self->files.v[i].id] = i;
	return self->by_id.v;
}

/* Are the contents of the unit's files still those that the row was made of? */
static bool deps_hold(struct store *self, sqlite3_stmt *stmt)
{
	uint64_t want = (uint64_t)sqlite3_column_int64(stmt, 0), hash = 0;
	const unsigned char *deps = sqlite3_column_blob(stmt, 1);
	size_t nr = (size_t)sqlite3_column_bytes(stmt, 1) / sizeof(uint32_t);
	const uint32_t *by_id = ids_to_index(self);

	for (size_t k = 0; k < nr; k++) {
		uint32_t id;

		memcpy(&id, deps + k * sizeof(id), sizeof(id));
		if (id > self->last_id || by_id[id] == UINT32_MAX ||
		    chain_hash(self, by_id[id], &hash))
			return false;
	}
	return nr && hash == want;
}

/**
 * store__get_tu() - the facts of a unit, if they still hold
 * @self: the store, or NULL
 * @path: the unit's file, relative to KDIR
 * @flags_hash: hash of what it is parsed with
 *
 * Return: the facts, which the caller frees with tu_facts__free(), or NULL when
 * there are none, or the file, a file that it includes or its flags changed.
 */
struct tu_facts *store__get_tu(struct store *self, const char *path,
			       uint64_t flags_hash)
{
	struct tu_facts *tu = NULL;
	sqlite3_stmt *stmt;
	int rc = SQLITE_ERROR;

	if (!self)
		return NULL;
	pthread_mutex_lock(&self->lock);
	stmt = store_db__stmt(self, STMT_GET_TU);
	if (stmt) {
		stmt__bind_str(stmt, ":path", path);
		stmt__bind_int(stmt, ":flags_hash", (int64_t)flags_hash);
		rc = sqlite3_step(stmt);
	}
	if (rc == SQLITE_ROW) {
		if (deps_hold(self, stmt))
			tu = tu_facts__unpack(sqlite3_column_blob(stmt, 2),
					      (size_t)sqlite3_column_bytes(stmt, 2));
	} else if (rc != SQLITE_DONE) {
		store_db__fail(self, rc, "read");
	}
	sqlite3_reset(stmt);
	if (tu)
		self->stats.tu_hits++;
	else
		self->stats.tu_misses++;
	pthread_mutex_unlock(&self->lock);
	return tu;
}

static int put_fns(struct store *self, const struct tu_facts *tu, int64_t id)
{
	sqlite3_stmt *stmt = store_db__stmt(self, STMT_DROP_FNS);
	int rc;

	if (!stmt)
		return sqlite3_errcode(self->db);
	stmt__bind_int(stmt, ":tu", id);
	rc = store_db__run(self, STMT_DROP_FNS);
	for (size_t i = 0; rc == SQLITE_OK && i < tu->fns.nr; i++) {
		const struct fn *fn = tu->fns.v[i];

		stmt = store_db__stmt(self, STMT_PUT_FN);
		if (!stmt)
			return sqlite3_errcode(self->db);
		stmt__bind_int(stmt, ":tu", id);
		stmt__bind_str(stmt, ":name", tu_str(tu, fn->name));
		stmt__bind_str(stmt, ":file", tu_str(tu, fn->file));
		stmt__bind_int(stmt, ":line", fn->line);
		rc = store_db__run(self, STMT_PUT_FN);
	}
	return rc;
}

/* Ids of all files of the unit, and the hash over them; false: don't keep it. */
static bool collect_deps(struct store *self, const struct tu_facts *tu,
			 uint32_t *ids, uint64_t *ret_hash)
{
	uint64_t hash = 0;

	for (size_t k = 0; k <= tu->deps.nr; k++) {
		const char *path = k ? tu_str(tu, tu->deps.v[k - 1]) : tu->path;
		uint32_t i = store_file__index(self, path);

		if (chain_hash(self, i, &hash))
			return false;
		/* Which content was parsed, the old or the new? */
		if (self->files.v[i].moving && path[0] != '/')
			return false;
		ids[k] = self->files.v[i].id;
	}
	*ret_hash = hash;
	return true;
}

static int put_tu_row(struct store *self, const struct tu_facts *tu,
		      uint64_t flags_hash, uint64_t deps_hash,
		      const uint32_t *ids, const void *packed, size_t len)
{
	sqlite3_stmt *stmt = store_db__stmt(self, STMT_PUT_TU);
	int64_t id;
	int rc;

	if (!stmt)
		return sqlite3_errcode(self->db);
	stmt__bind_str(stmt, ":path", tu->path);
	stmt__bind_int(stmt, ":flags_hash", (int64_t)flags_hash);
	stmt__bind_int(stmt, ":deps_hash", (int64_t)deps_hash);
	stmt__bind_blob(stmt, ":deps", ids, (tu->deps.nr + 1) * sizeof(*ids));
	stmt__bind_blob(stmt, ":packed", packed, len);
	rc = sqlite3_step(stmt);
	if (rc != SQLITE_ROW) {
		sqlite3_reset(stmt);
		return rc == SQLITE_DONE ? SQLITE_ERROR : rc;
	}
	id = sqlite3_column_int64(stmt, 0);
	rc = store_db__run(self, STMT_PUT_TU);
	return rc == SQLITE_OK ? put_fns(self, tu, id) : rc;
}

/* Runs one write, in the open transaction or in one of its own. */
#define in_transaction(self, write) ({						\
	bool own_ = !(self)->in_tx;						\
	int err_ = own_ ? begin(self) : (self)->failed;				\
	if (!err_) {								\
		int rc_ = (write);						\
		if (rc_ != SQLITE_OK)						\
			err_ = fail(self, rc_);					\
		else if (own_)							\
			err_ = commit(self);					\
	}									\
	err_;									\
})

/**
 * store__put_tu() - keep the facts of a unit in place of older ones
 * @self: the store, or NULL
 * @tu: the facts: path, deps and functions are indexed
 * @flags_hash: hash of what it was parsed with
 * @packed: what tu_facts__pack() wrote
 * @len: bytes of it
 *
 * A unit of which a file can't be read, or changed while this run went on, is
 * not kept: nobody knows which content was parsed.
 *
 * Return: 0, or -errno when the store can't be written, which was told once on
 * stderr.
 */
int store__put_tu(struct store *self, const struct tu_facts *tu,
		  uint64_t flags_hash, const void *packed, size_t len)
{
	uint64_t deps_hash;
	uint32_t *ids;
	int err = 0;

	if (!self)
		return 0;
	ids = xcalloc(tu->deps.nr + 1, sizeof(*ids));
	pthread_mutex_lock(&self->lock);
	if (self->failed)
		err = self->failed;
	else if (collect_deps(self, tu, ids, &deps_hash))
		err = in_transaction(self, put_tu_row(self, tu, flags_hash,
						      deps_hash, ids, packed, len));
	pthread_mutex_unlock(&self->lock);
	free(ids);
	return err;
}

/**
 * store__for_each_fn() - which units define a function
 * @self: the store, or NULL
 * @name: name of the function, as expanded
 * @found: called for each definition by file and line; may not use the store
 * @data: for @found
 *
 * A unit may have been deleted or changed since: store__get_tu() tells.
 *
 * Return: 0, or what @found returned when that was not 0, which ends the search.
 */
int store__for_each_fn(struct store *self, const char *name,
		       int (*found)(void *data, const char *tu, const char *file,
				    uint32_t line),
		       void *data)
{
	sqlite3_stmt *stmt;
	int ret = 0, rc = SQLITE_ERROR;

	if (!self)
		return 0;
	pthread_mutex_lock(&self->lock);
	stmt = store_db__stmt(self, STMT_FIND_FN);
	if (stmt) {
		stmt__bind_str(stmt, ":name", name);
		rc = sqlite3_step(stmt);
	}
	for (; !ret && rc == SQLITE_ROW; rc = sqlite3_step(stmt))
		ret = found(data, (const char *)sqlite3_column_text(stmt, 0),
			    (const char *)sqlite3_column_text(stmt, 1),
			    (uint32_t)sqlite3_column_int64(stmt, 2));
	if (!ret && rc != SQLITE_DONE)
		store_db__fail(self, rc, "read");
	sqlite3_reset(stmt);
	pthread_mutex_unlock(&self->lock);
	return ret;
}

/**
 * store__get_blob() - a result that was kept under this key
 * @self: the store, or NULL
 * @kind: what made it
 * @name: of what
 * @key: hash of all that it depends on
 * @ret_data: the bytes with a NUL behind them; the caller frees them
 * @ret_len: how many, without that NUL
 *
 * Return: 0, or -ENOENT; the outputs are then untouched.
 */
int store__get_blob(struct store *self, const char *kind, const char *name,
		    uint64_t key, char **ret_data, size_t *ret_len)
{
	bool cocci = !strcmp(kind, "cocci");
	int rc = SQLITE_ERROR, err = -ENOENT;
	sqlite3_stmt *stmt;

	if (!self)
		return -ENOENT;
	pthread_mutex_lock(&self->lock);
	stmt = store_db__stmt(self, STMT_GET_RESULT);
	if (stmt) {
		stmt__bind_str(stmt, ":kind", kind);
		stmt__bind_str(stmt, ":name", name);
		stmt__bind_int(stmt, ":key", (int64_t)key);
		rc = sqlite3_step(stmt);
	}
	if (rc == SQLITE_ROW) {
		const void *data = sqlite3_column_blob(stmt, 0);
		size_t len = (size_t)sqlite3_column_bytes(stmt, 0);

		*ret_data = xmalloc(len + 1);
		if (len)
			memcpy(*ret_data, data, len);
		(*ret_data)[len] = '\0';
		*ret_len = len;
		err = 0;
	} else if (rc != SQLITE_DONE) {
		store_db__fail(self, rc, "read");
	}
	sqlite3_reset(stmt);
	self->stats.cocci_hits += cocci && !err;
	self->stats.cocci_misses += cocci && err;
	pthread_mutex_unlock(&self->lock);
	return err;
}

static int put_result_row(struct store *self, const char *kind, const char *name,
			  uint64_t key, const void *data, size_t len)
{
	sqlite3_stmt *stmt = store_db__stmt(self, STMT_PUT_RESULT);

	if (!stmt)
		return sqlite3_errcode(self->db);
	stmt__bind_str(stmt, ":kind", kind);
	stmt__bind_str(stmt, ":name", name);
	stmt__bind_int(stmt, ":key", (int64_t)key);
	stmt__bind_blob(stmt, ":data", data, len);
	return store_db__run(self, STMT_PUT_RESULT);
}

/**
 * store__put_blob() - keep a result in place of an older one of that name
 * @self: the store, or NULL
 * @kind: what made it
 * @name: of what
 * @key: hash of all that it depends on
 * @data: the bytes
 * @len: how many
 *
 * Return: 0, or -errno when the store can't be written, which was told once on
 * stderr.
 */
int store__put_blob(struct store *self, const char *kind, const char *name,
		    uint64_t key, const void *data, size_t len)
{
	int err;

	if (!self)
		return 0;
	pthread_mutex_lock(&self->lock);
	err = in_transaction(self, put_result_row(self, kind, name, key, data, len));
	pthread_mutex_unlock(&self->lock);
	return err;
}

/**
 * store__stats() - how warm the store was
 * @self: the store, or NULL
 *
 * Return: the counts so far; all zero without a store.
 */
const struct store_stats *store__stats(const struct store *self)
{
	static const struct store_stats none;

	return self ? &self->stats : &none;
}
