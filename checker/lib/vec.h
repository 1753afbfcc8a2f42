/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Growing arrays of any element type:
 *
 *	VEC(struct step) steps = {0};
 *	vec__push(&steps, s);
 *	for (size_t i = 0; i < steps.nr; i++) use(&steps.v[i]);
 *	vec__exit(&steps);
 *
 * A zeroed vector is valid and empty. Pointers into @v are invalid after a push.
 */
#ifndef PINCHECK_LIB_VEC_H
#define PINCHECK_LIB_VEC_H

#include <stdlib.h>
#include <string.h>

#include "util.h"

#define VEC(type) struct { type *v; size_t nr, cap; }

#define vec__reserve(vec, n) do {						\
	if ((vec)->cap < (n)) {							\
		(vec)->cap = (n) > (vec)->cap * 2 ? (n) : (vec)->cap * 2;	\
		(vec)->v = xrealloc((vec)->v, (vec)->cap * sizeof(*(vec)->v));	\
	}									\
} while (0)

#define vec__push(vec, ...) do {						\
	vec__reserve(vec, (vec)->nr + 1);					\
	(vec)->v[(vec)->nr++] = (__VA_ARGS__);					\
} while (0)

/* Appends one zeroed element and gives its address. */
#define vec__add(vec) ({							\
	vec__reserve(vec, (vec)->nr + 1);					\
	memset(&(vec)->v[(vec)->nr], 0, sizeof(*(vec)->v));			\
	&(vec)->v[(vec)->nr++];							\
})

#define vec__exit(vec) do {							\
	free((vec)->v);								\
	(vec)->v = NULL;							\
	(vec)->nr = (vec)->cap = 0;						\
} while (0)

#define vec__sort(vec, cmp) do {						\
	if ((vec)->nr > 1)							\
		qsort((vec)->v, (vec)->nr, sizeof(*(vec)->v), cmp);		\
} while (0)

#endif
