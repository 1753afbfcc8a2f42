// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs spatch processes, some at a time, and reads their output.
 *
 * A process gets one rule and a slice of the files, each a group of its own, so
 * that nothing flows between files. Its current folder, HOME and TMPDIR are a
 * temporary folder of ours, from which a link leads to the tree: spatch would
 * otherwise take options from a .cocciconfig of the tree, and leave files. A
 * process that dies takes one file with it; the rest of its slice is run again.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../lib/cleanup.h"
#include "../lib/util.h"
#include "cocci_priv.h"

/* An endless line is cut here: it is not one of ours. */
#define MAX_LINE (1 << 20)

/* A process to run, or running: tasks of one rule. */
struct job {
	cocci_tasks_t tasks;
	struct cocci_task *last;	/* the file it was at */
	pid_t pid;
	int fd[2];			/* its stdout and stderr, -1 when closed */
	struct strbuf buf[2];
	char *complaint;		/* first line on stderr that is no progress */
};

typedef VEC(struct job *) jobs_t;

/**
 * spatch__tmp_dir() - make the folder that spatch runs in
 * @kdir: the tree that its link leads to
 * @ret_path: the folder; give it to spatch__remove_tmp_dir()
 *
 * Return: 0 or -errno.
 */
int spatch__tmp_dir(const char *kdir, char **ret_path)
{
	const char *base = getenv("TMPDIR");
	char *real = realpath(kdir, NULL), *dir, *link;
	int err = 0;

	if (!real)
		return -errno;
	dir = xasprintf("%s/pincheck-cocci-XXXXXX", base && *base == '/' ? base : "/tmp");
	if (!mkdtemp(dir)) {
		err = -errno;
		free(dir);
		free(real);
		return err;
	}
	cleanup__add_path(dir);
	link = xasprintf("%s/" COCCI_LINK, dir);
	if (symlink(real, link) < 0)
		err = -errno;
	free(link);
	free(real);
	if (err) {
		spatch__remove_tmp_dir(dir);
		free(dir);
		return err;
	}
	*ret_path = dir;
	return 0;
}

/**
 * spatch__remove_tmp_dir() - remove that folder and what spatch left in it
 * @path: from spatch__tmp_dir()
 */
void spatch__remove_tmp_dir(const char *path)
{
	cleanup__remove_tree(path);
	cleanup__forget_path(path);
}

/* In the child: the program, or end with 127. */
static void __attribute__((noreturn)) exec_child(char *const argv[], const char *tmp,
						  pid_t parent, int out, int err)
{
	int null = open("/dev/null", O_RDONLY);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(126);
	dup2(null, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	if (tmp) {
		if (chdir(tmp) < 0)
			_exit(126);
		setenv("HOME", tmp, 1);
		setenv("TMPDIR", tmp, 1);
		setenv("PINCHECK_FUNCTION", "1", 1);
		unsetenv("PYTHONPATH");
		setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
	}
	execvp(argv[0], argv);
	_exit(127);
}

static int start(char *const argv[], const char *tmp, int ret_fd[2], pid_t *ret_pid)
{
	int out[2], err[2];
	pid_t parent = getpid(), pid;

	if (pipe2(out, O_CLOEXEC) < 0)
		return -errno;
	if (pipe2(err, O_CLOEXEC) < 0) {
		close(out[0]);
		close(out[1]);
		return -ENFILE;
	}
	pid = fork();
	if (!pid)
		exec_child(argv, tmp, parent, out[1], err[1]);
	close(out[1]);
	close(err[1]);
	if (pid < 0) {
		close(out[0]);
		close(err[0]);
		return -EAGAIN;
	}
	cleanup__add_child(pid, SIGKILL);
	ret_fd[0] = out[0];
	ret_fd[1] = err[0];
	*ret_pid = pid;
	return 0;
}

static int wait_for(pid_t pid)
{
	int status;

	return cleanup__wait_child(pid, &status) ? -1 : status;
}

/**
 * spatch__output() - run a program and take its stdout
 * @argv: program and arguments, ended by NULL
 * @out: what it printed is added here
 *
 * Return: 0, -ENOENT if there is no such program, -EIO if it failed.
 */
int spatch__output(char *const argv[], struct strbuf *out)
{
	char chunk[4096];
	int fd[2], status;
	ssize_t n;
	pid_t pid;
	int err = start(argv, NULL, fd, &pid);

	if (err)
		return err;
	close(fd[1]);
	while ((n = read(fd[0], chunk, sizeof(chunk))) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			strbuf__add(out, chunk, (size_t)n);
	close(fd[0]);
	status = wait_for(pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return -ENOENT;
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -EIO;
}

static struct job *job__new(void)
{
	struct job *job = xcalloc(1, sizeof(*job));

	job->fd[0] = job->fd[1] = -1;
	strbuf__init(&job->buf[0]);
	strbuf__init(&job->buf[1]);
	return job;
}

static void job__free(struct job *job)
{
	strbuf__exit(&job->buf[0]);
	strbuf__exit(&job->buf[1]);
	vec__exit(&job->tasks);
	free(job->complaint);
	free(job);
}

static int job__write_groups(const struct job *job, const char *path)
{
	struct strbuf text;
	int err;

	strbuf__init(&text);
	for (size_t i = 0; i < job->tasks.nr; i++)
		strbuf__addf(&text, COCCI_LINK "/%s\n\n", job->tasks.v[i]->file->path);
	err = file_write_atomic(path, text.buf, text.len);
	strbuf__exit(&text);
	return err;
}

static int job__start(struct job *job, const struct spatch_env *env)
{
	const struct cocci_rule *rule = job->tasks.v[0]->rule;
	char *groups = xasprintf("%s/files-%p", env->tmp, (void *)job);
	struct strvec argv = {0};
	int err = job__write_groups(job, groups);

	if (!err) {
		strvec__add(&argv, env->spatch);
		strvec__add(&argv, "-D");
		strvec__add(&argv, "report");
		strvec__add_all(&argv, &rule->options);
		strvec__add(&argv, "--timeout");
		strvec__addf(&argv, "%u", env->timeout);
		strvec__add(&argv, "--cocci-file");
		strvec__add(&argv, rule->path);
		strvec__add(&argv, "--file-groups");
		strvec__add(&argv, groups);
		err = start(strvec__terminate(&argv), env->tmp, job->fd, &job->pid);
		strvec__exit(&argv);
	}
	free(groups);
	return err;
}

static struct cocci_task *job__find(const struct job *job, const char *path)
{
	for (size_t i = 0; i < job->tasks.nr; i++)
		if (!strcmp(job->tasks.v[i]->file->path, path))
			return job->tasks.v[i];
	return NULL;
}

static void fail(struct cocci_task *task, const char *reason)
{
	if (!task->failed)
		task->failed = xstrdup(reason);
}

/* The task that a line about a file names behind @what, or NULL. */
static struct cocci_task *job__named(const struct job *job, const char *line,
				     const char *what)
{
	size_t len = strlen(what);
	struct cocci_task *task;
	char *path;

	if (strncmp(line, what, len) || !str_starts(line + len, COCCI_LINK "/"))
		return NULL;
	path = xstrdup(line + len + strlen(COCCI_LINK "/"));
	for (len = strlen(path); len && path[len - 1] == ' '; len--)
		path[len - 1] = '\0';
	task = job__find(job, path);
	free(path);
	return task;
}

/* spatch names each file when it begins with it, or skips it for want of any
 * word of the rule. A failure is "EXN: why in k/file". */
static void job__stderr_line(struct job *job, struct spatch_env *env, const char *line)
{
	struct cocci_task *task;

	while (*line == ' ')
		line++;
	task = job__named(job, line, "HANDLING: ");
	if (!task)
		task = job__named(job, line, "Skipping: ");
	if (task && !task->begun) {
		task->begun = true;
		job->last = task;
		env->done++;
		if (env->progress)
			env->progress(env->progress_data, env->done, env->total);
		return;
	}
	task = job__named(job, line, "Skipping unreadable file: ");
	if (task)
		fail(task, "unreadable");
	if (str_starts(line, "EXN: ")) {
		const char *in = strstr(line, " in " COCCI_LINK "/");

		task = in ? job__named(job, in, " in ") : job->last;
		if (task)
			fail(task, strcasestr(line, "timeout") ? "took too long" :
						"the rule could not be run on it");
	}
	if (*line && !job->complaint && !str_starts(line, "init_defs_builtins") &&
	    !str_starts(line, "warning:"))
		job->complaint = xstrdup(line);
}

static void job__lines(struct job *job, struct spatch_env *env, int which, bool end)
{
	struct strbuf *buf = &job->buf[which];
	size_t from = 0;

	while (from < buf->len) {
		char *line = buf->buf + from;
		char *nl = memchr(line, '\n', buf->len - from);

		if (!nl && !end)
			break;
		if (nl)
			*nl = '\0';
		if (which)
			job__stderr_line(job, env, line);
		else
			cocci_line__add(job->tasks.v, job->tasks.nr, line);
		from = nl ? (size_t)(nl + 1 - buf->buf) : buf->len;
	}
	if (from) {
		struct strbuf rest;

		strbuf__init(&rest);
		strbuf__add(&rest, buf->buf + from, buf->len - from);
		strbuf__exit(buf);
		*buf = rest;
	} else if (buf->len > MAX_LINE) {
		strbuf__reset(buf);
	}
}

static void job__read(struct job *job, struct spatch_env *env, int which)
{
	char chunk[16384];
	ssize_t n = read(job->fd[which], chunk, sizeof(chunk));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n > 0) {
		strbuf__add(&job->buf[which], chunk, (size_t)n);
	} else {
		close(job->fd[which]);
		job->fd[which] = -1;
	}
	job__lines(job, env, which, n <= 0);
}

/* What was not begun when the process died is run again, without the culprit. */
static struct job *job__rest(const struct job *job)
{
	struct job *rest = job__new();

	for (size_t i = 0; i < job->tasks.nr; i++)
		if (!job->tasks.v[i]->begun)
			vec__push(&rest->tasks, job->tasks.v[i]);
	return rest;
}

static void job__end(struct job *job, jobs_t *waiting)
{
	int status = wait_for(job->pid);
	bool died = !WIFEXITED(status) || WEXITSTATUS(status);
	const char *why = job->complaint ? job->complaint : "spatch ended early";

	if (died && job->last) {
		struct job *rest = job__rest(job);

		fail(job->last, "spatch died on it");
		if (rest->tasks.nr) {
			vec__push(waiting, rest);
			return;
		}
		job__free(rest);
	}
	for (size_t i = 0; i < job->tasks.nr; i++)
		if (!job->tasks.v[i]->begun)
			fail(job->tasks.v[i], why);
}

/* Slices of one rule each, with every so-manieth file, so that big files spread. */
static void make_jobs(const struct spatch_env *env, struct cocci_task *const *tasks,
		      size_t nr, jobs_t *jobs)
{
	size_t slices = env->jobs > 1 ? (size_t)env->jobs * 2 : 1;

	for (size_t from = 0, to; from < nr; from = to) {
		for (to = from; to < nr && tasks[to]->rule == tasks[from]->rule; to++)
			;
		for (size_t s = 0; s < slices && from + s < to; s++) {
			struct job *job = job__new();

			for (size_t i = from + s; i < to; i += slices)
				vec__push(&job->tasks, tasks[i]);
			vec__push(jobs, job);
		}
	}
}

static void wait_and_read(jobs_t *running, struct spatch_env *env)
{
	VEC(struct pollfd) fds = {0};

	for (size_t i = 0; i < running->nr; i++)
		for (int w = 0; w < 2; w++)
			vec__push(&fds, (struct pollfd){ .fd = running->v[i]->fd[w],
							 .events = POLLIN });
	if (poll(fds.v, fds.nr, -1) > 0)
		for (size_t i = 0; i < fds.nr; i++)
			if (fds.v[i].fd >= 0 && fds.v[i].revents)
				job__read(running->v[i / 2], env, (int)(i % 2));
	vec__exit(&fds);
}

/**
 * spatch__run() - run rules over files
 * @env: program, folder, number of processes
 * @tasks: which rule on which file, sorted by rule; their records are filled
 * @nr: how many
 *
 * A task that could not be done says why in its @failed.
 *
 * Return: 0, or -errno if no process could be started.
 */
int spatch__run(struct spatch_env *env, struct cocci_task *const *tasks, size_t nr)
{
	jobs_t waiting = {0}, running = {0};
	size_t next = 0;
	int err = 0;

	env->total = nr;
	make_jobs(env, tasks, nr, &waiting);
	while (next < waiting.nr || running.nr) {
		while (!err && next < waiting.nr && running.nr < (size_t)env->jobs) {
			struct job *job = waiting.v[next];

			err = job__start(job, env);
			if (!err) {
				next++;
				vec__push(&running, job);
			}
		}
		if (err && !running.nr)
			break;
		wait_and_read(&running, env);
		for (size_t i = 0; i < running.nr; i++) {
			struct job *job = running.v[i];

			if (job->fd[0] >= 0 || job->fd[1] >= 0)
				continue;
			job__end(job, &waiting);
			running.v[i--] = running.v[--running.nr];
		}
	}
	for (size_t i = 0; i < waiting.nr; i++)
		job__free(waiting.v[i]);
	vec__exit(&waiting);
	vec__exit(&running);
	return err;
}
