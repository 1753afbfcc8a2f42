// SPDX-License-Identifier: GPL-2.0-only
/* Interned strings in chunks that never move, with an open-addressed index. */
#include <stdlib.h>
#include <string.h>

#include "strset.h"
#include "util.h"
#include "vec.h"

#define CHUNK_SIZE 65536

struct strset {
	VEC(char *) chunks;
	size_t used;		/* bytes used of the last chunk */
	size_t size;		/* bytes of the last chunk */
	VEC(const char *) strs;	/* by id */
	VEC(uint64_t) hashes;	/* by id */
	uint32_t *slots;	/* id + 1, 0 is free */
	size_t nr_slots;	/* a power of two */
};

static const char *keep(struct strset *self, const char *s, size_t len)
{
	char *p;

	if (!self->chunks.nr || self->used + len + 1 > self->size) {
		self->size = len + 1 > CHUNK_SIZE ? len + 1 : CHUNK_SIZE;
		vec__push(&self->chunks, xmalloc(self->size));
		self->used = 0;
	}
	p = self->chunks.v[self->chunks.nr - 1] + self->used;
	memcpy(p, s, len);
	p[len] = '\0';
	self->used += len + 1;
	return p;
}

static void rehash(struct strset *self)
{
	free(self->slots);
	self->nr_slots = self->nr_slots ? self->nr_slots * 2 : 1024;
	self->slots = xcalloc(self->nr_slots, sizeof(*self->slots));
	for (uint32_t id = 0; id < self->strs.nr; id++) {
		size_t i = self->hashes.v[id] & (self->nr_slots - 1);

		while (self->slots[i])
			i = (i + 1) & (self->nr_slots - 1);
		self->slots[i] = id + 1;
	}
}

static size_t slot_of(const struct strset *self, const char *s, size_t len,
		      uint64_t hash)
{
	size_t i = hash & (self->nr_slots - 1);

	while (self->slots[i]) {
		uint32_t id = self->slots[i] - 1;

		if (self->hashes.v[id] == hash &&
		    !strncmp(self->strs.v[id], s, len) &&
		    !self->strs.v[id][len])
			break;
		i = (i + 1) & (self->nr_slots - 1);
	}
	return i;
}

/**
 * strset__new() - make a set that holds only the empty string
 *
 * Return: the set; free it with strset__free().
 */
struct strset *strset__new(void)
{
	struct strset *self = xcalloc(1, sizeof(*self));

	rehash(self);
	strset__add(self, "");
	return self;
}

/**
 * strset__free() - free a set and every string in it
 * @self: the set, or NULL
 */
void strset__free(struct strset *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->chunks.nr; i++)
		free(self->chunks.v[i]);
	vec__exit(&self->chunks);
	vec__exit(&self->strs);
	vec__exit(&self->hashes);
	free(self->slots);
	free(self);
}

/**
 * strset__addn() - intern the first @len bytes of a string
 * @self: the set
 * @s: bytes without NUL
 * @len: how many
 *
 * Return: the id.
 */
uint32_t strset__addn(struct strset *self, const char *s, size_t len)
{
	uint64_t hash = hash64(s, len, 0);
	size_t i = slot_of(self, s, len, hash);

	if (self->slots[i])
		return self->slots[i] - 1;
	vec__push(&self->strs, keep(self, s, len));
	vec__push(&self->hashes, hash);
	self->slots[i] = (uint32_t)self->strs.nr;
	if (self->strs.nr * 2 > self->nr_slots)
		rehash(self);
	return (uint32_t)self->strs.nr - 1;
}

/**
 * strset__add() - intern a string
 * @self: the set
 * @s: the string
 *
 * Return: the id.
 */
uint32_t strset__add(struct strset *self, const char *s)
{
	return strset__addn(self, s, strlen(s));
}

/**
 * strset__find() - look a string up without adding it
 * @self: the set
 * @s: the string
 *
 * Return: the id, or STRSET_NONE when absent.
 */
uint32_t strset__find(const struct strset *self, const char *s)
{
	size_t len = strlen(s);
	size_t i = slot_of(self, s, len, hash64(s, len, 0));

	return self->slots[i] ? self->slots[i] - 1 : STRSET_NONE;
}

/**
 * strset__str() - the string of an id
 * @self: the set
 * @id: an id from this set
 *
 * Return: the string, which lives as long as the set.
 */
const char *strset__str(const struct strset *self, uint32_t id)
{
	return self->strs.v[id];
}

/**
 * strset__nr() - how many strings
 * @self: the set
 *
 * Return: the count; ids are below it.
 */
uint32_t strset__nr(const struct strset *self)
{
	return (uint32_t)self->strs.nr;
}
