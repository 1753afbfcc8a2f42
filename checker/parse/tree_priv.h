/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files behind tree.h share among themselves: struct tree and one
 * function for each place where flags can come from.
 */
#ifndef PINCHECK_PARSE_TREE_PRIV_H
#define PINCHECK_PARSE_TREE_PRIV_H

#include "../lib/hmap.h"
#include "../lib/strbuf.h"
#include "../lib/strvec.h"
#include "../lib/util.h"
#include "../lib/vec.h"
#include "tree.h"

struct compile_commands;

/* Another architecture than x86. */
struct tree_arch {
	char *name;
	struct strvec words;	/* of rules/config.arch: name, target, more for libclang;
				 * empty: its files are not parsed */
	char *dir;		/* its configuration and wrappers, once they are there */
	bool failed;		/* they could not be made */
	char *autoconf;		/* text of its autoconf.h, read when first asked for */
};

struct tree {
	char *kdir;		/* absolute, no links, no slash at the end */
	char *obj;		/* O=, absolute, or NULL */
	char *cache;		/* this tree's folder in our cache */
	char *build;		/* what we prepared, when it is there, or NULL */
	char *data;		/* our installed rules/, scripts/ */
	char *version;		/* "6.1.0-rc1" */
	char *version_name;
	enum era era;
	bool full;		/* has arch/x86: not a small kernel-like tree */
	bool no_prepare;
	bool made_up;		/* the build folder is made up, not prepared */
	bool ms_extensions, unsigned_char;
	struct compile_commands *commands;	/* read when first asked for */
	bool commands_read;
	char *autoconf;		/* text of autoconf.h, read when first asked for */
	VEC(struct tree_arch *) arches;	/* those that were asked about */
	struct hmap foreign;	/* hash of a path: what tree__foreign() found */
};

/* tree__scan_have() for one header, @path below the tree. */
void have__scan_header(struct tree *tree, const char *path,
		       const struct strvec *wanted, struct strvec *ret_have);

/* Keeps of a compiler's @argv what matters to a parse; paths become absolute
 * against @dir. Words that name the compiler, the input and the output go. */
void flags__filter(char *const *argv, size_t nr, const char *dir,
		   struct strvec *ret_args);

/* -D of KBUILD_MODNAME and the like for @file. */
void flags__add_kbuild_names(const char *file, struct strvec *ret_args);

/* Splits @text into words as a shell would; no expansion is done. */
int shell__split(const char *text, struct strvec *ret_words);

/* 0, -ENOENT if this source has nothing on @file, or another error. */
int compile_commands__flags(struct tree *tree, const char *file,
			    struct strvec *ret_args);
void compile_commands__free(struct compile_commands *self);
int cmdfile__flags(struct tree *tree, const char *file, struct strvec *ret_args);

/* What the Makefiles add for @file (ccflags-y and the like); @arch: NULL for x86. */
void kbuild__flags(struct tree *tree, const char *file, struct tree_arch *arch,
		   struct strvec *ret_args);

/* arch.c */
struct tree_arch *arch__find(struct tree *tree, const char *name);
void arch__free(struct tree_arch *self);
int arch__prepare(struct tree *tree, struct tree_arch *self);
void arch__add_target(const struct tree *tree, const struct tree_arch *self,
		      struct strvec *ret);

/* prepare.c */
int prepare__lock(struct tree *self, int *ret_fd);
int prepare__run(const char *const *argv, const char *log);

#endif
