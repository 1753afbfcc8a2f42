/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For tests: C text into the facts of a unit, by libclang, without a file on
 * disk. All in this header, so that a test needs no further object file.
 */
#ifndef PINCHECK_TESTS_FACTS_UTIL_H
#define PINCHECK_TESTS_FACTS_UTIL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clang-c/Index.h>

#include "../facts/extract.h"
#include "../facts/facts.h"
#include "../lib/util.h"

/* A folder that does not exist: what is asked for stands in memory. */
#define FACTS_KDIR "/pincheck-test"
#define FACTS_MAX_FILES 8

struct facts_file {
	const char *path;	/* relative to the made-up tree */
	const char *text;
};

/**
 * facts_of_files() - facts of a unit that may include made-up headers
 * @files: the unit first, then its headers, included as "…" by their path
 * @nr: how many, up to FACTS_MAX_FILES
 *
 * Return: the facts; free them with tu_facts__free(). Diagnostics of libclang are
 * in them.
 */
static inline struct tu_facts *facts_of_files(const struct facts_file *files, size_t nr)
{
	static const char *const args[] = {
		"-std=gnu11", "-w", "-fshort-wchar", "-I" FACTS_KDIR,
		"--target=x86_64-linux-gnu", "-nostdinc",
	};
	struct CXUnsavedFile unsaved[FACTS_MAX_FILES];
	char *abs[FACTS_MAX_FILES];
	CXIndex index = clang_createIndex(1, 0);
	CXTranslationUnit tu = NULL;
	struct tu_facts *facts = NULL;

	if (nr > FACTS_MAX_FILES)
		abort();
	for (size_t i = 0; i < nr; i++) {
		abs[i] = xasprintf("%s/%s", FACTS_KDIR, files[i].path);
		unsaved[i].Filename = abs[i];
		unsaved[i].Contents = files[i].text;
		unsaved[i].Length = strlen(files[i].text);
	}
	if (!clang_parseTranslationUnit2(index, abs[0], args, (int)ARRAY_SIZE(args),
					 unsaved, (unsigned int)nr,
					 CXTranslationUnit_KeepGoing, &tu)) {
		facts = extract__tu(tu, files[0].path, FACTS_KDIR, NULL, NULL);
		clang_disposeTranslationUnit(tu);
	}
	clang_disposeIndex(index);
	for (size_t i = 0; i < nr; i++)
		free(abs[i]);
	if (!facts)
		abort();
	return facts;
}

/**
 * facts_of() - facts of a unit of one file
 * @path: its name, relative to the made-up tree
 * @text: what is in it
 *
 * Return: the facts; free them with tu_facts__free().
 */
static inline struct tu_facts *facts_of(const char *path, const char *text)
{
	struct facts_file file = { path, text };

	return facts_of_files(&file, 1);
}

/**
 * facts_dump() - facts as text
 * @tu: the facts
 *
 * Return: the text; the caller frees it.
 */
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

/**
 * facts_fn() - a function of a unit by name
 * @tu: the facts
 * @name: its name as expanded
 *
 * Return: the first of that name, or NULL.
 */
static inline const struct fn *facts_fn(const struct tu_facts *tu, const char *name)
{
	for (size_t i = 0; i < tu->fns.nr; i++)
		if (!strcmp(tu_str(tu, tu->fns.v[i]->name), name))
			return tu->fns.v[i];
	return NULL;
}

#endif
