/* SPDX-License-Identifier: GPL-2.0-only */
/* Facts of one parsed translation unit. Only parse/ calls this. */
#ifndef PINCHECK_FACTS_EXTRACT_H
#define PINCHECK_FACTS_EXTRACT_H

#include <stdbool.h>

#include <clang-c/Index.h>

struct tu_facts;

/*
 * Are functions that are defined in this file wanted? If not, is one wanted
 * that does nothing but return a value of the type @returns (else NULL)?
 */
typedef bool (*extract_enters_fn)(const void *ctx, const char *path,
				  const char *returns);

struct tu_facts *extract__tu(CXTranslationUnit tu, const char *path, const char *kdir,
			     extract_enters_fn enters, const void *ctx);

#endif
