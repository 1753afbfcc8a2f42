// SPDX-License-Identifier: GPL-2.0-only
/*
 * Variables that a conversion left unused go, and nothing else: a word that stood
 * more than once in a function's body and now stands once, in a declaration on one
 * line that calls nothing. Words are counted in the text, so that code under any
 * configuration counts.
 */
#include <ctype.h>
#include <string.h>

#include "convert.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* How often a word stands in a range, and where last. */
static size_t count(const char *text, size_t from, size_t to, const char *word,
		    size_t *ret_at)
{
	size_t len = strlen(word), nr = 0;

	for (size_t i = from; i < to; ) {
		size_t n = 0, over = conv_text__skip(text, i, to);

		if (over != i) {
			i = over;
			continue;
		}
		while (is_word(text[i + n]))
			n++;
		if (n == len && !strncmp(text + i, word, n)) {
			nr++;
			*ret_at = i;
		}
		i += n ? n : 1;
	}
	return nr;
}

/* Removes lines [from, to) of a buffer. */
static void cut(struct strbuf *text, size_t from, size_t to)
{
	struct strbuf out;

	strbuf__init(&out);
	strbuf__add(&out, text->buf, from);
	strbuf__adds(&out, text->buf + to);
	strbuf__exit(text);
	*text = out;
}

static void insert(struct strbuf *text, size_t at, const char *what)
{
	struct strbuf out;

	strbuf__init(&out);
	strbuf__add(&out, text->buf, at);
	strbuf__adds(&out, what);
	strbuf__adds(&out, text->buf + at);
	strbuf__exit(text);
	*text = out;
}

static bool is_type(const char *text, size_t from, size_t to)
{
	bool any = false;

	for (size_t i = from; i < to; i++) {
		if (!is_word(text[i]) && text[i] != ' ' && text[i] != '\t')
			return false;
		any |= is_word(text[i]);
	}
	return any && strncmp(text + from, "return", 6) && strncmp(text + from, "goto", 4);
}

/* The declarator at @at goes, with its line if it is the only one. */
static void remove_declarator(struct strbuf *text, size_t at, size_t len)
{
	const char *t = text->buf;
	size_t bol = at, eol = at + strcspn(t + at, "\n"), start = at, end = at + len, type;

	while (bol > 0 && t[bol - 1] != '\n')
		bol--;
	if (eol == bol || t[eol - 1] != ';' || !isspace((unsigned char)t[bol]) ||
	    memchr(t + bol, '(', eol - bol))
		return;
	while (start > bol && (t[start - 1] == '*' || t[start - 1] == ' '))
		start--;
	while (t[start] == ' ')
		start++;
	end += strcspn(t + end, ",;");
	type = bol + strspn(t + bol, " \t");
	if (t[end] == ';' && start >= 2 && t[start - 2] == ',') {
		cut(text, start - 2, end);
	} else if (t[end] == ',' && start >= 2 && t[start - 2] == ',') {
		cut(text, start, end + 2);
	} else if (t[end] == ',' && is_type(t, type, start)) {
		cut(text, start, end + 1 + (t[end + 1] == ' '));
		/* checkpatch wants the whole type on a line that changes */
		if (start - type == 9 && !strncmp(text->buf + type, "unsigned ", 9))
			insert(text, start, "int ");
	} else if (t[end] == ';' && is_type(t, type, start)) {
		bool first = bol >= 2 && t[bol - 2] == '{';

		if (first && t[eol + 1] == '\n')
			eol++;
		cut(text, bol, eol + 1);
	}
}

/* The n-th opening brace in column 0, or the end. */
static size_t nth_body(const char *text, size_t nr)
{
	const char *p = text;

	while ((p = strstr(p, "\n{"))) {
		p++;
		if (!nr--)
			return (size_t)(p - text);
	}
	return strlen(text);
}

static void one_function(const char *old, size_t from, size_t to, size_t nr,
			 struct strbuf *text)
{
	struct strvec seen = {0};

	for (size_t i = from; i < to; ) {
		size_t n = 0, a, b, at = 0, over = conv_text__skip(old, i, to);
		bool known = false;
		char *word;

		if (over != i) {
			i = over;
			continue;
		}
		while (is_word(old[i + n]))
			n++;
		if (!n || isdigit((unsigned char)old[i])) {
			i += n ? n : 1;
			continue;
		}
		word = xstrndup(old + i, n);
		i += n;
		for (size_t k = 0; k < seen.nr && !known; k++)
			known = !strcmp(seen.v[k], word);
		a = nth_body(text->buf, nr);
		conv_text__function(text->buf, a, &a, &b);
		if (!known && count(old, from, to, word, &at) > 1 &&
		    count(text->buf, a, b, word, &at) == 1)
			remove_declarator(text, at, n);
		if (!known)
			strvec__add(&seen, word);
		free(word);
	}
	strvec__exit(&seen);
}

/**
 * conv_unused__remove() - remove what became unused in the functions that changed
 * @old: text of the file before
 * @offsets: places of the changed calls in it
 * @nr: how many
 * @text: text of the file now
 */
void conv_unused__remove(const char *old, const size_t *offsets, size_t nr,
			 struct strbuf *text)
{
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < nr; i++) {
		size_t from, to, ordinal = 0;

		conv_text__function(old, offsets[i], &from, &to);
		if (!from || from == last)
			continue;
		last = from;
		for (const char *p = old; (p = strstr(p, "\n{")) && (size_t)(p - old) + 1 < from; p++)
			ordinal++;
		one_function(old, from, to, ordinal, text);
	}
}
