// SPDX-License-Identifier: GPL-2.0-only
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
