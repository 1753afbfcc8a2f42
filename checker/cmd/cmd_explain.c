// SPDX-License-Identifier: GPL-2.0-only
/* pincheck explain: what a rule means, with wrong and right code. */
#include <stdlib.h>

#include "../judge/explain.h"
#include "commands.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const char **rule = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*rule)
			argp_error(state, "one rule at a time");
		*rule = arg;
		return 0;
	case ARGP_KEY_END:
		if (!*rule)
			argp_error(state, "which rule? For example: pincheck explain gup-put-page");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/**
 * cmd_explain() - pincheck explain RULE
 * @argc: number of arguments
 * @argv: the arguments, argv[0] the command
 *
 * Return: enum exit_status.
 */
int cmd_explain(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse, .args_doc = "RULE",
		.doc = "Say what a rule means and what to do about it.",
	};
	const char *rule = NULL;
	char *docs;
	int err;

	argp_parse(&argp, argc, argv, 0, NULL, &rule);
	docs = xasprintf("%s/docs", session__datadir());
	err = explain__print(docs, rule, stdout);
	free(docs);
	if (flush_stdout())
		err = 1;
	return err ? EXIT_CANNOT : EXIT_CLEAN;
}
