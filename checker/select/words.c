// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of each file as 32-bit hashes, each once, in no order. A question
 * is for many names at once: it goes through all hashes of all files in a row
 * with a bitmap of the hashes that are asked for, which is cheaper than keeping
 * 60,000 lists sorted and searching each.
 *
 * A word begins with a letter or '_' and has three characters or more. To find
 * them, 64 bytes at a time become a mask of word characters, in a loop that the
 * compiler makes vectors of; words begin and end where the mask changes.
 */
#include <endian.h>
#include <string.h>
#include <unistd.h>

#include "../lib/util.h"
#include "select_priv.h"
#include "words.h"

#define BLOCK 64
#define MIN_WORD 3
#define MIN_SLOTS 64
#define BYTES_A_SLOT 16		/* of text: half of the slots are used then, about */
#define MAP_BITS 18

struct file_words {
	char *path;
	uint32_t *hashes;
	uint32_t nr;
};

struct word_index {
	VEC(struct file_words) files;	/* sorted by path */
};

/* The different words of one file: a hash table, 0 marks a free slot. */
struct word_set {
	uint32_t *slots;
	uint32_t mask, nr;
};

/* One name that is asked for. */
struct wanted {
	uint32_t hash, name;
};

static void word_set__init(struct word_set *self, uint32_t nr_slots)
{
	self->slots = xcalloc(nr_slots, sizeof(*self->slots));
	self->mask = nr_slots - 1;
	self->nr = 0;
}

/* Return: true if it is new. */
static inline bool word_set__put(struct word_set *self, uint32_t hash)
{
	uint32_t i = hash & self->mask;

	while (self->slots[i] && self->slots[i] != hash)
		i = (i + 1) & self->mask;
	if (self->slots[i])
		return false;
	self->slots[i] = hash;
	self->nr++;
	return true;
}

static void word_set__grow(struct word_set *self)
{
	struct word_set larger;

	word_set__init(&larger, (self->mask + 1) * 4);
	for (uint32_t i = 0; i <= self->mask; i++)
		if (self->slots[i])
			word_set__put(&larger, self->slots[i]);
	free(self->slots);
	*self = larger;
}

static inline void word_set__add(struct word_set *self, uint32_t hash)
{
	if (word_set__put(self, hash) && self->nr > self->mask - self->mask / 4)
		word_set__grow(self);
}

/* Reads up to 8 bytes behind the word; the hash is never 0. */
static inline uint32_t word_hash(const char *p, size_t len)
{
	uint64_t h = 0, w;

	for (; len > sizeof(w); p += sizeof(w), len -= sizeof(w)) {
		memcpy(&w, p, sizeof(w));
		h = (h ^ le64toh(w)) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	memcpy(&w, p, sizeof(w));
	w = le64toh(w) & ~UINT64_C(0) >> (64 - 8 * len);
	h = (h ^ w) * 0x9e3779b97f4a7c15u;
	w = h >> 32;
	return w ? (uint32_t)w : 1;
}

/* Bit i is set if byte i of a block is a word character. */
static inline uint64_t word_mask(const char *p)
{
	uint8_t is[BLOCK];
	uint64_t mask = 0, w;

	for (int i = 0; i < BLOCK; i++) {
		uint8_t c = (uint8_t)p[i];

		is[i] = ((uint8_t)((c | 0x20) - 'a') < 26) | ((uint8_t)(c - '0') < 10) |
			(c == '_');
	}
	for (int i = 0; i < BLOCK; i += 8) {
		memcpy(&w, is + i, sizeof(w));
		/* eight bytes of 0 or 1 become the top byte */
		mask |= (le64toh(w) * 0x0102040810204080u >> 56) << i;
	}
	return mask;
}

static inline void add_word(struct word_set *set, const char *p, const char *end)
{
	size_t len = (size_t)(end - p);

	if (len >= MIN_WORD && (uint8_t)(*p - '0') >= 10)
		word_set__add(set, word_hash(p, len));
}

/* Where words begin and end, without most of those of one and two characters. */
static inline uint64_t word_edges(uint64_t mask, bool in_word)
{
	uint64_t edges = mask ^ (mask << 1 | in_word), begin = edges & mask;
	uint64_t one = begin & ~mask >> 1, two = begin & mask >> 1 & ~mask >> 2;

	return edges & ~(one | one << 1 | two | two << 2);
}

/* @text has SCAN_PAD zero bytes behind it. */
static void add_words(struct word_set *set, const char *text, size_t len)
{
	const char *word = NULL;
	char last[BLOCK + SCAN_PAD] = {0};

	for (size_t at = 0; at <= len; at += BLOCK) {
		const char *p = text + at;
		uint64_t mask, edges;

		if (len - at < BLOCK) {
			memcpy(last, p, len - at);
			mask = word_mask(last);
		} else {
			mask = word_mask(p);
		}
		for (edges = word_edges(mask, word); edges; edges &= edges - 1) {
			const char *edge = p + __builtin_ctzll(edges);

			if (word)
				add_word(set, word, edge);
			word = word ? NULL : edge;
		}
	}
}

static void index_file(void *ctx, size_t i, const char *text, size_t len)
{
	struct word_index *self = ctx;
	struct file_words *file = &self->files.v[i];
	uint32_t nr_slots = MIN_SLOTS;
	struct word_set set;

	while (nr_slots < len / BYTES_A_SLOT)
		nr_slots *= 2;
	word_set__init(&set, nr_slots);
	add_words(&set, text, len);
	for (uint32_t k = 0; k <= set.mask; k++) {
		set.slots[file->nr] = set.slots[k];
		file->nr += !!set.slots[k];
	}
	file->hashes = xmalloc(set.nr * sizeof(*file->hashes));
	memcpy(file->hashes, set.slots, set.nr * sizeof(*file->hashes));
	free(set.slots);
}

/**
 * word_index__build() - read the words of all source files
 * @kdir: the tree
 * @under: folder below it, or NULL for all
 * @jobs: threads, from 1
 * @ret_index: the index; the caller frees it with word_index__free()
 *
 * What can't be read is not in it; nothing is said of that.
 *
 * Return: 0; -EINVAL if @under leads out of the tree; or -errno of opening the
 * tree or that folder.
 */
int word_index__build(const char *kdir, const char *under, int jobs,
		      struct word_index **ret_index)
{
	struct scan_list list = {0};
	struct word_index *self;
	int root, err;
	char *clean;

	root = select__open(kdir, under, &clean);
	if (root < 0)
		return root;
	err = scan_list__walk(&list, root, clean);
	if (!err) {
		self = xcalloc(1, sizeof(*self));
		for (size_t i = 0; i < list.nr; i++)
			vec__add(&self->files);
		scan_list__each(&list, root, jobs, "index", index_file, self);
		for (size_t i = 0; i < list.nr; i++) {
			self->files.v[i].path = list.v[i].path;
			list.v[i].path = NULL;
		}
		*ret_index = self;
	}
	scan_list__exit(&list);
	close(root);
	free(clean);
	return err;
}

/**
 * word_index__free() - free an index
 * @self: the index, or NULL
 */
void word_index__free(struct word_index *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->files.nr; i++) {
		free(self->files.v[i].path);
		free(self->files.v[i].hashes);
	}
	vec__exit(&self->files);
	free(self);
}

/**
 * word_index__nr() - how many files there are
 * @self: the index
 *
 * Return: their number; files are numbered from 0.
 */
uint32_t word_index__nr(const struct word_index *self)
{
	return (uint32_t)self->files.nr;
}

/**
 * word_index__path() - the path of a file
 * @self: the index
 * @file: a number out of struct word_files
 *
 * Return: path relative to the tree; it lives as long as the index.
 */
const char *word_index__path(const struct word_index *self, uint32_t file)
{
	return self->files.v[file].path;
}

static int by_hash(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static void found(struct word_files *lists, const struct wanted *wanted, size_t nr,
		  uint32_t hash, uint32_t file)
{
	size_t from = 0, to = nr;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (wanted[mid].hash < hash)
			from = mid + 1;
		else
			to = mid;
	}
	for (; from < nr && wanted[from].hash == hash; from++)
		vec__push(&lists[wanted[from].name], file);
}

/**
 * word_index__files() - the files whose text may hold names
 * @self: the index
 * @names: what is asked for; a name that is too short for the index is in every
 *	file, and what is no word in none, or by chance
 *
 * Return: for each name its files, sorted by path; free them with
 * word_files__free().
 */
struct word_files *word_index__files(const struct word_index *self,
				     const struct strvec *names)
{
	struct word_files *lists = xcalloc(names->nr + 1, sizeof(*lists));
	uint64_t *map = xcalloc(1 << (MAP_BITS - 6), sizeof(*map));
	VEC(struct wanted) wanted = {0};

	for (uint32_t i = 0; i < names->nr; i++) {
		size_t len = strlen(names->v[i]);
		char *padded;
		uint32_t hash;

		for (uint32_t f = 0; len < MIN_WORD && f < self->files.nr; f++)
			vec__push(&lists[i], f);
		if (len < MIN_WORD)
			continue;
		padded = xasprintf("%s%*s", names->v[i], SCAN_PAD, "");
		hash = word_hash(padded, len);
		free(padded);
		vec__push(&wanted, (struct wanted){ hash, i });
		hash >>= 32 - MAP_BITS;
		map[hash / 64] |= UINT64_C(1) << hash % 64;
	}
	vec__sort(&wanted, by_hash);
	for (uint32_t f = 0; f < self->files.nr; f++) {
		const struct file_words *file = &self->files.v[f];

		for (uint32_t i = 0; i < file->nr; i++) {
			uint32_t bit = file->hashes[i] >> (32 - MAP_BITS);

			if (map[bit / 64] >> bit % 64 & 1)
				found(lists, wanted.v, wanted.nr, file->hashes[i], f);
		}
	}
	vec__exit(&wanted);
	free(map);
	return lists;
}

/**
 * word_files__free() - free lists of files
 * @self: from word_index__files(), or NULL
 * @nr: of how many names
 */
void word_files__free(struct word_files *self, size_t nr)
{
	for (size_t i = 0; self && i < nr; i++)
		vec__exit(&self[i]);
	free(self);
}
