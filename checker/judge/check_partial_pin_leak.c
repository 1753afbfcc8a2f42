// SPDX-License-Identifier: GPL-2.0-only
#include "held.h"

/**
 * check_partial_pin_leak() - report this rule for the whole program
 * @j: the judge
 */
void check_partial_pin_leak(struct judge *j);
void check_partial_pin_leak(struct judge *j)
{
	hold__report(j, "partial-pin-leak");
}
