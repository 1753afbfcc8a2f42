/* SPDX-License-Identifier: GPL-2.0-only */
/* Between parse/{parser,prefix,tu,workers}.c only. */
#ifndef PINCHECK_PARSE_PARSE_PRIV_H
#define PINCHECK_PARSE_PARSE_PRIV_H

#include "../lib/vec.h"
#include "parse.h"

/* The common headers of one architecture. */
struct prefix {
	char *arch;		/* NULL: x86 */
	struct strvec args;
	char *header;		/* includes the common headers and our prelude, or NULL */
	char *text;		/* what is in it; the file may be missing */
	char *pch;		/* its compiled form, or NULL */
	char *deps;		/* beside it: hash and path of each file it was made of */
	uint64_t hash;		/* of what the compiled form is asked for by */
	uint64_t key;		/* of all that facts depend on besides flags */
	bool checked;		/* libclang takes the compiled form as it is */
	const char *slow;	/* why there is no compiled form, or NULL */
};

struct parser {
	struct parse_options opts;
	const char *overlay;	/* folder of files read in place of the tree's, or NULL */
	VEC(struct prefix *) prefixes;	/* the first is that of x86 */
};

/* tu.c: in a worker. Facts, or NULL and a reason that the caller frees;
 * @ret_worn: libclang crashed, and the process should end. */
struct tu_facts *tu__parse(struct parser *self, const char *file, char **ret_why,
			   bool *ret_worn);
/* tu.c: is the compiled prefix there, and does libclang take it? */
bool tu__prefix_usable(const struct prefix *prefix);
/* tu.c: compiles the prefix into folder @dir: 0, -EINVAL, or -EIO if the
 * folder can't be written. */
int tu__compile_prefix(const struct prefix *prefix, const char *dir);

/* prefix.c */
struct prefix *prefix__of(struct parser *self, const char *file);
int prefix__prepare(struct parser *self, const struct strvec *files);
void prefix__check(struct parser *self, const struct strvec *files);
void prefix__free(struct prefix *prefix);

#endif
