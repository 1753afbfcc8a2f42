// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parser as other stages see it: what a file's facts depend on, and the
 * precompiled prefix that all files share.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../facts/facts.h"
#include "../lib/strbuf.h"
#include "parse_priv.h"
#include "tree.h"

#define PRELUDE "rules/prelude.h"

/**
 * parser__new() - make a parser for one tree
 * @opts: copied; the tree and the strings must outlive the parser
 * @ret_parser: the parser
 *
 * Return: 0.
 */
int parser__new(const struct parse_options *opts, struct parser **ret_parser)
{
	struct parser *self = xcalloc(1, sizeof(*self));

	self->opts = *opts;
	*ret_parser = self;
	return 0;
}

/**
 * parser__free() - free a parser
 * @self: the parser, or NULL
 */
void parser__free(struct parser *self)
{
	if (!self)
		return;
	strvec__exit(&self->prefix_args);
	free(self->prefix);
	free(self->pch);
	free(self);
}

/* The prefix of the tree, and behind it our prelude, as one header. */
static int write_prefix(struct parser *self, const char *tree_prefix)
{
	struct strbuf text;
	int err;

	strbuf__init(&text);
	if (tree_prefix)
		strbuf__addf(&text, "#include \"%s\"\n", tree_prefix);
	strbuf__addf(&text, "#include \"%s/%s\"\n", self->opts.data, PRELUDE);
	self->prefix = xasprintf("%s/pincheck-prefix.h", self->opts.cache);
	err = file_update(self->prefix, text.buf, text.len);
	if (err)
		pr_err("can't write %s: %s", self->prefix, strerror(-err));
	strbuf__exit(&text);
	return err;
}

static uint64_t prefix_hash(struct parser *self, const char *tree_prefix)
{
	char *prelude = xasprintf("%s/%s", self->opts.data, PRELUDE);
	const char *const files[] = { tree_prefix, prelude };
	uint64_t hash = FACTS_VERSION;

	for (size_t i = 0; i < self->prefix_args.nr; i++)
		hash = hash64(self->prefix_args.v[i], strlen(self->prefix_args.v[i]), hash);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		size_t len;
		char *data;

		if (!files[i] || file_read(files[i], 0, &data, &len))
			continue;
		hash = hash64(data, len, hash);
		free(data);
	}
	free(prelude);
	return hash;
}

/*
 * Makes the compiled prefix unless a usable one is there; a header that changed
 * meanwhile makes libclang refuse an old one. In a child: libclang keeps memory
 * that only exit() gives back.
 */
static int compile_in_child(struct parser *self)
{
	pid_t pid;
	int status;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid)
		_exit(!tu__prefix_usable(self) && tu__compile_prefix(self) ? 1 : 0);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -EINVAL;
}

/**
 * parser__prepare() - make the precompiled prefix if it is not there yet
 * @self: the parser; its tree is prepared
 *
 * Without a prefix files are parsed plainly, only slower.
 *
 * Return: 0, or -errno after one line on stderr.
 */
int parser__prepare(struct parser *self)
{
	char *tree_prefix = NULL;
	int err;

	err = tree__prefix(self->opts.tree, &self->prefix_args, &tree_prefix);
	if (err && err != -ENOENT)
		return err;
	err = write_prefix(self, tree_prefix);
	self->prefix_hash = prefix_hash(self, tree_prefix);
	free(tree_prefix);
	if (err)
		return err;
	self->pch = xasprintf("%s/prefix-%016llx.pch", self->opts.cache,
			      (unsigned long long)self->prefix_hash);
	if (compile_in_child(self)) {
		pr_warn("can't precompile the kernel's common headers; parsing will be slow");
		free(self->pch);
		self->pch = NULL;
	}
	return 0;
}

/**
 * parser__set_progress() - where the next run reports each file
 * @self: the parser
 * @progress: one step a file, or NULL; stays the caller's
 */
void parser__set_progress(struct parser *self, struct progress *progress)
{
	self->opts.progress = progress;
}

/**
 * parser__flags_hash() - what the facts of a file depend on besides content
 * @self: the parser, prepared
 * @file: relative to KDIR
 *
 * Return: a hash of its flags, of the prefix and of our own version.
 */
uint64_t parser__flags_hash(struct parser *self, const char *file)
{
	enum flags_source source;
	struct strvec args = {0};
	uint64_t hash = self->prefix_hash;

	if (!tree__flags(self->opts.tree, file, &args, &source))
		for (size_t i = 0; i < args.nr; i++)
			hash = hash64(args.v[i], strlen(args.v[i]), hash);
	strvec__exit(&args);
	return hash;
}
