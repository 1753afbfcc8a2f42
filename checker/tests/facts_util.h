/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A piece of C as facts, for tests:
 *
 *	struct tu_facts *tu = facts_of("int f(int a) { return a; }");
 *	const struct fn *fn = fn_of(tu, "f");
 *	tu_facts__free(tu);
 *
 * The text stands in a file "test.c" that exists in memory only. All functions
 * are inline: a test needs no more than this header and the library.
 */
#ifndef PINCHECK_TESTS_FACTS_UTIL_H
#define PINCHECK_TESTS_FACTS_UTIL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clang-c/Index.h>

#include "../facts/extract.h"
#include "../facts/facts.h"

static inline bool facts_util__enters(const void *ctx, const char *path)
{
	(void)ctx;
	(void)path;
	return true;
}

/* The facts of a text; free them with tu_facts__free(). Aborts if it is no C. */
static inline struct tu_facts *facts_of(const char *text)
{
	static const char *const args[] = { "-std=gnu11", "-w" };
	struct CXUnsavedFile file = { "/test/test.c", text, strlen(text) };
	CXIndex index = clang_createIndex(1, 1);
	CXTranslationUnit tu = NULL;
	struct tu_facts *facts;

	if (clang_parseTranslationUnit2(index, file.Filename, args, 2, &file, 1,
					CXTranslationUnit_KeepGoing, &tu) || !tu)
		abort();
	facts = extract__tu(tu, "test.c", "/test", facts_util__enters, NULL);
	clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	if (facts->nr_errors) {
		fprintf(stderr, "the test's own text has errors: %s\n",
			facts->errors.nr ? tu_str(facts, facts->errors.v[0].text) : "?");
		abort();
	}
	return facts;
}

/* A function of a unit by name, or NULL. */
static inline const struct fn *fn_of(const struct tu_facts *tu, const char *name)
{
	for (size_t i = 0; i < tu->fns.nr; i++)
		if (!strcmp(tu_str(tu, tu->fns.v[i]->name), name))
			return tu->fns.v[i];
	return NULL;
}

/* A variable of a function by name, or UINT32_MAX. */
static inline uint32_t var_of(const struct tu_facts *tu, const struct fn *fn,
			      const char *name)
{
	for (uint32_t i = 0; i < fn->vars.nr; i++)
		if (!strcmp(tu_str(tu, fn->vars.v[i].name), name))
			return i;
	return UINT32_MAX;
}

#endif
