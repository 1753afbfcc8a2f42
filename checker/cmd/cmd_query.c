// SPDX-License-Identifier: GPL-2.0-only
/*
 * pincheck query: ask the facts of a tree. A session is analysed as for a check,
 * without Coccinelle: with a warm store that takes about a second. The answer is
 * made in memory and printed at once.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

#define MAX_DEPTH 64

enum { OPT_DEPTH = 0x300 };

struct query_options {
	struct session_options session;
	const char *words[2];
	unsigned int nr_words;
	enum query_format format;
	const char *format_name;
	unsigned int depth;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What is printed:", 4 },
	{ "format", 'f', "FORMAT", 0,
	  "text (default), or of site, unit and flows: json, or dot for Graphviz", 4 },
	{ "depth", OPT_DEPTH, "N", 0, "callers: up to N levels, default 1", 4 },
	{ 0 },
};

static const struct query_command {
	const char *name, *wants;
	int (*run)(struct query *q);
	bool formats;		/* json and dot too */
} query_commands[] = {
	{ "site", "FILE:LINE", query__site, true },
	{ "unit", "ID", query__unit, true },
	{ "flows", "FUNCTION", query__flows, true },
	{ "callers", "FUNCTION", query__callers, false },
	{ "facts", "FILE", query__facts, false },
};

static const struct query_command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(query_commands); i++)
		if (!strcmp(query_commands[i].name, name))
			return &query_commands[i];
	return NULL;
}

static void set_format(struct query_options *qo, const char *arg, struct argp_state *state)
{
	qo->format_name = arg;
	if (!strcmp(arg, "text"))
		qo->format = QUERY_TEXT;
	else if (!strcmp(arg, "json"))
		qo->format = QUERY_JSON;
	else if (!strcmp(arg, "dot"))
		qo->format = QUERY_DOT;
	else
		argp_error(state, "--format wants text, json or dot, not '%s'", arg);
}

static void set_depth(struct query_options *qo, const char *arg, struct argp_state *state)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(arg, &end, 10);
	if (errno || *end || end == arg || !n || n > MAX_DEPTH)
		argp_error(state, "--depth wants a number from 1 to %d, not '%s'",
			   MAX_DEPTH, arg);
	qo->depth = (unsigned int)n;
}

static void check_words(const struct query_options *qo, struct argp_state *state)
{
	const struct query_command *c;

	if (!qo->nr_words)
		argp_error(state, "ask for site, unit, flows, callers or facts");
	c = find_command(qo->words[0]);
	if (!c) {
		argp_error(state, "no query '%s': ask for site, unit, flows, callers or facts",
			   qo->words[0]);
		return;
	}
	if (qo->nr_words < 2 || !*qo->words[1])
		argp_error(state, "query %s wants %s", c->name, c->wants);
	if (c->run == query__site && !query__split_place(qo->words[1], NULL, NULL))
		argp_error(state, "query site wants FILE:LINE, not '%s'", qo->words[1]);
	if (qo->format != QUERY_TEXT && !c->formats)
		argp_error(state, "query %s has no --format=%s", c->name, qo->format_name);
	if (qo->depth && c->run != query__callers)
		argp_error(state, "--depth is of query callers");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct query_options *qo = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &qo->session;
		break;
	case 'f':
		set_format(qo, arg, state);
		break;
	case OPT_DEPTH:
		set_depth(qo, arg, state);
		break;
	case ARGP_KEY_ARG:
		if (qo->nr_words == ARRAY_SIZE(qo->words))
			argp_error(state, "what is '%s'? One thing is asked at a time", arg);
		qo->words[qo->nr_words++] = arg;
		break;
	case ARGP_KEY_END:
		check_words(qo, state);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* Answers into memory, then to stdout. */
static int answer(struct query *q)
{
	char *buf = NULL;
	size_t len = 0;
	int err;

	q->out = open_memstream(&buf, &len);
	if (!q->out)
		return -errno;
	err = find_command(q->what)->run(q);
	if (fclose(q->out) && !err)
		err = -ENOMEM;
	if (!err) {
		fwrite(buf, 1, len, stdout);
		err = flush_stdout();
	}
	free(buf);
	return err;
}

/**
 * cmd_query() - pincheck query
 * @argc: number of arguments
 * @argv: the arguments, argv[0] the command
 *
 * Return: enum exit_status: found or not, whatever the verdicts are.
 */
int cmd_query(int argc, char **argv)
{
	static const struct argp_child children[] = { { &common_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.options = options, .parser = parse, .children = children,
		.args_doc = "site FILE:LINE\nunit ID\nflows FUNCTION\n"
			    "callers FUNCTION\nfacts FILE",
		.doc = "Ask where the user pages of a kernel tree come from and go.",
	};
	struct query_options qo = { .session.kdir = ".", .session.no_cocci = true };
	struct query q = {0};
	int err;

	argp_parse(&argp, argc, argv, 0, NULL, &qo);
	if (session__open(&qo.session, &q.s))
		return EXIT_CANNOT;
	q.what = qo.words[0];
	q.arg = qo.words[1];
	q.format = qo.format;
	q.depth = qo.depth ? qo.depth : 1;
	err = session__analyse(q.s);
	if (!err)
		err = answer(&q);
	session__free(q.s);
	return err ? EXIT_CANNOT : EXIT_CLEAN;
}
