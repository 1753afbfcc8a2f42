// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the files of a list in some threads and does something with the text of
 * each, as searching it. Each thread has one buffer that it uses again, takes the
 * next few files, and writes only to their own entries: the result does not
 * depend on the number of threads.
 *
 * Files are read, not mapped: a file may shrink meanwhile.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../lib/progress.h"
#include "../lib/util.h"
#include "select_priv.h"

#define CHUNK 32
#define MAX_JOBS 64

struct scan_job {
	struct scan_list *list;
	scan_visit_fn visit;
	void *ctx;
	struct progress *progress;
	int root;
	int64_t young;		/* times from here on say nothing */
	atomic_size_t next;
};

struct text {
	char *buf;
	size_t len, cap;
};

static void text__reserve(struct text *self, size_t len)
{
	if (self->cap >= len + SCAN_PAD)
		return;
	self->cap = len + len / 2 + SCAN_PAD;
	self->buf = xrealloc(self->buf, self->cap);
}

/* Reads to the end of the file. -EFBIG if that is too far. */
static int text__read(struct text *self, int fd, size_t size)
{
	self->len = 0;
	for (;;) {
		ssize_t n;

		if (self->len > SCAN_MAX_SIZE)
			return -EFBIG;
		if (size <= self->len)
			size = self->len + 65536;
		text__reserve(self, size + 1);
		n = read(fd, self->buf + self->len, size + 1 - self->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		self->len += (size_t)n;
		/* a regular file gives less only at its end */
		if (self->len <= size)
			break;
	}
	memset(self->buf + self->len, 0, SCAN_PAD);
	return 0;
}

static void set_reason(struct scan_file *file, int err)
{
	if (err == -ENOENT || err == -ELOOP || err == -ENOTDIR)
		file->gone = true;
	else if (err == -EFBIG)
		file->reason = xasprintf("larger than %u MB", SCAN_MAX_SIZE >> 20);
	else
		file->reason = xstrdup(strerror(-err));
}

static void set_lines(struct hits *hits, const char *text)
{
	uint32_t line = 1;
	size_t bol = 0, at = 0;

	for (size_t i = 0; i < hits->nr; i++) {
		struct hit *hit = &hits->v[i];
		const char *nl;

		while ((nl = memchr(text + at, '\n', hit->off - at))) {
			at = bol = (size_t)(nl - text) + 1;
			line++;
		}
		at = hit->off;
		hit->line = line;
		hit->col = (uint32_t)(hit->off - bol) + 1;
	}
}

static int read_file(struct scan_job *job, struct scan_file *file, struct text *text)
{
	int fd, err = 0;
	struct stat st;

	if (file->id.size > SCAN_MAX_SIZE)
		return -EFBIG;
	fd = openat(job->root, file->path,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0)
		err = -errno;
	else if (!S_ISREG(st.st_mode))
		err = -ENOENT;
	else if ((uint64_t)st.st_size > SCAN_MAX_SIZE)
		err = -EFBIG;
	else
		err = text__read(text, fd, (size_t)st.st_size);
	close(fd);
	if (err)
		return err;
	file_id__set(&file->id, &st);
	file->racy = text->len != file->id.size || file->id.mtime >= job->young ||
		     file->id.ctime >= job->young;
	file->id.size = text->len;
	return 0;
}

static void scan_file(struct scan_job *job, size_t index, struct text *text)
{
	int err = read_file(job, &job->list->v[index], text);

	if (err)
		set_reason(&job->list->v[index], err);
	else
		job->visit(job->ctx, index, text->buf, text->len);
}

static void *scan_thread(void *arg)
{
	struct scan_job *job = arg;
	struct text text = {0};

	for (;;) {
		size_t i = atomic_fetch_add(&job->next, CHUNK), end = i + CHUNK;

		if (i >= job->list->nr)
			break;
		if (end > job->list->nr)
			end = job->list->nr;
		progress__add(job->progress, end - i);
		for (; i < end; i++)
			if (!job->list->v[i].known)
				scan_file(job, i, &text);
	}
	free(text.buf);
	return NULL;
}

/*
 * scan_list__each() - read every file that is not known yet
 * @root: kdir, open
 * @jobs: threads, from 1
 * @what: what is done, for the progress line
 * @visit: gets a file's index in the list and its text, with SCAN_PAD zero bytes
 *	behind it, until it returns; it is called in several threads at once
 * @ctx: for @visit
 *
 * A file that can't be read is marked as gone or with the reason.
 */
void scan_list__each(struct scan_list *self, int root, int jobs, const char *what,
		     scan_visit_fn visit, void *ctx)
{
	struct scan_job job = { .list = self, .visit = visit, .ctx = ctx, .root = root };
	pthread_t threads[MAX_JOBS];
	struct timespec now;
	int nr = 0;

	clock_gettime(CLOCK_REALTIME, &now);
	job.young = now.tv_sec * 1000000000ll + now.tv_nsec - SCAN_RACY_NS;
	job.progress = progress__new(what, self->nr);
	/* the caller is one of the threads; fewer than asked will do */
	while (nr < jobs - 1 && nr < MAX_JOBS && (size_t)nr < self->nr / CHUNK &&
	       !pthread_create(&threads[nr], NULL, scan_thread, &job))
		nr++;
	scan_thread(&job);
	while (nr)
		pthread_join(threads[--nr], NULL);
	progress__done(job.progress);
}

struct search {
	struct scan_list *list;
	const struct matcher *matcher;
	const struct select_options *opts;
};

/* Leaves out what is not asked for. */
static void drop_others(const struct select_options *opts, struct hits *hits,
			const char *text)
{
	size_t out = 0;

	for (size_t i = 0; i < hits->nr; i++) {
		uint32_t name = hits->v[i].name;

		if (!opts->defs_only[name] ||
		    text__may_define(text + hits->v[i].off + strlen(opts->names->v[name])))
			hits->v[out++] = hits->v[i];
	}
	hits->nr = out;
}

static void search_file(void *ctx, size_t index, const char *text, size_t len)
{
	const struct search *search = ctx;
	struct scan_file *file = &search->list->v[index];

	file->also = matcher__run(search->matcher, text, len, &file->hits);
	if (search->opts->defs_only)
		drop_others(search->opts, &file->hits, text);
	if (!file->also && !file->hits.nr)
		return;
	file->hash = hash64(text, len, 0);
	if (!file->hits.nr)
		return;
	set_lines(&file->hits, text);
	hits__classify(&file->hits, file->path, text, len);
}

/*
 * scan_list__read() - search every file that is not known yet
 * @root: kdir, open
 * @matcher: what to search
 * @opts: its names, what of them is wanted, threads
 */
void scan_list__read(struct scan_list *self, int root, const struct matcher *matcher,
		     const struct select_options *opts)
{
	struct search search = { self, matcher, opts };

	scan_list__each(self, root, opts->jobs, "scan", search_file, &search);
}
