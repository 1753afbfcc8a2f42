// SPDX-License-Identifier: GPL-2.0-only
/*
 * double-release: the same pages are released twice on one path.
 *
 * Contract: one acquire, one release of each page.
 * Pattern: held.h: a release of the range that was released on the way already,
 * with nothing acquired, stored or referenced anew in between.
 * False positives: a second reference that is taken in code not at hand.
 * Misses: single elements of an array that is released as a whole later.
 */
#include "held.h"

/**
 * check_double_release() - report this rule for the whole program
 * @j: the judge
 */
void check_double_release(struct judge *j);
void check_double_release(struct judge *j)
{
	hold__report(j, "double-release");
}
