/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: convert
 *
 * Patches for units that can be converted without a person. The judge has said
 * what and where. The exact calls are tagged by a textual edit in copies of the
 * files, Coccinelle turns tagged groups (loops, dirty and put) into helpers, what
 * is left of the tags gets its final name. The tree itself is never written.
 *
 * A patch holds all units that share a file, so that each applies by itself.
 */
#ifndef PINCHECK_CONVERT_CONVERT_H
#define PINCHECK_CONVERT_CONVERT_H

#include "../judge/judge.h"
#include "../lib/strbuf.h"
#include "../lib/strvec.h"

/* What a tree offers to convert to; belongs to the rules. */
struct conv_names {
	const char *one, *many;	/* release of a page, of an array; NULL if none */
	const char *dirty;	/* dirties, then releases an array; NULL if none */
	bool dirty_asks;	/* @dirty has a parameter that says whether to */
};

/* Why something is not converted, and where; kept in classes for the table. */
struct conv_why {
	const char *class;	/* a few words, constant; NULL: convertible */
	char *text;		/* the sentence */
	struct place at;
};

struct conv_unit {
	const struct unit *unit;
	VEC(const struct site *) sites;
	struct conv_why why;
	uint32_t patch;		/* index into plan->patches, or UINT32_MAX */
};

enum conv_tag { TAG_ACQUIRE, TAG_PUT, TAG_PUT_ALL, TAG_DIRTY };

/* One call that changes. */
struct conv_edit {
	struct place at;
	enum conv_tag tag;
	const char *from, *to;	/* names of functions */
};

struct conv_patch {
	VEC(uint32_t) units;
	struct strvec files;
	VEC(struct conv_edit) edits;	/* by file, line, column */
	struct conv_why why;
	struct strbuf diff;
	char *subject;
};

struct conv_plan {
	VEC(struct conv_unit) units;
	VEC(struct conv_patch) patches;
	struct conv_names names;
};

struct conv_input {
	const struct program *prog;
	const struct result *res;
	const struct rules *rules;
	enum era era;
	const char *kdir;
	const char *data;	/* our cocci/ stands here */
	unsigned int jobs, timeout;
	/*
	 * Judges again with these files read from @dir instead of the tree.
	 * @ret: a new result, the caller's. 0 or -errno.
	 */
	int (*again)(void *ctx, const char *dir, const struct strvec *files,
		     struct result **ret);
	void *ctx;
};

/* names.c */
void conv_names__find(struct conv_names *self, const struct rules *rules, enum era era);
bool conv_names__releases_one(const struct rules *rules, const char *callee);
bool conv_names__releases_many(const struct rules *rules, const char *callee);
bool conv_names__dirties_locked(const struct rules *rules, const char *callee);
/* Do both take the same arguments, as the rules declare them? */
bool conv_names__same_arguments(const struct rules *rules, const char *a, const char *b);

/* plan.c, refuse.c */
void conv_plan__make(struct conv_plan *self, const struct conv_input *in);
void conv_plan__exit(struct conv_plan *self);
void conv_unit__judge(struct conv_unit *self, const struct conv_input *in,
		      const struct conv_names *names);
void conv_why__set(struct conv_why *self, const char *class, const struct place *at,
		   const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* edit.c: tagged copies below @dir; sets patch->why where a call is not found. */
void conv_edit__tag(struct conv_patch *self, const struct conv_input *in,
		    const char *dir);
/* Gives the tags that are left their final names, drops what became unused. */
void conv_edit__finish(struct conv_patch *self, const struct conv_input *in,
		       const struct conv_names *names, const char *dir);

/* loop.c: may the loop around a release become one call, as its text says? */
bool conv_loop__safe(const char *text, size_t at);

/* text.c */
size_t conv_text__word(const char *p);
size_t conv_text__skip(const char *text, size_t i, size_t to);
void conv_text__function(const char *text, size_t at, size_t *ret_from, size_t *ret_to);

/* hidden.c */
void conv_hidden__check(struct conv_patch *self, const struct conv_input *in,
			const char *file, const char *text, size_t len);

/* smpl.c: runs cocci/convert over all files of the patches. */
int conv_smpl__run(struct conv_plan *plan, const struct conv_input *in, const char *dir);

/* unused.c: removes the variables that a conversion left unused. */
void conv_unused__remove(const char *old, const size_t *offsets, size_t nr,
			 struct strbuf *text);

/* diff.c */
int conv_run(char *const argv[], struct strbuf *out);
int conv_diff__make(struct conv_patch *self, const char *kdir, const char *dir);
bool conv_diff__applies(const char *patch, const char *kdir);

/* mail.c */
void conv_mail__make(const struct conv_plan *plan, uint32_t patch,
		     const struct conv_input *in, uint32_t nr, uint32_t total,
		     struct strbuf *ret);

/* verify.c: rejects patches that are not fully converted afterwards. */
int conv_verify__run(struct conv_plan *plan, const struct conv_input *in,
		     const char *dir);

/* convert.c: all of it; patches into @out. 0 or -errno. */
int convert__run(const struct conv_input *in, const char *out);

#endif
