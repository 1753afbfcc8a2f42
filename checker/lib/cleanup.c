// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ends our children and removes our temporary files when SIGINT, SIGTERM or
 * SIGHUP ends the program.
 *
 * All of it runs in the signal handler, so it uses system calls alone: the
 * tables have a fixed size, and folders are read with getdents64. A forked child
 * inherits the handler but has nothing to clean up.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "util.h"

#define MAX_PATHS 16
#define MAX_CHILDREN 2200	/* twice the most jobs, and some */
#define MAX_DEPTH 64

static struct {
	volatile sig_atomic_t used;
	char path[PATH_MAX];
} paths[MAX_PATHS];

static struct {
	volatile pid_t pid;	/* 0: free; negative: a process group */
	volatile int sig;
} children[MAX_CHILDREN];

static pid_t owner;

struct dirent64_raw {
	uint64_t ino;
	int64_t off;
	unsigned short reclen;
	unsigned char type;
	char name[];
};

static bool is_dot(const char *name)
{
	return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

/* Empties an open folder and closes it. */
static void empty_folder(int fd, int depth)
{
	_Alignas(struct dirent64_raw) char buf[4096];
	long n;

	while (depth < MAX_DEPTH && (n = syscall(SYS_getdents64, fd, buf, sizeof(buf))) > 0) {
		for (long at = 0; at < n;) {
			struct dirent64_raw *d = (struct dirent64_raw *)(buf + at);
			int sub;

			at += d->reclen;
			if (is_dot(d->name) || !unlinkat(fd, d->name, 0))
				continue;
			sub = openat(fd, d->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
			if (sub >= 0)
				empty_folder(sub, depth + 1);
			unlinkat(fd, d->name, AT_REMOVEDIR);
		}
	}
	close(fd);
}

/**
 * cleanup__remove_tree() - remove a file, or a folder with all that is in it
 * @path: what; it need not be there. Links are removed, not followed
 *
 * May be called from a signal handler.
 */
void cleanup__remove_tree(const char *path)
{
	int fd;

	if (!unlink(path))
		return;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0)
		empty_folder(fd, 0);
	rmdir(path);
}

static void end_children(void)
{
	for (int i = 0; i < MAX_CHILDREN; i++)
		if (children[i].pid)
			kill(children[i].pid, children[i].sig);
	for (int i = 0; i < MAX_CHILDREN; i++) {
		pid_t pid = children[i].pid;

		if (pid)
			while (waitpid(pid < 0 ? -pid : pid, NULL, 0) < 0 && errno == EINTR)
				;
	}
}

static void on_signal(int sig)
{
	if (getpid() == owner) {
		end_children();
		for (int i = 0; i < MAX_PATHS; i++)
			if (paths[i].used)
				cleanup__remove_tree(paths[i].path);
	}
	signal(sig, SIG_DFL);
	raise(sig);
}

/**
 * cleanup__catch_signals() - clean up when SIGINT, SIGTERM or SIGHUP comes
 *
 * A signal that is ignored stays ignored. The process still ends by the signal.
 */
void cleanup__catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction act = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction old;

	owner = getpid();
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&act.sa_mask, signals[i]);
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &act, NULL);
}

/**
 * cleanup__add_path() - remove this when a signal ends us
 * @path: a file or folder; copied. Without room for it, it is left to stay
 */
void cleanup__add_path(const char *path)
{
	size_t len = strlen(path);

	for (int i = 0; i < MAX_PATHS && len < PATH_MAX; i++) {
		if (paths[i].used)
			continue;
		memcpy(paths[i].path, path, len + 1);
		paths[i].used = 1;
		return;
	}
}

/**
 * cleanup__forget_path() - it is removed already, or shall stay
 * @path: as it was given to cleanup__add_path()
 */
void cleanup__forget_path(const char *path)
{
	for (int i = 0; i < MAX_PATHS; i++)
		if (paths[i].used && !strcmp(paths[i].path, path))
			paths[i].used = 0;
}

/**
 * cleanup__add_child() - end this when a signal ends us
 * @pid: a child, or minus the id of its process group
 * @sig: the signal that it gets; it is then waited for
 */
void cleanup__add_child(pid_t pid, int sig)
{
	for (int i = 0; i < MAX_CHILDREN; i++) {
		if (children[i].pid)
			continue;
		children[i].sig = sig;
		children[i].pid = pid;
		return;
	}
}

static void forget_child(pid_t pid)
{
	for (int i = 0; i < MAX_CHILDREN; i++)
		if (children[i].pid == pid)
			children[i].pid = 0;
}

/**
 * cleanup__wait_child() - wait for a child to end
 * @pid: as it was given to cleanup__add_child()
 * @ret_status: receives what waitpid() says of it
 *
 * The child leaves the table before its id can be another's.
 *
 * Return: 0 or -errno.
 */
int cleanup__wait_child(pid_t pid, int *ret_status)
{
	pid_t one = pid < 0 ? -pid : pid;
	siginfo_t info;

	while (waitid(P_PID, (id_t)one, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
		;
	forget_child(pid);
	while (waitpid(one, ret_status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}
