/* SPDX-License-Identifier: GPL-2.0-only */
/* Between parse/{parser,prefix,tu,workers}.c only. */
#ifndef PINCHECK_PARSE_PARSE_PRIV_H
#define PINCHECK_PARSE_PARSE_PRIV_H

#include "parse.h"

struct parser {
	struct parse_options opts;
	struct strvec prefix_args;
	char *prefix;		/* header that includes the common ones, or NULL */
	char *prefix_text;	/* what is in it; the file may be missing */
	char *pch;		/* its compiled form, or NULL */
	char *deps;		/* beside it: hash and path of each file it was made of */
	uint64_t prefix_hash;	/* of what the compiled form is asked for by */
	uint64_t key;		/* of all that facts depend on besides flags */
	bool pch_checked;	/* libclang takes it as it is */
	const char *slow;	/* why there is no compiled form, or NULL */
};

/* tu.c: in a worker. Facts, or NULL and a reason that the caller frees;
 * @ret_worn: libclang crashed, and the process should end. */
struct tu_facts *tu__parse(struct parser *self, const char *file, char **ret_why,
			   bool *ret_worn);
/* tu.c: is the compiled prefix there, and does libclang take it? */
bool tu__prefix_usable(struct parser *self);
/* tu.c: compiles the prefix into folder @dir: 0, -EINVAL, or -EIO if the
 * folder can't be written. */
int tu__compile_prefix(struct parser *self, const char *dir);

/* prefix.c */
int prefix__prepare(struct parser *self);
void prefix__check(struct parser *self);

#endif
