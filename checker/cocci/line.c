// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the lines that the rules print:
 *
 *	k/file:line:col-col: message		a finding
 *	k/file:line:col: in function		where that is
 *	k/file:line:col: call: name in function	from acquire_calls.cocci
 *
 * Anything else on stdout is not ours and is dropped. Lines come from a tree
 * that may be anybody's: numbers are bounded and control characters replaced.
 */
#include <stdlib.h>
#include <string.h>

#include "../lib/util.h"
#include "cocci_priv.h"

#define MAX_NUMBER 100000000

static bool number(const char **s, uint32_t *ret)
{
	uint64_t n = 0;
	const char *p = *s;

	for (; *p >= '0' && *p <= '9'; p++) {
		n = n * 10 + (uint64_t)(*p - '0');
		if (n > MAX_NUMBER)
			return false;
	}
	if (p == *s)
		return false;
	*s = p;
	*ret = (uint32_t)n;
	return true;
}

/* ":line:col[-col]: " behind the file name; @s is then at the text. */
static bool position(const char **s, uint32_t *line, uint32_t *col)
{
	const char *p = *s;
	uint32_t end;

	if (*p++ != ':' || !number(&p, line) || *p++ != ':' || !number(&p, col))
		return false;
	if (*p == '-') {
		p++;
		if (!number(&p, &end))
			return false;
	}
	if (*p++ != ':' || *p++ != ' ' || !*p || !*line)
		return false;
	*s = p;
	return true;
}

static void add_text(struct strbuf *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		strbuf__addc(out, (unsigned char)s[i] < ' ' || s[i] == 127 ? '?' : s[i]);
}

static struct cocci_task *find_task(struct cocci_task *const *tasks, size_t nr,
				    const char **s)
{
	struct cocci_task *best = NULL;
	size_t best_len = 0;

	for (size_t i = 0; i < nr; i++) {
		const char *path = tasks[i]->file->path;
		size_t len = strlen(path);

		if (len > best_len && !strncmp(*s, path, len) && (*s)[len] == ':') {
			best = tasks[i];
			best_len = len;
		}
	}
	*s += best_len;
	return best;
}

static void add_call(struct strbuf *out, const char *text, uint32_t line, uint32_t col)
{
	const char *in = strstr(text, " in ");

	if (!in)
		return;
	strbuf__addf(out, "C\t%u\t%u\t", line, col);
	add_text(out, text, (size_t)(in - text));
	strbuf__addc(out, '\t');
	add_text(out, in + 4, strlen(in + 4));
	strbuf__addc(out, '\n');
}

/**
 * cocci_line__add() - take in one line of spatch's output
 * @tasks: the tasks of the process that printed it
 * @nr: how many
 * @line: the line, without its newline
 *
 * Return: true if it belonged to a task and was added to its record.
 */
bool cocci_line__add(struct cocci_task *const *tasks, size_t nr, const char *line)
{
	struct cocci_task *task;
	uint32_t row, col;

	if (!str_starts(line, COCCI_LINK "/"))
		return false;
	line += strlen(COCCI_LINK "/");
	task = find_task(tasks, nr, &line);
	if (!task || !position(&line, &row, &col))
		return false;
	col++;
	if (str_starts(line, "call: ")) {
		add_call(&task->record, line + 6, row, col);
		return true;
	}
	if (str_starts(line, "in ")) {
		strbuf__addf(&task->record, "F\t%u\t%u\t", row, col);
		line += 3;
	} else {
		strbuf__addf(&task->record, "H\t%u\t%u\t", row, col);
	}
	add_text(&task->record, line, strlen(line));
	strbuf__addc(&task->record, '\n');
	return true;
}
