// SPDX-License-Identifier: GPL-2.0-only
/*
 * Contents of files by hash, for the store: a file whose dev, inode, size and
 * times are those of its row is not read again. Each file is looked at once a
 * run. The whole table is held in memory: a warm run asks for thousands.
 *
 * Times have a grain, and a file can change twice within one: a row that was made
 * less than two seconds after the file's last change holds no times, and does
 * not spare the next run the reading.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store_priv.h"

#define NSEC_PER_SEC	1000000000ll
#define RACY_NS		(2 * NSEC_PER_SEC)

/* No source is as large: somebody's sparse file must not take all memory. */
#define MAX_FILE	(1ll << 30)

static int64_t ts_ns(const struct timespec *ts)
{
	return (int64_t)ts->tv_sec * NSEC_PER_SEC + ts->tv_nsec;
}

static int64_t wall_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return ts_ns(&ts);
}

static struct store_file *file_at(struct store *self, uint32_t i)
{
	return &self->files.v[i];
}

/**
 * store_file__index() - the place of a path in the table held in memory
 * @self: the store
 * @path: relative to KDIR, or absolute
 *
 * Return: the index, which holds until the store is closed.
 */
uint32_t store_file__index(struct store *self, const char *path)
{
	uint32_t i = strset__add(self->paths, path);

	while (self->files.nr <= i)
		vec__add(&self->files);
	return i;
}

/**
 * store_file__load() - read the whole table
 * @self: the store, just opened
 *
 * Return: 0, or -EBADMSG and the like when the file is damaged.
 */
int store_file__load(struct store *self)
{
	sqlite3_stmt *stmt = NULL;
	int rc;

	strset__free(self->paths);
	self->paths = strset__new();
	self->files.nr = 0;
	self->last_id = 0;
	self->opened_ns = wall_ns();
	rc = sqlite3_prepare_v2(self->db, "SELECT id, path, dev, ino, size,"
				" mtime_ns, ctime_ns, hash FROM file", -1,
				&stmt, NULL);
	while (rc == SQLITE_OK || rc == SQLITE_ROW) {
		const char *path;
		struct store_file *f;

		rc = sqlite3_step(stmt);
		if (rc != SQLITE_ROW)
			break;
		path = (const char *)sqlite3_column_text(stmt, 1);
		f = file_at(self, store_file__index(self, path ? path : ""));
		f->id = (uint32_t)sqlite3_column_int64(stmt, 0);
		f->known = true;
		f->dev = sqlite3_column_int64(stmt, 2);
		f->ino = sqlite3_column_int64(stmt, 3);
		f->size = sqlite3_column_int64(stmt, 4);
		f->mtime_ns = sqlite3_column_int64(stmt, 5);
		f->ctime_ns = sqlite3_column_int64(stmt, 6);
		f->hash = (uint64_t)sqlite3_column_int64(stmt, 7);
		if (f->id > self->last_id)
			self->last_id = f->id;
	}
	rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
	if (sqlite3_finalize(stmt) != SQLITE_OK && rc == SQLITE_OK)
		rc = SQLITE_CORRUPT;
	return store_db__error(self, rc);
}

/**
 * store_file__flush() - write the rows that changed
 * @self: the store, within a transaction
 *
 * Return: SQLITE_OK or another code of SQLite.
 */
int store_file__flush(struct store *self)
{
	for (uint32_t i = 0; i < self->files.nr; i++) {
		struct store_file *f = file_at(self, i);
		sqlite3_stmt *stmt;
		int rc;

		if (!f->dirty)
			continue;
		stmt = store_db__stmt(self, STMT_PUT_FILE);
		if (!stmt)
			return sqlite3_errcode(self->db);
		stmt__bind_int(stmt, ":id", f->id);
		stmt__bind_str(stmt, ":path", strset__str(self->paths, i));
		stmt__bind_int(stmt, ":dev", f->dev);
		stmt__bind_int(stmt, ":ino", f->ino);
		stmt__bind_int(stmt, ":size", f->size);
		stmt__bind_int(stmt, ":mtime_ns", f->mtime_ns);
		stmt__bind_int(stmt, ":ctime_ns", f->ctime_ns);
		stmt__bind_int(stmt, ":hash", (int64_t)f->hash);
		rc = store_db__run(self, STMT_PUT_FILE);
		if (rc != SQLITE_OK)
			return rc;
		f->dirty = false;
	}
	return SQLITE_OK;
}

static bool same_stat(const struct store_file *f, const struct stat *st)
{
	return f->known && f->mtime_ns && f->dev == (int64_t)st->st_dev &&
	       f->ino == (int64_t)st->st_ino && f->size == (int64_t)st->st_size &&
	       f->mtime_ns == ts_ns(&st->st_mtim) &&
	       f->ctime_ns == ts_ns(&st->st_ctim);
}

/* Touches no row: it may run without the lock. */
static int hash_file(struct store *self, const char *path, struct stat *ret_st,
		     uint64_t *ret_hash)
{
	char buf[65536], *big = NULL;
	int fd = openat(self->kdir_fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	size_t len = 0, want;
	ssize_t n = 0;
	int err = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, ret_st) < 0)
		err = -errno;
	else if (!S_ISREG(ret_st->st_mode))
		err = -EINVAL;
	else if (ret_st->st_size > MAX_FILE)
		err = -EFBIG;
	if (err)
		goto out_close;
	want = (size_t)ret_st->st_size;
	if (want > sizeof(buf))
		big = xmalloc(want);
	while (len < want) {
		n = read(fd, (big ? big : buf) + len, want - len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		len += (size_t)n;
	}
	err = n < 0 ? -errno : 0;
	if (!err)
		*ret_hash = hash64(big ? big : buf, len, 0);
	free(big);
out_close:
	close(fd);
	return err;
}

static void fill(struct store *self, struct store_file *f, const struct stat *st,
		 uint64_t hash)
{
	int64_t mtime = ts_ns(&st->st_mtim), ctime = ts_ns(&st->st_ctim);
	bool racy = (mtime > ctime ? mtime : ctime) > wall_ns() - RACY_NS;

	if (!f->id)
		f->id = ++self->last_id;
	f->known = f->dirty = true;
	f->dev = (int64_t)st->st_dev;
	f->ino = (int64_t)st->st_ino;
	f->size = (int64_t)st->st_size;
	f->mtime_ns = racy ? 0 : mtime;
	f->ctime_ns = racy ? 0 : ctime;
	f->hash = hash;
	f->moving = ctime > self->opened_ns;
}

/**
 * store_file__check() - make sure that the hash of a file holds, once a run
 * @self: the store
 * @i: index of the file
 * @st: what stat() said of it just now, or NULL
 * @drop_lock: let other threads go on while the file is read; the caller must
 *	have no statement in use
 *
 * Return: 0, or -errno when the file can't be read.
 */
int store_file__check(struct store *self, uint32_t i, const struct stat *st,
		      bool drop_lock)
{
	const char *path = strset__str(self->paths, i);
	struct store_file *f = file_at(self, i);
	uint64_t hash = 0;
	struct stat now;
	int err = 0;

	if (f->checked)
		return f->err;
	if (!st) {
		st = &now;
		if (fstatat(self->kdir_fd, path, &now, 0) < 0)
			err = -errno;
	}
	if (!err && same_stat(f, st)) {
		self->stats.hash_hits++;
		f->checked = true;
		return 0;
	}
	if (!err) {
		self->stats.hash_misses++;
		if (drop_lock)
			pthread_mutex_unlock(&self->lock);
		err = hash_file(self, path, &now, &hash);
		if (drop_lock)
			pthread_mutex_lock(&self->lock);
		f = file_at(self, i);
	}
	if (!err)
		fill(self, f, &now, hash);
	f->err = err;
	f->checked = true;
	return err;
}
