// SPDX-License-Identifier: GPL-2.0-only
/*
 * pincheck query site FILE:LINE and query unit ID. A line that holds no site
 * stands for the function around it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

/* Takes ":NUMBER" off the end of the first @*len bytes. */
static bool take_number(const char *arg, size_t *len, uint32_t *ret)
{
	size_t at = *len;
	unsigned long n;

	while (at && arg[at - 1] >= '0' && arg[at - 1] <= '9')
		at--;
	if (at == *len || at < 2 || arg[at - 1] != ':')
		return false;
	errno = 0;
	n = strtoul(arg + at, NULL, 10);
	if (errno || !n || n > INT32_MAX)
		return false;
	*ret = (uint32_t)n;
	*len = at - 1;
	return true;
}

/**
 * query__split_place() - take FILE:LINE apart
 * @arg: the text; as a report prints it, with a column, is fine too
 * @ret_file: the file, the caller frees it; may be NULL
 * @ret_line: the line; may be NULL
 *
 * Return: true if it is a place.
 */
bool query__split_place(const char *arg, char **ret_file, uint32_t *ret_line)
{
	size_t len = strlen(arg);
	uint32_t line;

	if (len && arg[len - 1] == ':')
		len--;
	if (!take_number(arg, &len, &line))
		return false;
	take_number(arg, &len, &line);
	if (ret_line)
		*ret_line = line;
	if (ret_file)
		*ret_file = xstrndup(arg, len);
	return true;
}

/**
 * query__path() - a path as the result spells it
 * @q: the query
 * @path: relative to KDIR, or to the current folder if there is such a file in KDIR
 *
 * Return: relative to KDIR; the caller frees it.
 */
char *query__path(const struct query *q, const char *path)
{
	char *abs = realpath(path, NULL), *kdir = realpath(q->s->opts.kdir, NULL), *ret;
	size_t len = kdir ? strlen(kdir) : 0;

	while (str_starts(path, "./"))
		path += 2;
	if (abs && kdir && str_starts(abs, kdir) && abs[len] == '/')
		ret = xstrdup(abs + len + 1);
	else
		ret = xstrdup(path);
	free(abs);
	free(kdir);
	return ret;
}

/* The function around a line, or NULL. */
static const char *function_at(const struct program *p, const char *file, uint32_t line)
{
	for (uint32_t i = 0; i < p->fns.nr; i++) {
		const struct fn *fn = p->fns.v[i].fn;

		if (fn->line <= line && line <= fn->end_line &&
		    !strcmp(program__str(p, p->fns.v[i].file), file))
			return program__str(p, p->fns.v[i].name);
	}
	return NULL;
}

static void find_sites(const struct query *q, const char *file, uint32_t line,
		       struct query_sites *ret)
{
	const struct result *res = q->s->result;
	const char *fn;

	for (uint32_t i = 0; i < res->sites.nr; i++)
		if (res->sites.v[i].at.line == line && !strcmp(res->sites.v[i].at.file, file))
			vec__push(ret, i);
	fn = ret->nr ? NULL : function_at(q->s->program, file, line);
	for (uint32_t i = 0; fn && i < res->sites.nr; i++)
		if (!strcmp(res->sites.v[i].at.file, file) &&
		    !strcmp(res->sites.v[i].at.function, fn))
			vec__push(ret, i);
}

/* Same name elsewhere, else the same folder. */
static size_t file_score(const char *have, const char *want)
{
	const char *have_base = strrchr(have, '/'), *want_base = strrchr(want, '/');
	size_t dir = want_base ? (size_t)(want_base - want) + 1 : 0;

	have_base = have_base ? have_base + 1 : have;
	want_base = want_base ? want_base + 1 : want;
	if (!strcmp(have_base, want_base))
		return 2;
	return dir && !strncmp(have, want, dir) && have_base == have + dir;
}

static int no_site(const struct query *q, const char *file, uint32_t line)
{
	const struct result *res = q->s->result;
	const struct site *best = NULL;
	struct query_near near = {0};
	uint32_t least = UINT32_MAX;

	for (size_t i = 0; i < res->sites.nr; i++) {
		const struct site *s = &res->sites.v[i];
		uint32_t away = s->at.line > line ? s->at.line - line : line - s->at.line;

		query_near__add(&near, s->at.file, file_score(s->at.file, file));
		if (strcmp(s->at.file, file) || away >= least)
			continue;
		best = s;
		least = away;
	}
	if (!best)
		return query__not_found(&near, "no site in %s", file);
	return query__not_found(NULL, "no site at %s:%" PRIu32
				"; near: line %" PRIu32 ", %s() in %s()", file, line,
				best->at.line, best->callee, best->at.function);
}

/**
 * query__site() - pincheck query site
 * @q: the query
 *
 * Return: 0 or -errno.
 */
int query__site(struct query *q)
{
	struct query_sites sites = {0};
	char *given = NULL, *file;
	uint32_t line = 0;
	int err;

	if (!query__split_place(q->arg, &given, &line))
		return -EINVAL;
	file = query__path(q, given);
	find_sites(q, file, line, &sites);
	err = sites.nr ? query__print(q, &sites) : no_site(q, file, line);
	vec__exit(&sites);
	free(given);
	free(file);
	return err;
}

static void put_unit(struct query *q, const struct unit *u)
{
	fputs("unit ", q->out);
	report__puts(q->out, u->id);
	fprintf(q->out, ": %s, %" PRIu32 " site%s, %" PRIu32 " release%s\n",
		unit_state__name(u->state), u->nr_sites, u->nr_sites == 1 ? "" : "s",
		u->nr_releases, u->nr_releases == 1 ? "" : "s");
	for (size_t i = 0; i < u->origins.nr; i++) {
		fputs(i ? ", " : "  pages that were not acquired come from ", q->out);
		report__puts(q->out, u->origins.v[i]);
		if (!strchr(u->origins.v[i], ' '))	/* a function */
			fputs("()", q->out);
	}
	if (u->origins.nr)
		fputc('\n', q->out);
	fputc('\n', q->out);
}

/**
 * query__unit() - pincheck query unit
 * @q: the query
 *
 * Return: 0 or -errno.
 */
int query__unit(struct query *q)
{
	const struct result *res = q->s->result;
	struct query_sites sites = {0};
	struct query_near near = {0};
	const struct unit *unit = NULL;
	int err;

	for (size_t i = 0; i < res->units.nr; i++) {
		if (!strcmp(res->units.v[i].id, q->arg))
			unit = &res->units.v[i];
		query_near__add(&near, res->units.v[i].id,
				query_near__prefix(res->units.v[i].id, q->arg));
	}
	if (!unit)
		return query__not_found(&near, "no unit %s", q->arg);
	for (uint32_t i = 0; i < res->sites.nr; i++)
		if (res->sites.v[i].unit && !strcmp(res->sites.v[i].unit, unit->id))
			vec__push(&sites, i);
	if (q->format == QUERY_TEXT)
		put_unit(q, unit);
	err = query__print(q, &sites);
	vec__exit(&sites);
	return err;
}
