// SPDX-License-Identifier: GPL-2.0-only
/*
 * Judges once more, as if some files of the tree had another text. Only those are
 * parsed; the facts of all others are at hand. Nothing gets into the store.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/facts.h"
#include "session.h"

struct again {
	struct session *s;
	const struct strvec *files;
	VEC(struct tu_facts *) facts;	/* one a file */
};

static void parsed(void *ctx, struct parse_reply *reply)
{
	struct again *a = ctx;

	a->facts.v[reply->index] = reply->facts;
}

static struct session_file *find(struct session *s, const char *path)
{
	for (size_t i = 0; i < s->files.nr; i++)
		if (!strcmp(s->files.v[i].path, path))
			return &s->files.v[i];
	return NULL;
}

/* Each of the two changes places with the other. */
static void swap(struct again *a)
{
	for (size_t i = 0; i < a->files->nr; i++) {
		struct session_file *f = find(a->s, a->files->v[i]);
		struct tu_facts *other = a->facts.v[i];

		if (!f)
			continue;
		a->facts.v[i] = f->facts;
		f->facts = other;
	}
}

static void add_errors(struct session *s, const struct again *a, struct result *res)
{
	for (size_t i = 0; i < a->files->nr; i++) {
		const struct session_file *f = find(s, a->files->v[i]);
		struct file_errors *fe;

		if (f && f->facts && !f->facts->nr_errors)
			continue;
		fe = vec__add(&res->errors);
		fe->file = result__str(res, a->files->v[i]);
		fe->nr = f && f->facts ? f->facts->nr_errors : UINT32_MAX;
		fe->first = result__str(res, "it can't be parsed");
		if (f && f->facts && f->facts->errors.nr) {
			const struct parse_error *e = &f->facts->errors.v[0];

			fe->first = result__strf(res, "%s:%u: %s", tu_str(f->facts, e->file),
						 e->line, tu_str(f->facts, e->text));
		}
	}
}

static struct result *judge_again(struct session *s, const struct again *a)
{
	struct judge_options jo = { .era = tree__era(s->tree) };
	struct program *was = s->program;
	struct result *res = result__new();

	res->kernel = result__str(res, s->result->kernel);
	res->era = result__str(res, s->result->era);
	s->program = NULL;
	session__link(s);
	judge__run(s->program, &jo, res);
	result__sort(res);
	add_errors(s, a, res);
	program__free(s->program);
	s->program = was;
	return res;
}

/**
 * session__again() - judge with some files read from elsewhere
 * @session: the session, analysed
 * @dir: folder with these files, under their paths in the tree
 * @files: relative to KDIR, parsed before
 * @ret: a result of its own, the caller's
 *
 * Return: 0 or -errno; the session is as it was.
 */
int session__again(void *session, const char *dir, const struct strvec *files,
		   struct result **ret)
{
	struct again a = { .s = session, .files = files };
	int err;

	for (size_t i = 0; i < files->nr; i++)
		vec__push(&a.facts, NULL);
	parser__set_overlay(a.s->parser, dir);
	err = parser__run(a.s->parser, files, parsed, &a);
	parser__set_overlay(a.s->parser, NULL);
	if (!err) {
		swap(&a);
		*ret = judge_again(a.s, &a);
		swap(&a);
	}
	for (size_t i = 0; i < a.facts.nr; i++)
		tu_facts__free(a.facts.v[i]);
	vec__exit(&a.facts);
	return err;
}
