/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interned strings: equal strings get the same id, ids count up from 0, and id
 * 0 is always the empty string. Pointers stay valid until __free.
 */
#ifndef PINCHECK_LIB_STRSET_H
#define PINCHECK_LIB_STRSET_H

#include <stddef.h>
#include <stdint.h>

#define STRSET_NONE UINT32_MAX

struct strset;

struct strset *strset__new(void);
void strset__free(struct strset *self);
uint32_t strset__add(struct strset *self, const char *s);
uint32_t strset__addn(struct strset *self, const char *s, size_t len);
uint32_t strset__find(const struct strset *self, const char *s);
const char *strset__str(const struct strset *self, uint32_t id);
uint32_t strset__nr(const struct strset *self);

#endif
