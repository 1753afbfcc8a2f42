// SPDX-License-Identifier: GPL-2.0-only
/*
 * A kernel source tree: whether a folder is one, its version, its era, its
 * place in our cache. A small kernel-like tree (a Makefile with the VERSION
 * lines and include/linux/mm.h, no arch/) is one as well.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tree_priv.h"

#define MAKEFILE_MAX (4u << 20)

/* Gives the value of a line "KEY = value", trimmed; caller frees. NULL: no such line. */
static char *makefile_value(const char *text, const char *key)
{
	size_t len = strlen(key);
	const char *p, *end;

	for (p = text; p; p = strchr(p, '\n'), p = p ? p + 1 : NULL) {
		if (strncmp(p, key, len))
			continue;
		p += len;
		p += strspn(p, " \t");
		if (*p != '=')
			continue;
		p++;
		p += strspn(p, " \t");
		end = p + strcspn(p, "\n");
		while (end > p && isspace((unsigned char)end[-1]))
			end--;
		return xstrndup(p, end - p);
	}
	return NULL;
}

static bool all_digits(const char *s)
{
	return s && *s && s[strspn(s, "0123456789")] == '\0';
}

static int read_version(struct tree *self, const char *makefile)
{
	char *v = makefile_value(makefile, "VERSION");
	char *p = makefile_value(makefile, "PATCHLEVEL");
	char *s = makefile_value(makefile, "SUBLEVEL");
	char *e = makefile_value(makefile, "EXTRAVERSION");
	int err = -EINVAL;

	if (all_digits(v) && all_digits(p)) {
		self->version = xasprintf("%s.%s.%s%s", v, p,
					  all_digits(s) ? s : "0", e ? e : "");
		self->version_name = makefile_value(makefile, "NAME");
		if (!self->version_name)
			self->version_name = xstrdup("");
		err = 0;
	}
	free(v);
	free(p);
	free(s);
	free(e);
	return err;
}

static bool have(const struct strvec *names, const char *name)
{
	for (size_t i = 0; i < names->nr; i++) {
		if (!strcmp(names->v[i], name))
			return true;
	}
	return false;
}

static void read_era(struct tree *self)
{
	static const char *const wanted[] = { "pin_user_pages", "put_user_page" };
	struct strvec want = {0}, found = {0};

	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
		strvec__add(&want, wanted[i]);
	have__scan_header(self, "include/linux/mm.h", &want, &found);
	self->era = have(&found, wanted[0]) ? ERA_PIN :
		    have(&found, wanted[1]) ? ERA_USER_PUT : ERA_GET;
	strvec__exit(&want);
	strvec__exit(&found);
}

/* A build folder is stale when the tree's configuration or Makefile changed. */
static uint64_t identity(const struct tree *self)
{
	static const char *const files[] = {
		"Makefile", "init/Kconfig", "mm/Kconfig", "arch/x86/Kconfig",
		"include/asm-generic/Kbuild", "arch/x86/include/asm/Kbuild",
	};
	uint64_t h = hash64(self->kdir, strlen(self->kdir), 1);

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		char *path = xasprintf("%s/%s", self->kdir, files[i]);
		char *data;
		size_t len;

		if (!file_read(path, MAKEFILE_MAX, &data, &len)) {
			h = hash64(data, len, h);
			free(data);
		}
		free(path);
	}
	return h;
}

static char *real_dir(const char *path, const char *what)
{
	char *real = realpath(path, NULL);

	if (!real) {
		pr_err("%s: %s", path, strerror(errno));
		return NULL;
	}
	if (!dir_exists(real)) {
		pr_err("%s: not a folder: %s must name one", path, what);
		free(real);
		errno = ENOTDIR;
		return NULL;
	}
	return real;
}

static int not_a_kernel(const char *kdir, const char *why)
{
	pr_err("%s: not a Linux kernel tree (%s): set KDIR to the top folder of the sources",
	       kdir, why);
	return -EINVAL;
}

static int check_kernel(struct tree *self)
{
	char *path = xasprintf("%s/Makefile", self->kdir);
	char *text = NULL;
	size_t len;
	int err;

	err = file_read(path, MAKEFILE_MAX, &text, &len);
	free(path);
	if (err)
		return not_a_kernel(self->kdir, "its Makefile can't be read");
	err = read_version(self, text);
	self->ms_extensions = strstr(text, "-fms-extensions") ||
			      strstr(text, "CONFIG_CC_MS_EXTENSIONS");
	self->unsigned_char = strstr(text, "-funsigned-char");
	free(text);
	if (err)
		return not_a_kernel(self->kdir, "no VERSION and PATCHLEVEL in its Makefile");

	path = xasprintf("%s/include/linux/mm.h", self->kdir);
	if (!file_exists(path))
		err = not_a_kernel(self->kdir, "no include/linux/mm.h");
	free(path);
	path = xasprintf("%s/arch/x86", self->kdir);
	self->full = dir_exists(path);
	free(path);
	return err;
}

/* Without a configuration nearly every line would be an error. */
static int check_build(const struct tree *self)
{
	static const char *const marks[] = {
		"include/generated/autoconf.h", "compile_commands.json",
	};

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		char *path = xasprintf("%s/%s", self->obj, marks[i]);
		bool there = file_exists(path);

		free(path);
		if (there)
			return 0;
	}
	if (!self->full)
		return 0;
	pr_err("O=%s is not a prepared build folder: no %s; run `make O=... prepare` there",
	       self->obj, marks[0]);
	return -EINVAL;
}

/**
 * tree__open() - open a kernel source tree
 * @opts: where it is and where our folders are; copied
 * @ret_tree: receives the tree, to be freed with tree__free()
 *
 * Return: 0; -EINVAL if it is no kernel tree, or another -errno; after one
 * line on stderr.
 */
int tree__open(const struct tree_options *opts, struct tree **ret_tree)
{
	struct tree *self = xcalloc(1, sizeof(*self));
	char *kconfig;
	int err = 0;

	self->kdir = real_dir(opts->kdir, "KDIR");
	if (!self->kdir)
		goto fail_errno;
	err = check_kernel(self);
	if (err)
		goto fail;
	if (opts->obj && *opts->obj) {
		self->obj = real_dir(opts->obj, "O=");
		if (!self->obj)
			goto fail_errno;
		err = check_build(self);
		if (err)
			goto fail;
	} else {
		/* a tree that was built where it stands */
		kconfig = xasprintf("%s/include/generated/autoconf.h", self->kdir);
		if (file_exists(kconfig))
			self->obj = xstrdup(self->kdir);
		free(kconfig);
	}
	self->data = xstrdup(opts->data ? opts->data : ".");
	self->no_prepare = opts->no_prepare;
	self->cache = xasprintf("%s/trees/%s-%016llx", opts->cache, self->version,
				(unsigned long long)identity(self));
	read_era(self);
	*ret_tree = self;
	return 0;

fail_errno:
	err = -errno;
fail:
	tree__free(self);
	return err;
}

/**
 * tree__free() - free a tree
 * @self: the tree, or NULL
 */
void tree__free(struct tree *self)
{
	if (!self)
		return;
	compile_commands__free(self->commands);
	for (size_t i = 0; i < self->arches.nr; i++)
		arch__free(self->arches.v[i]);
	vec__exit(&self->arches);
	hmap__exit(&self->foreign);
	free(self->autoconf);
	free(self->kdir);
	free(self->obj);
	free(self->cache);
	free(self->build);
	free(self->data);
	free(self->version);
	free(self->version_name);
	free(self);
}

/**
 * tree__kdir() - the tree's folder
 * @self: the tree
 *
 * Return: absolute path without links; owned by the tree.
 */
const char *tree__kdir(const struct tree *self)
{
	return self->kdir;
}

/**
 * tree__version() - the tree's version
 * @self: the tree
 *
 * Return: as its Makefile says ("6.1.0-rc1"); owned by the tree.
 */
const char *tree__version(const struct tree *self)
{
	return self->version;
}

/**
 * tree__version_name() - the name of the tree's version
 * @self: the tree
 *
 * Return: NAME of its Makefile, "" if it has none; owned by the tree.
 */
const char *tree__version_name(const struct tree *self)
{
	return self->version_name;
}

/**
 * tree__era() - which API of user pages the tree has
 * @self: the tree
 *
 * Return: the era, read from its headers.
 */
enum era tree__era(const struct tree *self)
{
	return self->era;
}

/**
 * tree__build_dir() - where the generated headers are
 * @self: the tree
 *
 * Return: O=, or the folder that tree__prepare() made; NULL before that. Owned
 * by the tree.
 */
const char *tree__build_dir(const struct tree *self)
{
	return self->obj ? self->obj : self->build;
}
