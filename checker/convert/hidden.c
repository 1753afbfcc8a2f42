// SPDX-License-Identifier: GPL-2.0-only
/*
 * Releases in a file that the compiler did not see: under another configuration,
 * in a macro. Whose pages they drop is not known, so the file is left to a person.
 */
#include <string.h>

#include "convert.h"

/* Lines of the calls of one function in one file, as they were parsed. */
typedef VEC(uint32_t) lines_t;

static void collect(const struct program *p, const char *file, const char *name,
		    lines_t *lines)
{
	for (size_t i = 0; i < p->fns.nr; i++) {
		const struct pfn *pf = &p->fns.v[i];

		if (strcmp(program__str(p, pf->file), file))
			continue;
		for (size_t k = 0; k < pf->fn->exprs.nr; k++) {
			const struct expr *e = &pf->fn->exprs.v[k];

			if (e->op == EXPR_CALL && e->sym &&
			    !strcmp(tu_str(pf->tu, e->sym), name) &&
			    !strcmp(tu_str(pf->tu, e->file), file))
				vec__push(lines, e->line);
		}
	}
}

static bool has(const lines_t *lines, uint32_t line)
{
	for (size_t i = 0; i < lines->nr; i++)
		if (lines->v[i] == line)
			return true;
	return false;
}

/* The first call of @name in the text that is not in @lines, or 0. */
static uint32_t first_unseen(const char *text, size_t len, const char *name,
			     const lines_t *lines)
{
	size_t n = strlen(name);
	uint32_t line = 1;

	for (size_t i = 0; i < len; ) {
		size_t over = conv_text__skip(text, i, len), word = conv_text__word(text + i);

		if (over == i && !word) {
			line += text[i++] == '\n';
			continue;
		}
		if (over == i) {
			if (word == n && !strncmp(text + i, name, n) &&
			    text[i + n + strspn(text + i + n, " ")] == '(' &&
			    !has(lines, line))
				return line;
			i += word;
			continue;
		}
		for (; i < over; i++)
			line += text[i] == '\n';
	}
	return 0;
}

/**
 * conv_hidden__check() - set the reason where a release was not seen by the compiler
 * @self: the patch
 * @in: the tree
 * @file: a file of the patch
 * @text: its text
 * @len: its length
 */
void conv_hidden__check(struct conv_patch *self, const struct conv_input *in,
			const char *file, const char *text, size_t len)
{
	const char *last = "";

	for (size_t i = 0; i < self->edits.nr && !self->why.class; i++) {
		const struct conv_edit *e = &self->edits.v[i];
		struct place at = { .file = e->at.file };
		lines_t lines = {0};

		if ((e->tag != TAG_PUT && e->tag != TAG_PUT_ALL) || !strcmp(e->from, last) ||
		    strcmp(e->at.file, file))
			continue;
		last = e->from;
		collect(in->prog, file, e->from, &lines);
		at.line = first_unseen(text, len, e->from, &lines);
		if (at.line)
			conv_why__set(&self->why, "not all is compiled", &at,
				"%s() there is in a macro, or not compiled in this configuration",
				e->from);
		vec__exit(&lines);
	}
}
