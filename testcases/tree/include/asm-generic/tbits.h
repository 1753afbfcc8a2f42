/* SPDX-License-Identifier: GPL-2.0-only */
/* For an architecture that has no asm/tbits.h of its own. */
#ifndef _ASM_GENERIC_TBITS_H
#define _ASM_GENERIC_TBITS_H

#define TBITS_WRITE	FOLL_WRITE

#endif
