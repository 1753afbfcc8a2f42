/* SPDX-License-Identifier: GPL-2.0-only */
/* A list of owned strings; @v may be handed to exec() after __terminate. */
#ifndef PINCHECK_LIB_STRVEC_H
#define PINCHECK_LIB_STRVEC_H

#include <stddef.h>

struct strvec {
	char **v;
	size_t nr, cap;
};

void strvec__add(struct strvec *self, const char *s);
void strvec__addf(struct strvec *self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void strvec__add_all(struct strvec *self, const struct strvec *other);
char **strvec__terminate(struct strvec *self);
void strvec__sort(struct strvec *self);
void strvec__exit(struct strvec *self);

#endif
