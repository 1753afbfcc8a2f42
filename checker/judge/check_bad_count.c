// SPDX-License-Identifier: GPL-2.0-only
/*
 * bad-count: not as many pages are released as were acquired.
 *
 * Contract: mm/gup.c: the release helpers take an unsigned number of pages that
 * were acquired; from v5.10 they warn of a negative one.
 * Pattern: held.h: a release of what was asked for though fewer were got, of a
 * negative result, of an array that is NULL; a loop up to a negative number.
 * False positives: an array that held other pages before.
 * Misses: counts in a member that another function releases by. A loop that does
 * not end when the call gives no page is a note: that is seldom.
 */
#include "held.h"

/**
 * check_bad_count() - report this rule for the whole program
 * @j: the judge
 */
void check_bad_count(struct judge *j);
void check_bad_count(struct judge *j)
{
	hold__report(j, "bad-count");
}
