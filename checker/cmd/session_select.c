// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first files of a session: those that name an acquire or an unpin, and for
 * a template header the files that include it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

#define MAX_INCLUDER (4u << 20)	/* bytes of a file that may include a template */

/**
 * session__select() - scan the tree for the names in rules/
 * @self: the session
 *
 * Return: 0, or -errno after one line on stderr.
 */
int session__select(struct session *self)
{
	struct select_options so = {
		.kdir = tree__kdir(self->tree),
		.under = self->under,
		.names = &self->names,
		.also = &self->also,
		.jobs = (int)self->opts.jobs,
		.store = self->store,
	};
	int err = select__run(&so, &self->selected);

	if (err) {
		pr_err("can't read %s%s%s: %s", so.kdir, so.under ? "/" : "",
		       so.under ? so.under : "", strerror(-err));
		return err;
	}
	for (size_t i = 0; i < self->selected->unreadable.nr; i++) {
		pr_warn("can't read %s", self->selected->unreadable.v[i]);
		self->incomplete = true;
	}
	return 0;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_source(const char *path)
{
	return str_ends(path, ".c");
}

static bool has_calls(const struct session *self, const struct selected_file *f)
{
	for (uint32_t i = 0; i < f->nr_occs; i++) {
		const struct occurrence *o = &self->selected->occs.v[f->occ0 + i];

		if (o->cls == OCC_CALL && !o->in_if0)
			return true;
	}
	return false;
}

/* Are the names only spoken of? Then no flow begins there; one that leads there asks. */
static bool only_mentions(const struct session *self, const struct selected_file *f)
{
	for (uint32_t i = 0; i < f->nr_occs; i++) {
		const struct occurrence *o = &self->selected->occs.v[f->occ0 + i];

		if (o->cls != OCC_COMMENT && o->cls != OCC_STRING)
			return false;
	}
	return !f->names_release;
}

/**
 * session__is_kernel_code() - programs and documentation are no kernel code
 * @path: relative to KDIR
 *
 * Return: true for kernel code.
 */
bool session__is_kernel_code(const char *path)
{
	static const char *const other[] = { "tools/", "Documentation/", "scripts/" };

	for (size_t i = 0; i < ARRAY_SIZE(other); i++)
		if (str_starts(path, other[i]))
			return false;
	return true;
}

/**
 * session__wants_parse() - is a file for clang
 * @self: the session
 * @path: relative to KDIR
 *
 * Return: true for C files of the kernel, if their architecture is one that is parsed.
 */
bool session__wants_parse(const struct session *self, const char *path)
{
	const char *arch;

	return is_source(path) && session__is_kernel_code(path) &&
	       (!tree__foreign(self->tree, path, &arch) || tree__parses(self->tree, arch));
}

/**
 * session__add_file() - have a file parsed in the next round
 * @self: the session
 * @path: relative to KDIR; a file that is there already is left alone
 */
void session__add_file(struct session *self, const char *path)
{
	struct session_file *f;

	for (size_t i = 0; i < self->paths.nr; i++)
		if (!strcmp(self->paths.v[i], path))
			return;
	strvec__add(&self->paths, path);
	f = vec__add(&self->files);
	f->path = self->paths.v[self->paths.nr - 1];
}

static bool includes(const char *kdir, const char *path, const char *header)
{
	char *abs = xasprintf("%s/%s", kdir, path), *text = NULL;
	size_t len;
	bool found = false;

	if (!file_read(abs, MAX_INCLUDER, &text, &len)) {
		for (const char *p = text; !found && (p = strstr(p, header)); p++)
			found = p > text && (p[-1] == '"' || p[-1] == '/') &&
				p[strlen(header)] == '"';
	}
	free(text);
	free(abs);
	return found;
}

/* A header with calls that is no header of the kernel's API is a template: it
 * is read through the files beside it that include it. */
static int add_includers(struct session *self, const char *header)
{
	const char *kdir = tree__kdir(self->tree);
	size_t dir = (size_t)(base_name(header) - header);
	struct strvec beside = {0};
	char *folder = xasprintf("%s/%.*s", kdir, (int)dir, header);
	int err = dir_list(folder, ".c", &beside);

	for (size_t i = 0; !err && i < beside.nr; i++) {
		char *path = xasprintf("%.*s%s", (int)dir, header, beside.v[i]);

		if (includes(kdir, path, base_name(header)))
			session__add_file(self, path);
		free(path);
	}
	strvec__exit(&beside);
	free(folder);
	return err;
}

/**
 * session__choose_files() - which of the selected files clang is to read
 * @self: the session, selected
 */
void session__choose_files(struct session *self)
{
	const struct select_result *sel = self->selected;
	const char *arch;

	for (size_t i = 0; i < sel->files.nr; i++) {
		const char *path = sel->files.v[i].path;

		if (only_mentions(self, &sel->files.v[i]))
			continue;
		if (session__wants_parse(self, path))
			session__add_file(self, path);
		else if (!str_ends(path, ".h") || !has_calls(self, &sel->files.v[i]) ||
			 !session__is_kernel_code(path) || tree__foreign(self->tree, path, &arch))
			continue;
		else if (str_starts(path, "include/"))
			session__add_file(self, path);
		else
			add_includers(self, path);
	}
	self->result->files_selected = sel->files.nr;
}

/**
 * session__resolve_families() - read the definitions that tell a family
 * @self: the session, selected
 */
void session__resolve_families(struct session *self)
{
	const struct select_result *sel = self->selected;

	for (size_t i = 0; i < sel->files.nr; i++) {
		const struct selected_file *f = &sel->files.v[i];
		bool defines = false;
		char *abs, *text;
		size_t len;

		for (uint32_t k = 0; k < f->nr_occs && !defines; k++) {
			const struct occurrence *o = &sel->occs.v[f->occ0 + k];
			const struct api *api = rules__find(self->rules,
						self->names.v[o->name]);

			defines = o->cls == OCC_DEFINITION && api && api->family_from_body;
		}
		if (!defines)
			continue;
		abs = xasprintf("%s/%s", tree__kdir(self->tree), f->path);
		if (!file_read(abs, 0, &text, &len)) {
			rules__resolve_text(self->rules, text, len);
			free(text);
		}
		free(abs);
	}
}
