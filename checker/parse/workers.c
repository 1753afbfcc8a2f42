// SPDX-License-Identifier: GPL-2.0-only
/*
 * Worker processes: each takes one file at a time from the parent over a
 * socket and sends packed facts back. A worker that dies or takes too long
 * costs the file it had; another takes its place.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../facts/facts.h"
#include "../lib/cleanup.h"
#include "../lib/progress.h"
#include "../lib/strbuf.h"
#include "../lib/vec.h"
#include "parse_priv.h"
#include "tree.h"

#define DEFAULT_TIMEOUT 60
#define MAX_REPLY (1u << 30)

struct reply_head {
	uint32_t index;
	uint16_t ok;	/* 1: facts follow, 0: a reason follows */
	uint16_t worn;	/* this was the worker's last */
	uint64_t len;
};

struct worker {
	pid_t pid;
	int fd;			/* -1: not running */
	int err_fd;		/* what it wrote to stderr */
	bool busy;
	size_t index;		/* of the file it has */
	double since;
	struct strbuf in;	/* what has come of the reply */
};

struct run {
	struct parser *parser;
	const struct strvec *files;
	parse_done_fn done;
	void *ctx;
	struct worker *workers;
	unsigned int nr_workers;
	size_t next, finished;
};

static bool send_all(int fd, const void *data, size_t len)
{
	const char *p = data;

	while (len) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

/* libclang writes to stderr when it crashes or a disk is full: that is kept in
 * memory, or with --verbose shown. */
static void keep_stderr(int err_fd)
{
	if (err_fd >= 0 && !pr_is_verbose())
		dup2(err_fd, STDERR_FILENO);
}

static void worker_main(struct run *run, int fd)
{
	uint32_t index;
	bool worn = false;

	while (!worn && read(fd, &index, sizeof(index)) == (ssize_t)sizeof(index)) {
		struct reply_head head = { .index = index };
		char *why = NULL;
		struct tu_facts *facts;
		struct strbuf out;

		strbuf__init(&out);
		facts = tu__parse(run->parser, run->files->v[index], &why, &worn);
		head.ok = facts != NULL;
		head.worn = worn;
		if (facts)
			tu_facts__pack(facts, &out);
		else
			strbuf__adds(&out, why);
		head.len = out.len;
		if (!send_all(fd, &head, sizeof(head)) ||
		    !send_all(fd, out.buf, out.len))
			_exit(1);
		tu_facts__free(facts);
		strbuf__exit(&out);
		free(why);
	}
	_exit(0);
}

static int start_worker(struct run *run, struct worker *w)
{
	pid_t parent = getpid();
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	w->err_fd = memfd_create("stderr", MFD_CLOEXEC);
	fflush(NULL);
	w->pid = fork();
	if (w->pid < 0) {
		int err = -errno;

		close(pair[0]);
		close(pair[1]);
		close(w->err_fd);
		return err;
	}
	if (!w->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		keep_stderr(w->err_fd);
		for (unsigned int i = 0; i < run->nr_workers; i++)
			if (run->workers[i].fd >= 0)
				close(run->workers[i].fd);
		close(pair[0]);
		worker_main(run, pair[1]);
	}
	close(pair[1]);
	cleanup__add_child(w->pid, SIGKILL);
	w->fd = pair[0];
	w->busy = false;
	strbuf__reset(&w->in);
	return 0;
}

/* What a sanitizer said of our own code must not get lost. */
static void show_stderr(struct worker *w)
{
#ifdef __SANITIZE_ADDRESS__
	char buf[4096];
	ssize_t n;

	lseek(w->err_fd, 0, SEEK_SET);
	while ((n = read(w->err_fd, buf, sizeof(buf))) > 0)
		fwrite(buf, 1, (size_t)n, stderr);
#else
	(void)w;
#endif
}

/* Returns what waitpid() says of it. */
static int stop_worker(struct worker *w, bool force)
{
	int status = 0;

	if (w->fd < 0)
		return 0;
	if (force)
		kill(w->pid, SIGKILL);
	close(w->fd);
	w->fd = -1;
	cleanup__wait_child(w->pid, &status);
	if (WIFEXITED(status) && WEXITSTATUS(status))
		show_stderr(w);
	if (w->err_fd >= 0)
		close(w->err_fd);
	return status;
}

static void finish(struct run *run, struct parse_reply *reply)
{
	run->done(run->ctx, reply);
	run->finished++;
	if (run->parser->opts.progress)
		progress__add(run->parser->opts.progress, 1);
}

/* @why: why the worker is given up, NULL when it ended by itself. */
static void lost(struct run *run, struct worker *w, const char *why)
{
	struct parse_reply reply = { .index = w->index, .why = why };
	bool had = w->busy;
	char died[80];
	int status;

	/* one that ended by itself is dead already, and has its own status */
	status = stop_worker(w, true);
	w->busy = false;
	if (!why && WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) {
		snprintf(died, sizeof(died), "libclang crashed on it (%s)",
			 strsignal(WTERMSIG(status)));
		reply.why = died;
	} else if (!why) {
		reply.why = WIFSIGNALED(status) ? "the worker process was killed" :
						  "libclang gave up on it";
	}
	if (had)
		finish(run, &reply);
}

/* Gives the next file to an idle worker, or ends it when there is none. */
static int feed(struct run *run, struct worker *w)
{
	uint32_t index = (uint32_t)run->next;

	if (run->next >= run->files->nr) {
		stop_worker(w, false);
		return 0;
	}
	if (w->fd < 0) {
		int err = start_worker(run, w);

		if (err)
			return err;
	}
	w->busy = true;
	w->index = run->next++;
	w->since = now_seconds();
	if (!send_all(w->fd, &index, sizeof(index)))
		lost(run, w, NULL);
	return 0;
}

/* Returns true when a whole reply has been taken. */
static bool take_reply(struct run *run, struct worker *w)
{
	struct parse_reply reply = { .index = w->index };
	struct reply_head head;
	const char *data;

	if (w->in.len < sizeof(head))
		return false;
	memcpy(&head, w->in.buf, sizeof(head));
	if (head.len > MAX_REPLY || head.index != w->index) {
		lost(run, w, "the worker process sent nonsense");
		return true;
	}
	if (w->in.len < sizeof(head) + head.len)
		return false;
	data = w->in.buf + sizeof(head);
	if (head.ok) {
		reply.facts = tu_facts__unpack(data, head.len);
		reply.packed = data;
		reply.len = head.len;
		if (!reply.facts)
			reply.why = "the worker process sent damaged facts";
	} else {
		reply.why = data;
	}
	w->busy = false;
	finish(run, &reply);
	strbuf__reset(&w->in);
	if (head.worn)
		stop_worker(w, true);
	return true;
}

static int read_worker(struct run *run, struct worker *w)
{
	static char buf[1 << 16];
	ssize_t n = recv(w->fd, buf, sizeof(buf), 0);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n <= 0) {
		lost(run, w, NULL);
		return feed(run, w);
	}
	strbuf__add(&w->in, buf, (size_t)n);
	if (take_reply(run, w))
		return feed(run, w);
	return 0;
}

static int check_timeouts(struct run *run)
{
	unsigned int limit = run->parser->opts.timeout;
	char why[80];
	int err;

	if (!limit)
		limit = DEFAULT_TIMEOUT;
	for (unsigned int i = 0; i < run->nr_workers; i++) {
		struct worker *w = &run->workers[i];

		if (!w->busy || now_seconds() - w->since < limit)
			continue;
		snprintf(why, sizeof(why), "libclang took more than %u s", limit);
		lost(run, w, why);
		err = feed(run, w);
		if (err)
			return err;
	}
	return 0;
}

static int loop(struct run *run)
{
	struct pollfd *fds = xcalloc(run->nr_workers, sizeof(*fds));
	int err = 0;

	while (run->finished < run->files->nr && !err) {
		for (unsigned int i = 0; i < run->nr_workers; i++) {
			fds[i].fd = run->workers[i].busy ? run->workers[i].fd : -1;
			fds[i].events = POLLIN;
			fds[i].revents = 0;
		}
		if (poll(fds, run->nr_workers, 500) < 0 && errno != EINTR) {
			err = -errno;
			break;
		}
		for (unsigned int i = 0; i < run->nr_workers && !err; i++)
			if (fds[i].revents)
				err = read_worker(run, &run->workers[i]);
		if (!err)
			err = check_timeouts(run);
	}
	free(fds);
	return err;
}

/**
 * parser__run() - facts of many files
 * @self: the parser, prepared
 * @files: paths relative to KDIR, in the order in which they are begun
 * @done: called once a file, in any order, in this process
 * @ctx: handed to @done
 *
 * Return: 0 when every file was answered for (by facts or by a reason), or
 * -errno when no worker process could be started.
 */
int parser__run(struct parser *self, const struct strvec *files,
		parse_done_fn done, void *ctx)
{
	struct run run = {
		.parser = self, .files = files, .done = done, .ctx = ctx,
		.nr_workers = self->opts.jobs ? self->opts.jobs : 1,
	};
	int err = 0;

	if (run.nr_workers > files->nr)
		run.nr_workers = (unsigned int)files->nr;
	if (!run.nr_workers)
		return 0;
	prefix__check(self, files);
	run.workers = xcalloc(run.nr_workers, sizeof(*run.workers));
	for (unsigned int i = 0; i < run.nr_workers; i++) {
		run.workers[i].fd = -1;
		strbuf__init(&run.workers[i].in);
	}
	for (unsigned int i = 0; i < run.nr_workers && !err; i++)
		err = feed(&run, &run.workers[i]);
	if (!err)
		err = loop(&run);
	for (unsigned int i = 0; i < run.nr_workers; i++) {
		stop_worker(&run.workers[i], err != 0);
		strbuf__exit(&run.workers[i].in);
	}
	free(run.workers);
	return err;
}
