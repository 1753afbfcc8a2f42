// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names an acquire in every way but a call: get_user_pages() here, and below
 * in a string, a macro and as an address.
 */
#include <linux/mm.h>

#define WORDS_ACQUIRE pin_user_pages_fast

typedef int (*words_fn)(unsigned long start, int nr, unsigned int flags, struct page **pages);

struct words_ops {
	words_fn acquire;
};

static const struct words_ops words_ops = {
	.acquire = get_user_pages_fast,
};

const char *words_name(void)
{
	return "get_user_pages_fast"; /* not pin_user_pages() */
}

words_fn words_pick(bool other)
{
	words_fn fn = get_user_pages_fast_only;

	return other ? fn : words_ops.acquire;
}

#if 0
long words_dead(struct page **pages)
{
	return get_user_pages(0, 1, 0, pages, NULL);
}
#endif
