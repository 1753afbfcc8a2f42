/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How far a long job is, as one line on stderr that is drawn over and erased in
 * the end. Only on a terminal, never with --quiet, and not in the first second.
 * Every call takes NULL, which is what __new gives when there is nothing to draw.
 */
#ifndef PINCHECK_LIB_PROGRESS_H
#define PINCHECK_LIB_PROGRESS_H

#include <stdint.h>

struct progress;

struct progress *progress__new(const char *what, uint64_t total);
void progress__set_total(struct progress *self, uint64_t total);
void progress__add(struct progress *self, uint64_t nr);
void progress__done(struct progress *self);

#endif
