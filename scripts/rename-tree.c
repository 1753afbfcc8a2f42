// SPDX-License-Identifier: GPL-2.0-only
/*
 * rename-tree.c: counts and renames whole words in the sources of a kernel tree.
 *
 * usage: rename-tree count NAMES TREE
 *        rename-tree copy MAP TREE COPY
 *
 * NAMES holds one word a line; `count` prints each with the number of *.c and *.h
 * files that hold it and the number of other files (Documentation and tools left
 * out). MAP holds `OLD NEW` lines; `copy` writes all of TREE anew as COPY, with the
 * words of *.c and *.h replaced, but for lines with an #include. TREE is only read.
 * Exit 2 when something cannot be read or written.
 */
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NR_SLOTS	(1 << 16)
#define MAX_NAMES	(NR_SLOTS / 2)
#define NR_FDS		32

struct name {
	char *old, *new;
	size_t len, new_len;
	unsigned int sources, others;
	unsigned int seen;	/* the last file it was counted in */
};

static struct name names[MAX_NAMES];
static unsigned int nr_names, nr_files;
static unsigned int slots[NR_SLOTS];	/* index in names[] + 1 */
static const char *tree, *copy;

static unsigned int hash(const char *s, size_t len)
{
	unsigned int h = 2166136261u;

	while (len--)
		h = (h ^ (unsigned char)*s++) * 16777619u;
	return h % NR_SLOTS;
}

static struct name *find(const char *s, size_t len)
{
	unsigned int h;

	for (h = hash(s, len); slots[h]; h = (h + 1) % NR_SLOTS) {
		struct name *n = &names[slots[h] - 1];

		if (n->len == len && !memcmp(n->old, s, len))
			return n;
	}
	return NULL;
}

static void add(const char *old, const char *new)
{
	struct name *n = &names[nr_names];
	unsigned int h;

	if (find(old, strlen(old)))
		return;
	if (nr_names == MAX_NAMES)
		errx(2, "too many names");
	n->old = strdup(old);
	n->new = strdup(new);
	if (!n->old || !n->new)
		err(2, "out of memory");
	n->len = strlen(old);
	n->new_len = strlen(new);
	for (h = hash(old, n->len); slots[h]; h = (h + 1) % NR_SLOTS)
		;
	slots[h] = ++nr_names;
}

static void read_names(const char *path)
{
	char line[512], old[256], new[256];
	FILE *f = fopen(path, "r");

	if (!f)
		err(2, "%s", path);
	while (fgets(line, sizeof(line), f)) {
		int fields = sscanf(line, "%255s %255s", old, new);

		if (fields >= 1)
			add(old, fields == 2 ? new : old);
	}
	fclose(f);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The end of the line at s when it is an #include, else s. */
static const char *skip_include(const char *s, const char *end)
{
	const char *p = s;

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p == end || *p++ != '#')
		return s;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (end - p < 7 || memcmp(p, "include", 7))
		return s;
	p = memchr(p, '\n', end - p);
	return p ? p : end;
}

static void count_words(const char *s, const char *end, bool source)
{
	nr_files++;
	while (s < end) {
		const char *start = s;
		struct name *n;

		while (s < end && is_word(*s))
			s++;
		if (s == start) {
			s++;
			continue;
		}
		n = find(start, s - start);
		if (!n || n->seen == nr_files)
			continue;
		n->seen = nr_files;
		if (source)
			n->sources++;
		else
			n->others++;
	}
}

static void put_words(FILE *out, const char *s, const char *end)
{
	bool line_starts = true;

	while (s < end) {
		const char *start = s;
		struct name *n;

		if (line_starts)
			s = skip_include(s, end);
		line_starts = false;
		if (s == start) {
			while (s < end && is_word(*s))
				s++;
			n = find(start, s - start);
			if (n) {
				fwrite(n->new, 1, n->new_len, out);
				continue;
			}
		}
		if (s == start) {
			line_starts = *s == '\n';
			s++;
		}
		fwrite(start, 1, s - start, out);
	}
}

static char *read_all(const char *path, size_t len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *data = malloc(len + 1);
	size_t got = 0;

	if (fd < 0 || !data)
		err(2, "%s", path);
	while (got < len) {
		ssize_t n = read(fd, data + got, len - got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			err(2, "%s", path);
		got += n;
	}
	close(fd);
	return data;
}

static bool is_source(const char *path)
{
	size_t len = strlen(path);

	return len > 2 && path[len - 2] == '.' && (path[len - 1] == 'c' || path[len - 1] == 'h');
}

static int count_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	const char *rest = path + strlen(tree) + 1;
	char *data;

	(void)ftw;
	if (type != FTW_F || !S_ISREG(st->st_mode))
		return 0;
	if (!is_source(path) && (!strncmp(rest, "Documentation/", 14) || !strncmp(rest, "tools/", 6) ||
				 !strncmp(rest, ".git/", 5)))
		return 0;
	data = read_all(path, st->st_size);
	count_words(data, data + st->st_size, is_source(path));
	free(data);
	return 0;
}

static void copy_link(const char *from, const char *to)
{
	char target[4096];
	ssize_t len = readlink(from, target, sizeof(target) - 1);

	if (len < 0)
		err(2, "%s", from);
	target[len] = '\0';
	if (symlink(target, to))
		err(2, "%s", to);
}

static void copy_regular(const char *from, const char *to, const struct stat *st)
{
	char *data = read_all(from, st->st_size);
	FILE *out = fopen(to, "wxe");

	if (!out)
		err(2, "%s", to);
	if (is_source(from))
		put_words(out, data, data + st->st_size);
	else
		fwrite(data, 1, st->st_size, out);
	if (fchmod(fileno(out), (st->st_mode & 0777) | 0600) || fclose(out))
		err(2, "%s", to);
	free(data);
}

static int copy_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	const char *rest = path + strlen(tree);
	char to[4096];

	(void)ftw;
	if (!strncmp(rest, "/.git", 5) && (!rest[5] || rest[5] == '/'))
		return 0;
	if (snprintf(to, sizeof(to), "%s%s", copy, rest) >= (int)sizeof(to))
		errx(2, "%s: the path is too long", path);
	if (type == FTW_D) {
		if (mkdir(to, 0777) && errno != EEXIST)
			err(2, "%s", to);
	} else if (type == FTW_SL || type == FTW_SLN) {
		copy_link(path, to);
	} else if (type == FTW_F && S_ISREG(st->st_mode)) {
		copy_regular(path, to, st);
	} else {
		errx(2, "%s: cannot be read", path);
	}
	return 0;
}

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc == 4 && !strcmp(argv[1], "count")) {
		read_names(argv[2]);
		tree = argv[3];
		if (nftw(tree, count_file, NR_FDS, FTW_PHYS))
			err(2, "%s", tree);
		for (i = 0; i < nr_names; i++)
			printf("%s %u %u\n", names[i].old, names[i].sources, names[i].others);
	} else if (argc == 5 && !strcmp(argv[1], "copy")) {
		read_names(argv[2]);
		tree = argv[3];
		copy = argv[4];
		if (nftw(tree, copy_file, NR_FDS, FTW_PHYS))
			err(2, "%s", tree);
	} else {
		errx(2, "usage: rename-tree count NAMES TREE | copy MAP TREE COPY");
	}
	return fflush(stdout) ? 2 : 0;
}
