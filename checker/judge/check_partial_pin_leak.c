// SPDX-License-Identifier: GPL-2.0-only
/*
 * partial-pin-leak: an error path gives up with pages that nothing releases.
 *
 * Contract: mm/gup.c, get_user_pages_remote(): fewer pages than asked may be
 * returned, and each that is has to be released by the caller.
 * Pattern: held.h: a way to an error return on which the array (or the page) is
 * local, allocated here or freed, and still holds pages that nobody was given.
 * False positives: a condition of the way that can't hold.
 * Misses: pages in an array of an object that outlives the function.
 */
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
