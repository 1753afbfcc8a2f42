// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lists the *.c, *.h and *.S files of a tree with what stat says of them.
 *
 * As grep -r does, it follows no symbolic link, to a folder or to a file: a
 * link can form no loop and nothing counts twice. Folders that begin with a dot
 * (.git) are left out. What is no regular file is left out. What vanishes
 * meanwhile was never there. A folder that can't be read is noted by name.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../lib/strbuf.h"
#include "select_priv.h"

#define MAX_DEPTH 256

/*
 * file_id__set() - keep what identifies a version of a file
 * @st: what stat said
 */
void file_id__set(struct file_id *self, const struct stat *st)
{
	self->dev = st->st_dev;
	self->ino = st->st_ino;
	self->size = (uint64_t)st->st_size;
	self->mtime = st->st_mtim.tv_sec * 1000000000ll + st->st_mtim.tv_nsec;
	self->ctime = st->st_ctim.tv_sec * 1000000000ll + st->st_ctim.tv_nsec;
}

/* scan_list__exit() - free what a list owns, not the list */
void scan_list__exit(struct scan_list *self)
{
	for (size_t i = 0; i < self->nr; i++) {
		free(self->v[i].path);
		free(self->v[i].reason);
		vec__exit(&self->v[i].hits);
	}
	vec__exit(self);
	for (size_t i = 0; i < self->unreadable.nr; i++)
		free(self->unreadable.v[i]);
	vec__exit(&self->unreadable);
}

static bool is_source(const char *name)
{
	size_t len = strlen(name);

	return len > 2 && name[len - 2] == '.' && strchr("chS", name[len - 1]);
}

static void note_folder(struct scan_list *self, const struct strbuf *path, const char *why)
{
	vec__push(&self->unreadable, xasprintf("%s: %s", path->len ? path->buf : ".", why));
}

static bool is_gone(int err)
{
	/* ELOOP, ENOTDIR: it became a link, or a folder became a file */
	return err == ENOENT || err == ELOOP || err == ENOTDIR;
}

static void walk_folder(struct scan_list *self, int fd, struct strbuf *path, int depth);

static void walk_entry(struct scan_list *self, int fd, const struct dirent *entry,
		       struct strbuf *path, int depth)
{
	unsigned char type = entry->d_type;
	const char *name = entry->d_name;
	struct scan_file *file;
	struct stat st;
	int sub;

	if (type != DT_UNKNOWN && type != DT_DIR && (type != DT_REG || !is_source(name)))
		return;
	if (type == DT_DIR && name[0] == '.')
		return;
	if (type != DT_DIR) {
		if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
			if (!is_gone(errno))
				note_folder(self, path, strerror(errno));
			return;
		}
		if (!S_ISDIR(st.st_mode)) {
			if (!S_ISREG(st.st_mode) || !is_source(name))
				return;
			file = vec__add(self);
			file->path = xstrdup(path->buf);
			file_id__set(&file->id, &st);
			return;
		}
		if (name[0] == '.')
			return;
	}
	sub = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (sub >= 0)
		walk_folder(self, sub, path, depth + 1);
	else if (!is_gone(errno))
		note_folder(self, path, strerror(errno));
}

/* Takes over @fd. */
static void walk_folder(struct scan_list *self, int fd, struct strbuf *path, int depth)
{
	size_t len = path->len;
	struct dirent *entry;
	DIR *dir;

	if (depth > MAX_DEPTH) {
		note_folder(self, path, "folders are nested too deeply");
		close(fd);
		return;
	}
	dir = fdopendir(fd);
	if (!dir) {
		note_folder(self, path, strerror(errno));
		close(fd);
		return;
	}
	for (errno = 0; (entry = readdir(dir)); errno = 0) {
		if (len)
			strbuf__addc(path, '/');
		strbuf__adds(path, entry->d_name);
		walk_entry(self, fd, entry, path, depth);
		path->len = len;
		path->buf[len] = '\0';
	}
	if (errno && !is_gone(errno))
		note_folder(self, path, strerror(errno));
	closedir(dir);
}

static int cmp_file(const void *a, const void *b)
{
	return strcmp(((const struct scan_file *)a)->path, ((const struct scan_file *)b)->path);
}

/*
 * scan_list__walk() - list the source files of a tree, sorted by path
 * @root: kdir, open
 * @under: folder below it without slashes around it, or ""
 *
 * Return: 0, or -errno if the first folder can't be opened.
 */
int scan_list__walk(struct scan_list *self, int root, const char *under)
{
	int fd = openat(root, *under ? under : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct strbuf path;

	if (fd < 0)
		return -errno;
	strbuf__init(&path);
	strbuf__adds(&path, under);
	walk_folder(self, fd, &path, 0);
	strbuf__exit(&path);
	vec__sort(self, cmp_file);
	return 0;
}

/*
 * scan_list__take() - list the files that are named, sorted by path
 * @paths: relative to kdir, each once
 *
 * What stat says of them is not known before they are read.
 */
void scan_list__take(struct scan_list *self, const struct strvec *paths)
{
	for (size_t i = 0; i < paths->nr; i++)
		vec__add(self)->path = xstrdup(paths->v[i]);
	vec__sort(self, cmp_file);
}
