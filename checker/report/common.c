// SPDX-License-Identifier: GPL-2.0-only
/*
 * What all formats need: reading UTF-8 that may be none, since names and flags
 * come from anybody's tree, and writing, where a full disk or a closed pipe
 * shows: a report is made in memory and written at once.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>

#include "report.h"
#include "report_priv.h"

/**
 * utf8__next() - read one character
 * @s: text, not at its end
 * @ret_cp: the code point
 *
 * Return: its length in bytes, or 0 when the bytes are no UTF-8: overlong forms,
 * surrogates and what is beyond U+10FFFF included.
 */
size_t utf8__next(const char *s, uint32_t *ret_cp)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)s;
	size_t len = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 :
		     p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
	uint32_t cp = len > 1 ? p[0] & (0x7f >> len) : p[0];

	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		cp = cp << 6 | (p[i] & 0x3f);
	}
	if (!len || cp < least[len] || cp > 0x10ffff ||
	    (cp >= 0xd800 && cp <= 0xdfff))
		return 0;
	*ret_cp = cp;
	return len;
}

/**
 * report__write() - write a whole report
 * @out: the output
 * @text: the report
 * @len: its bytes
 *
 * Return: 0 or -errno, -ENOSPC or -EPIPE mostly.
 */
int report__write(FILE *out, const char *text, size_t len)
{
	errno = 0;
	if (fwrite(text, 1, len, out) == len && !fflush(out) && !ferror(out))
		return 0;
	return errno ? -errno : -EIO;
}

/* Control characters, and those that reverse the order of a line. */
static bool is_harmful(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) ||
	       (cp >= 0x200e && cp <= 0x200f) || cp == 0x061c ||
	       (cp >= 0x2028 && cp <= 0x202e) ||
	       (cp >= 0x2066 && cp <= 0x2069) || cp == 0xfeff;
}

/**
 * report__puts() - print text that may be anybody's
 * @out: where to
 * @s: the text, may be NULL; bytes that could steer a terminal are printed as
 * \x1b or \u202e
 */
void report__puts(FILE *out, const char *s)
{
	const char *start;

	for (s = start = s ? s : ""; *s; ) {
		uint32_t cp;
		size_t len = utf8__next(s, &cp);

		if (len && !is_harmful(cp)) {
			s += len;
			continue;
		}
		fwrite(start, 1, (size_t)(s - start), out);
		if (len > 1)
			fprintf(out, "\\u%04" PRIx32, cp);
		else
			fprintf(out, "\\x%02x", (unsigned char)*s);
		s += len ? len : 1;
		start = s;
	}
	fwrite(start, 1, (size_t)(s - start), out);
}
