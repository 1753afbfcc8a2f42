// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which rules to run on which files, what is stored already, and the results.
 *
 * A result depends on the file's content, the rule's text, spatch's version and
 * the options; the key in the store is a hash over these. Failures are never
 * stored: they are tried again in the next run.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/store.h"
#include "../lib/util.h"
#include "cocci_priv.h"

#define DEFAULT_TIMEOUT 200
#define STORE_KIND "cocci"
/* Raise it when the form of a record changes. */
#define RECORD_VERSION 1

/**
 * cocci__version() - ask spatch for its version
 * @spatch: program; NULL for "spatch" in PATH
 * @ret_version: "1.1.1"; the caller frees it
 *
 * Return: 0, -ENOENT if there is no spatch, -EIO if it does not answer.
 */
int cocci__version(const char *spatch, char **ret_version)
{
	char *argv[] = { (char *)(spatch ? spatch : "spatch"), "--version", NULL };
	static const char before[] = "version ";
	struct strbuf out;
	const char *v;
	int err;

	strbuf__init(&out);
	err = spatch__output(argv, &out);
	v = strstr(out.buf, before);
	if (!err && v) {
		v += strlen(before);
		*ret_version = xstrndup(v, strcspn(v, " \n"));
	} else if (!err) {
		err = -EIO;
	}
	strbuf__exit(&out);
	return err;
}

/* The words of the rule's "// Options:" line. */
static void rule__read_options(struct cocci_rule *rule, const char *text)
{
	const char *line = strstr(text, "\n// Options:");
	const char *end, *p;

	if (!line)
		return;
	p = line + strlen("\n// Options:");
	end = p + strcspn(p, "\n");
	while (p < end) {
		size_t len;
		char *word;

		p += strspn(p, " \t");
		len = strcspn(p, " \t\n");
		if (!len)
			break;
		word = xstrndup(p, len);
		strvec__add(&rule->options, word);
		free(word);
		p += len;
	}
}

static char *rule_name(const char *path)
{
	const char *base = strrchr(path, '/');
	char *name = xstrdup(base ? base + 1 : path);

	if (str_ends(name, ".cocci"))
		name[strlen(name) - strlen(".cocci")] = '\0';
	for (char *c = name; *c; c++)
		if (*c == '_')
			*c = '-';
	return name;
}

static int rule__load(struct cocci_rule *rule, const char *dir, const char *path,
		      const char *version)
{
	char *joined = xasprintf("%s/%s", dir, path), *text;
	size_t len;
	int err = 0;

	rule->name = rule_name(path);
	rule->path = realpath(joined, NULL);
	if (!rule->path)
		err = -errno;
	if (!err)
		err = file_read(rule->path, 0, &text, &len);
	if (err) {
		pr_err("%s: %s", joined, strerror(-err));
		free(joined);
		return err;
	}
	rule__read_options(rule, text);
	rule->hash = hash64(text, len, RECORD_VERSION);
	rule->hash = hash64(version, strlen(version), rule->hash);
	free(text);
	free(joined);
	return 0;
}

static void rule__exit(struct cocci_rule *rule)
{
	free(rule->path);
	free(rule->name);
	strvec__exit(&rule->options);
}

static void task__free(struct cocci_task *task)
{
	strbuf__exit(&task->record);
	free(task->failed);
	free(task);
}

static uint64_t task__key(const struct cocci_task *task)
{
	return hash64(&task->file->hash, sizeof(task->file->hash), task->rule->hash);
}

static char *task__store_name(const struct cocci_task *task)
{
	return xasprintf("%s:%s", task->rule->name, task->file->path);
}

static bool task__from_store(struct cocci_task *task, struct store *store)
{
	char *name, *data = NULL;
	size_t len = 0;
	bool found;

	if (!store)
		return false;
	name = task__store_name(task);
	found = !store__get_blob(store, STORE_KIND, name, task__key(task), &data, &len) &&
		data;
	if (found)
		strbuf__add(&task->record, data, len);
	free(data);
	free(name);
	return found;
}

static void task__to_store(const struct cocci_task *task, struct store *store)
{
	char *name;

	if (!store || task->failed)
		return;
	name = task__store_name(task);
	/* A store that can't be written costs time only, and says so itself. */
	(void)store__put_blob(store, STORE_KIND, name, task__key(task),
			      task->record.buf, task->record.len);
	free(name);
}

/* The number behind the last "on line" of a message. */
static uint32_t other_line(const char *message)
{
	static const char words[] = " on line ";
	uint32_t line = 0;

	for (const char *p = message; (p = strstr(p, words)); ) {
		p += strlen(words);
		if (isdigit((unsigned char)*p))
			line = (uint32_t)strtoul(p, NULL, 10);
	}
	return line;
}

/* Cuts "line <tab> col <tab>" off a record's line. */
static bool take_place(char **s, uint32_t *line, uint32_t *col)
{
	char *end;

	*line = (uint32_t)strtoul(*s, &end, 10);
	if (*end != '\t')
		return false;
	*col = (uint32_t)strtoul(end + 1, &end, 10);
	if (*end != '\t')
		return false;
	*s = end + 1;
	return true;
}

static void set_function(struct cocci_result *ret, size_t first, uint32_t line,
			 uint32_t col, const char *function)
{
	for (size_t i = first; i < ret->hits.nr; i++) {
		struct cocci_hit *hit = &ret->hits.v[i];

		if (hit->line == line && hit->col == col && !*hit->function) {
			free(hit->function);
			hit->function = xstrdup(function);
		}
	}
}

static void add_record_line(struct cocci_result *ret, const struct cocci_task *task,
			    size_t first, char *s)
{
	char kind = s[0], *tab;
	uint32_t line, col;

	if (!kind || s[1] != '\t')
		return;
	s += 2;
	if (!take_place(&s, &line, &col))
		return;
	if (kind == 'F') {
		set_function(ret, first, line, col, s);
	} else if (kind == 'H') {
		vec__push(&ret->hits, (struct cocci_hit){
			.rule = xstrdup(task->rule->name),
			.file = xstrdup(task->file->path), .message = xstrdup(s),
			.function = xstrdup(""), .line = line, .col = col,
			.other_line = other_line(s) });
	} else if (kind == 'C' && (tab = strchr(s, '\t'))) {
		vec__push(&ret->calls, (struct cocci_call){
			.file = xstrdup(task->file->path),
			.callee = xstrndup(s, (size_t)(tab - s)),
			.function = xstrdup(tab + 1), .line = line, .col = col });
	}
}

static void add_task(struct cocci_result *ret, const struct cocci_task *task)
{
	size_t first = ret->hits.nr;
	char *text, *save = NULL;

	if (task->failed) {
		vec__push(&ret->failures, (struct cocci_failure){
			.rule = xstrdup(task->rule->name),
			.file = xstrdup(task->file->path),
			.reason = xstrdup(task->failed) });
		return;
	}
	text = xstrdup(task->record.buf);
	for (char *s = strtok_r(text, "\n", &save); s; s = strtok_r(NULL, "\n", &save))
		add_record_line(ret, task, first, s);
	free(text);
}

static int cmp_u32(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int cmp_hit(const void *a, const void *b)
{
	const struct cocci_hit *x = a, *y = b;
	int c = strcmp(x->file, y->file);

	if (!c)
		c = cmp_u32(x->line, y->line);
	if (!c)
		c = cmp_u32(x->col, y->col);
	if (!c)
		c = strcmp(x->rule, y->rule);
	return c ? c : strcmp(x->message, y->message);
}

static int cmp_call(const void *a, const void *b)
{
	const struct cocci_call *x = a, *y = b;
	int c = strcmp(x->file, y->file);

	if (!c)
		c = cmp_u32(x->line, y->line);
	if (!c)
		c = cmp_u32(x->col, y->col);
	return c ? c : strcmp(x->callee, y->callee);
}

static int cmp_failure(const void *a, const void *b)
{
	const struct cocci_failure *x = a, *y = b;
	int c = strcmp(x->file, y->file);

	return c ? c : strcmp(x->rule, y->rule);
}

static void hit__exit(struct cocci_hit *hit)
{
	free(hit->rule);
	free(hit->file);
	free(hit->message);
	free(hit->function);
}

static void call__exit(struct cocci_call *call)
{
	free(call->file);
	free(call->callee);
	free(call->function);
}

/* Sorts, and drops what was said twice: a line is met once for each binding. */
static void result__finish(struct cocci_result *ret)
{
	size_t n = 0;

	vec__sort(&ret->hits, cmp_hit);
	vec__sort(&ret->calls, cmp_call);
	vec__sort(&ret->failures, cmp_failure);
	for (size_t i = 0; i < ret->hits.nr; i++) {
		if (n && !cmp_hit(&ret->hits.v[n - 1], &ret->hits.v[i]))
			hit__exit(&ret->hits.v[i]);
		else
			ret->hits.v[n++] = ret->hits.v[i];
	}
	ret->hits.nr = n;
	n = 0;
	for (size_t i = 0; i < ret->calls.nr; i++) {
		if (n && !cmp_call(&ret->calls.v[n - 1], &ret->calls.v[i]))
			call__exit(&ret->calls.v[i]);
		else
			ret->calls.v[n++] = ret->calls.v[i];
	}
	ret->calls.nr = n;
}

/* spatch splits the list of files at white space. */
static bool name_is_safe(const char *path)
{
	for (; *path; path++)
		if (isspace((unsigned char)*path) || iscntrl((unsigned char)*path))
			return false;
	return true;
}

/* All tasks, sorted by rule; @todo gets those that the store can't answer. */
static void make_tasks(const struct cocci_options *opts, const struct cocci_rule *rules,
		       cocci_tasks_t *all, cocci_tasks_t *todo, size_t *ret_stored)
{
	for (size_t r = 0; r < opts->rules->nr; r++)
		for (size_t f = 0; f < opts->nr_files; f++) {
			struct cocci_task *task = xcalloc(1, sizeof(*task));

			task->rule = &rules[r];
			task->file = &opts->files[f];
			strbuf__init(&task->record);
			vec__push(all, task);
			if (!name_is_safe(task->file->path))
				task->failed = xstrdup("white space in its name");
			else if (task__from_store(task, opts->store))
				++*ret_stored;
			else
				vec__push(todo, task);
		}
}

static int run_todo(const struct cocci_options *opts, const char *spatch,
		    cocci_tasks_t *todo)
{
	struct spatch_env env = {
		.spatch = spatch, .jobs = opts->jobs < 1 ? 1 : opts->jobs,
		.timeout = opts->timeout ? opts->timeout : DEFAULT_TIMEOUT,
		.progress = opts->progress, .progress_data = opts->progress_data,
	};
	int err;

	if (!todo->nr)
		return 0;
	err = spatch__tmp_dir(opts->kdir, &env.tmp);
	if (err) {
		pr_err("no temporary folder for spatch: %s", strerror(-err));
		return err;
	}
	err = spatch__run(&env, todo->v, todo->nr);
	if (err)
		pr_err("spatch could not be started: %s", strerror(-err));
	spatch__remove_tmp_dir(env.tmp);
	free(env.tmp);
	return err;
}

static int run_rules(const struct cocci_options *opts, const char *spatch,
		     const struct cocci_rule *rules, struct cocci_result *ret)
{
	cocci_tasks_t all = {0}, todo = {0};
	int err;

	make_tasks(opts, rules, &all, &todo, &ret->nr_stored);
	err = run_todo(opts, spatch, &todo);
	ret->nr_run = todo.nr;
	for (size_t i = 0; !err && i < todo.nr; i++)
		task__to_store(todo.v[i], opts->store);
	for (size_t i = 0; i < all.nr; i++) {
		add_task(ret, all.v[i]);
		task__free(all.v[i]);
	}
	result__finish(ret);
	vec__exit(&all);
	vec__exit(&todo);
	return err;
}

/* A path stays good when the current folder changes; a name goes by PATH. */
static char *spatch_path(const char *spatch)
{
	char *real = NULL;

	if (!spatch)
		return xstrdup("spatch");
	if (strchr(spatch, '/'))
		real = realpath(spatch, NULL);
	return real ? real : xstrdup(spatch);
}

/**
 * cocci__run() - run Coccinelle rules over files
 * @opts: which rules and files, and how; belongs to the caller
 * @ret_result: what they found, also what failed; cocci__free() it
 *
 * Nothing is written below kdir. Without spatch one line says what to install;
 * the caller goes on without these results.
 *
 * Return: 0, -ENOENT without spatch, or another -errno. No result on failure.
 */
int cocci__run(const struct cocci_options *opts, struct cocci_result **ret_result)
{
	struct cocci_result *ret = xcalloc(1, sizeof(*ret));
	char *spatch = spatch_path(opts->spatch);
	struct cocci_rule *rules = xcalloc(opts->rules->nr, sizeof(*rules));
	int err = cocci__version(spatch, &ret->version);

	if (err == -ENOENT)
		pr_err("spatch not found: install the package coccinelle");
	else if (err)
		pr_err("%s does not tell its version", spatch);
	for (size_t r = 0; !err && r < opts->rules->nr; r++)
		err = rule__load(&rules[r], opts->rules_dir, opts->rules->v[r],
				 ret->version);
	if (!err)
		err = run_rules(opts, spatch, rules, ret);
	for (size_t r = 0; r < opts->rules->nr; r++)
		rule__exit(&rules[r]);
	free(rules);
	free(spatch);
	if (err)
		cocci__free(ret);
	else
		*ret_result = ret;
	return err;
}

/**
 * cocci__free() - free a result
 * @self: from cocci__run(), or NULL
 */
void cocci__free(struct cocci_result *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->hits.nr; i++)
		hit__exit(&self->hits.v[i]);
	for (size_t i = 0; i < self->calls.nr; i++)
		call__exit(&self->calls.v[i]);
	for (size_t i = 0; i < self->failures.nr; i++) {
		free(self->failures.v[i].rule);
		free(self->failures.v[i].file);
		free(self->failures.v[i].reason);
	}
	vec__exit(&self->hits);
	vec__exit(&self->calls);
	vec__exit(&self->failures);
	free(self->version);
	free(self);
}
