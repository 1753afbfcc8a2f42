// SPDX-License-Identifier: GPL-2.0-only
/*
 * Allocation, messages, files and hashing.
 *
 * Allocation failure ends the program: there is nothing sensible to do in a
 * batch checker, and every caller would only do the same.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "strvec.h"
#include "util.h"

static bool quiet, verbose;

static void *or_die(void *ptr)
{
	if (!ptr) {
		static const char msg[] = "pincheck: out of memory\n";

		if (write(STDERR_FILENO, msg, sizeof(msg) - 1) < 0)
			_exit(2);
		_exit(2);
	}
	return ptr;
}

/**
 * xmalloc() - allocate or end the program
 * @size: bytes; 0 gives a valid pointer too
 *
 * Return: memory that the caller frees with free().
 */
void *xmalloc(size_t size)
{
	return or_die(malloc(size ? size : 1));
}

/**
 * xcalloc() - allocate zeroed memory or end the program
 * @nr: number of elements
 * @size: bytes of one element
 *
 * Return: memory that the caller frees with free().
 */
void *xcalloc(size_t nr, size_t size)
{
	return or_die(calloc(nr ? nr : 1, size ? size : 1));
}

/**
 * xrealloc() - resize or end the program
 * @ptr: memory from this family, or NULL
 * @size: new size in bytes
 *
 * Return: the memory at its new place; @ptr is no longer valid.
 */
void *xrealloc(void *ptr, size_t size)
{
	return or_die(realloc(ptr, size ? size : 1));
}

/**
 * xstrdup() - copy a string
 * @s: string, not NULL
 *
 * Return: a copy that the caller frees.
 */
char *xstrdup(const char *s)
{
	return or_die(strdup(s));
}

/**
 * xstrndup() - copy at most @len bytes of a string
 * @s: string, not NULL
 * @len: bytes at most
 *
 * Return: a terminated copy that the caller frees.
 */
char *xstrndup(const char *s, size_t len)
{
	return or_die(strndup(s, len));
}

/**
 * xasprintf() - print into a new string
 * @fmt: printf format
 *
 * Return: a string that the caller frees.
 */
char *xasprintf(const char *fmt, ...)
{
	char *s = NULL;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&s, fmt, ap);
	va_end(ap);
	return or_die(n < 0 ? NULL : s);
}

static void message(const char *kind, const char *fmt, va_list ap)
{
	char line[2048];
	int n = snprintf(line, sizeof(line), "pincheck: %s", kind);

	vsnprintf(line + n, sizeof(line) - n - 1, fmt, ap);
	fprintf(stderr, "%s\n", line);
}

/**
 * pr_err() - one line on stderr: what is wrong, and how to mend it
 * @fmt: printf format without a newline
 */
void pr_err(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message("error: ", fmt, ap);
	va_end(ap);
}

/**
 * pr_warn() - one line on stderr that does not stop the run
 * @fmt: printf format without a newline
 */
void pr_warn(const char *fmt, ...)
{
	va_list ap;

	if (quiet)
		return;
	va_start(ap, fmt);
	message("warning: ", fmt, ap);
	va_end(ap);
}

/**
 * pr_info() - one line on stderr, only with --verbose
 * @fmt: printf format without a newline
 */
void pr_info(const char *fmt, ...)
{
	va_list ap;

	if (quiet || !verbose)
		return;
	va_start(ap, fmt);
	message("", fmt, ap);
	va_end(ap);
}

/**
 * pr_set_quiet() - drop warnings and progress
 * @on: true to drop them
 */
void pr_set_quiet(bool on)
{
	quiet = on;
}

/**
 * pr_is_quiet() - are warnings and progress dropped
 *
 * Return: true after pr_set_quiet(true).
 */
bool pr_is_quiet(void)
{
	return quiet;
}

/**
 * pr_set_verbose() - show what pr_info() says
 * @on: true to show it
 */
void pr_set_verbose(bool on)
{
	verbose = on;
}

/**
 * pr_is_verbose() - does the user want details
 *
 * Return: true after pr_set_verbose(true).
 */
bool pr_is_verbose(void)
{
	return verbose;
}

/**
 * str_starts() - does a string begin with another
 * @s: string
 * @prefix: the beginning asked for
 *
 * Return: true if so.
 */
bool str_starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

/**
 * str_ends() - does a string end with another
 * @s: string
 * @suffix: the end asked for
 *
 * Return: true if so.
 */
bool str_ends(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n >= m && !memcmp(s + n - m, suffix, m);
}

/**
 * file_read() - read a whole regular file
 * @path: its path
 * @max: largest size taken, in bytes; 0 for no limit
 * @ret_data: the bytes with a NUL behind them; the caller frees it
 * @ret_len: how many bytes, without that NUL
 *
 * Return: 0, -EFBIG if the file is larger than @max, -EINVAL if it is no
 * regular file, or another -errno. The outputs are untouched on failure.
 */
int file_read(const char *path, size_t max, char **ret_data, size_t *ret_len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	size_t len = 0, cap;
	struct stat st;
	int err = 0;
	char *buf;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0) {
		err = -errno;
		goto out_close;
	}
	if (!S_ISREG(st.st_mode)) {
		err = -EINVAL;
		goto out_close;
	}
	if (max && (size_t)st.st_size > max) {
		err = -EFBIG;
		goto out_close;
	}
	cap = (size_t)st.st_size + 1;
	buf = xmalloc(cap);
	for (;;) {
		ssize_t n;

		if (len + 1 >= cap) {
			cap = cap * 2 + 64;
			buf = xrealloc(buf, cap);
		}
		n = read(fd, buf + len, cap - len - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			err = -errno;
			free(buf);
			goto out_close;
		}
		if (!n)
			break;
		len += (size_t)n;
	}
	buf[len] = '\0';
	*ret_data = buf;
	*ret_len = len;
out_close:
	close(fd);
	return err;
}

static int write_all(int fd, const char *p, size_t len)
{
	while (len) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}

/**
 * file_write_atomic() - replace a file with new content, or leave it alone
 * @path: the file
 * @data: new content
 * @len: its bytes
 *
 * Writes a temporary file beside @path and renames it, so that a reader never
 * sees half of it.
 *
 * Return: 0 or -errno.
 */
int file_write_atomic(const char *path, const void *data, size_t len)
{
	char *tmp = xasprintf("%s.tmp.%ld", path, (long)getpid());
	int fd, err;

	fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		err = -errno;
		goto out_free;
	}
	err = write_all(fd, data, len);
	if (close(fd) < 0 && !err)
		err = -errno;
	if (!err && rename(tmp, path) < 0)
		err = -errno;
	if (err)
		unlink(tmp);
out_free:
	free(tmp);
	return err;
}

/**
 * file_update() - give a file new content only if it has other content
 * @path: the file
 * @data: content
 * @len: its bytes
 *
 * Keeps the times of an unchanged file, so that what was made of it stays valid.
 *
 * Return: 0 or -errno.
 */
int file_update(const char *path, const void *data, size_t len)
{
	char *old = NULL;
	size_t old_len = 0;
	bool same;

	same = !file_read(path, 0, &old, &old_len) && old_len == len &&
	       !memcmp(old, data, len);
	free(old);
	return same ? 0 : file_write_atomic(path, data, len);
}

/**
 * file_exists() - is there a regular file
 * @path: its path
 *
 * Return: true if so; links are followed.
 */
bool file_exists(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

/**
 * dir_exists() - is there a folder
 * @path: its path
 *
 * Return: true if so; links are followed.
 */
bool dir_exists(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/**
 * mkdir_p() - make a folder and those above it
 * @path: the folder
 *
 * Return: 0 if it is there afterwards, or -errno.
 */
int mkdir_p(const char *path)
{
	char *copy = xstrdup(path);
	int err = 0;

	for (char *p = copy + 1; ; p++) {
		if (*p != '/' && *p)
			continue;
		char c = *p;

		*p = '\0';
		if (mkdir(copy, 0777) < 0 && errno != EEXIST) {
			err = -errno;
			if (c && dir_exists(copy))
				err = 0;
		}
		*p = c;
		if (!c)
			break;
	}
	if (!err && !dir_exists(path))
		err = -ENOTDIR;
	free(copy);
	return err;
}

/**
 * dir_list() - names of the files in a folder
 * @path: the folder
 * @suffix: only names with this end
 * @ret_names: gets the names, sorted
 *
 * Return: 0 or -errno.
 */
int dir_list(const char *path, const char *suffix, struct strvec *ret_names)
{
	DIR *dir = opendir(path);
	struct dirent *de;

	if (!dir)
		return -errno;
	while ((de = readdir(dir)))
		if (str_ends(de->d_name, suffix))
			strvec__add(ret_names, de->d_name);
	closedir(dir);
	strvec__sort(ret_names);
	return 0;
}

/**
 * hash64() - hash bytes
 * @data: the bytes
 * @len: how many
 * @seed: result of an earlier call to chain on, or 0
 *
 * A 64-bit multiply-and-fold hash, good for tables and for telling content
 * apart; it resists nobody who wants a collision. The value is stored on disk:
 * a change of it needs a new store version.
 *
 * Return: the hash.
 */
uint64_t hash64(const void *data, size_t len, uint64_t seed)
{
	const unsigned char *p = data;
	uint64_t h = seed ^ 0x9e3779b97f4a7c15ull ^ (len * 0xff51afd7ed558ccdull);

	while (len >= 8) {
		uint64_t w;

		memcpy(&w, p, 8);
		h ^= w;
		h *= 0xc4ceb9fe1a85ec53ull;
		h ^= h >> 29;
		p += 8;
		len -= 8;
	}
	if (len) {
		uint64_t w = 0;

		memcpy(&w, p, len);
		h ^= w;
		h *= 0xc4ceb9fe1a85ec53ull;
		h ^= h >> 29;
	}
	h *= 0x9e3779b97f4a7c15ull;
	return h ^ (h >> 32);
}

/**
 * now_seconds() - a clock for progress and --stats, never for output
 *
 * Return: seconds since some fixed point.
 */
double now_seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}
