// SPDX-License-Identifier: GPL-2.0-only
/* The command table. Each command is cmd/cmd_<name>.c. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cmd/commands.h"
#include "lib/cleanup.h"

#ifndef PINCHECK_VERSION
#define PINCHECK_VERSION "unknown"
#endif

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} commands[] = {
	{ "check", cmd_check, "check a kernel tree" },
	{ "convert", cmd_convert, NULL },	/* not ready: not listed */
	{ "explain", cmd_explain, "say what a rule means" },
	{ "query", cmd_query, "ask about a site, a unit, a function" },
};

static void usage(FILE *out)
{
	fprintf(out, "usage: pincheck COMMAND [OPTION...]\n\ncommands:\n");
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (commands[i].help)
			fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
	fprintf(out, "\n`pincheck COMMAND --help` lists its options.\n"
		"exit status: 0 nothing found, 1 error or warning found,\n"
		"             2 wrong usage or could not run, 3 not all could be analysed\n");
}

int main(int argc, char **argv)
{
	char name[64];

	argp_err_exit_status = EXIT_CANNOT;
	signal(SIGPIPE, SIG_IGN);
	cleanup__catch_signals();
	if (argc < 2) {
		usage(stderr);
		return EXIT_CANNOT;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("pincheck %s\n", PINCHECK_VERSION);
		return flush_stdout() ? EXIT_CANNOT : EXIT_CLEAN;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
		usage(stdout);
		return flush_stdout() ? EXIT_CANNOT : EXIT_CLEAN;
	}
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strcmp(commands[i].name, argv[1]))
			continue;
		snprintf(name, sizeof(name), "pincheck %s", argv[1]);
		argv[1] = name;
		return commands[i].run(argc - 1, argv + 1);
	}
	pr_err("no command '%s'; `pincheck help` lists them", argv[1]);
	return EXIT_CANNOT;
}
