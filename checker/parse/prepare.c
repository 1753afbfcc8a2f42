// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the build folder of a tree in our cache: by scripts/prepare-tree.sh,
 * which runs the tree's own Makefiles, or made up where that can't or must not
 * be done. A folder appears under its name only when it is complete; a lock
 * makes two runs at once wait for each other. Folders:
 *
 *	<cache>/trees/<version>-<hash>/build	prepared
 *	<cache>/trees/<version>-<hash>/made-up	made up
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../lib/cleanup.h"
#include "tree_priv.h"

#define NEEDED_BYTES (16u << 20)	/* less than this left: the disk is full */

/* One at a time makes folders; closing @ret_fd ends it. 0, or -errno after one line. */
int prepare__lock(struct tree *self, int *ret_fd)
{
	char *path;
	int fd, err;

	err = mkdir_p(self->cache);
	if (err) {
		pr_err("%s: %s: name another cache with XDG_CACHE_HOME", self->cache,
		       strerror(-err));
		return err;
	}
	path = xasprintf("%s/lock", self->cache);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0) {
		err = -errno;
		pr_err("%s: %s", path, strerror(-err));
		free(path);
		return err;
	}
	free(path);
	if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		pr_info("waiting for another run that prepares the same tree");
		while (flock(fd, LOCK_EX) < 0 && errno == EINTR)
			;
	}
	*ret_fd = fd;
	return 0;
}

/* Runs a program with its output in @log. Return: 0, -EINTR, -EIO or another -errno. */
int prepare__run(const char *const *argv, const char *log)
{
	int status, err;
	pid_t pid;

	pid = fork();
	if (pid < 0)
		return -errno;
	/* a group of its own: make must end too, or the script waits for it */
	setpgid(pid, 0);
	if (!pid) {
		int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);

		if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0)
			_exit(126);
		execvp(argv[0], (char *const *)argv);
		_exit(127);
	}
	cleanup__add_child(-pid, SIGTERM);
	err = cleanup__wait_child(-pid, &status);
	if (err)
		return err;
	if (WIFSIGNALED(status) ||
	    (WIFEXITED(status) && WEXITSTATUS(status) == 130))
		return -EINTR;
	return WEXITSTATUS(status) ? -EIO : 0;
}

static int run_script(struct tree *self, const char *option, const char *build,
		      const char *log)
{
	char *script = xasprintf("%s/scripts/prepare-tree.sh", self->data);
	const char *with[] = { "sh", script, option, self->kdir, build, NULL };
	const char *without[] = { "sh", script, self->kdir, build, NULL };
	int err = prepare__run(option ? with : without, log);

	free(script);
	return err;
}

static bool no_space(const struct tree *self)
{
	struct statvfs fs;

	return !statvfs(self->cache, &fs) &&
	       (uint64_t)fs.f_bavail * fs.f_frsize < NEEDED_BYTES;
}

static int prepare_by_make(struct tree *self)
{
	char *build = xasprintf("%s/build", self->cache);
	char *log = xasprintf("%s/prepare.log", self->cache);
	char *failed = xasprintf("%s/prepare.failed", self->cache);
	int err = 0;

	if (dir_exists(build))
		goto done;
	if (file_exists(failed)) {
		pr_warn("%s could not be prepared before, made-up flags are used: see %s (remove %s to try again)",
			self->version, log, failed);
		err = -ENOENT;
		goto out;
	}
	pr_info("preparing a build folder for %s (runs the tree's own Makefiles; --no-prepare to avoid)",
		self->version);
	err = run_script(self, NULL, build, log);
	if (err == -EINTR)
		goto out;
	if (!err && !dir_exists(build))
		err = -EIO;
	/* it says nothing about the next run */
	if (err && no_space(self)) {
		err = -ENOSPC;
		goto out;
	}
	if (err) {
		pr_warn("%s could not be prepared, going on with made-up flags: see %s",
			self->version, log);
		file_write_atomic(failed, "", 0);
		goto out;
	}
done:
	self->build = build;
	build = NULL;
out:
	free(build);
	free(log);
	free(failed);
	return err;
}

/* @no_space: make could not prepare the tree for want of room. */
static int prepare_made_up(struct tree *self, bool no_space)
{
	char *build = xasprintf("%s/made-up", self->cache);
	char *log = xasprintf("%s/made-up.log", self->cache);
	int err = 0;

	if (!dir_exists(build)) {
		err = run_script(self, "--made-up", build, log);
		if (!err && !dir_exists(build))
			err = -EIO;
		if (err && !no_space)
			pr_err("%s: no flags could be made up: see %s", self->version, log);
	}
	if (no_space && err)
		pr_err("no space left in %s to prepare %s", self->cache, self->version);
	else if (no_space)
		pr_warn("no space left in %s to prepare %s: going on with made-up flags",
			self->cache, self->version);
	if (err) {
		free(build);
	} else {
		self->build = build;
		self->made_up = true;
	}
	free(log);
	return err;
}

/**
 * tree__prepare() - make the tree's build folder if there is none yet
 * @self: the tree
 *
 * Does nothing for a tree with a build folder of its own (O=, or built where it
 * stands) and for a small kernel-like tree. Where make fails or is not allowed
 * a made-up folder takes its place.
 *
 * Return: 0, or -errno after one line on stderr; -EINTR if it was interrupted.
 */
int tree__prepare(struct tree *self)
{
	int fd = -1, err;

	if (self->obj || self->build || !self->full)
		return 0;
	err = prepare__lock(self, &fd);
	if (err)
		return err;
	err = self->no_prepare ? -ENOENT : prepare_by_make(self);
	if (err == -EINTR)
		pr_err("interrupted while preparing %s", self->version);
	else if (err)
		err = prepare_made_up(self, err == -ENOSPC);
	close(fd);
	return err;
}
