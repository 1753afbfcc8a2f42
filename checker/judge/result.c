// SPDX-License-Identifier: GPL-2.0-only
/*
 * The life of a result, its order and the words for its numbers.
 *
 * The order is total: what sorts as equal is equal in all that is printed, so
 * the order in which units were judged leaves no trace.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "result.h"

/**
 * result__new() - make an empty result
 *
 * Return: the result; free it with result__free().
 */
struct result *result__new(void)
{
	struct result *self = xcalloc(1, sizeof(*self));

	self->strs = strset__new();
	self->kernel = "";
	self->era = "";
	return self;
}

static void site_exit(struct site *site)
{
	for (size_t i = 0; i < site->releases.nr; i++)
		vec__exit(&site->releases.v[i].via);
	vec__exit(&site->releases);
	vec__exit(&site->reasons);
	vec__exit(&site->dirty);
}

/**
 * result__free() - free a result and all arrays below it
 * @self: the result, or NULL
 */
void result__free(struct result *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->sites.nr; i++)
		site_exit(&self->sites.v[i]);
	for (size_t i = 0; i < self->units.nr; i++)
		vec__exit(&self->units.v[i].origins);
	for (size_t i = 0; i < self->findings.nr; i++)
		vec__exit(&self->findings.v[i].steps);
	vec__exit(&self->sites);
	vec__exit(&self->units);
	vec__exit(&self->findings);
	vec__exit(&self->ledger.not_judged);
	vec__exit(&self->errors);
	strset__free(self->strs);
	free(self);
}

/**
 * result__str() - keep a string as long as the result
 * @self: the result
 * @s: the string; copied
 *
 * Return: the copy, which belongs to @self.
 */
const char *result__str(struct result *self, const char *s)
{
	return strset__str(self->strs, strset__add(self->strs, s));
}

/**
 * result__strf() - keep a formatted string as long as the result
 * @self: the result
 * @fmt: printf format
 *
 * Return: the string, which belongs to @self.
 */
const char *result__strf(struct result *self, const char *fmt, ...)
{
	const char *kept;
	char *s = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		s = xstrdup("");
	va_end(ap);
	kept = result__str(self, s);
	free(s);
	return kept;
}

static int cmp_str(const char *a, const char *b)
{
	return a == b ? 0 : strcmp(a ? a : "", b ? b : "");
}

static int cmp_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int cmp_place(const struct place *a, const struct place *b)
{
	int c = cmp_str(a->file, b->file);

	if (!c)
		c = cmp_u64(a->line, b->line);
	if (!c)
		c = cmp_u64(a->col, b->col);
	return c ? c : cmp_str(a->function, b->function);
}

/* Compares element by element; a list that is the start of another is first. */
#define cmp_list(a, b, cmp) ({							\
	int c_ = 0;								\
	for (size_t i_ = 0; !c_ && i_ < (a)->nr && i_ < (b)->nr; i_++)		\
		c_ = cmp(&(a)->v[i_], &(b)->v[i_]);				\
	c_ ? c_ : cmp_u64((a)->nr, (b)->nr);					\
})

static int cmp_step(const struct step *a, const struct step *b)
{
	int c = cmp_place(&a->at, &b->at);

	return c ? c : cmp_str(a->message, b->message);
}

static int cmp_via(const struct via *a, const struct via *b)
{
	int c = cmp_str(a->file, b->file);

	return c ? c : cmp_str(a->function, b->function);
}

static int cmp_release(const void *pa, const void *pb)
{
	const struct release_ref *a = pa, *b = pb;
	int c = cmp_place(&a->at, &b->at);

	if (!c)
		c = cmp_str(a->callee, b->callee);
	if (!c)
		c = cmp_str(a->family, b->family);
	if (!c)
		c = cmp_u64(a->path, b->path);
	return c ? c : cmp_list(&a->via, &b->via, cmp_via);
}

static int cmp_dirty(const void *pa, const void *pb)
{
	const struct dirty_ref *a = pa, *b = pb;
	int c = cmp_place(&a->at, &b->at);

	return c ? c : cmp_str(a->callee, b->callee);
}

static int cmp_site(const void *pa, const void *pb)
{
	const struct site *a = pa, *b = pb;
	int c = cmp_place(&a->at, &b->at);

	if (!c)
		c = cmp_str(a->callee, b->callee);
	if (!c)
		c = cmp_str(a->family, b->family);
	if (!c)
		c = cmp_str(a->flags, b->flags);
	if (!c)
		c = cmp_u64(a->verdict, b->verdict);
	if (!c)
		c = cmp_str(a->target, b->target);
	if (!c)
		c = cmp_str(a->unit, b->unit);
	if (!c)
		c = cmp_u64(a->engines, b->engines);
	if (!c)
		c = cmp_u64(a->nr_cases, b->nr_cases);
	if (!c)
		c = memcmp(a->cases, b->cases, a->nr_cases);
	if (!c)
		c = cmp_list(&a->reasons, &b->reasons, cmp_step);
	if (!c)
		c = cmp_list(&a->releases, &b->releases, cmp_release);
	return c ? c : cmp_list(&a->dirty, &b->dirty, cmp_dirty);
}

static int cmp_finding(const void *pa, const void *pb)
{
	const struct finding *a = pa, *b = pb;
	int c = cmp_str(a->at.file, b->at.file);

	if (!c)
		c = cmp_u64(a->at.line, b->at.line);
	if (!c)
		c = cmp_u64(a->at.col, b->at.col);
	if (!c)
		c = cmp_str(a->rule, b->rule);
	if (!c)
		c = cmp_str(a->at.function, b->at.function);
	if (!c)
		c = cmp_u64(b->level, a->level);
	if (!c)
		c = cmp_str(a->message, b->message);
	if (!c)
		c = cmp_str(a->unit, b->unit);
	if (!c)
		c = cmp_u64(a->engines, b->engines);
	if (!c)
		c = cmp_str(a->fix, b->fix);
	return c ? c : cmp_list(&a->steps, &b->steps, cmp_step);
}

static int cmp_origin(const void *a, const void *b)
{
	return cmp_str(*(const char *const *)a, *(const char *const *)b);
}

static int cmp_unit(const void *pa, const void *pb)
{
	const struct unit *a = pa, *b = pb;
	int c = cmp_str(a->id, b->id);

	if (!c)
		c = cmp_u64(a->state, b->state);
	if (!c)
		c = cmp_u64(a->nr_sites, b->nr_sites);
	if (!c)
		c = cmp_u64(a->nr_releases, b->nr_releases);
	return c ? c : cmp_list(&a->origins, &b->origins, cmp_origin);
}

static int cmp_not_judged(const void *pa, const void *pb)
{
	const struct not_judged *a = pa, *b = pb;
	int c = cmp_str(a->file, b->file);

	if (!c)
		c = cmp_str(a->function, b->function);
	return c ? c : cmp_str(a->why, b->why);
}

static int cmp_errors(const void *pa, const void *pb)
{
	const struct file_errors *a = pa, *b = pb;
	int c = cmp_str(a->file, b->file);

	if (!c)
		c = cmp_u64(a->nr, b->nr);
	return c ? c : cmp_str(a->first, b->first);
}

/**
 * result__sort() - bring every array into its one order
 * @self: the result
 *
 * Reasons of a site and steps of a finding keep theirs: they tell a story.
 */
void result__sort(struct result *self)
{
	for (size_t i = 0; i < self->sites.nr; i++) {
		vec__sort(&self->sites.v[i].releases, cmp_release);
		vec__sort(&self->sites.v[i].dirty, cmp_dirty);
	}
	for (size_t i = 0; i < self->units.nr; i++)
		vec__sort(&self->units.v[i].origins, cmp_origin);
	vec__sort(&self->sites, cmp_site);
	vec__sort(&self->units, cmp_unit);
	vec__sort(&self->findings, cmp_finding);
	vec__sort(&self->ledger.not_judged, cmp_not_judged);
	vec__sort(&self->errors, cmp_errors);
}

/**
 * verdict__name() - the word for a verdict, as the JSON has it
 * @v: the verdict
 *
 * Return: a constant string.
 */
const char *verdict__name(enum verdict v)
{
	static const char *const names[] = {
		[VERDICT_CONVERT] = "convert", [VERDICT_KEEP] = "keep",
		[VERDICT_MANUAL] = "manual", [VERDICT_DONE] = "done",
		[VERDICT_MISMATCH] = "mismatch",
	};

	return (size_t)v < ARRAY_SIZE(names) ? names[v] : "unknown";
}

/**
 * level__name() - the word for a level, as compilers print it
 * @l: the level
 *
 * Return: a constant string.
 */
const char *level__name(enum level l)
{
	static const char *const names[] = {
		[LEVEL_NOTE] = "note", [LEVEL_WARNING] = "warning",
		[LEVEL_ERROR] = "error",
	};

	return (size_t)l < ARRAY_SIZE(names) ? names[l] : "unknown";
}

/**
 * path_kind__name() - the word for the path on which a release stands
 * @p: the kind of path
 *
 * Return: a constant string.
 */
const char *path_kind__name(enum path_kind p)
{
	static const char *const names[] = {
		[PATH_ANY] = "any", [PATH_SUCCESS] = "success",
		[PATH_ERROR] = "error",
	};

	return (size_t)p < ARRAY_SIZE(names) ? names[p] : "unknown";
}

/**
 * unit_state__name() - the word for the family that a unit is in
 * @s: the state
 *
 * Return: a constant string.
 */
const char *unit_state__name(enum unit_state s)
{
	static const char *const names[] = {
		[UNIT_GET] = "get", [UNIT_USER_PUT] = "user-put",
		[UNIT_PIN] = "pin", [UNIT_MIXED] = "mixed",
	};

	return (size_t)s < ARRAY_SIZE(names) ? names[s] : "unknown";
}

static bool is_below(const char *file, const char *under)
{
	size_t n = strlen(under);

	return !strncmp(file, under, n) && (!file[n] || file[n] == '/');
}

static bool keeps_unit(const struct result *self, const char *unit)
{
	for (size_t i = 0; *unit && i < self->sites.nr; i++)
		if (!strcmp(self->sites.v[i].unit, unit))
			return true;
	return false;
}

/**
 * result__narrow() - drop what is not about a part of the tree
 * @self: the result; the flow may have led it all over the tree
 * @under: the folder, relative to KDIR, without a slash at its end
 *
 * Keeps the sites of the folder, their units, and the findings that stand in it
 * or are about those units.
 */
void result__narrow(struct result *self, const char *under)
{
	size_t out = 0;

	for (size_t i = 0; i < self->sites.nr; i++) {
		if (is_below(self->sites.v[i].at.file, under))
			self->sites.v[out++] = self->sites.v[i];
		else
			site_exit(&self->sites.v[i]);
	}
	self->sites.nr = out;
	out = 0;
	for (size_t i = 0; i < self->units.nr; i++) {
		if (keeps_unit(self, self->units.v[i].id))
			self->units.v[out++] = self->units.v[i];
		else
			vec__exit(&self->units.v[i].origins);
	}
	self->units.nr = out;
	out = 0;
	for (size_t i = 0; i < self->findings.nr; i++) {
		if (is_below(self->findings.v[i].at.file, under) ||
		    keeps_unit(self, self->findings.v[i].unit))
			self->findings.v[out++] = self->findings.v[i];
		else
			vec__exit(&self->findings.v[i].steps);
	}
	self->findings.nr = out;
	out = 0;
	for (size_t i = 0; i < self->errors.nr; i++)
		if (is_below(self->errors.v[i].file, under))
			self->errors.v[out++] = self->errors.v[i];
	self->errors.nr = out;
}
