// SPDX-License-Identifier: GPL-2.0-only
/*
 * The precompiled header that all files of an architecture share, and what it was
 * made of.
 *
 * Beside prefix-<hash>.pch stands prefix-<hash>.deps: content hash and path of
 * each file that it was made of. It is part of the key of every unit's facts, so
 * a header that changed is seen although no unit names it. libclang goes by
 * times instead: it is asked only when something is to be parsed.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../facts/facts.h"
#include "../facts/store.h"
#include "../lib/cleanup.h"
#include "../lib/strbuf.h"
#include "parse_priv.h"
#include "tree.h"

#define PRELUDE "rules/prelude.h"
#define MAX_KEPT 32		/* compiled forms, of all trees and flags */
#define STALE_SECONDS 3600	/* a temporary folder of a run that was killed */

static uint64_t hash_file(const char *path, uint64_t hash)
{
	char *data;
	size_t len;

	if (path && !file_read(path, 0, &data, &len)) {
		hash = hash64(data, len, hash);
		free(data);
	}
	return hash;
}

/* The prefix of the tree, and behind it our prelude, as one header. A full disk
 * is no reason to stop: libclang gets the text. */
static void write_prefix(struct parser *self, struct prefix *prefix,
			 const char *tree_prefix)
{
	char *prelude = xasprintf("%s/%s", self->opts.data, PRELUDE);
	uint64_t hash = FACTS_VERSION;
	struct strbuf text;
	int err;

	strbuf__init(&text);
	if (tree_prefix)
		strbuf__addf(&text, "#include \"%s\"\n", tree_prefix);
	strbuf__addf(&text, "#include \"%s\"\n", prelude);
	for (size_t i = 0; i < prefix->args.nr; i++)
		hash = hash64(prefix->args.v[i], strlen(prefix->args.v[i]), hash);
	hash = hash_file(tree_prefix, hash);
	hash = hash_file(prelude, hash);
	hash = hash64(text.buf, text.len, hash);
	prefix->hash = hash;
	prefix->header = xasprintf("%s/prefix-%016llx.h", self->opts.cache,
				   (unsigned long long)hash);
	prefix->text = xstrndup(text.buf, text.len);
	err = file_update(prefix->header, text.buf, text.len);
	if (err)
		prefix->slow = strerror(-err);
	strbuf__exit(&text);
	free(prelude);
}

static int hash_of(struct parser *self, const char *path, uint64_t *ret_hash)
{
	const char *kdir = tree__kdir(self->opts.tree);
	size_t len = strlen(kdir);
	char *data;
	int err;

	if (self->opts.store) {
		bool below = !strncmp(path, kdir, len) && path[len] == '/';

		return store__file_hash(self->opts.store, below ? path + len + 1 : path,
					NULL, ret_hash);
	}
	err = file_read(path, 0, &data, &len);
	if (!err) {
		*ret_hash = hash64(data, len, 0);
		free(data);
	}
	return err;
}

/* Is the file on this line, "<hash> <path>", what it was? */
static bool line_holds(struct parser *self, const char *line)
{
	char *end;
	uint64_t want = strtoull(line, &end, 16), hash;

	return end == line + 16 && *end == ' ' && !hash_of(self, end + 1, &hash) &&
	       hash == want;
}

/* Are all files that the compiled form was made of what they were? */
static bool deps_hold(struct parser *self, struct prefix *prefix)
{
	char *text, *line, *save = NULL;
	bool hold = true;
	size_t len;

	if (!file_exists(prefix->pch) || file_read(prefix->deps, 0, &text, &len))
		return false;
	prefix->key = hash64(text, len, prefix->hash);
	hold = len > 0;
	for (line = strtok_r(text, "\n", &save); line && hold;
	     line = strtok_r(NULL, "\n", &save))
		hold = line_holds(self, line);
	free(text);
	return hold;
}

static bool name_is(const char *name, const char *tail)
{
	return str_starts(name, "prefix-") && str_ends(name, tail);
}

static int newest_first(const void *a, const void *b)
{
	return strcmp(*(char *const *)b, *(char *const *)a);
}

/* Compiled forms of trees and flags long out of use, and what killed runs left. */
static void remove_old(const char *cache)
{
	struct strvec names = {0}, kept = {0};
	struct stat st;

	if (dir_list(cache, "", &names))
		return;
	for (size_t i = 0; i < names.nr; i++) {
		char *path = xasprintf("%s/%s", cache, names.v[i]);
		bool there = !lstat(path, &st);

		if (there && name_is(names.v[i], ".pch"))
			strvec__addf(&kept, "%020lld %s", (long long)st.st_mtime, path);
		else if (there && str_starts(names.v[i], "prefix-") && strstr(names.v[i], ".tmp.") &&
			 time(NULL) - st.st_mtime > STALE_SECONDS)
			cleanup__remove_tree(path);
		free(path);
	}
	vec__sort(&kept, newest_first);
	for (size_t i = MAX_KEPT; i < kept.nr; i++) {
		static const char *const tails[] = { ".pch", ".deps", ".h" };
		const char *path = strchr(kept.v[i], ' ') + 1;

		for (size_t t = 0; t < ARRAY_SIZE(tails); t++) {
			char *one = xasprintf("%.*s%s", (int)(strlen(path) - strlen(".pch")),
					      path, tails[t]);

			unlink(one);
			free(one);
		}
	}
	strvec__exit(&names);
	strvec__exit(&kept);
}

/* libclang keeps memory that only exit() gives back, and may crash. @dir: where the
 * compiled form goes, NULL to ask whether it can be used. */
static int start_child(const struct prefix *prefix, const char *dir, pid_t *ret_pid)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid) {
		int null = pr_is_verbose() ? -1 : open("/dev/null", O_WRONLY);

		if (null >= 0)
			dup2(null, STDERR_FILENO);
		if (!dir)
			_exit(tu__prefix_usable(prefix) ? 0 : 1);
		_exit(-tu__compile_prefix(prefix, dir));
	}
	cleanup__add_child(pid, SIGKILL);
	*ret_pid = pid;
	return 0;
}

static int wait_child(pid_t pid)
{
	int status, err;

	err = cleanup__wait_child(pid, &status);
	if (err)
		return err;
	return WIFEXITED(status) ? -WEXITSTATUS(status) : -EINVAL;
}

static bool is_usable(const struct prefix *prefix)
{
	pid_t pid;

	return !start_child(prefix, NULL, &pid) && !wait_child(pid);
}

/* A compiled form that is being made. */
struct making {
	struct prefix *prefix;
	char *dir;
	pid_t pid;
	int err;
};

/* Two runs may do this at once: each renames a whole file of its own. */
static void start_making(struct parser *self, struct prefix *prefix, struct making *ret)
{
	*ret = (struct making){ .prefix = prefix };
	ret->dir = xasprintf("%s/prefix-%016llx.tmp.%ld", self->opts.cache,
			     (unsigned long long)prefix->hash, (long)getpid());
	cleanup__remove_tree(ret->dir);
	cleanup__add_path(ret->dir);
	ret->err = mkdir(ret->dir, 0777) < 0 ? -errno :
		   start_child(prefix, ret->dir, &ret->pid);
}

static int finish_making(struct making *m)
{
	char *pch = xasprintf("%s/pch", m->dir), *deps = xasprintf("%s/deps", m->dir);

	if (!m->err)
		m->err = wait_child(m->pid);
	if (!m->err && (rename(deps, m->prefix->deps) < 0 || rename(pch, m->prefix->pch) < 0))
		m->err = -errno;
	cleanup__remove_tree(m->dir);
	cleanup__forget_path(m->dir);
	free(m->dir);
	free(deps);
	free(pch);
	return m->err;
}

static int make(struct parser *self, struct prefix *prefix)
{
	struct making m;
	int err;

	start_making(self, prefix, &m);
	err = finish_making(&m);
	if (!err)
		remove_old(self->opts.cache);
	return err;
}

static void do_without(struct prefix *prefix, int err)
{
	if (!prefix->slow)
		prefix->slow = err == -EINVAL ? "libclang can't read them" :
			       err == -EIO ? "the cache can't be written" : strerror(-err);
	free(prefix->pch);
	prefix->pch = NULL;
}

/* Adds the prefix of an architecture, NULL for x86, not compiled yet. */
static int add_prefix(struct parser *self, const char *arch, struct prefix **ret)
{
	struct prefix *prefix = xcalloc(1, sizeof(*prefix));
	char *tree_prefix = NULL;
	int err;

	prefix->arch = arch ? xstrdup(arch) : NULL;
	vec__push(&self->prefixes, prefix);
	*ret = prefix;
	err = tree__prefix(self->opts.tree, arch, &prefix->args, &tree_prefix);
	if (err && err != -ENOENT)
		return err;
	write_prefix(self, prefix, tree_prefix);
	free(tree_prefix);
	prefix->key = prefix->hash;
	if (arch && !tree__precompiles(self->opts.tree, arch))
		return 0;
	prefix->pch = xasprintf("%s/prefix-%016llx.pch", self->opts.cache,
				(unsigned long long)prefix->hash);
	prefix->deps = xasprintf("%s/prefix-%016llx.deps", self->opts.cache,
				 (unsigned long long)prefix->hash);
	return 0;
}

/* Makes the compiled forms, all at once, or notes why there are none. */
static void compile_all(struct parser *self)
{
	VEC(struct making) all = {0};
	int err;

	for (size_t i = 0; i < self->prefixes.nr; i++) {
		struct prefix *prefix = self->prefixes.v[i];

		if (!prefix->pch || (!prefix->slow && deps_hold(self, prefix)))
			continue;
		if (prefix->slow)
			do_without(prefix, -EIO);
		else
			start_making(self, prefix, vec__add(&all));
	}
	for (size_t i = 0; i < all.nr; i++) {
		struct prefix *prefix = all.v[i].prefix;

		err = finish_making(&all.v[i]);
		if (!err && !deps_hold(self, prefix))
			err = -EAGAIN;	/* a header changes just now */
		if (err)
			do_without(prefix, err);
		prefix->checked = true;
	}
	if (all.nr)
		remove_old(self->opts.cache);
	vec__exit(&all);
}

/**
 * prefix__free() - free a prefix
 * @prefix: the prefix
 */
void prefix__free(struct prefix *prefix)
{
	strvec__exit(&prefix->args);
	free(prefix->arch);
	free(prefix->header);
	free(prefix->text);
	free(prefix->pch);
	free(prefix->deps);
	free(prefix);
}

/**
 * prefix__prepare() - the precompiled prefixes, and the keys of what they are made of
 * @self: the parser; its tree is prepared
 * @files: what is to be parsed first, or NULL: their architectures have prefixes too
 *
 * What stops a prefix from being compiled is noted in its slow.
 *
 * Return: 0, or -errno after one line on stderr.
 */
int prefix__prepare(struct parser *self, const struct strvec *files)
{
	struct prefix *prefix;
	int err = add_prefix(self, NULL, &prefix);

	if (err)
		return err;
	for (size_t i = 0; files && i < files->nr; i++)
		prefix__of(self, files->v[i]);
	compile_all(self);
	return 0;
}

/**
 * prefix__of() - the common headers for a file
 * @self: the parser
 * @file: relative to KDIR
 *
 * Return: the prefix; of an architecture that was not there before, an uncompiled one.
 */
struct prefix *prefix__of(struct parser *self, const char *file)
{
	struct prefix *prefix;
	const char *arch;

	if (!tree__foreign(self->opts.tree, file, &arch))
		return self->prefixes.v[0];
	for (size_t i = 1; i < self->prefixes.nr; i++)
		if (!strcmp(self->prefixes.v[i]->arch, arch))
			return self->prefixes.v[i];
	add_prefix(self, arch, &prefix);
	return prefix;
}

/**
 * prefix__check() - make sure that libclang takes the precompiled prefixes
 * @self: the parser
 * @files: what is to be parsed
 */
void prefix__check(struct parser *self, const struct strvec *files)
{
	for (size_t i = 0; i < files->nr; i++) {
		struct prefix *prefix = prefix__of(self, files->v[i]);
		int err = 0;

		if (prefix->checked || !prefix->pch)
			continue;
		if (!is_usable(prefix))
			err = make(self, prefix);
		if (err)
			do_without(prefix, err);
		prefix->checked = true;
	}
}
