/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A growing string. @buf is never NULL after __init and always terminated;
 * @len counts bytes without the terminator. Only __detach takes @buf away.
 */
#ifndef PINCHECK_LIB_STRBUF_H
#define PINCHECK_LIB_STRBUF_H

#include <stddef.h>

struct strbuf {
	char *buf;
	size_t len, cap;
};

void strbuf__init(struct strbuf *self);
void strbuf__exit(struct strbuf *self);
void strbuf__reset(struct strbuf *self);
void strbuf__add(struct strbuf *self, const void *data, size_t len);
void strbuf__adds(struct strbuf *self, const char *s);
void strbuf__addc(struct strbuf *self, char c);
void strbuf__addf(struct strbuf *self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
char *strbuf__detach(struct strbuf *self);

#endif
