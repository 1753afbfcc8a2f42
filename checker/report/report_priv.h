/* SPDX-License-Identifier: GPL-2.0-only */
/* What the formats share; for report/ alone. */
#ifndef PINCHECK_REPORT_REPORT_PRIV_H
#define PINCHECK_REPORT_REPORT_PRIV_H

#include <stddef.h>
#include <stdint.h>

size_t utf8__next(const char *s, uint32_t *ret_cp);

#endif
