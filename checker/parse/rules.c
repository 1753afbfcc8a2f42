// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loads rules/ into memory. All headers of the folder are parsed as one
 * translation unit that libclang gets from memory, with HAVE_<name> defined for
 * each name of the tree; each annotated function declaration becomes a struct
 * api. What the words mean is in rules_annot.c; what a rule file mentions is in
 * rules_text.c, which needs no parser.
 */
#include <clang-c/Index.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/strbuf.h"
#include "../lib/util.h"
#include "rules.h"
#include "rules_priv.h"

#define MAIN_FILE "pincheck-rules.c"
#define PREFIX "pincheck:"

struct loader {
	struct rules *rules;
	const char *dir;
	int err;
};

static void place_of(CXCursor cursor, CXString *ret_file, unsigned int *ret_line)
{
	CXFile file;

	clang_getFileLocation(clang_getCursorLocation(cursor), &file, ret_line,
			      NULL, NULL);
	*ret_file = clang_getFileName(file);
}

static void complain(struct loader *self, CXCursor cursor, const char *what)
{
	CXString file;
	unsigned int line;

	place_of(cursor, &file, &line);
	pr_err("%s:%u: %s", clang_getCString(file) ?: self->dir, line, what);
	clang_disposeString(file);
	self->err = -EINVAL;
}

struct visit {
	struct loader *loader;
	struct annot_ctx *ctx;
	unsigned int nr_annotations;
};

static enum CXChildVisitResult visit_annotation(CXCursor cursor, CXCursor parent,
						CXClientData data)
{
	struct visit *v = data;
	CXString text;
	const char *s;

	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
		return CXChildVisit_Continue;
	text = clang_getCursorSpelling(cursor);
	s = clang_getCString(text);
	if (str_starts(s, PREFIX)) {
		v->nr_annotations++;
		if (annot__apply(v->ctx, s + strlen(PREFIX)))
			complain(v->loader, cursor, v->ctx->error);
	}
	clang_disposeString(text);
	return CXChildVisit_Continue;
}

static void read_param(struct visit *v, CXCursor param, uint8_t index)
{
	struct api_param *p = &v->ctx->api->params[index];
	CXString name = clang_getCursorSpelling(param);
	CXString type = clang_getTypeSpelling(clang_getCursorType(param));

	p->index = index;
	p->name = strset__add(v->ctx->rules->strs, clang_getCString(name));
	p->count_index = RULE_COUNT_UNKNOWN;
	v->ctx->param = p;
	clang_visitChildren(param, visit_annotation, v);
	v->ctx->param = NULL;
	annot__default_role(v->ctx->rules, p, clang_getCString(type));
	clang_disposeString(type);
	clang_disposeString(name);
}

static void read_function(struct loader *self, CXCursor fn)
{
	struct api api = { 0 };
	struct annot_ctx ctx = { .rules = self->rules, .api = &api };
	struct visit v = { .loader = self, .ctx = &ctx };
	CXString name = clang_getCursorSpelling(fn), file;
	int i, nr = clang_Cursor_getNumArguments(fn);
	size_t k;

	place_of(fn, &file, &api.line);
	api.name = strset__add(self->rules->strs, clang_getCString(name));
	api.file = strset__add(self->rules->strs, clang_getCString(file));
	clang_disposeString(file);
	clang_disposeString(name);

	if (nr < 0 || nr > API_MAX_PARAMS) {
		complain(self, fn, "too many parameters, or none declared");
		return;
	}
	api.nr_params = nr;
	for (i = 0; i < nr; i++)
		read_param(&v, clang_Cursor_getArgument(fn, i), i);
	clang_visitChildren(fn, visit_annotation, &v);
	if (!v.nr_annotations)
		complain(self, fn, "declaration without any annotation");
	if (annot__finish(&ctx))
		complain(self, fn, ctx.error);

	vec__push(&self->rules->apis, api);
	for (k = 0; k < ctx.aliases.nr; k++) {
		struct api alias = api;

		alias.name = strset__add(self->rules->strs, ctx.aliases.v[k]);
		alias.alias_of = api.name;
		vec__push(&self->rules->apis, alias);
	}
	strvec__exit(&ctx.aliases);
}

/* A struct, a member or a variable whose annotations are being read. */
struct type_visit {
	struct loader *loader;
	const char *rec, *member;
};

static enum CXChildVisitResult visit_type(CXCursor cursor, CXCursor parent,
					  CXClientData data)
{
	struct type_visit *v = data;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	CXString text = clang_getCursorSpelling(cursor);
	const char *s = clang_getCString(text);
	char error[160];

	(void)parent;
	if (kind == CXCursor_FieldDecl && v->rec) {
		struct type_visit field = { v->loader, v->rec, s };

		clang_visitChildren(cursor, visit_type, &field);
	} else if (kind == CXCursor_AnnotateAttr && str_starts(s, PREFIX)) {
		if (annot__apply_type(v->loader->rules, v->rec, v->member,
				      s + strlen(PREFIX), error, sizeof(error)))
			complain(v->loader, cursor, error);
	}
	clang_disposeString(text);
	return CXChildVisit_Continue;
}

static void read_struct(struct loader *self, CXCursor cursor)
{
	CXString tag = clang_getCursorSpelling(cursor);
	struct type_visit v = { self, clang_getCString(tag), NULL };

	clang_visitChildren(cursor, visit_type, &v);
	clang_disposeString(tag);
}

static enum CXChildVisitResult visit_constant(CXCursor cursor, CXCursor parent,
					      CXClientData data)
{
	struct loader *self = data;
	CXString text = clang_getCursorSpelling(cursor);
	CXString name = clang_getCursorSpelling(parent);
	const char *s = clang_getCString(text);

	if (clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl)
		clang_visitChildren(cursor, visit_constant, self);
	else if (clang_getCursorKind(cursor) == CXCursor_AnnotateAttr &&
		 str_starts(s, PREFIX) &&
		 annot__apply_flag(self->rules, clang_getCString(name), s + strlen(PREFIX)))
		complain(self, cursor, "this annotation does not belong on a constant");
	clang_disposeString(name);
	clang_disposeString(text);
	return CXChildVisit_Continue;
}

static void read_variable(struct loader *self, CXCursor cursor)
{
	struct type_visit v = { self, NULL, NULL };

	clang_visitChildren(cursor, visit_type, &v);
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent,
					 CXClientData data)
{
	(void)parent;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
		read_function(data, cursor);
		break;
	case CXCursor_StructDecl:
		read_struct(data, cursor);
		break;
	case CXCursor_EnumDecl:
		clang_visitChildren(cursor, visit_constant, data);
		break;
	case CXCursor_VarDecl:
		read_variable(data, cursor);
		break;
	default:
		break;
	}
	return CXChildVisit_Continue;
}

/* The translation unit that includes everything. */
static void write_main(struct rules *self, const struct strvec *headers,
		       const struct strvec *have, struct strbuf *out)
{
	size_t i;

	for (i = 0; i < have->nr; i++)
		strbuf__addf(out, "#define HAVE_%s 1\n", have->v[i]);
	for (i = 0; i < headers->nr; i++)
		strbuf__addf(out, "#include \"%s\"\n", headers->v[i]);
	self->hash = hash64(out->buf, out->len, self->hash);
}

static int report_diagnostics(CXTranslationUnit tu)
{
	unsigned int i, line, nr = clang_getNumDiagnostics(tu);
	int err = 0;

	for (i = 0; i < nr; i++) {
		CXDiagnostic diag = clang_getDiagnostic(tu, i);
		CXString text, name;
		CXFile file;

		if (clang_getDiagnosticSeverity(diag) >= CXDiagnostic_Error) {
			clang_getFileLocation(clang_getDiagnosticLocation(diag),
					      &file, &line, NULL, NULL);
			name = clang_getFileName(file);
			text = clang_getDiagnosticSpelling(diag);
			pr_err("%s:%u: %s", clang_getCString(name) ?: "rules", line,
			       clang_getCString(text));
			clang_disposeString(text);
			clang_disposeString(name);
			err = -EINVAL;
		}
		clang_disposeDiagnostic(diag);
		if (err)
			break;
	}
	return err;
}

static int parse(struct loader *self, const struct strbuf *text)
{
	const char *const args[] = {
		"-x", "c", "-std=gnu11", "-nostdinc", "-ffreestanding",
		/* An annotation where it can't stand is a mistake, not a warning. */
		"-w", "-Werror=ignored-attributes", "-Werror=attributes",
		"-fno-builtin", "-D__PINCHECK__=1", "-I", self->dir,
	};
	struct CXUnsavedFile unsaved = { MAIN_FILE, text->buf, text->len };
	CXIndex index = clang_createIndex(1, 0);
	CXTranslationUnit tu = NULL;
	enum CXErrorCode code;

	code = clang_parseTranslationUnit2(index, MAIN_FILE, args, ARRAY_SIZE(args),
					   &unsaved, 1,
					   CXTranslationUnit_SkipFunctionBodies, &tu);
	if (code != CXError_Success || !tu) {
		pr_err("%s: libclang can't parse the rules (error %d)", self->dir, code);
		self->err = -EINVAL;
	} else {
		self->err = report_diagnostics(tu);
		if (!self->err)
			clang_visitChildren(clang_getTranslationUnitCursor(tu),
					    visit_top, self);
		clang_disposeTranslationUnit(tu);
	}
	clang_disposeIndex(index);
	return self->err;
}

static void note_have(struct rules *self, const struct strvec *have)
{
	size_t i;

	for (i = 0; i < have->nr; i++)
		strset__add(self->strs, have->v[i]);
	self->nr_has = strset__nr(self->strs);
	self->has = xcalloc(self->nr_has + 1, 1);
	for (i = 0; i < have->nr; i++)
		self->has[strset__find(self->strs, have->v[i])] = 1;
}

static const struct strset *sort_strs;

static int cmp_api(const void *a, const void *b)
{
	const struct api *x = a, *y = b;

	return strcmp(strset__str(sort_strs, x->name), strset__str(sort_strs, y->name));
}

/* Sorts by name, refuses a name that is there twice, builds the look-up. */
static int index_apis(struct rules *self)
{
	size_t i;
	int err = 0;

	sort_strs = self->strs;
	vec__sort(&self->apis, cmp_api);
	self->nr_ids = strset__nr(self->strs);
	self->by_id = xcalloc(self->nr_ids + 1, sizeof(*self->by_id));
	for (i = 0; i < self->apis.nr; i++) {
		const struct api *api = &self->apis.v[i];

		if (self->by_id[api->name]) {
			pr_err("%s:%u: %s() is declared twice",
			       strset__str(self->strs, api->file), api->line,
			       strset__str(self->strs, api->name));
			err = -EINVAL;
		}
		self->by_id[api->name] = i + 1;
	}
	return err;
}

static int load(struct rules *self, const char *dir, const struct strvec *have)
{
	struct loader loader = { .rules = self, .dir = dir };
	struct strvec headers = { 0 };
	struct strbuf text;
	int err;

	strbuf__init(&text);
	err = rules__list_headers(dir, &headers, &self->hash);
	if (!err) {
		note_have(self, have);
		write_main(self, &headers, have, &text);
		err = parse(&loader, &text);
	}
	if (!err)
		err = index_apis(self);
	strbuf__exit(&text);
	strvec__exit(&headers);
	return err;
}

/**
 * rules__load() - read all rule files for one tree
 * @rules_dir: the folder of the rule files
 * @have: names that the tree's headers declare
 * @ret_rules: where the rules go; the caller owns them
 *
 * Says what is wrong with a rule file on stderr, one line each.
 *
 * Return: 0, -EINVAL for a mistake in a rule file, -errno if one can't be read.
 */
int rules__load(const char *rules_dir, const struct strvec *have,
		struct rules **ret_rules)
{
	struct rules *self = xcalloc(1, sizeof(*self));
	int err;

	self->strs = strset__new();
	err = load(self, rules_dir, have);
	if (err) {
		rules__free(self);
		return err;
	}
	*ret_rules = self;
	return 0;
}

/**
 * rules__free() - free rules and all that they gave out
 * @self: the rules, or NULL
 */
void rules__free(struct rules *self)
{
	size_t i;

	if (!self)
		return;
	for (i = 0; i < self->paths.nr; i++)
		free(self->paths.v[i].path);
	vec__exit(&self->paths);
	vec__exit(&self->types);
	vec__exit(&self->contexts);
	vec__exit(&self->flags);
	vec__exit(&self->apis);
	free(self->by_id);
	free(self->has);
	strset__free(self->strs);
	free(self);
}

/**
 * rules__find() - what a function means
 * @self: the rules
 * @name: name of the function
 *
 * Return: its rule, owned by @self, or NULL if no rule tells.
 */
const struct api *rules__find(const struct rules *self, const char *name)
{
	uint32_t id = strset__find(self->strs, name);

	if (id == STRSET_NONE || id >= self->nr_ids || !self->by_id[id])
		return NULL;
	return &self->apis.v[self->by_id[id] - 1];
}

/**
 * rules__str() - the text of a string id
 * @self: the rules
 * @id: an id from a struct api
 *
 * Return: the string, owned by @self.
 */
const char *rules__str(const struct rules *self, uint32_t id)
{
	return strset__str(self->strs, id);
}

/**
 * rules__nr() - how many functions the rules tell about
 * @self: the rules
 *
 * Return: the number; aliases count.
 */
size_t rules__nr(const struct rules *self)
{
	return self->apis.nr;
}

/**
 * rules__at() - one function's rule by number, in order of name
 * @self: the rules
 * @i: from 0 to rules__nr() - 1
 *
 * Return: the rule, owned by @self.
 */
const struct api *rules__at(const struct rules *self, size_t i)
{
	return &self->apis.v[i];
}

/**
 * rules__hash() - a hash over all rule text and the tree's names
 * @self: the rules
 *
 * Return: the hash; the same input gives the same hash on every machine.
 */
uint64_t rules__hash(const struct rules *self)
{
	return self->hash;
}

/**
 * rules__has() - does the tree have that name?
 * @self: the rules
 * @name: a name
 *
 * Return: true if it was among the names given to rules__load().
 */
bool rules__has(const struct rules *self, const char *name)
{
	uint32_t id = strset__find(self->strs, name);

	return id != STRSET_NONE && id < self->nr_has && self->has[id];
}

/**
 * rules__return() - the return value as a parameter
 * @api: a rule
 *
 * Return: it, or NULL if the return value means nothing.
 */
const struct api_param *rules__return(const struct api *api)
{
	if (api->nr_params && api->params[api->nr_params - 1].index == RULE_RETURN)
		return &api->params[api->nr_params - 1];
	return NULL;
}
