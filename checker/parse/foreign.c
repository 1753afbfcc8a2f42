// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of another architecture than the one we parse for (x86): those below
 * another folder of arch/, and those that include, outside of any #if, an asm/
 * header which x86 does not have but another architecture does.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tree_priv.h"

#define SOURCE_MAX	(32u << 20)
#define ARCH_MAX	64

/*
 * Gives the name of the architecture: a static string would need a list of them
 * here, so names are kept in the tree, which is why @self loses its const.
 */
static const char *keep_name(const struct tree *self, const char *name)
{
	struct strvec *archs = &((struct tree *)self)->archs;

	for (size_t i = 0; i < archs->nr; i++) {
		if (!strcmp(archs->v[i], name))
			return archs->v[i];
	}
	strvec__add(archs, name);
	return archs->v[archs->nr - 1];
}

static bool arch_has(const struct tree *self, const char *arch, const char *header)
{
	static const char *const dirs[] = { "include/asm", "include/uapi/asm" };
	bool found = false;

	for (size_t i = 0; i < ARRAY_SIZE(dirs) && !found; i++) {
		char *path = xasprintf("%s/arch/%s/%s/%s", self->kdir, arch, dirs[i],
				       header);

		found = file_exists(path);
		free(path);
	}
	return found;
}

static bool x86_has(const struct tree *self, const char *header)
{
	static const char *const dirs[] = {
		"include/asm-generic", "include/uapi/asm-generic",
	};
	static const char *const generated[] = { "asm", "uapi/asm" };
	const char *build = tree__build_dir(self);
	bool found = arch_has(self, "x86", header);
	char *path;

	for (size_t i = 0; i < ARRAY_SIZE(dirs) && !found; i++) {
		path = xasprintf("%s/%s/%s", self->kdir, dirs[i], header);
		found = file_exists(path);
		free(path);
	}
	for (size_t i = 0; build && i < ARRAY_SIZE(generated) && !found; i++) {
		path = xasprintf("%s/arch/x86/include/generated/%s/%s", build,
				 generated[i], header);
		found = file_exists(path);
		free(path);
	}
	return found;
}

/* The first architecture, by name, that has the header; NULL if none. */
static const char *arch_with(const struct tree *self, const char *header)
{
	char *path = xasprintf("%s/arch", self->kdir);
	DIR *dir = opendir(path);
	char best[ARCH_MAX] = "";
	struct dirent *de;

	free(path);
	if (!dir)
		return NULL;
	while ((de = readdir(dir))) {
		if (de->d_name[0] == '.' || strlen(de->d_name) >= sizeof(best) ||
		    (*best && strcmp(de->d_name, best) >= 0))
			continue;
		if (arch_has(self, de->d_name, header))
			memcpy(best, de->d_name, strlen(de->d_name) + 1);
	}
	closedir(dir);
	return *best ? keep_name(self, best) : NULL;
}

/* The header of a line #include <asm/…>, copied to @name; false if it is none. */
static bool asm_include(const char *p, char *name, size_t size)
{
	size_t len;

	if (!str_starts(p, "include"))
		return false;
	p += strlen("include");
	p += strspn(p, " \t");
	if (!str_starts(p, "<asm/"))
		return false;
	p += strlen("<asm/");
	len = strcspn(p, ">\n");
	if (p[len] != '>' || len >= size)
		return false;
	memcpy(name, p, len);
	name[len] = '\0';
	return true;
}

static const char *foreign_include(const struct tree *self, const char *text)
{
	const char *arch = NULL;
	char name[128];
	int depth = 0;

	for (const char *p = text; p && !arch; p = strchr(p, '\n'), p = p ? p + 1 : NULL) {
		const char *d = p + strspn(p, " \t");

		if (*d != '#')
			continue;
		d++;
		d += strspn(d, " \t");
		if (str_starts(d, "if"))
			depth++;
		else if (str_starts(d, "endif"))
			depth--;
		else if (!depth && asm_include(d, name, sizeof(name)) &&
			 !x86_has(self, name))
			arch = arch_with(self, name);
	}
	return arch;
}

static const char *arch_of_path(const struct tree *self, const char *file)
{
	char name[ARCH_MAX];
	size_t len;

	if (!str_starts(file, "arch/"))
		return NULL;
	if (str_starts(file, "arch/x86/um/"))
		return keep_name(self, "um");
	file += strlen("arch/");
	len = strcspn(file, "/");
	if (!file[len] || len >= sizeof(name) || !strncmp(file, "x86/", 4))
		return NULL;
	memcpy(name, file, len);
	name[len] = '\0';
	return keep_name(self, name);
}

/**
 * tree__foreign() - is a file for another architecture
 * @self: the tree
 * @file: path below the tree
 * @ret_arch: receives the architecture's name, owned by the tree; NULL if none
 *
 * Return: true if it is not for x86; false also for a file that can't be read.
 */
bool tree__foreign(const struct tree *self, const char *file, const char **ret_arch)
{
	const char *arch = NULL;
	char *path, *text;
	size_t len;

	if (self->full)
		arch = arch_of_path(self, file);
	if (self->full && !arch) {
		path = xasprintf("%s/%s", self->kdir, file);
		if (!file_read(path, SOURCE_MAX, &text, &len)) {
			arch = foreign_include(self, text);
			free(text);
		}
		free(path);
	}
	*ret_arch = arch;
	return arch;
}
