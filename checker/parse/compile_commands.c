// SPDX-License-Identifier: GPL-2.0-only
/*
 * Flags from compile_commands.json of the build folder or of the tree. Read
 * once, when first asked for; entries are kept by file name. The one place
 * beside report/ that reads JSON.
 */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/strset.h"
#include "../lib/vec.h"
#include "tree_priv.h"

struct compile_commands {
	struct strset *files;		/* absolute names; id indexes entries */
	VEC(struct strvec) entries;	/* filtered arguments */
};

static void add_entry(struct compile_commands *self, json_t *entry)
{
	const char *file = json_string_value(json_object_get(entry, "file"));
	const char *dir = json_string_value(json_object_get(entry, "directory"));
	const char *command = json_string_value(json_object_get(entry, "command"));
	json_t *arguments = json_object_get(entry, "arguments"), *arg;
	struct strvec words = {0};
	char *path, *real;
	uint32_t id;
	size_t i;

	if (!file || !dir || (!command && !json_is_array(arguments)))
		return;
	path = file[0] == '/' ? xstrdup(file) : xasprintf("%s/%s", dir, file);
	real = realpath(path, NULL);
	id = strset__add(self->files, real ? real : path);
	free(real);
	free(path);
	while (self->entries.nr <= id)
		vec__add(&self->entries);
	if (self->entries.v[id].nr)
		return;		/* the first entry of a file counts */
	if (command) {
		shell__split(command, &words);
	} else {
		json_array_foreach(arguments, i, arg) {
			if (json_is_string(arg))
				strvec__add(&words, json_string_value(arg));
		}
	}
	flags__filter(words.v, words.nr, dir, &self->entries.v[id]);
	strvec__exit(&words);
}

static struct compile_commands *read_commands(const char *dir)
{
	char *path = xasprintf("%s/compile_commands.json", dir);
	struct compile_commands *self = NULL;
	json_error_t error;
	json_t *root, *entry;
	size_t i;

	if (!file_exists(path)) {
		free(path);
		return NULL;
	}
	root = json_load_file(path, 0, &error);
	if (!json_is_array(root)) {
		pr_warn("%s:%d: not a list of commands (%s): going on without it", path,
			root ? 1 : error.line, root ? "no array" : error.text);
	} else {
		self = xcalloc(1, sizeof(*self));
		self->files = strset__new();
		json_array_foreach(root, i, entry)
			add_entry(self, entry);
	}
	json_decref(root);
	free(path);
	return self;
}

/* Flags of @file. Return: 0, or -ENOENT if no command is known. */
int compile_commands__flags(struct tree *tree, const char *file,
			    struct strvec *ret_args)
{
	struct compile_commands *self;
	uint32_t id = STRSET_NONE;
	char *path;

	if (!tree->commands_read) {
		tree->commands_read = true;
		if (tree->obj)
			tree->commands = read_commands(tree->obj);
		if (!tree->commands)
			tree->commands = read_commands(tree->kdir);
	}
	self = tree->commands;
	if (!self)
		return -ENOENT;
	path = xasprintf("%s/%s", tree->kdir, file);
	id = strset__find(self->files, path);
	free(path);
	if (id == STRSET_NONE || id >= self->entries.nr || !self->entries.v[id].nr)
		return -ENOENT;
	strvec__add_all(ret_args, &self->entries.v[id]);
	return 0;
}

void compile_commands__free(struct compile_commands *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->entries.nr; i++)
		strvec__exit(&self->entries.v[i]);
	vec__exit(&self->entries);
	strset__free(self->files);
	free(self);
}
