/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Errors in pointers: include/linux/err.h, all versions. They tell the ways to
 * failure from those to success.
 */
#ifndef PINCHECK_RULES_ERRORS_H
#define PINCHECK_RULES_ERRORS_H

#include "pincheck.h"

void *ERR_PTR(long error) OPAQUE GIVES_ERROR;
long PTR_ERR(const void *ptr) OPAQUE GIVES_ERROR;
void *ERR_CAST(const void *ptr) OPAQUE GIVES_ERROR;
bool IS_ERR(const void *ptr) OPAQUE TESTS_ERROR;
bool IS_ERR_OR_NULL(const void *ptr) OPAQUE TESTS_ERROR_OR_NULL;

#endif
