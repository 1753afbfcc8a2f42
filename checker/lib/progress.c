// SPDX-License-Identifier: GPL-2.0-only
/*
 * A progress line on stderr. Threads only add to a counter; whichever finds
 * that the line is old enough draws it, so that there is no thread for it.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "progress.h"
#include "util.h"

#define DELAY 1.0	/* seconds before the first line */
#define INTERVAL 0.1	/* seconds between two */

struct progress {
	char *what;
	atomic_uint_fast64_t total, done;
	pthread_mutex_t lock;	/* of what follows */
	double start, drawn;
};

/**
 * progress__new() - begin a progress line
 * @what: what is being done, one word
 * @total: how many files there are, 0 if not known
 *
 * Return: a handle for progress__done(), or NULL if no line is wanted.
 */
struct progress *progress__new(const char *what, uint64_t total)
{
	struct progress *self;

	if (pr_is_quiet() || !isatty(STDERR_FILENO))
		return NULL;
	self = xcalloc(1, sizeof(*self));
	self->what = xstrdup(what);
	atomic_init(&self->total, total);
	atomic_init(&self->done, 0);
	pthread_mutex_init(&self->lock, NULL);
	self->start = now_seconds();
	return self;
}

/**
 * progress__set_total() - the total became known, or grew
 * @self: handle or NULL
 * @total: how many files there are
 */
void progress__set_total(struct progress *self, uint64_t total)
{
	if (self)
		atomic_store(&self->total, total);
}

static void draw(struct progress *self, double now)
{
	uint64_t done = atomic_load(&self->done), total = atomic_load(&self->total);
	double left;

	if (!total || done > total) {
		fprintf(stderr, "\r%s: %" PRIu64 " files\033[K", self->what, done);
	} else {
		left = done ? (now - self->start) * (double)(total - done) / (double)done : 0;
		fprintf(stderr, "\r%s: %" PRIu64 "/%" PRIu64 " files, %.0f s left\033[K",
			self->what, done, total, left);
	}
	fflush(stderr);
	self->drawn = now;
}

/**
 * progress__add() - some more files are done; any thread may call it
 * @self: handle or NULL
 * @nr: how many more
 */
void progress__add(struct progress *self, uint64_t nr)
{
	double now;

	if (!self)
		return;
	atomic_fetch_add(&self->done, nr);
	if (pthread_mutex_trylock(&self->lock))
		return;
	now = now_seconds();
	if (now - self->start >= DELAY && now - self->drawn >= INTERVAL)
		draw(self, now);
	pthread_mutex_unlock(&self->lock);
}

/**
 * progress__done() - erase the line and free the handle
 * @self: handle or NULL; no other thread may use it any more
 */
void progress__done(struct progress *self)
{
	if (!self)
		return;
	if (self->drawn > 0) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	pthread_mutex_destroy(&self->lock);
	free(self->what);
	free(self);
}
