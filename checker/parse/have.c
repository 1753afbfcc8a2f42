// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which names a tree's headers declare or define. A word counts if it stands in
 * code: not in a comment or a string, not as a member (x->name, .name) and not
 * as a pointer to a function, (*name). The headers are those of include/ and
 * mm/internal.h; include/uapi and bindings have no page API and are left out.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../lib/strset.h"
#include "tree_priv.h"

#define HEADER_MAX	(16u << 20)
#define DEPTH_MAX	16

struct scan {
	struct strset *wanted;
	bool *found;
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Skips a comment or a literal at @p; gives @p itself if there is none. */
static const char *skip_noncode(const char *p, const char *end)
{
	char quote;

	if (p + 1 < end && p[0] == '/' && p[1] == '*') {
		for (p += 2; p < end; p++) {
			if (p[0] == '*' && p + 1 < end && p[1] == '/')
				return p + 2;
		}
		return end;
	}
	if (p + 1 < end && p[0] == '/' && p[1] == '/') {
		while (p < end && *p != '\n')
			p++;
		return p;
	}
	if (*p != '"' && *p != '\'')
		return p;
	quote = *p++;
	while (p < end && *p != quote && *p != '\n')
		p += *p == '\\' && p + 1 < end ? 2 : 1;
	return p < end ? p + 1 : end;
}

/* Is the word behind @before (code only, no blanks) a member or (*pointer)? */
static bool is_member(const char before[2])
{
	if (before[1] == '.')
		return true;
	if (before[0] == '-' && before[1] == '>')
		return true;
	return before[0] == '(' && before[1] == '*';
}

static void scan_text(struct scan *scan, const char *p, size_t len)
{
	const char *end = p + len;
	char before[2] = { 0, 0 };	/* the last two characters of code */

	while (p < end) {
		const char *next = skip_noncode(p, end);
		const char *word = p;
		char name[128];
		uint32_t id;

		if (next != p) {
			p = next;
			continue;
		}
		if (!is_word(*p)) {
			if (!isspace((unsigned char)*p)) {
				before[0] = before[1];
				before[1] = *p;
			}
			p++;
			continue;
		}
		while (p < end && is_word(*p))
			p++;
		if (p - word < (ptrdiff_t)sizeof(name) && !is_member(before)) {
			memcpy(name, word, p - word);
			name[p - word] = '\0';
			id = strset__find(scan->wanted, name);
			if (id != STRSET_NONE)
				scan->found[id] = true;
		}
		before[0] = before[1] = 'a';
	}
}

static void scan_file(struct scan *scan, const char *path)
{
	char *data;
	size_t len;

	if (file_read(path, HEADER_MAX, &data, &len))
		return;
	scan_text(scan, data, len);
	free(data);
}

static bool skip_folder(const char *name, int depth)
{
	static const char *const skipped[] = {
		"uapi", "dt-bindings", "generated", "config",
	};

	if (depth)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(skipped); i++) {
		if (!strcmp(name, skipped[i]))
			return true;
	}
	return false;
}

static void scan_folder(struct scan *scan, const char *path, int depth)
{
	DIR *dir = opendir(path);
	struct dirent *de;

	if (!dir)
		return;
	while ((de = readdir(dir))) {
		char *sub;

		if (de->d_name[0] == '.')
			continue;
		sub = xasprintf("%s/%s", path, de->d_name);
		if (str_ends(de->d_name, ".h") && file_exists(sub))
			scan_file(scan, sub);
		else if (depth < DEPTH_MAX && !skip_folder(de->d_name, depth) &&
			 de->d_type != DT_LNK && dir_exists(sub))
			scan_folder(scan, sub, depth + 1);
		free(sub);
	}
	closedir(dir);
}

static void scan_init(struct scan *scan, const struct strvec *wanted)
{
	scan->wanted = strset__new();
	for (size_t i = 0; i < wanted->nr; i++)
		strset__add(scan->wanted, wanted->v[i]);
	scan->found = xcalloc(strset__nr(scan->wanted) + 1, sizeof(*scan->found));
}

static void scan_finish(struct scan *scan, struct strvec *ret_have)
{
	for (uint32_t i = 1; i < strset__nr(scan->wanted); i++) {
		if (scan->found[i])
			strvec__add(ret_have, strset__str(scan->wanted, i));
	}
	strvec__sort(ret_have);
	strset__free(scan->wanted);
	free(scan->found);
}

/* tree__scan_have() for one header, @path below the tree. */
void have__scan_header(struct tree *tree, const char *path,
		       const struct strvec *wanted, struct strvec *ret_have)
{
	char *full = xasprintf("%s/%s", tree->kdir, path);
	struct scan scan;

	scan_init(&scan, wanted);
	scan_file(&scan, full);
	scan_finish(&scan, ret_have);
	free(full);
}

/**
 * tree__scan_have() - which names the tree's headers have
 * @self: the tree
 * @wanted: names to look for
 * @ret_have: receives those that are declared or defined, sorted, once each;
 *	empty at the start
 *
 * Return: 0 or -errno.
 */
int tree__scan_have(struct tree *self, const struct strvec *wanted,
		    struct strvec *ret_have)
{
	struct scan scan;
	char *path;

	scan_init(&scan, wanted);
	path = xasprintf("%s/include", self->kdir);
	scan_folder(&scan, path, 0);
	free(path);
	path = xasprintf("%s/mm/internal.h", self->kdir);
	scan_file(&scan, path);
	free(path);
	scan_finish(&scan, ret_have);
	return 0;
}
