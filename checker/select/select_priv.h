/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: inside select
 *
 * walk.c lists the files, scan.c reads them in threads, match.c finds the
 * names, lex.c and classify.c tell what each occurrence is, cache.c remembers
 * all of it in the store, select.c puts the result together. words.c keeps all
 * words of all files, to say which files can hold a name.
 */
#ifndef PINCHECK_SELECT_PRIV_H
#define PINCHECK_SELECT_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "../lib/strvec.h"
#include "../lib/vec.h"
#include "select.h"

#define SCAN_PAD 16			/* readable zero bytes behind a file's text */
#define SCAN_MAX_SIZE (64u << 20)	/* a larger file is not read */
#define SCAN_RACY_NS 2000000000ll	/* times this young say nothing */

/* One occurrence of an acquire name in one file. */
struct hit {
	uint32_t off, line, col;
	uint32_t name;
	uint8_t cls;		/* enum occ_class */
	bool in_if0;
};

struct hits {
	struct hit *v;
	size_t nr, cap;
};

/* What tells that a file is still the one that was read. */
struct file_id {
	uint64_t dev, ino, size;
	int64_t mtime, ctime;	/* ns */
};

struct scan_file {
	char *path;		/* relative to kdir */
	struct file_id id;
	uint64_t hash;		/* content; 0 if no name was found */
	struct hits hits;
	char *reason;		/* why it could not be read, or NULL */
	bool also;		/* holds a name of the second group */
	bool known;		/* taken from the store */
	bool gone;		/* vanished meanwhile */
	bool racy;		/* changed while or just before it was read */
};

struct scan_list {
	struct scan_file *v;
	size_t nr, cap;
	VEC(char *) unreadable;	/* folders: "path: reason" */
};

static inline bool is_word(unsigned char c)
{
	extern const uint8_t select_word_table[256];

	return select_word_table[c];
}

void file_id__set(struct file_id *self, const struct stat *st);
void scan_list__exit(struct scan_list *self);

/* walk.c */
int scan_list__walk(struct scan_list *self, int root, const char *under);
void scan_list__take(struct scan_list *self, const struct strvec *paths);

/* match.c */
struct matcher;
struct matcher *matcher__new(const struct strvec *names, const struct strvec *also);
void matcher__free(struct matcher *self);
bool matcher__run(const struct matcher *self, const char *text, size_t len,
		  struct hits *hits);

/* scan.c */
typedef void (*scan_visit_fn)(void *ctx, size_t index, const char *text, size_t len);
void scan_list__each(struct scan_list *self, int root, int jobs, const char *what,
		     scan_visit_fn visit, void *ctx);
void scan_list__read(struct scan_list *self, int root, const struct matcher *matcher,
		     const struct select_options *opts);

/* lex.c */
enum tok_kind { TOK_IDENT, TOK_PUNCT, TOK_LITERAL };

#define TOK_NONE UINT32_MAX

/* A token of the code; comments and directives are not among them. */
struct tok {
	uint32_t off, len;
	uint32_t hit;		/* index into the hits, or TOK_NONE */
	uint32_t up;		/* the open bracket around it, or TOK_NONE */
	uint32_t match;		/* of an open bracket: where it closes, or TOK_NONE */
	uint32_t stmt;		/* where its statement or declaration begins */
	uint8_t kind;		/* enum tok_kind */
	uint8_t scope;		/* of an open bracket: enum scope_bits of classify.c */
};

enum cond_kind { COND_IF, COND_ELSE, COND_ENDIF };

/* An #if, #else or #endif, before the token @tok. */
struct cond {
	uint32_t tok;
	uint8_t kind;		/* enum cond_kind */
	bool dead;		/* the branch that begins here is #if 0 */
};

struct tokens {
	struct tok *v;
	size_t nr, cap;
	VEC(struct cond) conds;
};

void tokens__lex(struct tokens *self, const char *text, size_t len, bool assembly,
		 struct hits *hits);
void tokens__exit(struct tokens *self);

/* classify.c */
void hits__classify(struct hits *hits, const char *path, const char *text, size_t len);
bool text__may_define(const char *p);

/* select.c */
int select__open(const char *kdir, const char *under, char **ret_under);

/* cache.c */
struct store;
uint64_t scan_key(const struct strvec *names, const struct strvec *also);
size_t scan_cache__load(struct scan_list *list, struct store *store, const char *under,
			uint64_t key, uint32_t nr_names, bool *ret_complete);
void scan_cache__save(const struct scan_list *list, struct store *store,
		      const char *under, uint64_t key);

#endif
