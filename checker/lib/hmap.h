/* SPDX-License-Identifier: GPL-2.0-only */
/* A hash map from 64-bit keys, not 0, to 32-bit values. A zeroed one is empty. */
#ifndef PINCHECK_LIB_HMAP_H
#define PINCHECK_LIB_HMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hmap {
	uint64_t *keys;		/* 0 is free */
	uint32_t *vals;
	size_t nr, size;
};

uint32_t *hmap__slot(struct hmap *self, uint64_t key, bool *ret_new);
bool hmap__find(const struct hmap *self, uint64_t key, uint32_t *ret_val);
void hmap__exit(struct hmap *self);

#endif
