/* SPDX-License-Identifier: GPL-2.0-only */
/* Coccinelle's findings put beside the checker's, by place. */
#ifndef PINCHECK_JUDGE_MERGE_H
#define PINCHECK_JUDGE_MERGE_H

#include "judge.h"

struct cocci_result;

void merge__findings(struct result *res, const struct cocci_result *cocci);
void merge__calls(struct result *res, const struct cocci_result *cocci,
		  const struct seen_calls *own, const struct rules *rules, ledger_why_fn why, void *ctx);

#endif
