// SPDX-License-Identifier: GPL-2.0-only
/*
 * The SQLite file behind the store: opening it under a lock that is held for the
 * whole run, making it anew when it is damaged or of another version, prepared
 * statements, and errors as -errno with one line for the user.
 *
 * The lock is a POSIX record lock on a file of its own: forked workers do not
 * inherit it, and it goes with the process however that ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "facts.h"
#include "store_priv.h"
#include "store_schema.h"

#define STORE_VERSION	(FACTS_VERSION * 1000 + STORE_SCHEMA_VERSION)
#define BUSY_TIMEOUT_MS	60000

static const char *const schema[] = {
	SCHEMA_FILE, SCHEMA_TU, SCHEMA_FN, SCHEMA_FN_BY_NAME, SCHEMA_FN_BY_TU,
	SCHEMA_RESULT,
};

static const char *const stmt_sql[STMT_NR] = {
	[STMT_BEGIN] = "BEGIN IMMEDIATE",
	[STMT_COMMIT] = "COMMIT",
	[STMT_ROLLBACK] = "ROLLBACK",
	[STMT_PUT_FILE] =
		"INSERT OR REPLACE INTO file (id, path, dev, ino, size, mtime_ns,"
		" ctime_ns, hash) VALUES (:id, :path, :dev, :ino, :size,"
		" :mtime_ns, :ctime_ns, :hash)",
	[STMT_GET_TU] =
		"SELECT deps_hash, deps, packed FROM tu"
		" WHERE path = :path AND flags_hash = :flags_hash",
	[STMT_PUT_TU] =
		"INSERT INTO tu (path, flags_hash, deps_hash, deps, packed)"
		" VALUES (:path, :flags_hash, :deps_hash, :deps, :packed)"
		" ON CONFLICT (path) DO UPDATE SET"
		" flags_hash = excluded.flags_hash,"
		" deps_hash = excluded.deps_hash, deps = excluded.deps,"
		" packed = excluded.packed RETURNING id",
	[STMT_DROP_FNS] = "DELETE FROM fn WHERE tu = :tu",
	[STMT_PUT_FN] =
		"INSERT INTO fn (tu, name, file, line)"
		" VALUES (:tu, :name, :file, :line)",
	[STMT_FIND_FN] =
		"SELECT tu.path, fn.file, fn.line FROM fn JOIN tu ON tu.id = fn.tu"
		" WHERE fn.name = :name ORDER BY fn.file, fn.line, tu.path",
	[STMT_GET_RESULT] =
		"SELECT data FROM result"
		" WHERE kind = :kind AND name = :name AND key = :key",
	[STMT_PUT_RESULT] =
		"INSERT INTO result (kind, name, key, data)"
		" VALUES (:kind, :name, :key, :data)"
		" ON CONFLICT (kind, name) DO UPDATE SET key = excluded.key,"
		" data = excluded.data",
};

/**
 * stmt__bind_int() - set a parameter of a statement
 * @stmt: the statement
 * @name: the parameter, with its colon
 * @v: the value
 */
void stmt__bind_int(sqlite3_stmt *stmt, const char *name, int64_t v)
{
	sqlite3_bind_int64(stmt, sqlite3_bind_parameter_index(stmt, name), v);
}

/**
 * stmt__bind_str() - set a parameter of a statement
 * @stmt: the statement
 * @name: the parameter, with its colon
 * @s: the string, which must live until the statement has run
 */
void stmt__bind_str(sqlite3_stmt *stmt, const char *name, const char *s)
{
	sqlite3_bind_text(stmt, sqlite3_bind_parameter_index(stmt, name), s, -1,
			  SQLITE_STATIC);
}

/**
 * stmt__bind_blob() - set a parameter of a statement
 * @stmt: the statement
 * @name: the parameter, with its colon
 * @data: the bytes, which must live until the statement has run
 * @len: how many
 */
void stmt__bind_blob(sqlite3_stmt *stmt, const char *name, const void *data, size_t len)
{
	sqlite3_bind_blob64(stmt, sqlite3_bind_parameter_index(stmt, name),
			    len ? data : "", len, SQLITE_STATIC);
}

/**
 * store_db__error() - a result code of SQLite as -errno
 * @self: the store whose call gave it
 * @rc: the code
 *
 * Return: -errno; -EBADMSG for a damaged file.
 */
int store_db__error(struct store *self, int rc)
{
	int sys = self->db ? sqlite3_system_errno(self->db) : 0;

	switch (rc & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE:
		return 0;
	case SQLITE_FULL:
		return -ENOSPC;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
	case SQLITE_TOOBIG:	/* no row of ours is: what it says of its length is wrong */
		return -EBADMSG;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return -EBUSY;
	case SQLITE_NOMEM:
		return -ENOMEM;
	case SQLITE_READONLY:
		return -EROFS;
	case SQLITE_PERM:
		return -EACCES;
	}
	return sys ? -sys : -EIO;
}

/**
 * store_db__fail() - note that the store can't be written any more
 * @self: the store; reading it still works, later writes give the same error
 * @rc: the code of SQLite
 * @what: what was tried, for the one line on stderr
 *
 * Return: -errno.
 */
int store_db__fail(struct store *self, int rc, const char *what)
{
	int err = store_db__error(self, rc);

	if (!err || self->failed)
		return self->failed ? self->failed : err;
	self->failed = err;
	if (err == -EBADMSG) {
		self->damaged = true;
		pr_warn("store %s is damaged: going on without it, the next run makes it anew",
			self->path);
	} else {
		pr_warn("cannot %s the store %s: %s: going on without it", what,
			self->path, strerror(-err));
	}
	return err;
}

/**
 * store_db__stmt() - a prepared statement, ready to be bound
 * @self: the store
 * @which: which one
 *
 * Return: the statement, which the store keeps, or NULL when it can't be made.
 */
sqlite3_stmt *store_db__stmt(struct store *self, enum store_stmt which)
{
	sqlite3_stmt **stmt = &self->stmts[which];

	if (*stmt) {
		sqlite3_reset(*stmt);
		sqlite3_clear_bindings(*stmt);
		return *stmt;
	}
	if (sqlite3_prepare_v3(self->db, stmt_sql[which], -1,
			       SQLITE_PREPARE_PERSISTENT, stmt, NULL) != SQLITE_OK)
		*stmt = NULL;
	return *stmt;
}

/**
 * store_db__run() - run a statement that is bound and gives no rows
 * @self: the store
 * @which: which one
 *
 * Return: SQLITE_OK or another code of SQLite.
 */
int store_db__run(struct store *self, enum store_stmt which)
{
	sqlite3_stmt *stmt = self->stmts[which];
	int rc;

	if (!stmt)
		return sqlite3_errcode(self->db);
	do {
		rc = sqlite3_step(stmt);
	} while (rc == SQLITE_ROW);
	sqlite3_reset(stmt);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int pragma_int(sqlite3 *db, const char *sql, int *ret_v)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);

	if (rc == SQLITE_OK) {
		rc = sqlite3_step(stmt);
		if (rc == SQLITE_ROW) {
			*ret_v = sqlite3_column_int(stmt, 0);
			rc = SQLITE_OK;
		}
	}
	sqlite3_finalize(stmt);
	return rc;
}

/*
 * Only one run at a time has the store, so a write-ahead log would gain nothing.
 * A page cache of 32 MB holds what one unit writes. synchronous = NORMAL keeps
 * the file whole when the machine loses power.
 */
static int set_pragmas(sqlite3 *db)
{
	sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
	return sqlite3_exec(db,
			    "PRAGMA page_size = 16384;"
			    "PRAGMA journal_mode = TRUNCATE;"
			    "PRAGMA synchronous = NORMAL;"
			    "PRAGMA temp_store = MEMORY;"
			    "PRAGMA cache_size = -32768;",
			    NULL, NULL, NULL);
}

static int make_tables(sqlite3 *db)
{
	char sql[128];
	int rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	for (size_t i = 0; rc == SQLITE_OK && i < ARRAY_SIZE(schema); i++)
		rc = sqlite3_exec(db, schema[i], NULL, NULL, NULL);
	snprintf(sql, sizeof(sql),
		 "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT;",
		 STORE_APPLICATION_ID, STORE_VERSION);
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
	return rc;
}

static int open_file(struct store *self)
{
	int rc = sqlite3_open_v2(self->path, &self->db,
				 SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
				 SQLITE_OPEN_NOMUTEX, NULL);

	if (rc == SQLITE_OK) {
		sqlite3_extended_result_codes(self->db, 1);
		rc = set_pragmas(self->db);
	}
	return rc;
}

static void close_file(struct store *self)
{
	for (int i = 0; i < STMT_NR; i++) {
		sqlite3_finalize(self->stmts[i]);
		self->stmts[i] = NULL;
	}
	sqlite3_close(self->db);
	self->db = NULL;
}

/* Was this file made by us? Its header says so at offset 68. */
static bool is_ours(const char *path)
{
	unsigned char h[72] = {0};
	FILE *f = fopen(path, "re");
	size_t n = 0;

	if (f) {
		n = fread(h, 1, sizeof(h), f);
		fclose(f);
	}
	return n == sizeof(h) && !memcmp(h, "SQLite format 3", 16) &&
	       ((uint32_t)h[68] << 24 | h[69] << 16 | h[70] << 8 | h[71]) ==
	       STORE_APPLICATION_ID;
}

/* Takes the file away: a store of ours goes, anything else is only renamed. */
static void remove_file(const char *path)
{
	static const char *const tails[] = { "-journal", "-wal", "-shm" };
	char *other = xasprintf("%s.damaged", path);

	if (is_ours(path) || rename(path, other) < 0)
		unlink(path);
	free(other);
	for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
		other = xasprintf("%s%s", path, tails[i]);
		unlink(other);
		free(other);
	}
}

/*
 * 1 if the tables are there and of our version, 0 if they must be made, -EEXIST
 * if the file is a database of somebody else, or -errno.
 */
static int check_version(struct store *self)
{
	int app = 0, version = 0, tables = 0, rc;

	rc = pragma_int(self->db, "PRAGMA application_id", &app);
	if (rc == SQLITE_OK)
		rc = pragma_int(self->db, "PRAGMA user_version", &version);
	if (rc == SQLITE_OK)
		rc = pragma_int(self->db,
				"SELECT count(*) FROM sqlite_master WHERE sql IS NOT NULL",
				&tables);
	if (rc != SQLITE_OK)
		return store_db__error(self, rc);
	if (!tables && !app)
		return 0;
	if (app != STORE_APPLICATION_ID)
		return -EEXIST;
	if (version == STORE_VERSION)
		return tables == (int)ARRAY_SIZE(schema) ? 1 : -EBADMSG;
	pr_info("the store %s is of another version and is emptied", self->path);
	close_file(self);
	remove_file(self->path);
	rc = open_file(self);
	return store_db__error(self, rc);
}

static int try_open(struct store *self)
{
	int rc = open_file(self);
	int err = rc == SQLITE_OK ? check_version(self) : store_db__error(self, rc);

	if (!err) {
		rc = make_tables(self->db);
		err = store_db__error(self, rc);
	} else if (err == 1) {
		err = 0;
	}
	return err ? err : store_file__load(self);
}

/* One run at a time; the others wait. Where there are no locks, none is taken. */
static int take_lock(struct store *self)
{
	struct flock fl = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char *name = xasprintf("%s.lock", self->path);

	self->lock_fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	free(name);
	if (self->lock_fd < 0)
		return -errno;
	if (!fcntl(self->lock_fd, F_SETLK, &fl))
		return 0;
	if (errno != EAGAIN && errno != EACCES)
		return 0;
	pr_warn("another run uses the store %s: waiting for it", self->path);
	return fcntl(self->lock_fd, F_SETLKW, &fl) ? -errno : 0;
}

static int make_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir;
	int err = 0;

	if (!slash || slash == path)
		return 0;
	dir = xstrndup(path, (size_t)(slash - path));
	if (!dir_exists(dir))
		err = mkdir_p(dir);
	free(dir);
	return err;
}

/**
 * store_db__open() - lock and open the file, make it if it is not there
 * @self: the store, of which path is set
 *
 * A damaged file is made anew, with one line on stderr.
 *
 * Return: 0, or -errno after one line on stderr.
 */
int store_db__open(struct store *self)
{
	int err = make_folder(self->path);

	if (!err)
		err = take_lock(self);
	if (!err)
		err = try_open(self);
	if (err == -EBADMSG) {
		pr_warn("store %s is damaged: making it anew", self->path);
		close_file(self);
		remove_file(self->path);
		err = try_open(self);
	}
	if (err == -EEXIST)
		pr_warn("%s is a database, but no store of pincheck: going on without a store",
			self->path);
	else if (err)
		pr_warn("cannot use the store %s: %s: going on without it",
			self->path, strerror(-err));
	return err;
}

/**
 * store_db__close() - close the file and let the next run have it
 * @self: the store; a damaged file is removed
 */
void store_db__close(struct store *self)
{
	close_file(self);
	if (self->damaged)
		remove_file(self->path);
	if (self->lock_fd >= 0)
		close(self->lock_fd);
	self->lock_fd = -1;
}
