// SPDX-License-Identifier: GPL-2.0-only
/*
 * The difference between the tree's files and the converted copies, as git writes
 * it: a/ and b/ paths, the name of the function at each hunk, no time.
 */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../lib/cleanup.h"
#include "convert.h"

/**
 * conv_run() - run a program and take its stdout
 * @argv: program and arguments, ended by NULL
 * @out: what it printed is added here
 *
 * Return: its exit status, 127 if there is no such program, or -errno.
 */
int conv_run(char *const argv[], struct strbuf *out)
{
	char chunk[4096];
	int fd[2], status = 0;
	ssize_t n;
	pid_t pid;

	if (pipe(fd) < 0)
		return -errno;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		dup2(fd[1], STDOUT_FILENO);
		close(fd[0]);
		close(fd[1]);
		setenv("LC_ALL", "C", 1);
		execvp(argv[0], argv);
		_exit(127);
	}
	close(fd[1]);
	if (pid < 0) {
		close(fd[0]);
		return -EAGAIN;
	}
	cleanup__add_child(pid, SIGKILL);
	while ((n = read(fd[0], chunk, sizeof(chunk))) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			strbuf__add(out, chunk, (size_t)n);
	close(fd[0]);
	cleanup__wait_child(pid, &status);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -EIO;
}

static int diff_file(struct conv_patch *self, const char *kdir, const char *dir,
		     const char *file)
{
	struct strvec argv = {0};
	struct strbuf out;
	int rc;

	strbuf__init(&out);
	strvec__add(&argv, "diff");
	strvec__add(&argv, "-up");
	strvec__add(&argv, "--label");
	strvec__addf(&argv, "a/%s", file);
	strvec__add(&argv, "--label");
	strvec__addf(&argv, "b/%s", file);
	strvec__add(&argv, "--");
	strvec__addf(&argv, "%s/%s", kdir, file);
	strvec__addf(&argv, "%s/%s", dir, file);
	rc = conv_run(strvec__terminate(&argv), &out);
	if (rc == 1)
		strbuf__addf(&self->diff, "diff --git a/%s b/%s\n%s", file, file, out.buf);
	strbuf__exit(&out);
	strvec__exit(&argv);
	return rc == 0 || rc == 1 ? 0 : -EIO;
}

/**
 * conv_diff__make() - the text of a patch
 * @self: the patch; its diff is filled, or its reason set
 * @kdir: the tree
 * @dir: folder with the converted copies
 *
 * Return: 0, or -EIO if a file can't be compared.
 */
int conv_diff__make(struct conv_patch *self, const char *kdir, const char *dir)
{
	int err = 0;

	for (size_t i = 0; i < self->files.nr && !err; i++)
		err = diff_file(self, kdir, dir, self->files.v[i]);
	if (err)
		conv_why__set(&self->why, "no diff", NULL, "the files can't be compared");
	else if (!self->diff.len)
		conv_why__set(&self->why, "no diff", NULL, "nothing changed");
	return err;
}

/**
 * conv_diff__applies() - does patch(1) take it
 * @patch: a file that holds the patch
 * @kdir: the tree, which is only read
 *
 * Return: true if it applies to all files without fuzz.
 */
bool conv_diff__applies(const char *patch, const char *kdir)
{
	struct strvec argv = {0};
	struct strbuf out;
	int rc;

	strbuf__init(&out);
	strvec__add(&argv, "patch");
	strvec__add(&argv, "-p1");
	strvec__add(&argv, "--dry-run");
	strvec__add(&argv, "--force");
	strvec__add(&argv, "--fuzz=0");
	strvec__add(&argv, "-d");
	strvec__add(&argv, kdir);
	strvec__add(&argv, "-i");
	strvec__add(&argv, patch);
	rc = conv_run(strvec__terminate(&argv), &out);
	strbuf__exit(&out);
	strvec__exit(&argv);
	return !rc;
}
