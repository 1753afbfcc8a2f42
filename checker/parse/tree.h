/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: tree
 *
 * A kernel source tree: is it one, which version, which names its headers
 * declare, and with which flags one of its files is to be parsed. Reads KDIR
 * and never writes it; what must be made (autoconf.h, wrappers, stand-ins) goes
 * into a build folder in our cache.
 */
#ifndef PINCHECK_PARSE_TREE_H
#define PINCHECK_PARSE_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "../lib/strvec.h"

enum flags_source {
	FLAGS_COMPILE_COMMANDS,	/* compile_commands.json of O= or KDIR */
	FLAGS_CMD,		/* the .cmd file beside the object */
	FLAGS_PREPARED,		/* a build folder that we prepared */
	FLAGS_MADE_UP,		/* no make ran: a minimum of our own */
};

enum era { ERA_GET, ERA_USER_PUT, ERA_PIN };

struct tree;

struct tree_options {
	const char *kdir;	/* as the user gave it */
	const char *obj;	/* O=, or NULL */
	const char *cache;	/* our folder for prepared builds */
	const char *data;	/* our installed rules/, scripts/ … */
	bool no_prepare;	/* never run the tree's own Makefiles */
};

int tree__open(const struct tree_options *opts, struct tree **ret_tree);
void tree__free(struct tree *self);

const char *tree__kdir(const struct tree *self);	/* absolute, no links */
const char *tree__version(const struct tree *self);	/* "6.1.0" */
const char *tree__version_name(const struct tree *self);
enum era tree__era(const struct tree *self);
const char *tree__build_dir(const struct tree *self);	/* O= or ours */

/* Which of @wanted the headers (include/linux, mm/internal.h) declare or define. */
int tree__scan_have(struct tree *self, const struct strvec *wanted,
		    struct strvec *ret_have);

/* Makes the build folder if there is none yet. 0, or -errno after one line on stderr. */
int tree__prepare(struct tree *self);

/* Arguments for libclang for one file; with KBUILD_MODNAME and other per-file macros. */
int tree__flags(struct tree *self, const char *file, struct strvec *ret_args,
		enum flags_source *ret_source);

/* Arguments for the common prefix (the precompiled header): no per-file macros.
 * @arch: NULL for x86. @ret_header: path of a header in our cache that includes the
 * common kernel headers which this tree has. -ENOENT when there is no common part. */
int tree__prefix(struct tree *self, const char *arch, struct strvec *ret_args,
		 char **ret_header);

/* Is the file for another architecture than the one we parse for (x86)? */
bool tree__foreign(struct tree *self, const char *file, const char **ret_arch);

/* Are the files of that architecture parsed as well? */
bool tree__parses(struct tree *self, const char *arch);
/* Is it worth to precompile the common headers for it? */
bool tree__precompiles(struct tree *self, const char *arch);

#endif
