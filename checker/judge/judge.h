/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: judge
 *
 * Reads the linked program and writes the result: sites with verdicts, units,
 * findings. Nothing is parsed and nothing flows here. One small file a rule,
 * listed in checks.h.
 */
#ifndef PINCHECK_JUDGE_JUDGE_H
#define PINCHECK_JUDGE_JUDGE_H

#include "../link/link.h"
#include "../parse/tree.h"
#include "result.h"

struct judge_options {
	enum era era;
};

void judge__run(struct program *prog, const struct judge_options *opts,
		struct result *res);

/* Functions that are not fully understood, into the ledger. */
void judge__not_judged(struct result *res, const struct program *prog);

/* A call that another engine saw. */
struct seen_call {
	const char *file, *name;
	uint32_t line;
};

struct seen_calls {
	struct seen_call *v;
	size_t nr, cap;
};

/* Why clang did not see a call there. */
typedef const char *(*ledger_why_fn)(void *ctx, const char *file, uint32_t line);

void judge__ledger(struct result *res, const struct select_result *sel,
		   const struct strvec *names, const struct seen_calls *own,
		   const struct seen_calls *cocci,
		   ledger_why_fn why, void *ctx);

#endif
