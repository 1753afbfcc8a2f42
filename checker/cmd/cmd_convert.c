// SPDX-License-Identifier: GPL-2.0-only
/* pincheck convert: patches for what can be converted without a person. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../convert/convert.h"
#include "commands.h"

struct convert_options {
	struct session_options session;
	const char *out;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What is written:", 4 },
	{ "out", 'O', "DIR", 0, "folder for the patches, default patches", 4 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct convert_options *co = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &co->session;
		break;
	case 'O':
		co->out = arg;
		break;
	case ARGP_KEY_ARG:
		argp_error(state, "what is '%s'? The tree is given with --kdir=DIR", arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int convert(struct session *s, const char *out)
{
	struct conv_input in = {
		.prog = s->program, .res = s->result, .rules = s->rules,
		.era = tree__era(s->tree), .kdir = tree__kdir(s->tree), .data = s->data,
		.jobs = s->opts.jobs, .timeout = s->opts.timeout,
		.again = session__again, .ctx = s,
	};

	return convert__run(&in, out);
}

/**
 * cmd_convert() - pincheck convert
 * @argc: number of arguments
 * @argv: the arguments, argv[0] the command
 *
 * Return: enum exit_status.
 */
int cmd_convert(int argc, char **argv)
{
	static const struct argp_child children[] = { { &common_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.options = options, .parser = parse, .children = children,
		.doc = "Write patches that convert a kernel tree.",
	};
	struct convert_options co = {
		.session.kdir = ".", .session.no_cocci = true, .out = "patches",
	};
	struct session *s;
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &co);
	if (session__open(&co.session, &s))
		return EXIT_CANNOT;
	status = session__analyse(s) ? EXIT_CANNOT : EXIT_CLEAN;
	if (!status && convert(s, co.out))
		status = EXIT_CANNOT;
	if (flush_stdout())
		status = EXIT_CANNOT;
	session__free(s);
	return status;
}
