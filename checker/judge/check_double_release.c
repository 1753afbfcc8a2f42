// SPDX-License-Identifier: GPL-2.0-only
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
