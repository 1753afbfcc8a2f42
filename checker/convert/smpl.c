// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the rules of cocci/convert over the tagged copies: one spatch a file, some at
 * a time, with a time limit. A file that it can't do keeps its tags, and so its
 * loops: nothing is lost but the helper.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../lib/cleanup.h"
#include "convert.h"

#define DEFAULT_TIMEOUT 60
#define RULES "rules.cocci"	/* joined, below the folder of copies' parent */

/* All rules in one file, in the order of their names. */
static int join_rules(const char *data, const char *path)
{
	char *dir = xasprintf("%s/cocci/convert", data);
	struct strvec names = {0};
	struct strbuf all;
	int err = dir_list(dir, ".cocci", &names);

	strbuf__init(&all);
	strvec__sort(&names);
	for (size_t i = 0; i < names.nr && !err; i++) {
		char *from = xasprintf("%s/%s", dir, names.v[i]), *text = NULL;
		size_t len = 0;

		err = file_read(from, 0, &text, &len);
		if (!err)
			strbuf__add(&all, text, len);
		strbuf__addc(&all, '\n');
		free(text);
		free(from);
	}
	if (!err)
		err = file_write_atomic(path, all.buf, all.len);
	strbuf__exit(&all);
	strvec__exit(&names);
	free(dir);
	return err;
}

static void __attribute__((noreturn)) child(char *const argv[], const char *dir,
					    pid_t parent)
{
	int null = open("/dev/null", O_RDWR);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || chdir(dir) < 0)
		_exit(126);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	setenv("HOME", dir, 1);
	setenv("TMPDIR", dir, 1);
	execvp(argv[0], argv);
	_exit(127);
}

static pid_t start(const struct conv_plan *plan, const struct conv_input *in,
		   const char *dir, const char *file)
{
	const struct conv_names *n = &plan->names;
	struct strvec argv = {0};
	pid_t parent = getpid(), pid;

	strvec__add(&argv, "spatch");
	strvec__add(&argv, "--very-quiet");
	strvec__add(&argv, "--in-place");
	strvec__add(&argv, "--timeout");
	strvec__addf(&argv, "%u", in->timeout ? in->timeout : DEFAULT_TIMEOUT);
	strvec__add(&argv, "-D");
	strvec__addf(&argv, "many=%s", n->many ? n->many : n->one);
	if (n->dirty) {
		strvec__add(&argv, "-D");
		strvec__add(&argv, n->dirty_asks ? "asks" : "always");
	}
	strvec__add(&argv, "-D");
	strvec__addf(&argv, "dirty=%s", n->dirty ? n->dirty : n->one);
	strvec__add(&argv, "--cocci-file");
	strvec__addf(&argv, "%s.%s", dir, RULES);
	strvec__add(&argv, file);
	strvec__terminate(&argv);
	fflush(NULL);
	pid = fork();
	if (!pid)
		child(argv.v, dir, parent);
	if (pid > 0)
		cleanup__add_child(pid, SIGKILL);
	strvec__exit(&argv);
	return pid;
}

static void finish(pid_t pid, const char *file)
{
	int status = 0;

	cleanup__wait_child(pid, &status);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		pr_warn("%s: Coccinelle could not read it, its loops stay (status %d)",
			file, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

/**
 * conv_smpl__run() - turn tagged groups into helpers
 * @plan: the patches; those that have a reason are left out
 * @in: the tree
 * @dir: folder of the tagged copies, which are changed
 *
 * Return: 0, or -errno if the rules can't be read. Without spatch the copies stay
 * as they are.
 */
int conv_smpl__run(struct conv_plan *plan, const struct conv_input *in, const char *dir)
{
	char *rules = xasprintf("%s.%s", dir, RULES);
	int err = plan->names.many ? join_rules(in->data, rules) : 0;
	unsigned int jobs = in->jobs ? in->jobs : 1;
	VEC(struct { pid_t pid; const char *file; }) run = {0};
	size_t done = 0;

	for (size_t i = 0; i < plan->patches.nr && !err && plan->names.many; i++) {
		const struct conv_patch *p = &plan->patches.v[i];

		for (size_t k = 0; k < p->files.nr && !p->why.class; k++) {
			pid_t pid;

			if (run.nr - done >= jobs) {
				finish(run.v[done].pid, run.v[done].file);
				done++;
			}
			pid = start(plan, in, dir, p->files.v[k]);
			if (pid < 0)
				continue;
			vec__add(&run);
			run.v[run.nr - 1].pid = pid;
			run.v[run.nr - 1].file = p->files.v[k];
		}
	}
	for (; done < run.nr; done++)
		finish(run.v[done].pid, run.v[done].file);
	vec__exit(&run);
	unlink(rules);
	free(rules);
	return err;
}
