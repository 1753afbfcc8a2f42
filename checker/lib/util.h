/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small helpers that every stage uses: allocation that cannot fail, messages,
 * whole-file reads, hashing, atomic writes.
 */
#ifndef PINCHECK_LIB_UTIL_H
#define PINCHECK_LIB_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define __printf(a, b) __attribute__((format(printf, a, b)))

void *xmalloc(size_t size);
void *xcalloc(size_t nr, size_t size);
void *xrealloc(void *ptr, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t len);
char *xasprintf(const char *fmt, ...) __printf(1, 2);

void pr_err(const char *fmt, ...) __printf(1, 2);
void pr_warn(const char *fmt, ...) __printf(1, 2);
void pr_info(const char *fmt, ...) __printf(1, 2);
void pr_set_quiet(bool quiet);
bool pr_is_quiet(void);
void pr_set_verbose(bool verbose);
bool pr_is_verbose(void);

bool str_starts(const char *s, const char *prefix);
bool str_ends(const char *s, const char *suffix);

int file_read(const char *path, size_t max, char **ret_data, size_t *ret_len);
int file_write_atomic(const char *path, const void *data, size_t len);
int file_update(const char *path, const void *data, size_t len);
bool file_exists(const char *path);
bool dir_exists(const char *path);
int mkdir_p(const char *path);
struct strvec;
int dir_list(const char *path, const char *suffix, struct strvec *ret_names);

uint64_t hash64(const void *data, size_t len, uint64_t seed);

double now_seconds(void);

#endif
