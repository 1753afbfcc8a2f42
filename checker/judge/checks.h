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
CHECK(open_coded_release, "open-coded-release", LEVEL_NOTE)
CHECK(dirty_after_release, "dirty-after-release", LEVEL_ERROR)
CHECK(missing_dirty, "missing-dirty", LEVEL_WARNING)
CHECK(missing_longterm, "missing-longterm", LEVEL_WARNING)
CHECK(dirty_unlocked, "dirty-unlocked", LEVEL_WARNING)
CHECK_PROGRAM(dirty_lock_atomic, "dirty-lock-atomic", LEVEL_ERROR)
CHECK_PROGRAM(partial_pin_leak, "partial-pin-leak", LEVEL_WARNING)
CHECK_PROGRAM(bad_count, "bad-count", LEVEL_ERROR)
CHECK_PROGRAM(double_release, "double-release", LEVEL_ERROR)

#undef CHECK_PROGRAM
