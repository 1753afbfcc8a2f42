// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds any of many names as whole words, in the way of Wu and Manber: look at
 * the last three bytes of a window as long as the shortest name; a table says
 * how far the window may move because no name has these bytes that near to its
 * beginning. Only where it may not move are names compared. A few short names
 * (kmap) would make all windows short: they are searched apart, by their first
 * and last byte in a loop that the compiler makes vectors of.
 *
 * A word is what grep -w takes for one in the C locale: [A-Za-z0-9_]. A name
 * that holds anything else is never found.
 */
#include <string.h>

#include "select_priv.h"

#define HASH_BITS 15
#define HASH_SIZE (1u << HASH_BITS)
#define MAX_WINDOW 128
#define SHORT_LEN 8	/* a shorter name is searched apart, … */
#define MAX_SHORT 8	/* … unless there are more than these */
#define CHUNK 64

struct pattern {
	char *text;
	uint32_t len;
	uint32_t name;		/* index into the acquire names, or TOK_NONE */
	uint32_t next;		/* in the same bucket, or TOK_NONE */
	bool also;
};

struct matcher {
	uint8_t shift[HASH_SIZE];
	uint32_t bucket[HASH_SIZE];
	uint32_t window, block, mask;
	uint32_t nr_long;	/* patterns in the tables */
	uint32_t shortest[MAX_SHORT], nr_short;
	VEC(struct pattern) patterns;
};

const uint8_t select_word_table[256] = {
	['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1, ['_'] = 1,
};

static inline uint32_t block_hash(const struct matcher *self, const char *p)
{
	uint32_t w;

	memcpy(&w, p, sizeof(w));
	return ((w & self->mask) * 0x9e3779b1u) >> (32 - HASH_BITS);
}

static void add_pattern(struct matcher *self, const char *text, uint32_t name, bool also)
{
	struct pattern *p;

	if (!*text)
		return;
	for (size_t i = 0; i < self->patterns.nr; i++) {
		if (strcmp(self->patterns.v[i].text, text))
			continue;
		self->patterns.v[i].also |= also;
		return;
	}
	p = vec__add(&self->patterns);
	p->len = (uint32_t)strlen(text);
	/* the hash reads four bytes at once */
	p->text = xcalloc(1, p->len + SCAN_PAD);
	memcpy(p->text, text, p->len);
	p->name = name;
	p->also = also;
}

static bool is_apart(const struct matcher *self, size_t i)
{
	return self->nr_short && self->patterns.v[i].len < SHORT_LEN;
}

static void fill_tables(struct matcher *self)
{
	uint32_t last, nr_short = 0;

	for (size_t i = 0; i < self->patterns.nr; i++)
		if (self->patterns.v[i].len < SHORT_LEN && nr_short++ < MAX_SHORT)
			self->shortest[nr_short - 1] = (uint32_t)i;
	self->nr_short = nr_short <= MAX_SHORT ? nr_short : 0;
	self->nr_long = (uint32_t)self->patterns.nr - self->nr_short;
	self->window = MAX_WINDOW;
	for (size_t i = 0; i < self->patterns.nr; i++)
		if (!is_apart(self, i) && self->patterns.v[i].len < self->window)
			self->window = self->patterns.v[i].len;
	self->block = self->window < 3 ? self->window : 3;
	self->mask = self->block == 3 ? 0xffffff : self->block == 2 ? 0xffff : 0xff;
	last = self->window - self->block;
	memset(self->shift, (int)last + 1, sizeof(self->shift));
	memset(self->bucket, 0xff, sizeof(self->bucket));
	for (size_t i = 0; i < self->patterns.nr; i++) {
		struct pattern *p = &self->patterns.v[i];

		if (is_apart(self, i))
			continue;
		for (uint32_t at = 0; at <= last; at++) {
			uint8_t *shift = &self->shift[block_hash(self, p->text + at)];

			if (last - at < *shift)
				*shift = (uint8_t)(last - at);
		}
		uint32_t *head = &self->bucket[block_hash(self, p->text + last)];

		p->next = *head;
		*head = (uint32_t)i;
	}
}

/*
 * matcher__new() - prepare a search
 * @names: names whose places are wanted; at most one of equal names is used
 * @also: names of which only the presence is wanted; may be NULL
 *
 * Return: a matcher to free with matcher__free(); threads may share it.
 */
struct matcher *matcher__new(const struct strvec *names, const struct strvec *also)
{
	struct matcher *self = xcalloc(1, sizeof(*self));

	for (size_t i = 0; names && i < names->nr; i++)
		add_pattern(self, names->v[i], (uint32_t)i, false);
	for (size_t i = 0; also && i < also->nr; i++)
		add_pattern(self, also->v[i], TOK_NONE, true);
	if (self->patterns.nr)
		fill_tables(self);
	return self;
}

/* matcher__free() - end a search. @self: may be NULL */
void matcher__free(struct matcher *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->patterns.nr; i++)
		free(self->patterns.v[i].text);
	vec__exit(&self->patterns);
	free(self);
}

static bool found(const struct pattern *p, size_t start, struct hits *hits)
{
	struct hit *hit;

	if (p->name != TOK_NONE) {
		hit = vec__add(hits);
		hit->off = (uint32_t)start;
		hit->name = p->name;
		hit->cls = OCC_UNPARSED;
	}
	return p->also;
}

static bool search_long(const struct matcher *self, const char *text, size_t len,
			struct hits *hits)
{
	size_t last = self->window - self->block, pos = last;
	bool also = false;

	while (pos + self->block <= len) {
		uint32_t hash = block_hash(self, text + pos);
		size_t start, end;

		if (self->shift[hash]) {
			pos += self->shift[hash];
			continue;
		}
		start = pos - last;
		if (start && is_word((unsigned char)text[start - 1])) {
			pos++;
			continue;
		}
		for (end = start; end < len && is_word((unsigned char)text[end]); end++)
			;
		for (uint32_t i = self->bucket[hash]; i != TOK_NONE;
		     i = self->patterns.v[i].next) {
			const struct pattern *p = &self->patterns.v[i];

			if (p->len == end - start && !memcmp(p->text, text + start, p->len))
				also |= found(p, start, hits);
		}
		/* the next word begins behind at least one other byte */
		pos = end + 1 + last;
	}
	return also;
}

/* The first word equal to @p from @pos on, or @len. */
static size_t next_short(const struct pattern *p, const char *text, size_t len, size_t pos)
{
	const char first = p->text[0], final = p->text[p->len - 1];

	while (pos + p->len <= len) {
		size_t end = pos + CHUNK;

		if (end + p->len <= len) {
			const char *a = text + pos, *b = a + p->len - 1;
			unsigned char any = 0;

			for (int i = 0; i < CHUNK; i++)
				any |= (unsigned char)((a[i] == first) & (b[i] == final));
			if (!any) {
				pos = end;
				continue;
			}
		}
		for (; pos < end && pos + p->len <= len; pos++)
			if (text[pos] == first && !memcmp(text + pos, p->text, p->len) &&
			    !(pos && is_word((unsigned char)text[pos - 1])) &&
			    !is_word((unsigned char)text[pos + p->len]))
				return pos;
	}
	return len;
}

static int cmp_hit(const void *a, const void *b)
{
	const struct hit *x = a, *y = b;

	return x->off < y->off ? -1 : x->off > y->off;
}

/*
 * matcher__run() - search one text
 * @text: the text, with SCAN_PAD zero bytes behind it
 * @len: its length, below 4 GB
 * @hits: gets the places of acquire names, in order; it must be empty. Line,
 *	column and class are left to others
 *
 * Return: true if a name of the second group is there too.
 */
bool matcher__run(const struct matcher *self, const char *text, size_t len,
		  struct hits *hits)
{
	bool also = false;

	if (self->nr_long && len >= self->window)
		also = search_long(self, text, len, hits);
	for (uint32_t s = 0; s < self->nr_short; s++) {
		const struct pattern *p = &self->patterns.v[self->shortest[s]];
		size_t pos = 0;

		if (also && p->name == TOK_NONE)
			continue;
		while ((pos = next_short(p, text, len, pos)) < len) {
			also |= found(p, pos, hits);
			if (p->name == TOK_NONE)
				break;
			pos += p->len;
		}
	}
	if (self->nr_short)
		vec__sort(hits, cmp_hit);
	return also;
}
