// SPDX-License-Identifier: GPL-2.0-only
/*
 * What was asked for is not there: one line that says so and names what is like
 * it. Names are anybody's, so they are escaped as in a report.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

#define LEAST_PREFIX 3

/**
 * query_near__add() - offer a name
 * @self: the best so far, best first
 * @name: the name, which must outlive @self; once is enough
 * @score: how near it is, 0 not at all
 */
void query_near__add(struct query_near *self, const char *name, size_t score)
{
	size_t at = 0;

	if (!score)
		return;
	for (size_t i = 0; i < self->nr; i++)
		if (!strcmp(self->names[i], name))
			return;
	while (at < self->nr && (self->scores[at] > score ||
				 (self->scores[at] == score &&
				  strcmp(self->names[at], name) < 0)))
		at++;
	if (at == QUERY_NEAR)
		return;
	if (self->nr < QUERY_NEAR)
		self->nr++;
	for (size_t i = self->nr - 1; i > at; i--) {
		self->names[i] = self->names[i - 1];
		self->scores[i] = self->scores[i - 1];
	}
	self->names[at] = name;
	self->scores[at] = score;
}

/**
 * query_near__prefix() - how far two names are the same
 * @a: a name
 * @b: another
 *
 * Return: a score, 0 if it is too little to matter.
 */
size_t query_near__prefix(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n < LEAST_PREFIX ? 0 : n;
}

/**
 * query__not_found() - say that something is not there
 * @near: what is near, or NULL
 * @fmt: what is not there
 *
 * Return: -ENOENT.
 */
int query__not_found(const struct query_near *near, const char *fmt, ...)
{
	char *text, *buf = NULL;
	size_t len = 0;
	FILE *mem = open_memstream(&buf, &len);
	va_list ap;

	if (!mem)
		return -ENOMEM;
	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	report__puts(mem, text);
	for (size_t i = 0; near && i < near->nr; i++) {
		fputs(i ? ", " : "; near: ", mem);
		report__puts(mem, near->names[i]);
	}
	fclose(mem);
	pr_err("%s", buf);
	free(buf);
	free(text);
	return -ENOENT;
}

/**
 * query__no_function() - say that the function that was asked for is not there
 * @q: the query
 *
 * Return: -ENOENT.
 */
int query__no_function(const struct query *q)
{
	const struct program *p = q->s->program;
	struct query_near near = {0};

	for (uint32_t i = 0; i < p->fns.nr; i++) {
		const char *name = program__str(p, p->fns.v[i].name);

		query_near__add(&near, name, query_near__prefix(name, q->arg));
	}
	return query__not_found(&near, "no function %s in the files that were read", q->arg);
}
