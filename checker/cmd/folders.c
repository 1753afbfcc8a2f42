// SPDX-License-Identifier: GPL-2.0-only
/*
 * The folders of a session: the cache, which must be one that can be written,
 * and the part of the tree that was asked for.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../lib/cleanup.h"
#include "session.h"

static char *default_cache(void)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return xasprintf("%s/pincheck", xdg);
	if (home && *home == '/')
		return xasprintf("%s/.cache/pincheck", home);
	return NULL;
}

/* Can a file be made there, and something be written to it? */
static int try_folder(const char *path)
{
	char *file = xasprintf("%s/.writable.%ld", path, (long)getpid());
	int err = mkdir_p(path), fd;

	if (!err && !dir_exists(path))
		err = -ENOTDIR;
	if (!err) {
		fd = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
		err = fd < 0 || write(fd, "", 1) < 0 ? -errno : 0;
		if (fd >= 0) {
			close(fd);
			unlink(file);
		}
	}
	free(file);
	return err;
}

static int temporary_cache(struct session *self)
{
	const char *base = getenv("TMPDIR");

	self->cache = xasprintf("%s/pincheck-XXXXXX", base && *base == '/' ? base : "/tmp");
	if (!mkdtemp(self->cache)) {
		int err = -errno;

		pr_err("no folder for temporary files: %s: %s", self->cache, strerror(-err));
		return err;
	}
	self->cache_is_temporary = true;
	cleanup__add_path(self->cache);
	return 0;
}

/* Headers of ours name each other by this path. */
static int make_absolute(struct session *self)
{
	char *real = realpath(self->cache, NULL);

	if (!real) {
		int err = -errno;

		pr_err("the store %s can't be used: %s", self->cache, strerror(-err));
		return err;
	}
	free(self->cache);
	self->cache = real;
	return 0;
}

/**
 * session__open_cache() - choose the folder for facts and prepared builds
 * @self: the session, of which opts is set; gets cache
 *
 * A folder that was asked for must do. In place of the usual one a temporary one
 * is taken, with one line on stderr.
 *
 * Return: 0, or -errno after one line on stderr.
 */
int session__open_cache(struct session *self)
{
	const char *asked = self->opts.store;
	int err;

	if (asked && !*asked) {
		pr_err("--store= names no folder");
		return -EINVAL;
	}
	self->cache = asked ? xstrdup(asked) : default_cache();
	err = self->cache ? try_folder(self->cache) : -ENOENT;
	if (!err)
		return make_absolute(self);
	if (asked) {
		pr_err("the store %s can't be used: %s", asked, strerror(-err));
		return err;
	}
	if (self->cache)
		pr_warn("the cache %s can't be used: %s: nothing is kept for the next run",
			self->cache, strerror(-err));
	else
		pr_warn("neither XDG_CACHE_HOME nor HOME is set: nothing is kept for the next run");
	free(self->cache);
	return temporary_cache(self);
}

/**
 * session__close_cache() - end the use of that folder
 * @self: the session; nothing has a file of the folder open any more
 */
void session__close_cache(struct session *self)
{
	if (self->cache_is_temporary) {
		cleanup__remove_tree(self->cache);
		cleanup__forget_path(self->cache);
	}
	free(self->cache);
	self->cache = NULL;
}

/**
 * session__find_under() - the folder of the tree that was asked for
 * @self: the session, of which opts and tree are set; gets under, and
 *	opts.under is the same
 *
 * It may be given relative to the tree, or absolute; it must not lead out of it.
 *
 * Return: 0, or -errno after one line on stderr.
 */
int session__find_under(struct session *self)
{
	const char *under = self->opts.under, *kdir = tree__kdir(self->tree);
	size_t len = strlen(kdir);
	char *path, *real;
	int err = 0;

	if (!under || !*under)
		return 0;
	path = *under == '/' ? xstrdup(under) : xasprintf("%s/%s", kdir, under);
	real = realpath(path, NULL);
	if (!real) {
		err = -errno;
		pr_err("--under=%s: %s in %s", under, strerror(-err), kdir);
	} else if (strncmp(real, kdir, len) || (real[len] && real[len] != '/')) {
		err = -EINVAL;
		pr_err("--under=%s is not in the tree %s", under, kdir);
	} else if (!dir_exists(real)) {
		err = -ENOTDIR;
		pr_err("--under=%s is a file: name the folder that it is in", under);
	} else if (real[len]) {
		self->under = xstrdup(real + len + 1);
	}
	self->opts.under = self->under;
	free(real);
	free(path);
	return err;
}
