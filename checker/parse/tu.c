// SPDX-License-Identifier: GPL-2.0-only
/*
 * One file through libclang, in a worker process.
 *
 * Comes in: flags from the tree, our precompiled prefix. Goes out: facts. A
 * file that libclang refuses with the prefix is parsed again without it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <clang-c/Index.h>

#include "../facts/extract.h"
#include "../facts/facts.h"
#include "../lib/strbuf.h"
#include "parse_priv.h"
#include "tree.h"

#define PARSE_OPTIONS (CXTranslationUnit_KeepGoing)

static const char *error_name(enum CXErrorCode code)
{
	switch (code) {
	case CXError_Crashed:
		return "libclang crashed";
	case CXError_InvalidArguments:
		return "libclang refused the arguments";
	case CXError_ASTReadError:
		return "libclang refused the precompiled header";
	default:
		return "libclang failed";
	}
}

/* A PCH made with other macros is refused only when the unit is read. */
static bool refused_pch(CXTranslationUnit tu)
{
	unsigned int nr = clang_getNumDiagnostics(tu);
	bool refused = false;

	for (unsigned int i = 0; i < nr && !refused; i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		CXString s = clang_getDiagnosticSpelling(d);
		const char *text = clang_getCString(s);

		refused = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error && text &&
			  (strstr(text, "PCH file") || strstr(text, "precompiled"));
		clang_disposeString(s);
		clang_disposeDiagnostic(d);
	}
	return refused;
}

/* A header is read by itself: behind the prefix its guard would empty it. */
static enum CXErrorCode parse(CXIndex index, const struct prefix *prefix, const char *abs,
			      const struct strvec *args, bool pch,
			      const struct CXUnsavedFile *overlay,
			      CXTranslationUnit *ret_tu)
{
	bool header = str_ends(abs, ".h");
	struct strvec all = {0};
	enum CXErrorCode err;

	struct CXUnsavedFile texts[2];
	unsigned int nr_texts = 0;

	strvec__add_all(&all, args);
	if (header) {
		strvec__add(&all, "-xc");
	} else if (prefix->header) {
		strvec__add(&all, pch ? "-include-pch" : "-include");
		strvec__add(&all, pch ? prefix->pch : prefix->header);
		if (!pch)
			texts[nr_texts++] = (struct CXUnsavedFile){
				prefix->header, prefix->text, strlen(prefix->text) };
	}
	if (overlay)
		texts[nr_texts++] = *overlay;
	err = clang_parseTranslationUnit2(index, abs, (const char *const *)all.v,
					  (int)all.nr, nr_texts ? texts : NULL, nr_texts,
					  PARSE_OPTIONS, ret_tu);
	strvec__exit(&all);
	return err;
}

/* The text that stands in a file's place; the caller frees it. */
static bool read_overlay(const struct parser *self, const char *file, char **ret_text,
			 unsigned long *ret_len)
{
	size_t len = 0;
	char *path;
	bool there;

	if (!self->overlay)
		return false;
	path = xasprintf("%s/%s", self->overlay, file);
	there = !file_read(path, 0, ret_text, &len);
	free(path);
	*ret_len = len;
	return there;
}

/**
 * tu__parse() - parse one file and take its facts
 * @self: the parser
 * @file: relative to KDIR
 * @ret_why: on failure, the reason; the caller frees it
 * @ret_worn: set when libclang crashed and is not to be used again
 *
 * Return: the facts, or NULL.
 */
struct tu_facts *tu__parse(struct parser *self, const char *file, char **ret_why,
			   bool *ret_worn)
{
	const char *kdir = tree__kdir(self->opts.tree);
	enum flags_source source = FLAGS_MADE_UP;
	struct tu_facts *facts = NULL;
	CXTranslationUnit tu = NULL;
	struct strvec args = {0};
	enum CXErrorCode err;
	bool header = str_ends(file, ".h");
	const struct prefix *prefix = prefix__of(self, file);
	bool pch = prefix->pch != NULL && !header;
	struct CXUnsavedFile overlay = {0}, *other = NULL;
	char *abs, *text = NULL;
	CXIndex index;

	if (tree__flags(self->opts.tree, file, &args, &source)) {
		*ret_why = xstrdup("no compiler flags for it");
		strvec__exit(&args);
		return NULL;
	}
	abs = xasprintf("%s/%s", kdir, file);
	if (read_overlay(self, file, &text, &overlay.Length)) {
		overlay.Filename = abs;
		overlay.Contents = text;
		other = &overlay;
	}
	index = clang_createIndex(1, 0);
	err = parse(index, prefix, abs, &args, pch, other, &tu);
	*ret_worn = err == CXError_Crashed;
	if (pch && (err == CXError_ASTReadError || (!err && refused_pch(tu)))) {
		if (tu)
			clang_disposeTranslationUnit(tu);
		tu = NULL;
		err = parse(index, prefix, abs, &args, false, other, &tu);
		*ret_worn = err == CXError_Crashed;
	}
	if (err || !tu) {
		*ret_why = xstrdup(error_name(err));
	} else {
		facts = extract__tu(tu, file, kdir, self->opts.enters, self->opts.enters_ctx);
		facts->flags_from = source;
		clang_disposeTranslationUnit(tu);
	}
	clang_disposeIndex(index);
	strvec__exit(&args);
	free(text);
	free(abs);
	return facts;
}

/**
 * tu__prefix_usable() - does libclang take the compiled prefix as it is
 * @prefix: the common headers, with pch set
 *
 * Return: true if so; false if it is absent or a header changed since.
 */
bool tu__prefix_usable(const struct prefix *prefix)
{
	struct CXUnsavedFile empty = { "pincheck-empty.c", "", 0 };
	CXTranslationUnit tu = NULL;
	struct strvec args = {0};
	bool usable = false;
	CXIndex index;

	if (!file_exists(prefix->pch))
		return false;
	strvec__add_all(&args, &prefix->args);
	strvec__add(&args, "-include-pch");
	strvec__add(&args, prefix->pch);
	index = clang_createIndex(1, 0);
	if (!clang_parseTranslationUnit2(index, empty.Filename, (const char *const *)args.v,
					 (int)args.nr, &empty, 1, PARSE_OPTIONS, &tu))
		usable = !refused_pch(tu);
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	strvec__exit(&args);
	return usable;
}

struct dep_list {
	CXTranslationUnit tu;
	struct strvec lines;
};

/* The content that libclang read, not what is there by now. */
static void add_dep(CXFile file, CXSourceLocation *stack, unsigned int len,
		    CXClientData data)
{
	CXString name = clang_getFileName(file);
	const char *path = clang_getCString(name);
	struct dep_list *deps = data;
	size_t size = 0;
	const char *text = clang_getFileContents(deps->tu, file, &size);

	(void)stack;
	(void)len;
	if (path && text)
		strvec__addf(&deps->lines, "%016llx %s",
			     (unsigned long long)hash64(text, size, 0), path);
	clang_disposeString(name);
}

static int write_deps(CXTranslationUnit tu, const char *path)
{
	struct dep_list deps = { .tu = tu };
	struct strbuf text;
	int err;

	clang_getInclusions(tu, add_dep, &deps);
	strvec__sort(&deps.lines);
	strbuf__init(&text);
	for (size_t i = 0; i < deps.lines.nr; i++)
		strbuf__addf(&text, "%s\n", deps.lines.v[i]);
	err = file_write_atomic(path, text.buf, text.len);
	strbuf__exit(&text);
	strvec__exit(&deps.lines);
	return err;
}

/**
 * tu__compile_prefix() - compile the common headers
 * @prefix: the common headers, with header and args set
 * @dir: a folder that gets pch, the compiled form, and deps, one line for each
 *       file that it was made of: hash of the content, path
 *
 * Return: 0, -EINVAL if libclang can't read the headers, or another -errno if
 * the folder can't be written.
 */
int tu__compile_prefix(const struct prefix *prefix, const char *dir)
{
	char *pch = xasprintf("%s/pch", dir), *deps = xasprintf("%s/deps", dir);
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit tu = NULL;
	struct strvec args = {0};
	enum CXErrorCode err;
	int ret;

	strvec__add_all(&args, &prefix->args);
	strvec__add(&args, "-xc-header");
	err = clang_parseTranslationUnit2(index, prefix->header,
					  (const char *const *)args.v, (int)args.nr,
					  NULL, 0,
					  PARSE_OPTIONS | CXTranslationUnit_ForSerialization |
					  CXTranslationUnit_Incomplete, &tu);
	ret = err || !tu ? -EINVAL : write_deps(tu, deps);
	if (!ret) {
		int saved = clang_saveTranslationUnit(tu, pch, CXSaveTranslationUnit_None);

		/* "unknown" is what it says of a full disk */
		ret = !saved ? 0 : saved == CXSaveError_Unknown ? -EIO : -EINVAL;
	}
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	strvec__exit(&args);
	free(deps);
	free(pch);
	return ret;
}
