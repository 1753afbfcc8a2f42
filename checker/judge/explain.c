// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints docs/rules/<id>.md for a terminal. The pages use little markdown:
 * headings, fenced code, lists, `code`, **bold** and [text](address); each is
 * made plain. There is no list of ids in the program: the pages are the list.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/strbuf.h"
#include "../lib/strvec.h"
#include "../lib/util.h"
#include "explain.h"

#define MAX_PAGE (1 << 20)

/* An id is made of small letters, digits and '-': it can't leave the folder. */
static bool is_rule_id(const char *rule)
{
	const char *p;

	for (p = rule; *p; p++)
		if (!islower((unsigned char)*p) && !isdigit((unsigned char)*p) && *p != '-')
			return false;
	return p != rule;
}

/* The end of a [text](address) that begins at @p, or NULL. */
static const char *link_end(const char *p, const char *end, const char **ret_close)
{
	const char *close = memchr(p, ']', end - p);
	const char *paren;

	if (!close || close + 1 >= end || close[1] != '(')
		return NULL;
	paren = memchr(close, ')', end - close);
	if (!paren)
		return NULL;
	*ret_close = close;
	return paren + 1;
}

/* One line of running text. What stands between backquotes is left alone. */
static void print_inline(const char *p, const char *end, FILE *out)
{
	bool code = false;

	while (p < end) {
		const char *close, *after;

		if (*p == '`') {
			code = !code;
			p++;
		} else if (!code && p + 1 < end && p[0] == '*' && p[1] == '*') {
			p += 2;
		} else if (!code && *p == '[' && (after = link_end(p, end, &close))) {
			fwrite(p + 1, 1, close - p - 1, out);
			p = after;
		} else {
			fputc(*p++, out);
		}
	}
	fputc('\n', out);
}

static void print_heading(const char *p, const char *end, FILE *out)
{
	size_t level = strspn(p, "#"), i, len;

	p += level;
	while (p < end && *p == ' ')
		p++;
	len = end - p;
	print_inline(p, end, out);
	if (level == 1) {
		for (i = 0; i < len; i++)
			fputc('=', out);
		fputc('\n', out);
	}
}

static void print_page(const char *text, size_t len, FILE *out)
{
	const char *p = text, *end = text + len;
	bool code = false;

	while (p < end) {
		const char *eol = memchr(p, '\n', end - p) ?: end;

		if (str_starts(p, "```")) {
			code = !code;
		} else if (code) {
			if (p < eol)
				fprintf(out, "    %.*s", (int)(eol - p), p);
			fputc('\n', out);
		} else if (*p == '#') {
			print_heading(p, eol, out);
		} else if (!str_starts(p, "<!--")) {
			print_inline(p, eol, out);
		}
		p = eol + 1;
	}
}

static int list_ids(const char *docs_dir, struct strvec *ret_ids)
{
	char *path = xasprintf("%s/rules", docs_dir);
	struct strvec names = {0};
	int err = dir_list(path, ".md", &names);

	for (size_t i = 0; i < names.nr; i++) {
		char *id = xstrndup(names.v[i], strlen(names.v[i]) - strlen(".md"));

		if (is_rule_id(id))
			strvec__add(ret_ids, id);
		free(id);
	}
	strvec__sort(ret_ids);
	strvec__exit(&names);
	free(path);
	return err;
}

/**
 * explain__list() - print the ids of all rules, one a line
 * @docs_dir: the folder that holds rules/<id>.md
 * @out: where to
 *
 * Return: 0, or -errno if the folder can't be read.
 */
int explain__list(const char *docs_dir, FILE *out)
{
	struct strvec ids = {0};
	int err = list_ids(docs_dir, &ids);

	for (size_t i = 0; i < ids.nr; i++)
		fprintf(out, "%s\n", ids.v[i]);
	strvec__exit(&ids);
	return err;
}

static void unknown_rule(const char *docs_dir, const char *rule)
{
	struct strvec ids = {0};
	struct strbuf list;

	strbuf__init(&list);
	if (list_ids(docs_dir, &ids)) {
		pr_err("%s/rules can't be read", docs_dir);
	} else {
		for (size_t i = 0; i < ids.nr; i++)
			strbuf__addf(&list, "%s%s", i ? ", " : "", ids.v[i]);
		pr_err("no rule '%s'; there are %s", rule, list.len ? list.buf : "none");
	}
	strbuf__exit(&list);
	strvec__exit(&ids);
}

/**
 * explain__print() - print what a rule means
 * @docs_dir: the folder that holds rules/<id>.md
 * @rule: id of the rule
 * @out: where to
 *
 * An unknown id gives one line on stderr, which names the known ones.
 *
 * Return: 0, -ENOENT for an unknown id, or -errno if the page can't be read.
 */
int explain__print(const char *docs_dir, const char *rule, FILE *out)
{
	char *path = xasprintf("%s/rules/%s.md", docs_dir, rule), *text;
	size_t len;
	int err = is_rule_id(rule) ? file_read(path, MAX_PAGE, &text, &len) : -ENOENT;

	if (!err) {
		print_page(text, len, out);
		free(text);
	} else if (err == -ENOENT) {
		unknown_rule(docs_dir, rule);
	} else {
		pr_err("%s: %s", path, strerror(-err));
	}
	free(path);
	return err;
}
