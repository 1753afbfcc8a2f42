// SPDX-License-Identifier: GPL-2.0-only
/* Options that check and query share. They fill a struct session_options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

enum {
	OPT_STORE = 0x100, OPT_NO_PREPARE, OPT_NO_COCCI, OPT_STATS, OPT_TIMEOUT,
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to look at:", 1 },
	{ "kdir", 'k', "DIR", 0, "kernel tree, default the current folder", 1 },
	{ "under", 'm', "DIR", 0, "only this folder of the tree", 1 },
	{ "objdir", 'o', "DIR", 0, "kernel build folder to take flags from", 1 },
	{ NULL, 0, NULL, 0, "How:", 2 },
	{ "jobs", 'j', "N", 0, "worker processes, default one a processor", 2 },
	{ "store", OPT_STORE, "DIR", 0, "folder for facts and prepared builds", 2 },
	{ "no-prepare", OPT_NO_PREPARE, NULL, 0, "never run the tree's own Makefiles", 2 },
	{ "no-cocci", OPT_NO_COCCI, NULL, 0, "do not run Coccinelle", 2 },
	{ "timeout", OPT_TIMEOUT, "SECONDS", 0, "limit for one file, default 60", 2 },
	{ NULL, 0, NULL, 0, "What is said on stderr:", 3 },
	{ "stats", OPT_STATS, NULL, 0, "times and counts", 3 },
	{ "quiet", 'q', NULL, 0, "no warnings, no progress", 3 },
	{ "verbose", 'v', NULL, 0, "more: every site with its verdict", 3 },
	{ 0 },
};

static unsigned int number(const char *arg, const char *name, struct argp_state *state)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(arg, &end, 10);
	if (errno || *end || end == arg || !n || n > 1024)
		argp_error(state, "--%s wants a number from 1 to 1024, not '%s'", name, arg);
	return (unsigned int)n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct session_options *so = state->input;

	switch (key) {
	case 'k':
		so->kdir = arg;
		break;
	case 'm':
		so->under = arg;
		break;
	case 'o':
		so->objdir = arg;
		break;
	case 'j':
		so->jobs = number(arg, "jobs", state);
		break;
	case OPT_STORE:
		so->store = arg;
		break;
	case OPT_NO_PREPARE:
		so->no_prepare = true;
		break;
	case OPT_NO_COCCI:
		so->no_cocci = true;
		break;
	case OPT_TIMEOUT:
		so->timeout = number(arg, "timeout", state);
		break;
	case OPT_STATS:
		so->stats = true;
		break;
	case 'q':
		pr_set_quiet(true);
		break;
	case 'v':
		pr_set_verbose(true);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp common_argp = { .options = options, .parser = parse };

/**
 * flush_stdout() - make sure that what was printed arrived
 *
 * Return: 0, or -errno after one line on stderr; a closed pipe is no news.
 */
int flush_stdout(void)
{
	int err = 0;

	if (fflush(stdout) || ferror(stdout))
		err = errno ? -errno : -EIO;
	if (err && err != -EPIPE)
		pr_err("can't write the output: %s", strerror(-err));
	return err;
}
