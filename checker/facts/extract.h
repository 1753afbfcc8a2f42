/* SPDX-License-Identifier: GPL-2.0-only */
/* Facts of one parsed translation unit. Only parse/ calls this. */
#ifndef PINCHECK_FACTS_EXTRACT_H
#define PINCHECK_FACTS_EXTRACT_H

#include <clang-c/Index.h>

struct tu_facts;

struct tu_facts *extract__tu(CXTranslationUnit tu, const char *path, const char *kdir);

#endif
