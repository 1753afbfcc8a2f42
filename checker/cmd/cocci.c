// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs Coccinelle's report rules on the selected files, and its list of calls
 * on the files that hold a call which clang did not see.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../cocci/cocci.h"
#include "../judge/merge.h"
#include "../lib/progress.h"
#include "session.h"

#define CALLS_RULE "acquire_calls.cocci"
#define DEFAULT_TIMEOUT 100

struct run {
	struct session *self;
	struct progress *progress;
	size_t done;
};

static void step(void *data, size_t done, size_t total)
{
	struct run *run = data;

	progress__set_total(run->progress, total);
	if (done > run->done)
		progress__add(run->progress, done - run->done);
	run->done = done;
}

static bool clang_saw(const struct session *self, const struct selected_file *f,
		      const struct occurrence *o)
{
	const struct result *res = self->result;

	for (size_t i = 0; i < res->sites.nr; i++)
		if (res->sites.v[i].at.line == o->line &&
		    !strcmp(res->sites.v[i].at.file, f->path) &&
		    !strcmp(res->sites.v[i].callee, self->names.v[o->name]))
			return true;
	for (size_t i = 0; i < self->own.nr; i++)
		if (self->own.v[i].line == o->line &&
		    !strcmp(self->own.v[i].file, f->path) &&
		    !strcmp(self->own.v[i].name, self->names.v[o->name]))
			return true;
	return false;
}

static bool has_unseen_call(const struct session *self, const struct selected_file *f)
{
	for (uint32_t i = 0; i < f->nr_occs; i++) {
		const struct occurrence *o = &self->selected->occs.v[f->occ0 + i];

		if (o->cls == OCC_CALL && !o->in_if0 && !clang_saw(self, f, o))
			return true;
	}
	return false;
}

static int run_rules(struct session *self, const struct strvec *rules,
		     const struct cocci_file *files, size_t nr,
		     struct cocci_result **ret)
{
	char *dir = xasprintf("%s/cocci", self->data);
	struct run run = { .self = self };
	struct cocci_options co = {
		.rules_dir = dir, .rules = rules, .kdir = tree__kdir(self->tree),
		.files = files, .nr_files = nr, .jobs = (int)self->opts.jobs,
		.timeout = self->opts.timeout ? self->opts.timeout : DEFAULT_TIMEOUT,
		.store = self->store, .progress = step, .progress_data = &run,
	};
	int err;

	run.progress = progress__new("coccinelle", nr * rules->nr);
	err = cocci__run(&co, ret);
	progress__done(run.progress);
	free(dir);
	return err;
}

static void say_failures(struct session *self, const struct cocci_result *r)
{
	for (size_t i = 0; i < r->failures.nr; i++)
		pr_warn("coccinelle: %s: %s%s%s", r->failures.v[i].rule,
			r->failures.v[i].file, *r->failures.v[i].file ? ": " : "",
			r->failures.v[i].reason);
	if (r->failures.nr)
		self->incomplete = true;
}

static int report_rules(struct session *self)
{
	VEC(struct cocci_file) files = {0};
	struct strvec rules = {0};
	struct cocci_result *r = NULL;
	char *dir = xasprintf("%s/cocci/report", self->data);
	struct strvec names = {0};
	int err = dir_list(dir, ".cocci", &names);

	for (size_t i = 0; i < names.nr; i++)
		strvec__addf(&rules, "report/%s", names.v[i]);
	for (size_t i = 0; i < self->selected->files.nr; i++) {
		const struct selected_file *f = &self->selected->files.v[i];
		struct cocci_file cf = { f->path, f->hash };

		if (str_ends(f->path, ".c") && session__is_kernel_code(f->path))
			vec__push(&files, cf);
	}
	if (!err)
		err = run_rules(self, &rules, files.v, files.nr, &r);
	if (!err) {
		merge__findings(self->result, r);
		say_failures(self, r);
	}
	cocci__free(r);
	vec__exit(&files);
	strvec__exit(&names);
	strvec__exit(&rules);
	free(dir);
	return err;
}

static int unseen_calls(struct session *self, struct seen_calls *ret)
{
	VEC(struct cocci_file) files = {0};
	struct cocci_result *r = NULL;
	struct strvec rules = {0};
	int err = 0;

	strvec__add(&rules, CALLS_RULE);
	for (size_t i = 0; i < self->selected->files.nr; i++) {
		const struct selected_file *f = &self->selected->files.v[i];
		struct cocci_file cf = { f->path, f->hash };

		if (has_unseen_call(self, f))
			vec__push(&files, cf);
	}
	if (files.nr)
		err = run_rules(self, &rules, files.v, files.nr, &r);
	if (!err && r) {
		for (size_t i = 0; i < r->calls.nr; i++) {
			struct seen_call c = {
				.file = result__str(self->result, r->calls.v[i].file),
				.name = result__str(self->result, r->calls.v[i].callee),
				.line = r->calls.v[i].line,
			};

			vec__push(ret, c);
		}
		merge__calls(self->result, r, &self->own, self->rules, session__why_not_clang, self);
		say_failures(self, r);
	}
	cocci__free(r);
	vec__exit(&files);
	strvec__exit(&rules);
	return err;
}

/**
 * session__cocci() - run Coccinelle and merge what it finds
 * @self: the session, judged
 * @ret_calls: acquire calls that Coccinelle saw; the caller frees the array
 *
 * Without spatch the run goes on, incomplete.
 *
 * Return: 0, or -errno after one line on stderr.
 */
int session__cocci(struct session *self, struct seen_calls *ret_calls)
{
	int err = unseen_calls(self, ret_calls);

	if (!err)
		err = report_rules(self);
	if (err)
		self->incomplete = true;
	return err;
}
