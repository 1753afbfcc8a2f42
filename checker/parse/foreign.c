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
static const char *arch_with(struct tree *self, const char *header)
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
	return *best ? arch__find(self, best)->name : NULL;
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

static const char *foreign_include(struct tree *self, const char *text)
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

static const char *arch_of_path(struct tree *self, const char *file)
{
	char name[ARCH_MAX];
	size_t len;

	if (!str_starts(file, "arch/"))
		return NULL;
	if (str_starts(file, "arch/x86/um/"))
		return arch__find(self, "um")->name;
	file += strlen("arch/");
	len = strcspn(file, "/");
	if (!file[len] || len >= sizeof(name) || !strncmp(file, "x86/", 4))
		return NULL;
	memcpy(name, file, len);
	name[len] = '\0';
	return arch__find(self, name)->name;
}

static const char *find_arch(struct tree *self, const char *file)
{
	const char *arch = arch_of_path(self, file);
	char *path, *text;
	size_t len;

	if (arch && !self->full && !tree__parses(self, arch))
		arch = NULL;	/* a small tree need not have such headers */
	if (!self->full || arch)
		return arch;
	path = xasprintf("%s/%s", self->kdir, file);
	if (!file_read(path, SOURCE_MAX, &text, &len)) {
		arch = foreign_include(self, text);
		free(text);
	}
	free(path);
	return arch;
}

/**
 * tree__foreign() - is a file for another architecture
 * @self: the tree
 * @file: path below the tree
 * @ret_arch: receives the architecture's name, owned by the tree; NULL if none
 *
 * A small kernel-like tree without x86 has architectures only where their headers are.
 *
 * Return: true if it is not for x86; false also for a file that can't be read.
 */
bool tree__foreign(struct tree *self, const char *file, const char **ret_arch)
{
	const char *arch;
	bool fresh;
	uint32_t *slot = hmap__slot(&self->foreign, hash64(file, strlen(file), 1), &fresh);

	/* 0: for x86; else one more than where it stands in arches */
	if (fresh) {
		arch = find_arch(self, file);
		*slot = 0;
		for (uint32_t i = 0; arch && i < self->arches.nr; i++)
			if (self->arches.v[i]->name == arch)
				*slot = i + 1;
	}
	*ret_arch = *slot ? self->arches.v[*slot - 1]->name : NULL;
	return *slot;
}
