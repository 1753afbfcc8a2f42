/* SPDX-License-Identifier: GPL-2.0-only */
/* `pincheck explain RULE`: the page of a rule, as plain text. */
#ifndef PINCHECK_JUDGE_EXPLAIN_H
#define PINCHECK_JUDGE_EXPLAIN_H

#include <stdio.h>

/* @docs_dir: the folder that holds rules/<id>.md. */
int explain__print(const char *docs_dir, const char *rule, FILE *out);
int explain__list(const char *docs_dir, FILE *out);

#endif
