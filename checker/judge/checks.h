/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The checks, one line each: function suffix, rule id, highest level. Order has
 * no meaning. Included more than once with different CHECK(); for each line
 * there is a file check_<suffix>.c, a page docs/rules/<id>.md, and a positive
 * and a negative case under testcases/judge. A CHECK() is asked once a site; a
 * CHECK_PROGRAM() once for the whole program, for what has no acquire.
 */
#ifndef CHECK_PROGRAM
#define CHECK_PROGRAM CHECK
#endif

CHECK(gup_put_page, "gup-put-page", LEVEL_WARNING)
CHECK(family_mismatch, "family-mismatch", LEVEL_ERROR)
CHECK(partial_conversion, "partial-conversion", LEVEL_ERROR)

#undef CHECK_PROGRAM
