/* SPDX-License-Identifier: GPL-2.0-only */
/* What the JSON formats share; for report/ alone. */
#ifndef PINCHECK_REPORT_JSON_PRIV_H
#define PINCHECK_REPORT_JSON_PRIV_H

#include <jansson.h>

json_t *report__json_string(const char *s);

#endif
