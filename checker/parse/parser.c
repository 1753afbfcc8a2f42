// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parser as other stages see it, and what a file's facts depend on besides
 * the files that its unit read.
 */
#include <stdlib.h>
#include <string.h>

#include "../lib/util.h"
#include "parse_priv.h"
#include "tree.h"

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
	for (size_t i = 0; i < self->prefixes.nr; i++)
		prefix__free(self->prefixes.v[i]);
	vec__exit(&self->prefixes);
	free(self);
}

/**
 * parser__prepare() - make the precompiled prefixes that are not there yet
 * @self: the parser; its tree is prepared
 * @files: what is to be parsed first, which tells the architectures; or NULL
 *
 * Without a prefix files are parsed plainly, only slower: parser__take_slow() tells.
 *
 * Return: 0, or -errno after one line on stderr.
 */
int parser__prepare(struct parser *self, const struct strvec *files)
{
	return prefix__prepare(self, files);
}

/**
 * parser__take_slow() - why the common headers are not precompiled
 * @self: the parser, after a run
 *
 * Return: the reason when asked first; NULL when they are precompiled.
 */
const char *parser__take_slow(struct parser *self)
{
	const char *why = NULL;

	for (size_t i = 0; i < self->prefixes.nr && !why; i++) {
		why = self->prefixes.v[i]->slow;
		self->prefixes.v[i]->slow = NULL;
	}
	return why;
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
 * parser__set_overlay() - read some files from another folder
 * @self: the parser
 * @dir: a file that stands below it, under its path in the tree, is read there and
 *	parsed as if it stood in the tree; NULL for none. Stays the caller's
 */
void parser__set_overlay(struct parser *self, const char *dir)
{
	self->overlay = dir;
}

/**
 * parser__flags_hash() - what the facts of a file depend on besides content
 * @self: the parser, prepared
 * @file: relative to KDIR
 *
 * Return: a hash of its flags, of the prefix, of all files that the prefix is made
 * of, and of our own version.
 */
uint64_t parser__flags_hash(struct parser *self, const char *file)
{
	enum flags_source source;
	struct strvec args = {0};
	uint64_t hash = hash64(&self->opts.key, sizeof(self->opts.key),
			       prefix__of(self, file)->key);

	if (!tree__flags(self->opts.tree, file, &args, &source))
		for (size_t i = 0; i < args.nr; i++)
			hash = hash64(args.v[i], strlen(args.v[i]), hash);
	strvec__exit(&args);
	return hash;
}
