// SPDX-License-Identifier: GPL-2.0-only
/*
 * Architectures beside x86: which are parsed at all, what libclang is told for them,
 * and the folder with their configuration and the asm/ headers that make would write.
 * rules/config.arch says the first two; scripts/prepare-arch.sh makes the folder when
 * the first file is asked for, from text alone:
 *
 *	<cache>/trees/<version>-<hash>/arch-<name>-<hash>
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tree_priv.h"

#define PRECOMPILE "precompile"	/* a word of rules/config.arch */
#define LIST_MAX (1u << 20)
#define CONFIG_MAX (16u << 20)

/* The line of rules/config.arch that begins with @name, as words; empty if none. */
static void read_line(const struct tree *tree, const char *name, struct strvec *ret)
{
	char *path = xasprintf("%s/rules/config.arch", tree->data);
	char *text, *line, *save = NULL;
	size_t len = strlen(name), size;

	if (!file_read(path, LIST_MAX, &text, &size)) {
		for (line = strtok_r(text, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save))
			if (!strncmp(line, name, len) && line[len] == ' ')
				shell__split(line, ret);
		free(text);
	}
	free(path);
}

static struct tree_arch *new_arch(struct tree *tree, const char *name)
{
	struct tree_arch *self = xcalloc(1, sizeof(*self));
	char *include = xasprintf("%s/arch/%s/include", tree->kdir, name);

	self->name = xstrdup(name);
	if (dir_exists(include))
		read_line(tree, name, &self->words);
	free(include);
	vec__push(&tree->arches, self);
	return self;
}

/* What is known of an architecture; its words are empty if it is not parsed. */
struct tree_arch *arch__find(struct tree *tree, const char *name)
{
	for (size_t i = 0; i < tree->arches.nr; i++)
		if (!strcmp(tree->arches.v[i]->name, name))
			return tree->arches.v[i];
	return new_arch(tree, name);
}

void arch__free(struct tree_arch *self)
{
	strvec__exit(&self->words);
	free(self->name);
	free(self->dir);
	free(self->autoconf);
	free(self);
}

/* What the folder is made of; the tree's own place has a hash of the rest. */
static uint64_t identity(const struct tree *tree, const char *name)
{
	const char *build = tree__build_dir(tree);
	char *files[] = {
		xasprintf("%s/include/generated/autoconf.h", build ? build : "."),
		xasprintf("%s/rules/config.arch", tree->data),
		xasprintf("%s/scripts/prepare-arch.sh", tree->data),
		xasprintf("%s/scripts/arch-config.awk", tree->data),
		xasprintf("%s/arch/%s/Kconfig", tree->kdir, name),
		xasprintf("%s/arch/%s/include/asm/Kbuild", tree->kdir, name),
	};
	uint64_t h = 1;

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		char *data;
		size_t len;

		if (!file_read(files[i], CONFIG_MAX, &data, &len)) {
			h = hash64(data, len, h);
			free(data);
		}
		free(files[i]);
	}
	return h;
}

static int make_folder(struct tree *tree, const char *name, const char *dir)
{
	const char *build = tree__build_dir(tree);
	char *script = xasprintf("%s/scripts/prepare-arch.sh", tree->data);
	char *log = xasprintf("%s/prepare-arch.log", tree->cache);
	const char *argv[] = {
		"sh", script, name, tree->kdir, build ? build : "", dir, NULL,
	};
	int fd, err;

	err = prepare__lock(tree, &fd);
	if (!err) {
		err = dir_exists(dir) ? 0 : prepare__run(argv, log);
		if (!err && !dir_exists(dir))
			err = -EIO;
		close(fd);
	}
	if (err)
		pr_warn("files of %s can't be parsed: see %s", name, log);
	free(log);
	free(script);
	return err;
}

/*
 * The folder of an architecture, made if it is not there. Return: 0; -ENOENT if files
 * of it are not parsed; another -errno after one line on stderr.
 */
int arch__prepare(struct tree *tree, struct tree_arch *self)
{
	char *dir;
	int err;

	if (self->dir)
		return 0;
	if (self->words.nr < 2 || self->failed)
		return -ENOENT;
	dir = xasprintf("%s/arch-%s-%016llx", tree->cache, self->name,
			(unsigned long long)identity(tree, self->name));
	err = dir_exists(dir) ? 0 : make_folder(tree, self->name, dir);
	self->failed = err != 0;
	if (err)
		free(dir);
	else
		self->dir = dir;
	return err;
}

/* -target and what else libclang is told, before the include paths. */
void arch__add_target(const struct tree *tree, const struct tree_arch *self,
		      struct strvec *ret)
{
	strvec__add(ret, "-target");
	strvec__add(ret, self->words.v[1]);
	strvec__add(ret, "-Xclang");
	strvec__add(ret, "-fallow-pch-with-compiler-errors");
	for (size_t i = 2; i < self->words.nr; i++) {
		const char *w = self->words.v[i];

		if (!strcmp(w, PRECOMPILE))
			continue;
		if (str_starts(w, "-I"))
			strvec__addf(ret, "-I%s/%s", tree->kdir, w + 2);
		else
			strvec__add(ret, w);
	}
}

/**
 * tree__parses() - are files of an architecture parsed
 * @self: the tree
 * @arch: what tree__foreign() gave
 *
 * Return: true if libclang can be told how; the folder for it may still fail to be made.
 */
bool tree__parses(struct tree *self, const char *arch)
{
	return arch__find(self, arch)->words.nr > 1;
}

/**
 * tree__precompiles() - is it worth to precompile the common headers
 * @self: the tree
 * @arch: what tree__foreign() gave
 *
 * Return: what rules/config.arch says: true where kernels have some files to parse.
 */
bool tree__precompiles(struct tree *self, const char *arch)
{
	const struct strvec *words = &arch__find(self, arch)->words;

	for (size_t i = 2; i < words->nr; i++)
		if (!strcmp(words->v[i], PRECOMPILE))
			return true;
	return false;
}
