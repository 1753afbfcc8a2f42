// SPDX-License-Identifier: GPL-2.0-only
/* A growing string; see strbuf.h for what a caller may touch. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strbuf.h"
#include "util.h"

static void grow(struct strbuf *self, size_t more)
{
	size_t need = self->len + more + 1;

	if (need <= self->cap)
		return;
	self->cap = need * 3 / 2 + 32;
	self->buf = xrealloc(self->buf, self->cap);
}

/**
 * strbuf__init() - make an empty string
 * @self: the string
 */
void strbuf__init(struct strbuf *self)
{
	memset(self, 0, sizeof(*self));
	grow(self, 0);
	self->buf[0] = '\0';
}

/**
 * strbuf__exit() - free the memory
 * @self: the string; needs __init before it is used again
 */
void strbuf__exit(struct strbuf *self)
{
	free(self->buf);
	memset(self, 0, sizeof(*self));
}

/**
 * strbuf__reset() - make it empty again, keeping the memory
 * @self: the string
 */
void strbuf__reset(struct strbuf *self)
{
	self->len = 0;
	self->buf[0] = '\0';
}

/**
 * strbuf__add() - append bytes
 * @self: the string
 * @data: bytes, NUL bytes too
 * @len: how many
 */
void strbuf__add(struct strbuf *self, const void *data, size_t len)
{
	grow(self, len);
	if (len)
		memcpy(self->buf + self->len, data, len);
	self->len += len;
	self->buf[self->len] = '\0';
}

/**
 * strbuf__adds() - append a string
 * @self: the string
 * @s: what is appended
 */
void strbuf__adds(struct strbuf *self, const char *s)
{
	strbuf__add(self, s, strlen(s));
}

/**
 * strbuf__addc() - append one character
 * @self: the string
 * @c: the character
 */
void strbuf__addc(struct strbuf *self, char c)
{
	strbuf__add(self, &c, 1);
}

/**
 * strbuf__addf() - append formatted text
 * @self: the string
 * @fmt: printf format
 */
void strbuf__addf(struct strbuf *self, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n <= 0)
		return;
	grow(self, (size_t)n);
	va_start(ap, fmt);
	vsnprintf(self->buf + self->len, (size_t)n + 1, fmt, ap);
	va_end(ap);
	self->len += (size_t)n;
}

/**
 * strbuf__detach() - take the string away
 * @self: the string, empty and ready for use afterwards
 *
 * Return: the text; the caller frees it.
 */
char *strbuf__detach(struct strbuf *self)
{
	char *s = self->buf;

	strbuf__init(self);
	return s;
}
