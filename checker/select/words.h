/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: words
 *
 * An index of all words in the *.c, *.h and *.S of a tree: which files can hold
 * a name. It is built by reading the whole tree once, and lives in memory only.
 * Comments, strings and code are not told apart, and two words may look alike to
 * it, if rarely: what it names is to be read.
 */
#ifndef PINCHECK_SELECT_WORDS_H
#define PINCHECK_SELECT_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "../lib/strvec.h"

/* Files by their numbers, which go by path. */
struct word_files {
	uint32_t *v;
	size_t nr, cap;
};

struct word_index;

int word_index__build(const char *kdir, const char *under, int jobs,
		      struct word_index **ret_index);
void word_index__free(struct word_index *self);
uint32_t word_index__nr(const struct word_index *self);
const char *word_index__path(const struct word_index *self, uint32_t file);
struct word_files *word_index__files(const struct word_index *self,
				     const struct strvec *names);
void word_files__free(struct word_files *self, size_t nr);

#endif
