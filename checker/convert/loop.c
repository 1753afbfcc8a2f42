// SPDX-License-Identifier: GPL-2.0-only
/*
 * May the loop around a release become one call? Two things that a semantic patch
 * does not see are read from the text of the function: whether the loop's variable
 * is used behind it, and whether its bound may be negative. Where in doubt the
 * loop stays, and only the name in it changes.
 */
#include <ctype.h>
#include <string.h>

#include "convert.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The offset behind what matches the bracket at @at, or @to. */
static size_t closing(const char *text, size_t at, size_t to)
{
	char open = text[at], close = open == '(' ? ')' : '}';
	int depth = 0;

	for (size_t i = at; i < to; i++) {
		depth += text[i] == open;
		depth -= text[i] == close;
		if (!depth)
			return i + 1;
	}
	return to;
}

static size_t skip_blank(const char *text, size_t at, size_t to)
{
	while (at < to && isspace((unsigned char)text[at]))
		at++;
	return at;
}

/* End of the statement that begins at @at: its block, or the first ; behind @inner. */
static size_t statement_end(const char *text, size_t at, size_t inner, size_t to)
{
	const char *semi;

	at = skip_blank(text, at, to);
	if (text[at] == '{')
		return closing(text, at, to);
	semi = memchr(text + inner, ';', to - inner);
	/* without braces the release is the first statement */
	if (memchr(text + at, ';', inner - at))
		return at;
	return semi ? (size_t)(semi - text) + 1 : to;
}

static bool begins(const char *text, size_t i, const char *word)
{
	size_t n = strlen(word);

	return !strncmp(text + i, word, n) && !is_word(text[i + n]) &&
	       (!i || !is_word(text[i - 1]));
}

/* The innermost loop around @at: its bracket and its end; false if there is none. */
static bool find_loop(const char *text, size_t from, size_t at, size_t to,
		      size_t *ret_head, size_t *ret_end)
{
	for (size_t i = at; i-- > from; ) {
		size_t head, body;

		if (!begins(text, i, "for") && !begins(text, i, "while"))
			continue;
		head = skip_blank(text, i + (text[i] == 'f' ? 3 : 5), to);
		if (text[head] != '(')
			continue;
		body = closing(text, head, to);
		if (body > at)
			continue;
		*ret_end = statement_end(text, body, at, to);
		if (*ret_end <= at)
			continue;
		*ret_head = head;
		return true;
	}
	return false;
}

/* Is the word's next use behind @at an assignment, or is there none? */
static bool dead_behind(const char *text, size_t at, size_t to, const char *word)
{
	size_t n = strlen(word);

	for (; at < to; at++) {
		if (!begins(text, at, word))
			continue;
		if (at && (text[at - 1] == '.' || text[at - 1] == '>'))
			continue;
		at = skip_blank(text, at + n, to);
		return text[at] == '=' && text[at + 1] != '=';
	}
	return true;
}

/* Is a variable given what some function returns, and never compared with 0? */
static bool may_be_negative(const char *text, size_t from, size_t to, const char *word)
{
	size_t n = strlen(word);
	bool called = false, compared = false;

	for (size_t i = from; i < to; i++) {
		size_t k;

		if (!begins(text, i, word))
			continue;
		k = skip_blank(text, i + n, to);
		if (text[k] == '=' && text[k + 1] != '=') {
			size_t name = skip_blank(text, k + 1, to);

			for (k = name; k < to && is_word(text[k]); k++)
				;
			called |= text[k] == '(' && (islower((unsigned char)text[name]) ||
						     text[name] == '_');
		} else if (text[k] == '<' || text[k] == '>') {
			k += text[k + 1] == '=' ? 2 : 1;
			k = skip_blank(text, k, to);
			compared |= text[k] == '0' && !is_word(text[k + 1]);
		}
	}
	return called && !compared;
}

static char *word_at(const char *text, size_t at)
{
	size_t n = 0;

	while (is_word(text[at + n]))
		n++;
	return xstrndup(text + at, n);
}

/* The first word in the head that is no operator's: the loop's variable. */
static char *loop_variable(const char *text, size_t head)
{
	size_t i = head + 1;

	while (text[i] && !is_word(text[i]))
		i++;
	return word_at(text, i);
}

static char *trimmed(const char *text, size_t at, size_t n)
{
	while (n && isspace((unsigned char)text[at])) {
		at++;
		n--;
	}
	while (n && isspace((unsigned char)text[at + n - 1]))
		n--;
	return n && !isdigit((unsigned char)text[at]) ? xstrndup(text + at, n) : NULL;
}

/*
 * What bounds the loop, as written: n of `i < n;`, of `i = n - 1;` and of `i = n;`
 * that count down, the variable of `while`. NULL where it is a number.
 */
static char *bound_of(const char *text, size_t head, size_t end, const char *var)
{
	const char *semi = memchr(text + head, ';', end - head), *less, *set, *one;

	if (!semi)
		return xstrdup(var);
	less = memchr(semi, '<', end - (size_t)(semi - text));
	if (less)
		return trimmed(text, (size_t)(less - text) + 1, strcspn(less + 1, ";"));
	set = memchr(text + head, '=', (size_t)(semi - text) - head);
	if (!set)
		return xstrdup(var);
	one = strstr(set, " - 1;");
	return trimmed(text, (size_t)(set - text) + 1,
		       (size_t)((one && one < semi ? one : semi) - set) - 1);
}

/* Does the argument of the release name the variable more than once? */
static bool named_twice(const char *text, size_t at, size_t to, const char *var)
{
	const char *open = memchr(text + at, '(', to - at);
	size_t end = open ? closing(text, (size_t)(open - text), to) : at, nr = 0;

	for (; at < end; at++)
		nr += begins(text, at, var);
	return nr > 1;
}

/**
 * conv_loop__safe() - may the loop around a release become one call
 * @text: the source
 * @at: offset of the release
 *
 * Return: true if so, and where there is no loop.
 */
bool conv_loop__safe(const char *text, size_t at)
{
	size_t from, to, head, end;
	char *var, *bound;
	bool safe;

	conv_text__function(text, at, &from, &to);
	if (!find_loop(text, from, at, to, &head, &end))
		return true;
	var = loop_variable(text, head);
	bound = bound_of(text, head, closing(text, head, to), var);
	safe = dead_behind(text, end, to, var) && !named_twice(text, at, to, var);
	if (bound && may_be_negative(text, from, to, bound))
		safe = false;
	free(var);
	free(bound);
	return safe;
}
