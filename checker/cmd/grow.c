// SPDX-License-Identifier: GPL-2.0-only
/*
 * Select goes on: the flows ask for definitions, callers, users of members and
 * the functions behind pointers; the files that hold them are added.
 *
 * A request that would take more than a few new files is refused: it is the
 * mark of a name or member that ties unrelated owners together, not of a way
 * that these pages go.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

#define MAX_NEW_FILES 3		/* a request */
#define MAX_TAG_FILES 300	/* files that name a struct: more is everybody's */
#define MAX_FILE (8u << 20)

struct index {
	struct strvec names;		/* sorted */
	struct select_result *found;
	/* per name: files, indices into found->files, sorted and each once */
	VEC(uint32_t) *files;
	/* per name: of those, where it is called, where it is defined */
	VEC(uint32_t) *calls, *defs;
};

static const char *tag_of(const char *rec)
{
	const char *space = strrchr(rec, ' ');

	return space ? space + 1 : rec;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_name(struct strvec *names, const char *name)
{
	if (strlen(name) > 2 && !strchr(name, '<') && !strchr(name, '('))
		strvec__add(names, name);
}

static void unique(struct strvec *names)
{
	size_t out = 0;

	vec__sort(names, by_text);
	for (size_t i = 0; i < names->nr; i++) {
		if (out && !strcmp(names->v[out - 1], names->v[i]))
			free(names->v[i]);
		else
			names->v[out++] = names->v[i];
	}
	names->nr = out;
}

static size_t name_index(const struct index *x, const char *name)
{
	char **at = bsearch(&name, x->names.v, x->names.nr, sizeof(char *), by_text);

	return at ? (size_t)(at - x->names.v) : SIZE_MAX;
}

static int index_build(struct session *self, const struct request_list *requests,
		       struct index *x)
{
	struct strvec none = {0};
	struct select_options so = {
		.kdir = tree__kdir(self->tree), .under = self->opts.under,
		.names = &x->names, .also = &none, .jobs = (int)self->opts.jobs,
		.store = self->store,
	};
	int err;

	for (size_t i = 0; i < requests->nr; i++)
		add_name(&x->names, requests->v[i].rec ? tag_of(requests->v[i].rec) :
							 requests->v[i].name);
	unique(&x->names);
	err = select__run(&so, &x->found);
	if (err)
		return err;
	x->files = xcalloc(x->names.nr, sizeof(*x->files));
	x->calls = xcalloc(x->names.nr, sizeof(*x->calls));
	x->defs = xcalloc(x->names.nr, sizeof(*x->defs));
	for (size_t i = 0; i < x->found->occs.nr; i++) {
		const struct occurrence *o = &x->found->occs.v[i];
		typeof(x->files) sets[] = {
			x->files,
			(void *)(o->cls == OCC_CALL || o->cls == OCC_ADDRESS ? x->calls : NULL),
			(void *)(o->cls == OCC_DEFINITION ? x->defs : NULL),
		};

		if (o->cls == OCC_COMMENT || o->cls == OCC_STRING || o->in_if0)
			continue;
		for (size_t k = 0; k < ARRAY_SIZE(sets); k++)
			if (sets[k] && (!sets[k][o->name].nr ||
			    sets[k][o->name].v[sets[k][o->name].nr - 1] != o->file))
				vec__push(&sets[k][o->name], o->file);
	}
	return 0;
}

static void index_exit(struct index *x)
{
	for (size_t i = 0; x->files && i < x->names.nr; i++) {
		vec__exit(&x->files[i]);
		vec__exit(&x->calls[i]);
		vec__exit(&x->defs[i]);
	}
	free(x->files);
	free(x->calls);
	free(x->defs);
	select__free(x->found);
	strvec__exit(&x->names);
}

/* Does the text of a file name this member: `->m`, `.m`? */
static bool names_member(struct session *self, const char *path, const char *member)
{
	char *abs = xasprintf("%s/%s", tree__kdir(self->tree), path), *text = NULL;
	size_t len, n = strlen(member);
	bool found = false;

	if (!file_read(abs, MAX_FILE, &text, &len)) {
		for (const char *p = text; !found && (p = strstr(p, member)); p++) {
			char c = p[n];

			found = p > text && (p[-1] == '>' || p[-1] == '.') &&
				!(c == '_' || (c >= '0' && c <= '9') ||
				  (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
		}
	}
	free(text);
	free(abs);
	return found;
}

static bool is_new(const struct session *self, const char *path)
{
	for (size_t i = 0; i < self->paths.nr; i++)
		if (!strcmp(self->paths.v[i], path))
			return false;
	return true;
}

/* The new files that a request asks for; false if it is refused. */
static bool grant(struct session *self, const struct index *x, const struct request *r,
		  struct strvec *ret)
{
	size_t n = name_index(x, r->rec ? tag_of(r->rec) : r->name);
	const uint32_t *files;
	size_t nr;

	if (n == SIZE_MAX)
		return true;
	files = r->kind == REQUEST_DEFINITION ? x->defs[n].v :
		r->kind == REQUEST_CALLERS ? x->calls[n].v : x->files[n].v;
	nr = r->kind == REQUEST_DEFINITION ? x->defs[n].nr :
	     r->kind == REQUEST_CALLERS ? x->calls[n].nr : x->files[n].nr;
	if (r->rec && nr > MAX_TAG_FILES)
		return false;
	for (size_t i = 0; i < nr; i++) {
		const char *path = x->found->files.v[files[i]].path;

		if (!session__wants_parse(self, path) || !is_new(self, path))
			continue;
		if (r->kind == REQUEST_DEFINITION && !rules__enters(self->rules, path))
			continue;
		if (r->rec && !names_member(self, path, r->name))
			continue;
		strvec__add(ret, path);
		if (ret->nr > MAX_NEW_FILES)
			return false;
	}
	return true;
}

static bool is_known(const struct session *self, const struct request *r)
{
	for (size_t i = 0; i < self->asked.nr; i++)
		if (self->asked.v[i].kind == (int)r->kind &&
		    !strcmp(self->asked.v[i].rec, r->rec ? r->rec : "") &&
		    !strcmp(self->asked.v[i].name, r->name))
			return true;
	return false;
}

static void remember(struct session *self, const struct request *r, bool refused)
{
	struct asked a = {
		.kind = (int)r->kind,
		.rec = result__str(self->result, r->rec ? r->rec : ""),
		.name = result__str(self->result, r->name),
		.refused = refused,
	};

	vec__push(&self->asked, a);
}

/**
 * session__grow() - add the files that the flows ask for
 * @self: the session, linked and followed
 *
 * Return: number of files added; 0 when nothing new is asked for; -errno.
 */
int session__grow(struct session *self)
{
	struct request_list all = {0}, todo = {0};
	struct index x = {0};
	int err = 0, added = 0;

	program__requests(self->program, &all);
	for (size_t i = 0; i < all.nr; i++)
		if (!is_known(self, &all.v[i]))
			vec__push(&todo, all.v[i]);
	if (todo.nr)
		err = index_build(self, &todo, &x);
	for (size_t i = 0; i < todo.nr && !err; i++) {
		struct strvec files = {0};
		bool ok = grant(self, &x, &todo.v[i], &files);

		pr_info("%s %s%s%s: %s%zu files", ok ? "follow" : "do not follow",
			todo.v[i].rec ? todo.v[i].rec : "", todo.v[i].rec ? "." : "",
			todo.v[i].name, ok ? "" : "over ", ok ? files.nr : files.nr - 1);
		remember(self, &todo.v[i], !ok);
		for (size_t k = 0; ok && k < files.nr; k++) {
			session__add_file(self, files.v[k]);
			added++;
		}
		strvec__exit(&files);
	}
	if (x.names.nr)
		index_exit(&x);
	free(all.v);
	free(todo.v);
	return err ? err : added;
}
