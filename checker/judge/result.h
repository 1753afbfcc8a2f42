/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: result
 *
 * What a run found, ready to be printed: sites, units, findings, the ledger.
 * judge/ writes it, report/ reads it. All strings belong to @strs and are
 * compared by content. Every array is sorted by file, line, column (then rule)
 * before it is reported, so that two runs give the same bytes.
 */
#ifndef PINCHECK_JUDGE_RESULT_H
#define PINCHECK_JUDGE_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "../lib/strset.h"
#include "../lib/vec.h"
#include "../select/select.h"

enum verdict { VERDICT_CONVERT, VERDICT_KEEP, VERDICT_MANUAL, VERDICT_DONE,
	       VERDICT_MISMATCH, VERDICT_NR };
enum level { LEVEL_NOTE, LEVEL_WARNING, LEVEL_ERROR };
enum path_kind { PATH_ANY, PATH_SUCCESS, PATH_ERROR };
enum unit_state { UNIT_GET, UNIT_USER_PUT, UNIT_PIN, UNIT_MIXED };
enum engine { ENGINE_CLANG = 1 << 0, ENGINE_COCCI = 1 << 1 };

struct place {
	const char *file;	/* relative to KDIR */
	uint32_t line, col;	/* from 1; col 0 unknown */
	const char *function;	/* "" outside functions */
};

struct step {
	struct place at;
	const char *message;	/* no full stop */
};

struct via {
	const char *file, *function;
};

struct release_ref {
	struct place at;
	const char *callee;
	const char *family;	/* put, user-put, unpin */
	enum path_kind path;
	VEC(struct via) via;
};

struct dirty_ref {
	struct place at;
	const char *callee;
	bool may_lock;		/* one may surely sleep there, for the page lock */
};

struct site {
	struct place at;
	const char *callee;
	const char *family;	/* get, pin, extract */
	const char *flags;	/* as written, "" if none */
	enum verdict verdict;
	uint8_t cases[5];	/* numbers 1 to 5 */
	uint8_t nr_cases;
	const char *target;	/* "none" where the tree offers no call */
	const char *unit;	/* "" if none */
	unsigned int engines;	/* enum engine bits */
	VEC(struct step) reasons;
	VEC(struct release_ref) releases;
	VEC(struct dirty_ref) dirty;
};

struct unit {
	const char *id;
	enum unit_state state;
	uint32_t nr_sites, nr_releases;
	VEC(const char *) origins;
};

struct finding {
	const char *rule;
	enum level level;
	struct place at;
	const char *message;
	const char *unit;	/* "" if none */
	unsigned int engines;
	VEC(struct step) steps;
	const char *fix;	/* what to do, "" if none */
};

struct not_judged {
	const char *file, *function, *why;
};

struct ledger {
	uint64_t occurrences;
	uint64_t by_class[OCC_NR];
	uint64_t calls_clang, calls_cocci_only, calls_unanalysed;
	VEC(struct not_judged) not_judged;
};

struct file_errors {
	const char *file;
	uint32_t nr;
	const char *first;	/* "file:line: message" of the first error */
};

struct result {
	struct strset *strs;
	const char *kernel;	/* "6.1.0" */
	const char *era;	/* get, user-put, pin */
	VEC(struct site) sites;
	VEC(struct unit) units;
	VEC(struct finding) findings;
	struct ledger ledger;
	VEC(struct file_errors) errors;
	uint64_t files_selected, files_parsed, files_with_errors;
};

struct result *result__new(void);
void result__free(struct result *self);
const char *result__str(struct result *self, const char *s);
const char *result__strf(struct result *self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void result__sort(struct result *self);
void result__narrow(struct result *self, const char *under);

const char *verdict__name(enum verdict v);
const char *level__name(enum level l);
const char *path_kind__name(enum path_kind p);
const char *unit_state__name(enum unit_state s);

#endif
