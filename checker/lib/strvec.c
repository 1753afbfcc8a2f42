// SPDX-License-Identifier: GPL-2.0-only
/* A list of owned strings. A zeroed list is valid and empty. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strvec.h"
#include "util.h"
#include "vec.h"

/**
 * strvec__add() - append a copy of a string
 * @self: the list
 * @s: the string
 */
void strvec__add(struct strvec *self, const char *s)
{
	vec__push(self, xstrdup(s));
}

/**
 * strvec__addf() - append a formatted string
 * @self: the list
 * @fmt: printf format
 */
void strvec__addf(struct strvec *self, const char *fmt, ...)
{
	char *s = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		s = xstrdup("");
	va_end(ap);
	vec__push(self, s);
}

/**
 * strvec__add_all() - append copies of all strings of another list
 * @self: the list
 * @other: the other list
 */
void strvec__add_all(struct strvec *self, const struct strvec *other)
{
	for (size_t i = 0; i < other->nr; i++)
		strvec__add(self, other->v[i]);
}

/**
 * strvec__terminate() - put a NULL behind the last string
 * @self: the list; the NULL is not counted
 *
 * Return: the array, valid until the next change of the list.
 */
char **strvec__terminate(struct strvec *self)
{
	vec__reserve(self, self->nr + 1);
	self->v[self->nr] = NULL;
	return self->v;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/**
 * strvec__sort() - sort by byte value
 * @self: the list
 */
void strvec__sort(struct strvec *self)
{
	vec__sort(self, by_text);
}

/**
 * strvec__exit() - free the strings and the list
 * @self: the list, valid and empty afterwards
 */
void strvec__exit(struct strvec *self)
{
	for (size_t i = 0; i < self->nr; i++)
		free(self->v[i]);
	vec__exit(self);
}
