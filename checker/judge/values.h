/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the checks only: what an argument may be, followed through local
 * variables and parameters; and whether the memory behind an address is written.
 */
#ifndef PINCHECK_JUDGE_VALUES_H
#define PINCHECK_JUDGE_VALUES_H

#include "cfg.h"

/* What the flags of an acquire, or a direction, may be. */
enum asked {
	ASKED_NO	= 1 << 0,	/* it may be that nothing of the kind is asked */
	ASKED_YES	= 1 << 1,
	ASKED_UNKNOWN	= 1 << 2,
};

unsigned int values__asks(struct judge *j, uint32_t fn, uint32_t expr,
			  enum flag_meaning meaning);
uint32_t values__flags_arg(const struct judge *j, const struct acquire *a);
/* written.c */
bool values__written_through(const struct judge *j, uint32_t fn, uint32_t call,
			     uint32_t *ret_fn, uint32_t *ret_expr);

#endif
