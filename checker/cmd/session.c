// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stages one after another. What can't be done is said in one line and
 * remembered: a run that could not look at all it was asked for is incomplete.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../facts/facts.h"
#include "../lib/progress.h"
#include "../lib/strbuf.h"
#include "session.h"

#ifndef PINCHECK_DATADIR
#define PINCHECK_DATADIR "."
#endif

#define MAX_ROUNDS 3	/* of selecting more files */

/**
 * session__datadir() - where rules/, cocci/ and scripts/ stand
 *
 * Return: the folder; $PINCHECK_DATA if set.
 */
const char *session__datadir(void)
{
	const char *env = getenv("PINCHECK_DATA");

	return env && *env ? env : PINCHECK_DATADIR;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void collect_names(struct session *self)
{
	for (size_t i = 0; i < rules__nr(self->rules); i++) {
		const struct api *api = rules__at(self->rules, i);
		const char *name = rules__str(self->rules, api->name);

		if (api->kinds & API_ACQUIRE)
			strvec__add(&self->names, name);
		else if (api->kinds & API_RELEASE &&
			 (api->family == FAMILY_UNPIN || api->family == FAMILY_USER_PUT))
			strvec__add(&self->also, name);
	}
	vec__sort(&self->names, by_name);
	vec__sort(&self->also, by_name);
}

static int load_rules(struct session *self)
{
	struct strvec wanted = {0}, have = {0};
	char *dir = xasprintf("%s/rules", self->data);
	int err;

	err = rules__wanted(dir, &wanted);
	if (!err)
		err = tree__scan_have(self->tree, &wanted, &have);
	if (!err)
		err = rules__load(dir, &have, &self->rules);
	if (!err)
		collect_names(self);
	strvec__exit(&wanted);
	strvec__exit(&have);
	free(dir);
	return err;
}

static void open_store(struct session *self)
{
	const char *kdir = tree__kdir(self->tree);
	uint64_t h = hash64(kdir, strlen(kdir), 0);
	char *path = xasprintf("%s/facts-%016llx.db", self->cache, (unsigned long long)h);

	if (store__open(path, kdir, &self->store))
		self->store = NULL;
	free(path);
}

/**
 * session__open() - open a tree, its store and the rules for it
 * @opts: copied; strings must outlive the session
 * @ret_session: the session; free it with session__free()
 *
 * Return: 0, or -errno after one line on stderr.
 */
int session__open(const struct session_options *opts, struct session **ret_session)
{
	struct session *self = xcalloc(1, sizeof(*self));
	struct tree_options to = {0};
	int err;

	self->opts = *opts;
	if (!self->opts.jobs) {
		long n = sysconf(_SC_NPROCESSORS_ONLN);

		self->opts.jobs = n > 0 ? (unsigned int)n : 1;
	}
	self->data = session__datadir();
	err = session__open_cache(self);
	if (err) {
		session__free(self);
		return err;
	}
	to.kdir = opts->kdir;
	to.obj = opts->objdir;
	to.cache = self->cache;
	to.data = self->data;
	to.no_prepare = opts->no_prepare;
	err = tree__open(&to, &self->tree);
	if (!err)
		err = session__find_under(self);
	if (!err)
		err = load_rules(self);
	if (err) {
		session__free(self);
		return err;
	}
	open_store(self);
	self->result = result__new();
	self->result->kernel = result__str(self->result, tree__version(self->tree));
	self->result->era = result__str(self->result,
		tree__era(self->tree) == ERA_PIN ? "pin" :
		tree__era(self->tree) == ERA_USER_PUT ? "user-put" : "get");
	*ret_session = self;
	return 0;
}

/**
 * session__free() - free a session
 * @self: the session, or NULL
 */
void session__free(struct session *self)
{
	if (!self)
		return;
	program__free(self->program);
	parser__free(self->parser);
	vec__exit(&self->asked);
	vec__exit(&self->own);
	for (size_t i = 0; i < self->files.nr; i++) {
		tu_facts__free(self->files.v[i].facts);
		free(self->files.v[i].why);
	}
	vec__exit(&self->files);
	strvec__exit(&self->paths);
	select__free(self->selected);
	word_index__free(self->words);
	result__free(self->result);
	rules__free(self->rules);
	store__close(self->store);
	tree__free(self->tree);
	strvec__exit(&self->names);
	strvec__exit(&self->also);
	free(self->under);
	session__close_cache(self);
	free(self);
}

static void note_errors(struct session *self)
{
	struct result *res = self->result;

	for (size_t i = 0; i < self->files.nr; i++) {
		const struct session_file *f = &self->files.v[i];
		struct file_errors *fe;

		if (!f->facts) {
			pr_warn("%s: not parsed: %s", f->path, f->why ? f->why : "?");
			self->incomplete = true;
			continue;
		}
		res->files_parsed++;
		if (!f->facts->nr_errors)
			continue;
		res->files_with_errors++;
		fe = vec__add(&res->errors);
		fe->file = result__str(res, f->path);
		fe->nr = f->facts->nr_errors;
		fe->first = result__str(res, "");
		if (f->facts->errors.nr) {
			const struct parse_error *e = &f->facts->errors.v[0];

			fe->first = result__strf(res, "%s:%u: %s",
				tu_str(f->facts, e->file), e->line,
				tu_str(f->facts, e->text));
		}
	}
}

/**
 * session__link() - link all files that have facts, and follow the flows
 * @self: the session; its program is a new one
 */
void session__link(struct session *self)
{
	program__free(self->program);
	self->program = program__new(self->rules);
	for (size_t i = 0; i < self->files.nr; i++) {
		const char *arch;

		if (!self->files.v[i].facts)
			continue;
		tree__foreign(self->tree, self->files.v[i].path, &arch);
		program__add(self->program, self->files.v[i].facts, arch);
	}
	for (size_t i = 0; i < self->asked.nr; i++)
		if (self->asked.v[i].refused && *self->asked.v[i].rec)
			program__open_member(self->program, self->asked.v[i].rec,
					     self->asked.v[i].name);
	program__link(self->program);
	program__flow(self->program);
}

/* Link, and go on selecting until the flows ask for no new file. */
static int link_all(struct session *self, bool grown)
{
	for (int round = 0; ; round++) {
		int added, err;

		session__link(self);
		if (grown)
			return 0;
		added = round < MAX_ROUNDS ? session__grow(self) : 0;
		if (added <= 0) {
			session__grow_save(self);
			return added;
		}
		err = session__parse(self);
		if (err)
			return err;
	}
}

/**
 * session__why_not_clang() - why clang did not see a call
 * @ctx: the session
 * @file: relative to KDIR
 * @line: line of the call
 *
 * Return: the reason, a constant string.
 */
const char *session__why_not_clang(void *ctx, const char *file, uint32_t line)
{
	struct session *self = ctx;
	const char *arch;

	(void)line;
	if (!session__is_kernel_code(file))
		return "no kernel code";
	if (tree__foreign(self->tree, file, &arch) && !tree__parses(self->tree, arch))
		return "code of another architecture";
	for (size_t i = 0; i < self->files.nr; i++) {
		const struct session_file *f = &self->files.v[i];

		if (strcmp(f->path, file))
			continue;
		if (!f->facts)
			return f->why ? f->why : "not parsed";
		return f->facts->nr_errors ?
			"behind a parse error, or not compiled in this configuration" :
			"not compiled in this configuration";
	}
	return "in a header that is not followed";
}

static void note_own_calls(struct session *self)
{
	const struct program *p = self->program;

	for (size_t i = 0; i + 1 < p->own_calls.nr; i += 2) {
		uint32_t fn = p->own_calls.v[i], expr = p->own_calls.v[i + 1];
		const struct expr *e = program__expr(p, fn, expr);
		struct seen_call c = {
			.file = result__str(self->result, program__file(p, fn, expr)),
			.name = result__str(self->result,
				program__str(p, program__global_id(p, fn, e->sym))),
			.line = e->line,
		};

		vec__push(&self->own, c);
	}
}

static void say_stats(const struct session *self, const double *t)
{
	const struct store_stats *s = store__stats(self->store);

	fprintf(stderr, "pincheck: select %.2f s, parse %.2f s, link and flow %.2f s, judge %.2f s, coccinelle %.2f s\n",
		t[1] - t[0], t[2] - t[1], t[3] - t[2], t[4] - t[3], t[5] - t[4]);
	if (s)
		fprintf(stderr, "pincheck: units: %llu from the store, %llu parsed\n",
			(unsigned long long)s->tu_hits, (unsigned long long)s->tu_misses);
	fprintf(stderr, "pincheck: %zu functions, %zu nodes, %zu edges, %zu acquires\n",
		self->program->fns.nr, self->program->nodes.nr,
		self->program->edges.nr, self->program->acquires.nr);
}

/**
 * session__analyse() - run all stages
 * @self: the session; self->result is complete and sorted afterwards
 *
 * Return: 0, or -errno after one line on stderr. self->incomplete is set when
 * not all that was asked for could be analysed.
 */
int session__analyse(struct session *self)
{
	struct judge_options jo = { .era = tree__era(self->tree) };
	struct seen_calls calls = {0};
	bool grown;
	double t[6];
	int err;

	t[0] = now_seconds();
	err = session__select(self);
	if (err)
		return err;
	session__resolve_families(self);
	session__choose_files(self);
	t[1] = now_seconds();
	err = session__open_parser(self);
	if (!err)
		err = session__parse(self);
	grown = !err && session__grow_load(self);
	if (grown)
		err = session__parse(self);
	t[2] = now_seconds();
	if (!err)
		err = link_all(self, grown);
	if (err)
		return err;
	note_errors(self);
	t[3] = now_seconds();
	note_own_calls(self);
	judge__run(self->program, &jo, self->result);
	judge__not_judged(self->result, self->program);
	t[4] = now_seconds();
	result__sort(self->result);
	if (!self->opts.no_cocci)
		session__cocci(self, &calls);
	judge__ledger(self->result, self->selected, &self->names, &self->own, &calls,
		      session__why_not_clang, self);
	if (self->result->ledger.calls_unanalysed && !self->opts.no_cocci)
		self->incomplete = true;
	if (self->under)
		result__narrow(self->result, self->under);
	result__sort(self->result);
	t[5] = now_seconds();
	if (self->opts.stats)
		say_stats(self, t);
	free(calls.v);
	return 0;
}
