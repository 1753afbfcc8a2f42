// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ledger: every occurrence of an acquire name in the text of the tree is
 * one of the classes of select/, and every call is analysed by clang, by
 * Coccinelle only, or by none. A call inside `#if 0` is no code: it counts as a
 * comment.
 */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

struct key {
	const char *file, *name;
	uint32_t line;
};

static int by_key(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int c = strcmp(x->file, y->file);

	if (c)
		return c;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return strcmp(x->name, y->name);
}

typedef VEC(struct key) key_vec;

static bool has(const key_vec *keys, const struct key *k)
{
	return keys->nr && bsearch(k, keys->v, keys->nr, sizeof(*k), by_key);
}

static void add_not_judged(struct result *res, const struct key *k, const char *why)
{
	struct not_judged nj = {
		.file = result__str(res, k->file),
		.function = result__str(res, ""),	/* the text does not tell */
		.why = result__strf(res, "call of %s() at line %u: %s", k->name, k->line, why),
	};

	vec__push(&res->ledger.not_judged, nj);
}

static void count_call(struct result *res, const struct key *k, const key_vec *clang,
		       const key_vec *cocci, const char *why)
{
	if (has(clang, k)) {
		res->ledger.calls_clang++;
	} else if (has(cocci, k)) {
		res->ledger.calls_cocci_only++;
		add_not_judged(res, k, why);
	} else {
		res->ledger.calls_unanalysed++;
		add_not_judged(res, k, why);
	}
}

/**
 * judge__ledger() - count every occurrence
 * @res: the result, with its sites; gets the ledger
 * @sel: what the text scan found
 * @names: the names that it looked for
 * @own: calls of a unit's own functions that bear an acquire's name, or NULL
 * @cocci: calls that Coccinelle saw, or NULL
 * @why: tells why clang did not see a call in a file; the string lives long
 * @ctx: handed to @why
 */
void judge__ledger(struct result *res, const struct select_result *sel,
		   const struct strvec *names, const struct seen_calls *own,
		   const struct seen_calls *cocci,
		   ledger_why_fn why, void *ctx)
{
	key_vec clang = {0}, spatch = {0};

	for (size_t i = 0; i < res->sites.nr; i++) {
		const struct site *s = &res->sites.v[i];
		struct key k = { s->at.file, s->callee, s->at.line };

		if (s->engines & ENGINE_CLANG)
			vec__push(&clang, k);
	}
	for (size_t i = 0; own && i < own->nr; i++) {
		struct key k = { own->v[i].file, own->v[i].name, own->v[i].line };

		vec__push(&clang, k);
	}
	for (size_t i = 0; cocci && i < cocci->nr; i++) {
		struct key k = { cocci->v[i].file, cocci->v[i].name, cocci->v[i].line };

		vec__push(&spatch, k);
	}
	vec__sort(&clang, by_key);
	vec__sort(&spatch, by_key);
	for (size_t i = 0; i < sel->occs.nr; i++) {
		const struct occurrence *o = &sel->occs.v[i];
		enum occ_class cls = o->in_if0 ? OCC_COMMENT : (enum occ_class)o->cls;
		struct key k = {
			sel->files.v[o->file].path, names->v[o->name], o->line,
		};

		res->ledger.occurrences++;
		res->ledger.by_class[cls]++;
		if (cls == OCC_CALL)
			count_call(res, &k, &clang, &spatch, why(ctx, k.file, k.line));
	}
	vec__exit(&clang);
	vec__exit(&spatch);
}

static int by_function(const void *a, const void *b)
{
	const struct not_judged *x = a, *y = b;
	int c = strcmp(x->file, y->file);

	return c ? c : strcmp(x->function, y->function);
}

/**
 * judge__not_judged() - name the functions that are not fully understood
 * @res: the result; gets each once, however many units hold it
 * @prog: the linked program
 */
void judge__not_judged(struct result *res, const struct program *prog)
{
	VEC(struct not_judged) all = {0};

	for (size_t i = 0; i < prog->fns.nr; i++) {
		const struct pfn *f = &prog->fns.v[i];
		struct not_judged nj;

		if (!(f->fn->flags & FN_NOT_JUDGED))
			continue;
		nj.file = result__str(res, tu_str(f->tu, f->fn->file));
		nj.function = result__str(res, tu_str(f->tu, f->fn->name));
		nj.why = result__str(res, tu_str(f->tu, f->fn->why));
		vec__push(&all, nj);
	}
	vec__sort(&all, by_function);
	for (size_t i = 0; i < all.nr; i++)
		if (!i || by_function(&all.v[i - 1], &all.v[i]))
			vec__push(&res->ledger.not_judged, all.v[i]);
	vec__exit(&all);
}
