// SPDX-License-Identifier: GPL-2.0-only
/* A hash map with open addressing, at most half full; nothing is ever removed. */
#include <stdlib.h>
#include <string.h>

#include "hmap.h"
#include "util.h"

static size_t hmap_pos(const struct hmap *self, uint64_t key)
{
	size_t i = (key * 0x9e3779b97f4a7c15ull >> 24) & (self->size - 1);

	while (self->keys[i] && self->keys[i] != key)
		i = (i + 1) & (self->size - 1);
	return i;
}

/**
 * hmap__slot() - find or make the entry of a key
 * @self: the map; a zeroed one is empty
 * @key: any value but 0
 * @ret_new: set to whether the entry was made now
 *
 * Return: where the value stands, valid until the next call.
 */
uint32_t *hmap__slot(struct hmap *self, uint64_t key, bool *ret_new)
{
	size_t i;

	if (self->nr * 2 >= self->size) {
		struct hmap old = *self;

		self->size = old.size ? old.size * 2 : 1024;
		self->keys = xcalloc(self->size, sizeof(*self->keys));
		self->vals = xcalloc(self->size, sizeof(*self->vals));
		for (size_t j = 0; j < old.size; j++) {
			if (!old.keys[j])
				continue;
			i = hmap_pos(self, old.keys[j]);
			self->keys[i] = old.keys[j];
			self->vals[i] = old.vals[j];
		}
		free(old.keys);
		free(old.vals);
	}
	i = hmap_pos(self, key);
	*ret_new = !self->keys[i];
	if (*ret_new) {
		self->keys[i] = key;
		self->nr++;
	}
	return &self->vals[i];
}

/**
 * hmap__find() - look a key up
 * @self: the map
 * @key: any value but 0
 * @ret_val: the value; untouched when absent
 *
 * Return: true if it is there.
 */
bool hmap__find(const struct hmap *self, uint64_t key, uint32_t *ret_val)
{
	size_t i;

	if (!self->size)
		return false;
	i = hmap_pos(self, key);
	if (!self->keys[i])
		return false;
	*ret_val = self->vals[i];
	return true;
}

/**
 * hmap__exit() - free a map
 * @self: the map, empty afterwards
 */
void hmap__exit(struct hmap *self)
{
	free(self->keys);
	free(self->vals);
	memset(self, 0, sizeof(*self));
}
