// SPDX-License-Identifier: GPL-2.0-only
/* Words, comments, strings and functions of a source, without parsing it. */
#include <ctype.h>
#include <string.h>

#include "convert.h"

/**
 * conv_text__word() - length of a word
 * @p: text
 *
 * Return: bytes of the name or number that begins there, 0 if none does.
 */
size_t conv_text__word(const char *p)
{
	size_t n = 0;

	while (isalnum((unsigned char)p[n]) || p[n] == '_')
		n++;
	return n;
}

/**
 * conv_text__skip() - move over a comment or a string
 * @text: the source
 * @i: an offset
 * @to: its end
 *
 * Return: the offset behind it, or @i if there is none.
 */
size_t conv_text__skip(const char *text, size_t i, size_t to)
{
	const char *end;

	if (text[i] == '/' && text[i + 1] == '*') {
		end = strstr(text + i + 2, "*/");
		return end ? (size_t)(end - text) + 2 : to;
	}
	if (text[i] == '/' && text[i + 1] == '/')
		return i + strcspn(text + i, "\n");
	if (text[i] != '"' && text[i] != '\'')
		return i;
	for (size_t k = i + 1; k < to && text[k] != '\n'; k++) {
		if (text[k] == '\\')
			k++;
		else if (text[k] == text[i])
			return k + 1;
	}
	return i + 1;
}

/**
 * conv_text__function() - where the body of a function lies
 * @text: a source in kernel style, a brace in column 0 at both ends
 * @at: an offset in it
 * @ret_from: the opening brace
 * @ret_to: the closing brace
 */
void conv_text__function(const char *text, size_t at, size_t *ret_from, size_t *ret_to)
{
	const char *end = strstr(text + at, "\n}");

	*ret_to = end ? (size_t)(end - text) + 1 : strlen(text);
	*ret_from = 0;
	for (size_t i = at; i > 0; i--) {
		if (text[i] == '{' && text[i - 1] == '\n') {
			*ret_from = i;
			break;
		}
	}
}
