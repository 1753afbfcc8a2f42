// SPDX-License-Identifier: GPL-2.0-only
/* pincheck check: analyse a tree and report. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../report/report.h"
#include "commands.h"

enum { OPT_FAIL_ON = 0x200, OPT_COLOR };

struct check_options {
	struct session_options session;
	int (*report)(const struct result *, const struct report_options *, FILE *);
	int fail_on;		/* lowest level that counts; LEVEL_ERROR + 1: never */
	bool color;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What is printed:", 4 },
	{ "format", 'f', "FORMAT", 0, "text (default) or json", 4 },
	{ "color", OPT_COLOR, "WHEN", 0, "auto (default), always or never", 4 },
	{ "fail-on", OPT_FAIL_ON, "LEVEL", 0,
	  "status 1 from error, warning (default), note, or never", 4 },
	{ 0 },
};

static const struct {
	const char *name;
	int level;
} fail_levels[] = {
	{ "note", LEVEL_NOTE }, { "warning", LEVEL_WARNING },
	{ "error", LEVEL_ERROR }, { "never", LEVEL_ERROR + 1 },
};

static void set_fail_on(struct check_options *co, const char *arg,
			struct argp_state *state)
{
	for (size_t i = 0; i < ARRAY_SIZE(fail_levels); i++) {
		if (!strcmp(fail_levels[i].name, arg)) {
			co->fail_on = fail_levels[i].level;
			return;
		}
	}
	argp_error(state, "--fail-on wants error, warning, note or never, not '%s'", arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct check_options *co = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &co->session;
		break;
	case 'f':
		if (!strcmp(arg, "json"))
			co->report = report_json;
		else if (!strcmp(arg, "text"))
			co->report = report_text;
		else
			argp_error(state, "--format wants text or json, not '%s'", arg);
		break;
	case OPT_COLOR:
		if (!strcmp(arg, "always"))
			co->color = true;
		else if (!strcmp(arg, "never"))
			co->color = false;
		else if (strcmp(arg, "auto"))
			argp_error(state, "--color wants auto, always or never, not '%s'", arg);
		break;
	case OPT_FAIL_ON:
		set_fail_on(co, arg, state);
		break;
	case ARGP_KEY_ARG:
		argp_error(state, "what is '%s'? The tree is given with --kdir=DIR", arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int status_of(const struct session *s, int fail_on)
{
	const struct result *res = s->result;

	if (s->incomplete)
		return EXIT_PARTIAL;
	for (size_t i = 0; i < res->findings.nr; i++)
		if ((int)res->findings.v[i].level >= fail_on)
			return EXIT_FOUND;
	return EXIT_CLEAN;
}

/**
 * cmd_check() - pincheck check
 * @argc: number of arguments
 * @argv: the arguments, argv[0] the command
 *
 * Return: enum exit_status.
 */
int cmd_check(int argc, char **argv)
{
	static const struct argp_child children[] = { { &common_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.options = options, .parser = parse, .children = children,
		.doc = "Check a kernel tree for acquires and releases of user pages.",
	};
	struct check_options co = {
		.session.kdir = ".", .report = report_text, .fail_on = LEVEL_WARNING,
		.color = isatty(STDOUT_FILENO) && !getenv("NO_COLOR"),
	};
	struct report_options ro = { .width = 80 };
	struct session *s;
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &co);
	if (session__open(&co.session, &s))
		return EXIT_CANNOT;
	status = session__analyse(s) ? EXIT_CANNOT : 0;
	if (!status) {
		ro.color = co.color;
		ro.verbose = pr_is_verbose();
		status = status_of(s, co.fail_on);
		if (co.report(s->result, &ro, stdout))
			status = EXIT_CANNOT;
		if (flush_stdout())
			status = EXIT_CANNOT;
	}
	session__free(s);
	return status;
}
