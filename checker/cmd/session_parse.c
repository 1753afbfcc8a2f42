// SPDX-License-Identifier: GPL-2.0-only
/*
 * Facts of the files of a session, from the store or from libclang.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/facts.h"
#include "../lib/progress.h"
#include "session.h"

static int by_path(const void *a, const void *b)
{
	const struct session_file *x = a, *y = b;

	return strcmp(x->path, y->path);
}

struct parse_ctx {
	struct session *self;
	const size_t *index;	/* of a parsed file in session->files */
};

static void parsed(void *ctx, struct parse_reply *reply)
{
	struct parse_ctx *pc = ctx;
	struct session_file *f = &pc->self->files.v[pc->index[reply->index]];

	f->facts = reply->facts;
	if (reply->why)
		f->why = xstrdup(reply->why);
	if (f->facts)
		store__put_tu(pc->self->store, f->facts, f->flags_hash,
			      reply->packed, reply->len);
}

static uint64_t file_size(struct session *self, const char *path)
{
	char *abs = xasprintf("%s/%s", tree__kdir(self->tree), path);
	struct stat st = {0};
	int err = stat(abs, &st);

	free(abs);
	return err ? 0 : (uint64_t)st.st_size;
}

static const struct session *sort_session;

static int larger_first(const void *a, const void *b)
{
	const struct session_file *x = &sort_session->files.v[*(const size_t *)a];
	const struct session_file *y = &sort_session->files.v[*(const size_t *)b];

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return strcmp(x->path, y->path);
}

static int parse_files(struct session *self, struct parser *parser,
		       const size_t *todo, size_t nr)
{
	struct parse_ctx ctx = { self, todo };
	struct strvec files = {0};
	const char *slow;
	bool kept;
	int err;

	for (size_t i = 0; i < nr; i++)
		strvec__add(&files, self->files.v[todo[i]].path);
	kept = self->store && !store__begin(self->store);
	err = parser__run(parser, &files, parsed, &ctx);
	kept &= !store__commit(self->store);
	slow = parser__take_slow(parser);
	/* a store that can't be written has said so: the reason is the same */
	if (slow && kept)
		pr_warn("can't precompile the kernel's common headers, parsing is slow: %s",
			slow);
	strvec__exit(&files);
	return err;
}

/* Of a header that is not entered, what gives out pages or a container of them. */
static bool enters(const void *ctx, const char *path, const char *returns)
{
	if (*path == '/')
		return false;
	return returns ? rules__holds_pages(ctx, returns) : rules__enters(ctx, path);
}

/**
 * session__open_parser() - prepare the tree and the common prefix
 * @self: the session
 *
 * Return: 0, or -errno after one line on stderr.
 */
int session__open_parser(struct session *self)
{
	struct parse_options po = {
		.tree = self->tree, .cache = self->cache, .data = self->data,
		.jobs = self->opts.jobs, .timeout = self->opts.timeout,
		.enters = enters, .enters_ctx = self->rules,
		.store = self->store, .key = rules__hash(self->rules),
	};
	int err = tree__prepare(self->tree);

	if (err)
		return err;
	parser__new(&po, &self->parser);
	return parser__prepare(self->parser, &self->paths);
}

/**
 * session__parse() - facts of all files that have not been tried yet
 * @self: the session; its files are sorted by path afterwards
 *
 * From the store where nothing changed, else by libclang.
 *
 * Return: 0 or -errno; a file that can't be parsed has a reason instead.
 */
int session__parse(struct session *self)
{
	VEC(size_t) todo = {0};
	int err = 0;

	vec__sort(&self->files, by_path);
	for (size_t i = 0; i < self->files.nr; i++) {
		struct session_file *f = &self->files.v[i];

		if (f->tried)
			continue;
		f->tried = true;
		f->flags_hash = parser__flags_hash(self->parser, f->path);
		f->facts = store__get_tu(self->store, f->path, f->flags_hash);
		if (f->facts)
			continue;
		f->size = file_size(self, f->path);
		vec__push(&todo, i);
	}
	sort_session = self;
	vec__sort(&todo, larger_first);
	if (todo.nr) {
		struct progress *p = progress__new("parse", todo.nr);

		parser__set_progress(self->parser, p);
		err = parse_files(self, self->parser, todo.v, todo.nr);
		progress__done(p);
	}
	vec__exit(&todo);
	return err;
}
