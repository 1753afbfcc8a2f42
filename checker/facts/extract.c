// SPDX-License-Identifier: GPL-2.0-only
/*
 * Facts of one translation unit: its functions, what they call, static tables
 * of function pointers, the files it read and the errors libclang met.
 *
 * Declarations that come from a precompiled header are not visited. What is
 * not handled here: expressions (extract_expr.c) and control flow (cfg.c).
 */
#include <stdlib.h>
#include <string.h>

#include "extract.h"
#include "extract_priv.h"

#define MAX_KEPT_ERRORS 5
#define MAX_TEXT 160

/**
 * extract__str() - intern a libclang string and give it back to libclang
 * @x: the extraction
 * @s: the string
 *
 * Return: its id.
 */
uint32_t extract__str(struct extract *x, CXString s)
{
	const char *text = clang_getCString(s);
	uint32_t id = strset__add(x->facts->strs, text ? text : "");

	clang_disposeString(s);
	return id;
}

/**
 * extract__type() - the canonical spelling of a type
 * @x: the extraction
 * @type: any type
 *
 * Return: its string id.
 */
uint32_t extract__type(struct extract *x, CXType type)
{
	CXType canon = clang_getCanonicalType(type);
	uint32_t *slot, id;
	bool fresh;

	if (!canon.data[0])
		return 0;
	slot = hmap__slot(&x->types, (uint64_t)(uintptr_t)canon.data[0], &fresh);
	if (!fresh)
		return *slot;
	id = extract__str(x, clang_getTypeSpelling(
			clang_getUnqualifiedType(canon)));
	*slot = id;
	return id;
}

static uint32_t anonymous_name(struct extract *x, CXCursor rec)
{
	struct where at = extract__where(x, clang_getCursorLocation(rec));
	char *s = xasprintf("struct <%s:%u>", tu_str(x->facts, at.file), at.line);
	uint32_t id = strset__add(x->facts->strs, s);

	free(s);
	return id;
}

/**
 * extract__record() - the tag of the record that holds a field
 * @x: the extraction
 * @field: declaration of the field
 *
 * An anonymous struct or union inside another counts as the outer one, for
 * that is how C code sees its members. `typedef struct { … } x` is "x".
 *
 * Return: the string id of "struct tag".
 */
uint32_t extract__record(struct extract *x, CXCursor field)
{
	CXCursor rec = clang_getCursorSemanticParent(field);
	uint32_t *slot, id;
	bool fresh;

	while (clang_Cursor_isAnonymous(rec)) {
		CXCursor up = clang_getCursorSemanticParent(rec);
		enum CXCursorKind kind = clang_getCursorKind(up);

		if (kind != CXCursor_StructDecl && kind != CXCursor_UnionDecl)
			break;
		rec = up;
	}
	slot = hmap__slot(&x->records, (uint64_t)(uintptr_t)rec.data[0], &fresh);
	if (!fresh)
		return *slot;
	if (clang_Cursor_isAnonymous(rec)) {
		CXString s = clang_getTypeSpelling(clang_getCursorType(rec));
		const char *text = clang_getCString(s);

		if (text && !strchr(text, '(')) {
			id = strset__add(x->facts->strs, text);
			clang_disposeString(s);
		} else {
			clang_disposeString(s);
			id = anonymous_name(x, rec);
		}
	} else {
		id = extract__type(x, clang_getCursorType(rec));
	}
	/* the map may have moved meanwhile */
	slot = hmap__slot(&x->records, (uint64_t)(uintptr_t)rec.data[0], &fresh);
	*slot = id;
	return id;
}

static uint32_t source_name(struct extract *x, CXFile file)
{
	CXString s = clang_getFileName(file);
	const char *name = clang_getCString(s);
	uint32_t id;

	if (!strncmp(name, x->kdir, x->kdir_len) && name[x->kdir_len] == '/')
		name += x->kdir_len + 1;
	while (str_starts(name, "./"))
		name += 2;
	id = strset__add(x->facts->strs, name);
	clang_disposeString(s);
	return id;
}

static uint32_t source_of(struct extract *x, CXFile file)
{
	struct source src = { .file = file };
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&x->files, (uint64_t)(uintptr_t)file, &fresh);
	if (!fresh)
		return *slot;
	*slot = (uint32_t)x->sources.nr;
	src.name = source_name(x, file);
	vec__push(&x->sources, src);
	return (uint32_t)x->sources.nr - 1;
}

/* A header is not read for its name alone. */
static const struct source *source_text(struct extract *x, uint32_t i)
{
	struct source *src = &x->sources.v[i];

	if (!src->read)
		src->text = clang_getFileContents(x->tu, src->file, &src->len);
	src->read = true;
	return src;
}

/**
 * extract__where() - a place in the file that a person would look at
 * @x: the extraction
 * @loc: a location; in a macro, where the macro is used, or where the macro's
 *       argument is written
 *
 * Return: the place; line 0 when there is none.
 */
struct where extract__where(struct extract *x, CXSourceLocation loc)
{
	struct where w = { .source = UINT32_MAX };
	CXFile file;

	clang_getFileLocation(loc, &file, &w.line, &w.col, &w.offset);
	if (!file) {
		w.line = 0;
		return w;
	}
	w.source = source_of(x, file);
	w.file = x->sources.v[w.source].name;
	return w;
}

/**
 * extract__text() - source text of a cursor, white space folded
 * @x: the extraction
 * @c: an expression
 *
 * Return: string id; 0 if it has no text of its own or is too long.
 */
uint32_t extract__text(struct extract *x, CXCursor c)
{
	CXSourceRange range = clang_getCursorExtent(c);
	struct where from = extract__where(x, clang_getRangeStart(range));
	struct where to = extract__where(x, clang_getRangeEnd(range));
	const struct source *src;
	char buf[MAX_TEXT];
	size_t n = 0;

	if (from.source == UINT32_MAX || from.source != to.source ||
	    to.offset <= from.offset)
		return 0;
	src = source_text(x, from.source);
	if (!src->text || to.offset > src->len)
		return 0;
	for (size_t i = from.offset; i < to.offset; i++) {
		char ch = src->text[i];

		if (ch == '\n' || ch == '\t' || ch == '\\' || ch == '\r')
			ch = ' ';
		if (ch == ' ' && n && buf[n - 1] == ' ')
			continue;
		if (n + 1 >= sizeof(buf))
			return 0;
		buf[n++] = ch;
	}
	return strset__addn(x->facts->strs, buf, n);
}

static enum CXChildVisitResult add_child(CXCursor c, CXCursor parent,
					 CXClientData data)
{
	cursor_vec *ret = data;

	(void)parent;
	vec__push(ret, c);
	return CXChildVisit_Continue;
}

/**
 * extract__children() - the children of a cursor
 * @c: the cursor
 * @ret: emptied vector to fill; the caller frees it with vec__exit()
 */
void extract__children(CXCursor c, cursor_vec *ret)
{
	memset(ret, 0, sizeof(*ret));
	clang_visitChildren(c, add_child, ret);
}

struct only_child {
	CXCursor child;
	int nr;
};

static enum CXChildVisitResult count_child(CXCursor c, CXCursor parent,
					   CXClientData data)
{
	struct only_child *only = data;

	(void)parent;
	only->child = c;
	return ++only->nr > 1 ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* libclang has no call for this; the spelling of the type says it. */
static bool is_noreturn(CXCursor fn)
{
	CXString s = clang_getTypeSpelling(clang_getCursorType(fn));
	const char *text = clang_getCString(s);
	bool yes = text && strstr(text, "noreturn");

	clang_disposeString(s);
	return yes;
}

/**
 * extract__only_child() - the child of a cursor that has just one
 * @c: the cursor
 *
 * Return: the child, or a null cursor if there is none or more than one.
 */
CXCursor extract__only_child(CXCursor c)
{
	struct only_child only = { .nr = 0 };

	clang_visitChildren(c, count_child, &only);
	return only.nr == 1 ? only.child : clang_getNullCursor();
}

static uint32_t fn_flags_of(CXCursor fn)
{
	uint32_t flags = 0;

	if (clang_Cursor_getStorageClass(fn) == CX_SC_Static)
		flags |= FN_STATIC;
	if (clang_Cursor_isFunctionInlined(fn))
		flags |= FN_INLINE;
	if (clang_Cursor_isVariadic(fn))
		flags |= FN_VARIADIC;
	if (is_noreturn(fn))
		flags |= FN_NORETURN;
	return flags;
}

/* By where a person sees the name: SYSCALL_DEFINE3(brk, …) is the file's that has
 * it, FNAME(walk) is the template's. */
static bool in_main_file(struct extract *x, CXCursor c)
{
	return extract__where(x, clang_getCursorLocation(c)).file == x->main_file;
}

static CXCursor find_body(CXCursor fn)
{
	cursor_vec kids;
	CXCursor body = clang_getNullCursor();

	extract__children(fn, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_getCursorKind(kids.v[i]) == CXCursor_CompoundStmt)
			body = kids.v[i];
	vec__exit(&kids);
	return body;
}

/* `{ return EXPR; }` of a wanted type, whatever header it stands in. */
static bool is_accessor(struct extract *x, CXCursor def, uint32_t file)
{
	uint32_t type = extract__type(x, clang_getCursorResultType(def));
	CXCursor body;
	bool fresh;

	if (!x->enters(x->enters_ctx, tu_str(x->facts, file), tu_str(x->facts, type)))
		return false;
	body = extract__only_child(find_body(def));
	if (clang_Cursor_isNull(body) || clang_getCursorKind(body) != CXCursor_ReturnStmt)
		return false;
	*hmap__slot(&x->accessors, (uint64_t)(uintptr_t)def.data[0], &fresh) = 1;
	return true;
}

static bool is_wanted(struct extract *x, CXCursor def, uint32_t file)
{
	return !x->enters || x->enters(x->enters_ctx, tu_str(x->facts, file), NULL) ||
	       is_accessor(x, def, file);
}

/**
 * extract__want() - a function is called, or its address is taken
 * @x: the extraction
 * @decl: a declaration of it
 *
 * One that a header defines is taken then, if that header is wanted, or if all
 * it does is to pick out something that is.
 */
void extract__want(struct extract *x, CXCursor decl)
{
	CXCursor def = clang_getCursorDefinition(decl);
	struct where at;
	bool fresh;

	if (clang_Cursor_isNull(def))
		return;
	at = extract__where(x, clang_getCursorLocation(def));
	if (!at.line || at.file == x->main_file || !is_wanted(x, def, at.file))
		return;
	*hmap__slot(&x->entered, (uint64_t)(uintptr_t)def.data[0], &fresh) = 1;
	if (fresh)
		vec__push(&x->wanted, def);
}

/**
 * extract__callee() - note a function that the unit calls
 * @x: the extraction
 * @decl: its declaration
 *
 * Return: its flags, enum fn_flags.
 */
uint32_t extract__callee(struct extract *x, CXCursor decl)
{
	CXCursor canon = clang_getCanonicalCursor(decl);
	struct callee callee = {0};
	uint32_t *slot;
	struct where at;
	bool fresh;
	int nr;

	slot = hmap__slot(&x->callees, (uint64_t)(uintptr_t)canon.data[0], &fresh);
	if (!fresh)
		return x->facts->callees.v[*slot].flags;
	*slot = (uint32_t)x->facts->callees.nr;
	at = extract__where(x, clang_getCursorLocation(decl));
	callee.name = extract__str(x, clang_getCursorSpelling(decl));
	callee.file = at.file;
	callee.line = at.line;
	callee.ret_type = extract__type(x, clang_getCursorResultType(decl));
	callee.flags = fn_flags_of(decl);
	extract__want(x, decl);
	callee.param0 = (uint32_t)x->facts->callee_params.nr;
	nr = clang_Cursor_getNumArguments(decl);
	for (int i = 0; i < nr; i++) {
		CXCursor arg = clang_Cursor_getArgument(decl, (unsigned int)i);
		struct callee_param param = {
			.name = extract__str(x, clang_getCursorSpelling(arg)),
			.type = extract__type(x, clang_getCursorType(arg)),
		};

		vec__push(&x->facts->callee_params, param);
		callee.nr_params++;
	}
	vec__push(&x->facts->callees, callee);
	return callee.flags;
}

/* The name as the file has it: FNAME(walk_addr), SYSCALL_DEFINE3(brk …). */
static uint32_t written_name(struct extract *x, const struct where *at,
			     const char *name)
{
	const struct source *src;
	size_t i, start, len = strlen(name);

	if (at->source == UINT32_MAX)
		return 0;
	src = source_text(x, at->source);
	if (!src->text || at->offset >= src->len)
		return 0;
	start = at->offset;
	if (start + len <= src->len && !memcmp(src->text + start, name, len))
		return 0;
	for (i = start; i < src->len && i - start < 80; i++) {
		char c = src->text[i];

		if (c == ',' || c == ')') {
			char *s = xasprintf("%.*s)", (int)(i - start),
					    src->text + start);
			uint32_t id = strset__add(x->facts->strs, s);

			free(s);
			return id;
		}
		if (c == '\n' || c == ';' || c == '{')
			break;
	}
	return 0;
}

static void function(struct extract *x, CXCursor c)
{
	struct where at = extract__where(x, clang_getCursorLocation(c));
	struct where end = extract__where(x, clang_getRangeEnd(clang_getCursorExtent(c)));
	CXCursor body = find_body(c);
	struct fn *fn;
	int nr;

	if (clang_Cursor_isNull(body))
		return;
	fn = tu_facts__add_fn(x->facts);
	x->fn = fn;
	fn->name = extract__str(x, clang_getCursorSpelling(c));
	fn->written = written_name(x, &at, tu_str(x->facts, fn->name));
	fn->file = at.file;
	fn->line = at.line;
	fn->end_line = end.line;
	fn->ret_type = extract__type(x, clang_getCursorResultType(c));
	fn->flags = fn_flags_of(c);
	if (str_ends(tu_str(x->facts, at.file), ".h"))
		fn->flags |= FN_HEADER;
	if (hmap__find(&x->accessors, (uint64_t)(uintptr_t)c.data[0], &(uint32_t){0}))
		fn->flags |= FN_ACCESSOR;
	nr = clang_Cursor_getNumArguments(c);
	for (int i = 0; i < nr; i++)
		extract__var(x, clang_Cursor_getArgument(c, (unsigned int)i), VAR_PARAM);
	fn->nr_params = (uint32_t)(nr > 0 ? nr : 0);
	x->decl = c;
	cfg__function(x, body);
	printed__exit(x);
	hmap__exit(&x->vars);
	vec__exit(&x->cases);
	vec__exit(&x->case_owner);
	x->fn = NULL;
}

/**
 * extract__not_judged() - say that the function at hand is not fully understood
 * @x: the extraction
 * @why: the first reason is kept
 */
void extract__not_judged(struct extract *x, const char *why)
{
	if (!(x->fn->flags & FN_NOT_JUDGED))
		x->fn->why = strset__add(x->facts->strs, why);
	x->fn->flags |= FN_NOT_JUDGED;
}

static enum CXChildVisitResult add_decl(CXCursor c, CXCursor parent, CXClientData data)
{
	struct extract *x = data;
	uint32_t name, nr = (uint32_t)x->decls.nr, *slot;
	bool fresh;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_FunctionDecl)
		return CXChildVisit_Continue;
	name = extract__str(x, clang_getCursorSpelling(c));
	slot = hmap__slot(&x->fn_decls, name, &fresh);
	if (fresh || clang_isCursorDefinition(c)) {
		*slot = nr;
		vec__push(&x->decls, c);
	}
	return CXChildVisit_Continue;
}

/**
 * extract__fn_decl() - the declaration of a function by its name
 * @x: the extraction
 * @name: string id
 *
 * Return: the cursor; null where the precompiled header declares it.
 */
CXCursor extract__fn_decl(struct extract *x, uint32_t name)
{
	uint32_t *slot;
	bool fresh;

	if (!x->decls.nr)
		clang_visitChildren(clang_getTranslationUnitCursor(x->tu), add_decl, x);
	slot = hmap__slot(&x->fn_decls, name, &fresh);
	if (fresh)
		*slot = UINT32_MAX;
	return *slot == UINT32_MAX ? clang_getNullCursor() : x->decls.v[*slot];
}

static enum CXChildVisitResult top_level(CXCursor c, CXCursor parent,
					 CXClientData data)
{
	struct extract *x = data;

	(void)parent;
	switch (clang_getCursorKind(c)) {
	case CXCursor_FunctionDecl:
		if (clang_isCursorDefinition(c) && in_main_file(x, c))
			function(x, c);
		break;
	case CXCursor_VarDecl:
		extract__static_init(x, c);
		break;
	default:
		break;
	}
	return CXChildVisit_Continue;
}

static void errors(struct extract *x)
{
	unsigned int nr = clang_getNumDiagnostics(x->tu);

	for (unsigned int i = 0; i < nr; i++) {
		CXDiagnostic d = clang_getDiagnostic(x->tu, i);

		if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
			x->facts->nr_errors++;
			if (x->facts->errors.nr < MAX_KEPT_ERRORS) {
				struct where at = extract__where(x,
						clang_getDiagnosticLocation(d));
				struct parse_error e = {
					.file = at.file,
					.line = at.line,
					.text = extract__str(x, clang_getDiagnosticSpelling(d)),
				};

				vec__push(&x->facts->errors, e);
			}
		}
		clang_disposeDiagnostic(d);
	}
}

static void add_dep(CXFile file, CXSourceLocation *stack, unsigned int len,
		    CXClientData data)
{
	struct extract *x = data;

	(void)stack;
	(void)len;
	vec__push(&x->facts->deps, source_name(x, file));
}

/**
 * extract__tu() - the facts of a parsed unit
 * @tu: the unit; stays the caller's
 * @path: the file, relative to @kdir
 * @kdir: the tree, absolute and without links
 * @enters: are functions of this header wanted when they are called, see there;
 *          NULL: yes
 * @ctx: handed to @enters
 *
 * Return: the facts; free them with tu_facts__free().
 */
struct tu_facts *extract__tu(CXTranslationUnit tu, const char *path, const char *kdir,
			     extract_enters_fn enters, const void *ctx)
{
	struct extract x = {
		.tu = tu,
		.facts = tu_facts__new(path),
		.kdir = kdir,
		.kdir_len = strlen(kdir),
		.enters = enters,
		.enters_ctx = ctx,
	};

	x.main_file = strset__add(x.facts->strs, path);
	errors(&x);
	clang_getInclusions(tu, add_dep, &x);
	clang_visitChildren(clang_getTranslationUnitCursor(tu), top_level, &x);
	for (size_t i = 0; i < x.wanted.nr; i++)
		function(&x, x.wanted.v[i]);
	vec__exit(&x.wanted);
	hmap__exit(&x.fn_decls);
	vec__exit(&x.decls);
	hmap__exit(&x.entered);
	hmap__exit(&x.accessors);
	vec__exit(&x.sources);
	hmap__exit(&x.types);
	hmap__exit(&x.files);
	hmap__exit(&x.records);
	hmap__exit(&x.callees);
	return x.facts;
}
