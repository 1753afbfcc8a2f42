/* SPDX-License-Identifier: GPL-2.0-only */
/* Assembly names it too: get_user_pages_fast() is called from C, see tguest.c. */
	.text
