/* SPDX-License-Identifier: GPL-2.0-only */
/* DOC: report - one small file a format; each reads a struct result only. */
#ifndef PINCHECK_REPORT_REPORT_H
#define PINCHECK_REPORT_REPORT_H

#include <stdio.h>

#include "../judge/result.h"

struct report_options {
	bool color;		/* terminal colours in text */
	bool verbose;		/* text: sites and their reasons too */
	unsigned int width;	/* text: columns of the table, 80 */
};

int report_text(const struct result *res, const struct report_options *opts, FILE *out);
int report_json(const struct result *res, const struct report_options *opts, FILE *out);

/* common.c: text that may be anybody's, with nothing that steers a terminal */
void report__puts(FILE *out, const char *s);
/* A whole report at once; 0 or -errno. */
int report__write(FILE *out, const char *text, size_t len);

#endif
