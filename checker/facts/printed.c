// SPDX-License-Identifier: GPL-2.0-only
/*
 * What cursors do not say, read from libclang's own print of a declaration.
 *
 * A `for` shows only the parts that are there, an asm goto hides its labels, and
 * a variable hides the function of its cleanup attribute. The print has all
 * three, with macros expanded. The n-th `for` (asm) of the print is the n-th
 * statement of that kind in the function. Where the numbers differ, nothing is
 * told and the caller marks the function as not judged.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "extract_priv.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Behind a string or character constant that starts at @s. */
static const char *skip_quoted(const char *s)
{
	char quote = *s++;

	while (*s && *s != quote)
		s += *s == '\\' && s[1] ? 2 : 1;
	return *s ? s + 1 : s;
}

static bool opens(char c)
{
	return c == '(' || c == '[' || c == '{';
}

static bool closes(char c)
{
	return c == ')' || c == ']' || c == '}';
}

/*
 * The end of the part that starts at @s: at @sep or at the bracket that closes
 * around it.
 */
static const char *part_end(const char *s, char sep)
{
	int depth = 0;

	while (*s) {
		if (*s == '"' || *s == '\'') {
			s = skip_quoted(s);
			continue;
		}
		if (!depth && (*s == sep || closes(*s)))
			return s;
		depth += opens(*s) - closes(*s);
		s++;
	}
	return s;
}

static bool is_blank(const char *s, const char *end)
{
	while (s < end && isspace((unsigned char)*s))
		s++;
	return s == end;
}

/* Which of the three parts of "init; cond; step)" at @s are there. */
static uint32_t parts_at(const char *s)
{
	uint32_t parts = 0;

	for (uint32_t bit = FOR_INIT; bit <= FOR_STEP; bit <<= 1) {
		const char *end = part_end(s, ';');

		if (!is_blank(s, end))
			parts |= bit;
		if (*end != ';')
			break;
		s = end + 1;
	}
	return parts;
}

/* The labels of an asm whose operands start at @s: behind the fourth colon. */
static uint32_t labels_at(struct extract *x, const char *s)
{
	const char *end;
	char *list;
	uint32_t id;

	for (int i = 0; i < 4; i++) {
		s = part_end(s, ':');
		if (*s != ':')
			return 0;
		s++;
	}
	end = part_end(s, ':');
	list = xasprintf("%.*s", (int)(end - s), s);
	id = strset__add(x->facts->strs, list);
	free(list);
	return id;
}

static void scan(struct extract *x, const char *s)
{
	bool word = false;	/* inside of one */

	while (*s) {
		if (*s == '"' || *s == '\'') {
			s = skip_quoted(s);
			word = false;
			continue;
		}
		if (!word && !strncmp(s, "for (", 5)) {
			vec__push(&x->printed.fors, parts_at(s + 5));
		} else if (!word && !strncmp(s, "asm ", 4)) {
			const char *open = strchr(s, '(');

			vec__push(&x->printed.asms, open ? labels_at(x, open + 1) : 0);
		}
		word = is_word(*s);
		s++;
	}
}

static void note(struct hmap *map, CXCursor c)
{
	bool fresh;
	uint32_t nr = (uint32_t)map->nr, *slot;

	slot = hmap__slot(map, (uint64_t)(uintptr_t)c.data[1], &fresh);
	if (fresh)
		*slot = nr;
}

static enum CXChildVisitResult number(CXCursor c, CXCursor parent, CXClientData data)
{
	struct extract *x = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_ForStmt)
		note(&x->printed.for_nr, c);
	else if (clang_getCursorKind(c) == CXCursor_GCCAsmStmt)
		note(&x->printed.asm_nr, c);
	return CXChildVisit_Recurse;
}

static void read_print(struct extract *x)
{
	struct printed *p = &x->printed;
	CXString s;

	if (p->read)
		return;
	p->read = true;
	clang_visitChildren(x->decl, number, x);
	s = clang_getCursorPrettyPrinted(x->decl, NULL);
	scan(x, clang_getCString(s) ? clang_getCString(s) : "");
	clang_disposeString(s);
}

static bool value_of(struct hmap *map, uint32_t *v, size_t nr, CXCursor c, uint32_t *ret)
{
	uint32_t *slot;
	bool fresh;

	if (map->nr != nr)
		return false;
	slot = hmap__slot(map, (uint64_t)(uintptr_t)c.data[1], &fresh);
	if (fresh || *slot >= nr)
		return false;
	*ret = v[*slot];
	return true;
}

/**
 * printed__for() - which parts a `for` has
 * @x: the extraction; x->decl is the function
 * @c: the statement
 * @ret_parts: enum for_part bits
 *
 * Return: false if that can't be told.
 */
bool printed__for(struct extract *x, CXCursor c, uint32_t *ret_parts)
{
	read_print(x);
	return value_of(&x->printed.for_nr, x->printed.fors.v, x->printed.fors.nr, c,
			ret_parts);
}

/**
 * printed__asm_labels() - where an asm may go
 * @x: the extraction; x->decl is the function
 * @c: the statement
 * @ret_labels: string id of "a, b"; 0 if it is no asm goto
 *
 * Return: false if that can't be told.
 */
bool printed__asm_labels(struct extract *x, CXCursor c, uint32_t *ret_labels)
{
	read_print(x);
	return value_of(&x->printed.asm_nr, x->printed.asms.v, x->printed.asms.nr, c,
			ret_labels);
}

/**
 * printed__exit() - forget the print of a function
 * @x: the extraction
 */
void printed__exit(struct extract *x)
{
	vec__exit(&x->printed.fors);
	vec__exit(&x->printed.asms);
	hmap__exit(&x->printed.for_nr);
	hmap__exit(&x->printed.asm_nr);
	memset(&x->printed, 0, sizeof(x->printed));
}

/**
 * printed__cleanup() - the function of a variable's cleanup attribute
 * @x: the extraction
 * @var: declaration of the variable
 *
 * Return: string id of its name, 0 if there is none.
 */
uint32_t printed__cleanup(struct extract *x, CXCursor var)
{
	static const char word[] = "((cleanup(";
	const char *text, *at;
	uint32_t id = 0;
	CXString s;
	size_t n = 0;

	if (!clang_Cursor_hasAttrs(var))
		return 0;
	s = clang_getCursorPrettyPrinted(var, NULL);
	text = clang_getCString(s);
	at = text ? strstr(text, word) : NULL;
	if (at) {
		at += strlen(word);
		while (is_word(at[n]))
			n++;
		id = strset__addn(x->facts->strs, at, n);
	}
	clang_disposeString(s);
	return id;
}
