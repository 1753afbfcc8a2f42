// SPDX-License-Identifier: GPL-2.0-only
/* pincheck query: ask the facts of a tree. */
#include "commands.h"

/**
 * cmd_query() - pincheck query
 * @argc: number of arguments
 * @argv: the arguments, argv[0] the command
 *
 * Return: enum exit_status.
 */
int cmd_query(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return EXIT_CANNOT;
}
