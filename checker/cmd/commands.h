/* SPDX-License-Identifier: GPL-2.0-only */
/* One function a command; the table is in main.c. */
#ifndef PINCHECK_CMD_COMMANDS_H
#define PINCHECK_CMD_COMMANDS_H

#include <argp.h>

#include "session.h"

/* Exit statuses, docs/pincheck.1.rst. */
enum exit_status {
	EXIT_CLEAN = 0,		/* nothing found */
	EXIT_FOUND = 1,		/* an error or warning found */
	EXIT_CANNOT = 2,	/* wrong usage, or could not run */
	EXIT_PARTIAL = 3,	/* not all that was asked could be analysed */
};

int cmd_check(int argc, char **argv);
int cmd_query(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_explain(int argc, char **argv);

/* Options that every analysing command shares; common.c. */
extern const struct argp common_argp;

/* Gives text to stdout through a temporary stream; 0 or -errno. */
int flush_stdout(void);

#endif
