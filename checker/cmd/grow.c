// SPDX-License-Identifier: GPL-2.0-only
/*
 * Select goes on: the flows ask for definitions, callers, users of members and
 * the functions behind pointers; the files that hold them are added.
 *
 * Which files can hold a name is known from an index of all words of the tree,
 * made when the first request comes; only those are read.
 *
 * A request that would take more than a few new files is refused: it is the
 * mark of a name or member that ties unrelated owners together, not of a way
 * that these pages go.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/facts.h"
#include "../lib/strbuf.h"
#include "../select/words.h"
#include "session.h"

#define GROW_VERSION 19		/* raise it when other files are asked for */
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
	struct strset *members;		/* all that are asked for */
	VEC(uint32_t) *named;		/* per file: members that its text names */
	bool *was_read;			/* per file */
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

static bool is_new(const struct session *self, const char *path)
{
	for (size_t i = 0; i < self->paths.nr; i++)
		if (!strcmp(self->paths.v[i], path))
			return false;
	return true;
}

/* Can a file be one that is added? What only its text says is not asked. */
static bool is_candidate(const struct session *self, const struct request *r,
			 const char *path)
{
	return str_ends(path, ".c") && session__is_kernel_code(path) &&
	       (r->kind != REQUEST_DEFINITION || rules__enters(self->rules, path)) &&
	       is_new(self, path);
}

/*
 * Marks the files that are to be read for a request, of those in @named: they
 * hold its name or tag. Where few of them do, only those that hold the member
 * too are of use, else all are to be counted.
 */
static void mark_files(const struct session *self, const struct request *r,
		       const struct word_files *named, const struct word_files *member,
		       bool *marks)
{
	size_t m = 0;

	for (size_t i = 0; i < named->nr; i++) {
		uint32_t file = named->v[i];

		while (m < member->nr && member->v[m] < file)
			m++;
		if (marks[file])
			continue;
		if (r->rec && named->nr > MAX_TAG_FILES)
			marks[file] = true;
		else if (m < member->nr && member->v[m] == file)
			marks[file] = is_candidate(self, r, word_index__path(self->words, file));
	}
}

/* The files that are to be read for some requests. */
static int find_files(struct session *self, const struct request_list *requests,
		      const struct index *x, struct strvec *ret)
{
	struct strvec names = {0};
	struct word_files *lists;
	bool *marks;
	int err = 0;

	if (!self->words)
		err = word_index__build(tree__kdir(self->tree), NULL,
					(int)self->opts.jobs, &self->words);
	if (err)
		return err;
	for (size_t i = 0; i < requests->nr; i++) {
		const struct request *r = &requests->v[i];

		strvec__add(&names, r->rec ? tag_of(r->rec) : r->name);
		strvec__add(&names, r->name);
	}
	lists = word_index__files(self->words, &names);
	marks = xcalloc(word_index__nr(self->words) + 1, sizeof(*marks));
	for (size_t i = 0; i < requests->nr; i++)
		if (name_index(x, names.v[2 * i]) != SIZE_MAX)
			mark_files(self, &requests->v[i], &lists[2 * i], &lists[2 * i + 1],
				   marks);
	for (uint32_t i = 0; i < word_index__nr(self->words); i++)
		if (marks[i])
			strvec__add(ret, word_index__path(self->words, i));
	free(marks);
	word_files__free(lists, names.nr);
	strvec__exit(&names);
	return 0;
}

/* For each name: are only its definitions wanted? The caller frees the array. */
static bool *find_defs_only(const struct request_list *requests, const struct index *x)
{
	bool *ret = xcalloc(x->names.nr + 1, sizeof(*ret));

	memset(ret, true, x->names.nr);
	for (size_t i = 0; i < requests->nr; i++) {
		const struct request *r = &requests->v[i];
		size_t n = name_index(x, r->rec ? tag_of(r->rec) : r->name);

		if (n != SIZE_MAX)
			ret[n] &= r->kind == REQUEST_DEFINITION;
	}
	return ret;
}

static int index_build(struct session *self, const struct request_list *requests,
		       struct index *x)
{
	struct strvec none = {0}, only = {0};
	struct select_options so = {
		.kdir = tree__kdir(self->tree), .names = &x->names, .also = &none,
		.only = &only, .jobs = (int)self->opts.jobs,
	};
	bool *defs_only;
	int err;

	x->members = strset__new();
	for (size_t i = 0; i < requests->nr; i++) {
		if (requests->v[i].rec)
			strset__add(x->members, requests->v[i].name);
		add_name(&x->names, requests->v[i].rec ? tag_of(requests->v[i].rec) :
							 requests->v[i].name);
	}
	unique(&x->names);
	so.defs_only = defs_only = find_defs_only(requests, x);
	err = find_files(self, requests, x, &only);
	if (!err)
		err = select__run(&so, &x->found);
	strvec__exit(&only);
	free(defs_only);
	if (err)
		return err;
	x->named = xcalloc(x->found->files.nr, sizeof(*x->named));
	x->was_read = xcalloc(x->found->files.nr, sizeof(*x->was_read));
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
	for (size_t i = 0; x->named && i < x->found->files.nr; i++)
		vec__exit(&x->named[i]);
	free(x->named);
	free(x->was_read);
	strset__free(x->members);
	free(x->files);
	free(x->calls);
	free(x->defs);
	select__free(x->found);
	strvec__exit(&x->names);
}

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

/* Notes which wanted members the text of a file names: `->m`, `.m`. */
static void read_members(struct session *self, struct index *x, uint32_t file)
{
	char *abs = xasprintf("%s/%s", tree__kdir(self->tree), x->found->files.v[file].path);
	char *text = NULL, *p;
	size_t len;

	if (!file_read(abs, MAX_FILE, &text, &len)) {
		for (p = text; *p; p++) {
			char *end = p, saved;
			uint32_t id;

			if (!is_word(*p))
				continue;
			while (is_word(*end))
				end++;
			saved = *end;
			*end = '\0';
			if (p > text && (p[-1] == '>' || p[-1] == '.')) {
				id = strset__find(x->members, p);
				if (id != STRSET_NONE)
					vec__push(&x->named[file], id);
			}
			*end = saved;
			p = end - 1;
		}
	}
	free(text);
	free(abs);
	x->was_read[file] = true;
}

static bool names_member(struct session *self, struct index *x, uint32_t file,
			 const char *member)
{
	uint32_t id = strset__find(x->members, member);

	if (!x->was_read[file])
		read_members(self, x, file);
	for (size_t i = 0; i < x->named[file].nr; i++)
		if (x->named[file].v[i] == id)
			return true;
	return false;
}

/* Is a file of this architecture, NULL for x86, one for those that ask? Flows through
 * x86 have nothing to look for elsewhere. @r: @nr times one request, of other files. */
static bool suits(struct session *self, const char *arch, const struct request *r, size_t nr)
{
	const char *from;

	for (size_t i = 0; i < nr && arch; i++)
		if (tree__foreign(self->tree, r[i].file, &from) && !strcmp(from, arch))
			return true;
	return !arch;
}

static bool asks_callers(const struct request *r)
{
	return r->kind == REQUEST_CALLERS || r->kind == REQUEST_CALLERS_NEAR;
}

/* Is a file in the folder of one that asks? @r: @nr times one request, of other files. */
static bool is_near(const char *path, const struct request *r, size_t nr)
{
	size_t folder = (size_t)(strrchr(path, '/') ? strrchr(path, '/') + 1 - path : 0);

	for (size_t i = 0; i < nr; i++)
		if (!strncmp(path, r[i].file, folder) && !strchr(r[i].file + folder, '/'))
			return true;
	return false;
}

/* The new files that a request asks for; false if it is refused. Too many of other
 * architectures are only left out. */
static bool grant(struct session *self, struct index *x, const struct request *r,
		  size_t nr_asking, struct strvec *ret)
{
	struct strvec foreign = {0};
	size_t n = name_index(x, r->rec ? tag_of(r->rec) : r->name);
	const uint32_t *files;
	size_t nr;
	bool ok;

	if (n == SIZE_MAX)
		return true;
	files = r->kind == REQUEST_DEFINITION ? x->defs[n].v :
		asks_callers(r) ? x->calls[n].v : x->files[n].v;
	nr = r->kind == REQUEST_DEFINITION ? x->defs[n].nr :
	     asks_callers(r) ? x->calls[n].nr : x->files[n].nr;
	if (r->rec && nr > MAX_TAG_FILES)
		return false;
	for (size_t i = 0; i < nr; i++) {
		const char *path = x->found->files.v[files[i]].path, *arch;

		if (!session__wants_parse(self, path) || !is_new(self, path) ||
		    (r->kind == REQUEST_CALLERS_NEAR && !is_near(path, r, nr_asking)))
			continue;
		tree__foreign(self->tree, path, &arch);
		if (!suits(self, arch, r, nr_asking))
			continue;
		if (r->kind == REQUEST_DEFINITION && !rules__enters(self->rules, path))
			continue;
		if (r->rec && !names_member(self, x, files[i], r->name))
			continue;
		strvec__add(arch ? &foreign : ret, path);
		if (ret->nr > MAX_NEW_FILES)
			break;
	}
	ok = ret->nr <= MAX_NEW_FILES;
	if (ok && foreign.nr <= MAX_NEW_FILES)
		strvec__add_all(ret, &foreign);
	strvec__exit(&foreign);
	return ok;
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

/* What the answers depend on: the tree, the rules, and the facts so far. */
static uint64_t grow_key(const struct session *self)
{
	const uint64_t versions[] = { FACTS_VERSION, GROW_VERSION };
	uint64_t key = rules__hash(self->rules) ^ self->selected->digest;

	key = hash64(versions, sizeof(versions), key);
	for (size_t i = 0; i < self->files.nr; i++) {
		const struct session_file *f = &self->files.v[i];
		uint64_t facts = f->facts ? f->flags_hash : 0;

		key = hash64(f->path, strlen(f->path), key);
		key = hash64(&facts, sizeof(facts), key);
	}
	return key;
}

static bool all_parsed(const struct session *self)
{
	for (size_t i = 0; i < self->files.nr; i++)
		if (!self->files.v[i].facts)
			return false;
	return true;
}

/**
 * session__grow_save() - keep what the flows asked for, for an unchanged tree
 * @self: the session, when nothing more is asked for
 *
 * A file that could not be parsed may have asked for more: then nothing is kept.
 */
void session__grow_save(struct session *self)
{
	struct strbuf out;

	/* the digest of a part says nothing of the whole tree */
	if (self->under || !all_parsed(self))
		return;
	strbuf__init(&out);
	for (size_t i = 0; i < self->files.nr; i++) {
		strbuf__add(&out, "F", 2);
		strbuf__add(&out, self->files.v[i].path, strlen(self->files.v[i].path) + 1);
	}
	for (size_t i = 0; i < self->asked.nr; i++) {
		if (!self->asked.v[i].refused || !*self->asked.v[i].rec)
			continue;
		strbuf__add(&out, "M", 2);
		strbuf__add(&out, self->asked.v[i].rec, strlen(self->asked.v[i].rec) + 1);
		strbuf__add(&out, self->asked.v[i].name, strlen(self->asked.v[i].name) + 1);
	}
	store__put_blob(self->store, "grow", "files", self->grow_key, out.buf, out.len);
	strbuf__exit(&out);
}

/* The next string of a blob, NULL at its end. */
static const char *next_string(const char **at, const char *end)
{
	const char *s = *at;

	if (s >= end)
		return NULL;
	*at += strlen(s) + 1;
	return s;
}

/**
 * session__grow_load() - take what an earlier run on the same tree found
 * @self: the session, with the facts of its first files
 *
 * Return: true if there was such a run: nothing is to be asked for.
 */
bool session__grow_load(struct session *self)
{
	const char *at, *end, *kind, *rec, *name;
	char *data;
	size_t len;

	self->grow_key = grow_key(self);
	if (self->under || store__get_blob(self->store, "grow", "files", self->grow_key,
					   &data, &len))
		return false;
	at = data;
	end = data + len;
	while ((kind = next_string(&at, end))) {
		rec = next_string(&at, end);
		name = *kind == 'M' ? next_string(&at, end) : "";
		if (!rec || !name)
			break;
		if (*kind == 'F')
			session__add_file(self, rec);
		else
			remember(self, &(struct request){ REQUEST_MEMBER, rec, name, "" },
				 true);
	}
	free(data);
	return true;
}

/* How many requests from @at on are the same, of other files. */
static size_t nr_same(const struct request_list *list, size_t at)
{
	const struct request *r = &list->v[at];
	size_t i;

	for (i = at + 1; i < list->nr; i++) {
		const struct request *o = &list->v[i];

		if (o->kind != r->kind || strcmp(o->name, r->name) ||
		    strcmp(o->rec ? o->rec : "", r->rec ? r->rec : ""))
			break;
	}
	return i - at;
}

/* Adds the files of one request; gives their number. */
static int take(struct session *self, struct index *x, const struct request *r, size_t nr)
{
	struct strvec files = {0};
	bool ok = grant(self, x, r, nr, &files);
	int added = 0;

	pr_info("%s %s%s%s: %s%zu files", ok ? "follow" : "do not follow",
		r->rec ? r->rec : "", r->rec ? "." : "", r->name,
		ok ? "" : "over ", ok ? files.nr : files.nr - 1);
	remember(self, r, !ok);
	for (size_t k = 0; ok && k < files.nr; k++) {
		session__add_file(self, files.v[k]);
		added++;
	}
	strvec__exit(&files);
	return added;
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
	for (size_t i = 0, nr; i < all.nr; i += nr) {
		nr = nr_same(&all, i);
		for (size_t k = i; k < i + nr && !is_known(self, &all.v[i]); k++)
			vec__push(&todo, all.v[k]);
	}
	if (todo.nr)
		err = index_build(self, &todo, &x);
	for (size_t i = 0, nr; i < todo.nr && !err; i += nr) {
		nr = nr_same(&todo, i);
		added += take(self, &x, &todo.v[i], nr);
	}
	if (x.names.nr)
		index_exit(&x);
	free(all.v);
	free(todo.v);
	return err ? err : added;
}
