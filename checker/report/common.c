// SPDX-License-Identifier: GPL-2.0-only
/*
 * What all formats need: reading UTF-8 that may be none, since names and flags
 * come from anybody's tree, and writing, where a full disk or a closed pipe
 * shows: a report is made in memory and written at once.
 */
#include <errno.h>

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
