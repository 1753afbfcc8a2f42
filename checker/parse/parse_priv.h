/* SPDX-License-Identifier: GPL-2.0-only */
/* Between parse/tu.c and parse/workers.c only. */
#ifndef PINCHECK_PARSE_PARSE_PRIV_H
#define PINCHECK_PARSE_PARSE_PRIV_H

#include "parse.h"

struct parser {
	struct parse_options opts;
	struct strvec prefix_args;
	char *prefix;		/* header that includes the common ones, or NULL */
	char *pch;		/* its compiled form, or NULL */
	uint64_t prefix_hash;	/* of what the compiled form is made of */
};

/* tu.c: in a worker. Facts, or NULL and a reason that the caller frees. */
struct tu_facts *tu__parse(struct parser *self, const char *file, char **ret_why);
/* tu.c: is the compiled prefix there, and does libclang take it? */
bool tu__prefix_usable(struct parser *self);
/* tu.c: compiles the prefix; 0 or -errno. */
int tu__compile_prefix(struct parser *self);

#endif
