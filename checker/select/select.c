// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stage as others see it: walk (unless the files are named), take what the
 * store knows, read the rest, and hand out the files that hold a name, sorted by
 * path.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../lib/strbuf.h"
#include "../lib/util.h"
#include "select_priv.h"

/* "drivers//media/" as "drivers/media"; NULL if it leads out of the tree. */
static char *clean_folder(const char *under)
{
	char *copy = xstrdup(under ? under : ""), *save = NULL;
	bool outside = copy[0] == '/';
	struct strbuf out;

	strbuf__init(&out);
	for (char *part = strtok_r(copy, "/", &save); part; part = strtok_r(NULL, "/", &save)) {
		if (!strcmp(part, "."))
			continue;
		outside |= !strcmp(part, "..");
		if (out.len)
			strbuf__addc(&out, '/');
		strbuf__adds(&out, part);
	}
	free(copy);
	if (!outside)
		return out.buf;	/* its memory goes to the caller */
	strbuf__exit(&out);
	return NULL;
}

static int cmp_str(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_file(struct select_result *result, struct scan_file *file)
{
	uint32_t index = (uint32_t)result->files.nr;
	struct selected_file *out = vec__add(&result->files);

	out->path = file->path;
	file->path = NULL;
	out->hash = file->hash;
	out->size = file->id.size;
	out->names_release = file->also;
	out->occ0 = (uint32_t)result->occs.nr;
	out->nr_occs = (uint32_t)file->hits.nr;
	for (size_t i = 0; i < file->hits.nr; i++) {
		const struct hit *hit = &file->hits.v[i];

		vec__push(&result->occs, (struct occurrence){
			.file = index, .name = hit->name, .line = hit->line,
			.col = hit->col, .cls = hit->cls, .in_if0 = hit->in_if0 });
	}
}

/* Takes the paths out of @list. */
static struct select_result *make_result(struct scan_list *list)
{
	struct select_result *result = xcalloc(1, sizeof(*result));

	for (size_t i = 0; i < list->unreadable.nr; i++)
		vec__push(&result->unreadable, list->unreadable.v[i]);
	list->unreadable.nr = 0;
	for (size_t i = 0; i < list->nr; i++) {
		struct scan_file *file = &list->v[i];

		if (file->gone)
			continue;
		if (file->reason) {
			vec__push(&result->unreadable,
				  xasprintf("%s: %s", file->path, file->reason));
			continue;
		}
		result->nr_scanned++;
		result->digest = hash64(file->path, strlen(file->path), result->digest);
		result->digest = hash64(&file->id, sizeof(file->id), result->digest);
		result->nr_bytes += file->id.size;
		if (file->hits.nr || file->also)
			add_file(result, file);
	}
	vec__sort(&result->unreadable, cmp_str);
	return result;
}

/*
 * select__open() - open a tree
 * @under: folder below it, or NULL
 * @ret_under: that folder without slashes around it; the caller frees it
 *
 * Return: an open folder; -EINVAL if @under leads out of the tree; or -errno.
 */
int select__open(const char *kdir, const char *under, char **ret_under)
{
	char *clean = clean_folder(under);
	int fd, err;

	if (!clean)
		return -EINVAL;
	fd = open(kdir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		free(clean);
		return err;
	}
	*ret_under = clean;
	return fd;
}

/**
 * select__run() - find the files that hold a name, and what it is there
 * @opts: tree, names, threads, store; see the header
 * @ret_result: the result; the caller frees it with select__free()
 *
 * A file or folder that can't be read is named in the result. Says nothing.
 *
 * Return: 0; -EINVAL if @opts->under leads out of the tree; or -errno of opening
 * the tree or that folder.
 */
int select__run(const struct select_options *opts, struct select_result **ret_result)
{
	struct store *store = opts->only || opts->defs_only ? NULL : opts->store;
	uint64_t key = scan_key(opts->names, opts->also);
	uint32_t nr_names = opts->names ? (uint32_t)opts->names->nr : 0;
	struct matcher *matcher;
	struct scan_list list = {0};
	bool complete;
	char *under;
	int root, err = 0;

	root = select__open(opts->kdir, opts->under, &under);
	if (root < 0)
		return root;
	if (opts->only)
		scan_list__take(&list, opts->only);
	else
		err = scan_list__walk(&list, root, under);
	if (err)
		goto out;
	scan_cache__load(&list, store, under, key, nr_names, &complete);
	if (!complete) {
		matcher = matcher__new(opts->names, opts->also);
		scan_list__read(&list, root, matcher, opts);
		matcher__free(matcher);
		scan_cache__save(&list, store, under, key);
	}
	*ret_result = make_result(&list);
out:
	close(root);
	scan_list__exit(&list);
	free(under);
	return err;
}

/**
 * select__free() - free a result
 * @self: from select__run(), or NULL
 */
void select__free(struct select_result *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->files.nr; i++)
		free(self->files.v[i].path);
	for (size_t i = 0; i < self->unreadable.nr; i++)
		free(self->unreadable.v[i]);
	vec__exit(&self->files);
	vec__exit(&self->occs);
	vec__exit(&self->unreadable);
	free(self);
}

/**
 * occ_class__name() - a class as a word
 * @cls: the class
 *
 * Return: "call", "definition" and so on; "?" if there is no such class.
 */
const char *occ_class__name(enum occ_class cls)
{
	static const char *const names[OCC_NR] = {
		[OCC_CALL] = "call",
		[OCC_DEFINITION] = "definition",
		[OCC_DECLARATION] = "declaration",
		[OCC_MACRO_BODY] = "macro body",
		[OCC_EXPORT] = "export",
		[OCC_ADDRESS] = "address taken",
		[OCC_STRING] = "string",
		[OCC_COMMENT] = "comment",
		[OCC_UNPARSED] = "unparsed",
	};

	return cls < OCC_NR ? names[cls] : "?";
}
