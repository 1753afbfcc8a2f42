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

static inline bool facts_util__enters(const void *ctx, const char *path,
				      const char *returns)
{
	(void)ctx;
	(void)path;
	(void)returns;
	return true;
}

#define FACTS_UTIL_FILES 8

/* A file in memory; @path is below the made-up tree "/test". */
struct facts_file {
	const char *path, *text;
};

/*
 * The facts of the first file, which may include the others as "PATH"; free them
 * with tu_facts__free(). What is no C is in facts->errors.
 */
static inline struct tu_facts *facts_of_files(const struct facts_file *files, size_t nr)
{
	static const char *const args[] = { "-std=gnu11", "-w", "-nostdinc", "-I/test" };
	struct CXUnsavedFile unsaved[FACTS_UTIL_FILES];
	char names[FACTS_UTIL_FILES][64];
	CXIndex index = clang_createIndex(1, 0);
	CXTranslationUnit tu = NULL;
	struct tu_facts *facts;

	if (nr > FACTS_UTIL_FILES)
		abort();
	for (size_t i = 0; i < nr; i++) {
		snprintf(names[i], sizeof(names[i]), "/test/%s", files[i].path);
		unsaved[i].Filename = names[i];
		unsaved[i].Contents = files[i].text;
		unsaved[i].Length = strlen(files[i].text);
	}
	if (clang_parseTranslationUnit2(index, names[0], args, 4, unsaved, (unsigned int)nr,
					CXTranslationUnit_KeepGoing, &tu) || !tu)
		abort();
	facts = extract__tu(tu, files[0].path, "/test", facts_util__enters, NULL);
	clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	return facts;
}

/* The facts of a text; free them with tu_facts__free(). Aborts if it is no C. */
static inline struct tu_facts *facts_of(const char *text)
{
	struct facts_file file = { "test.c", text };
	struct tu_facts *facts = facts_of_files(&file, 1);

	if (facts->nr_errors) {
		fprintf(stderr, "the test's own text has errors: %s\n",
			facts->errors.nr ? tu_str(facts, facts->errors.v[0].text) : "?");
		abort();
	}
	return facts;
}

/* Facts as text; the caller frees it. */
static inline char *facts_dump(const struct tu_facts *tu)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		abort();
	tu_facts__dump(tu, f);
	fclose(f);
	return text;
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
