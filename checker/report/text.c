// SPDX-License-Identifier: GPL-2.0-only
/*
 * The result as a compiler would print it: findings with the notes of their
 * steps, then what could not be parsed, the ledger of all occurrences, and the
 * sites by verdict.
 *
 * Names, flags and messages hold text of a tree that may be anybody's: bytes
 * that could steer a terminal are printed as \x1b or \u202e.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "report_priv.h"

#define DEFAULT_WIDTH	80

#define BOLD		"\33[1m"
#define RED		"\33[1;31m"
#define MAGENTA		"\33[1;35m"
#define CYAN		"\33[1;36m"
#define PLAIN		"\33[0m"

struct text {
	FILE *out;
	bool color;
	unsigned int width;
};

static void put(struct text *t, const char *s)
{
	report__puts(t->out, s);
}

static void put_color(struct text *t, const char *color)
{
	if (t->color)
		fputs(color, t->out);
}

/* "file:line:col: kind: ": the rest of the line is the caller's. */
static void put_head(struct text *t, const struct place *at, const char *kind,
		     const char *color)
{
	put_color(t, BOLD);
	put(t, at->file);
	if (at->line)
		fprintf(t->out, ":%" PRIu32, at->line);
	if (at->line && at->col)
		fprintf(t->out, ":%" PRIu32, at->col);
	fputs(": ", t->out);
	put_color(t, PLAIN);
	put_color(t, color);
	fprintf(t->out, "%s: ", kind);
	put_color(t, PLAIN);
}

static const char *level_color(enum level l)
{
	return l == LEVEL_ERROR ? RED : l == LEVEL_WARNING ? MAGENTA : CYAN;
}

static const char *engines_text(unsigned int engines)
{
	switch (engines & (ENGINE_CLANG | ENGINE_COCCI)) {
	case ENGINE_CLANG:
		return "clang";
	case ENGINE_COCCI:
		return "coccinelle";
	case ENGINE_CLANG | ENGINE_COCCI:
		return "clang and coccinelle";
	}
	return "no engine";
}

static void put_step(struct text *t, const struct place *near, const struct step *step)
{
	bool placed = step->at.file && *step->at.file;

	put_head(t, placed ? &step->at : near, "note", CYAN);
	put(t, step->message);
	fputc('\n', t->out);
}

static bool same(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

/* As gcc does: the function is named once before what is found in it. */
static void put_function(struct text *t, const struct place *at,
			 const struct place *before)
{
	bool inside = at->function && *at->function;

	if (before && same(before->file, at->file) &&
	    same(before->function, at->function))
		return;
	if (!inside && (!before || !same(before->file, at->file)))
		return;
	put_color(t, BOLD);
	put(t, at->file);
	fputs(":", t->out);
	put_color(t, PLAIN);
	if (inside) {
		fputs(" In function '", t->out);
		put_color(t, BOLD);
		put(t, at->function);
		put_color(t, PLAIN);
		fputs("':\n", t->out);
	} else {
		fputs(" At top level:\n", t->out);
	}
}

static void put_finding(struct text *t, const struct finding *f,
			const struct finding *before)
{
	put_function(t, &f->at, before ? &before->at : NULL);
	put_head(t, &f->at, level__name(f->level), level_color(f->level));
	put(t, f->message);
	fputs(" [", t->out);
	put_color(t, level_color(f->level));
	put(t, f->rule);
	put_color(t, PLAIN);
	fputs("]\n", t->out);
	for (size_t i = 0; i < f->steps.nr; i++)
		put_step(t, &f->at, &f->steps.v[i]);
	put_head(t, &f->at, "note", CYAN);
	if (f->fix && *f->fix) {
		put(t, f->fix);
		fprintf(t->out, " (seen by %s)\n", engines_text(f->engines));
	} else {
		fprintf(t->out, "seen by %s\n", engines_text(f->engines));
	}
}

static void put_release(struct text *t, const struct release_ref *rel)
{
	put_head(t, &rel->at, "note", CYAN);
	fputs("released by ", t->out);
	put(t, rel->callee);
	fputs("() in ", t->out);
	put(t, rel->at.function);
	fputs("()", t->out);
	for (size_t i = 0; i < rel->via.nr; i++) {
		fputs(i ? ", " : ", called through ", t->out);
		put(t, rel->via.v[i].function);
		fputs("()", t->out);
	}
	if (rel->path != PATH_ANY)
		fprintf(t->out, ", on the %s path", path_kind__name(rel->path));
	fputs(" (", t->out);
	put(t, rel->family);
	fputs(")\n", t->out);
}

static void put_cases(struct text *t, const struct site *site)
{
	if (site->nr_cases)
		fputs(site->nr_cases > 1 ? ", cases " : ", case ", t->out);
	for (unsigned int i = 0; i < site->nr_cases && i < ARRAY_SIZE(site->cases); i++)
		fprintf(t->out, "%s%u", !i ? "" : i + 1u == site->nr_cases ? " and " : ", ",
			site->cases[i]);
}

static void put_site(struct text *t, const struct site *site)
{
	put_head(t, &site->at, "site", BOLD);
	put(t, site->callee);
	fputs("()", t->out);
	if (site->at.function && *site->at.function) {
		fputs(" in ", t->out);
		put(t, site->at.function);
		fputs("()", t->out);
	}
	if (site->flags && *site->flags) {
		fputs(" with ", t->out);
		put(t, site->flags);
	}
	fprintf(t->out, ": %s", verdict__name(site->verdict));
	put_cases(t, site);
	if (site->verdict == VERDICT_CONVERT) {
		fputs(", target ", t->out);
		put(t, site->target);
	}
	if (site->unit && *site->unit) {
		fputs(", unit ", t->out);
		put(t, site->unit);
	}
	fprintf(t->out, " (seen by %s)\n", engines_text(site->engines));
	for (size_t i = 0; i < site->reasons.nr; i++)
		put_step(t, &site->at, &site->reasons.v[i]);
	for (size_t i = 0; i < site->dirty.nr; i++) {
		const struct dirty_ref *d = &site->dirty.v[i];

		put_head(t, &d->at, "note", CYAN);
		fputs("dirtied by ", t->out);
		put(t, d->callee);
		fputs("()\n", t->out);
	}
	for (size_t i = 0; i < site->releases.nr; i++)
		put_release(t, &site->releases.v[i]);
}

static void put_unit(struct text *t, const struct unit *unit)
{
	fputs("unit ", t->out);
	put(t, unit->id);
	fprintf(t->out, ": %s, %" PRIu32 " site%s, %" PRIu32 " release%s",
		unit_state__name(unit->state), unit->nr_sites,
		unit->nr_sites == 1 ? "" : "s", unit->nr_releases,
		unit->nr_releases == 1 ? "" : "s");
	for (size_t i = 0; i < unit->origins.nr; i++) {
		fputs(i ? ", " : ", other origins: ", t->out);
		put(t, unit->origins.v[i]);
	}
	fputc('\n', t->out);
}

static void put_title(struct text *t, const char *title)
{
	put_color(t, BOLD);
	fputs(title, t->out);
	put_color(t, PLAIN);
	fputc('\n', t->out);
}

static void put_errors(struct text *t, const struct result *res)
{
	if (res->errors.nr) {
		fputc('\n', t->out);
		put_title(t, "Parse errors");
	}
	for (size_t i = 0; i < res->errors.nr; i++) {
		const struct file_errors *e = &res->errors.v[i];

		fputs("  ", t->out);
		put(t, e->file);
		fprintf(t->out, ": %" PRIu32 " parse error%s", e->nr,
			e->nr == 1 ? "" : "s");
		if (e->first && *e->first) {
			fputs(e->nr == 1 ? ": " : ", first: ", t->out);
			put(t, e->first);
		}
		fputc('\n', t->out);
	}
}

static void put_count(struct text *t, int indent, const char *what, uint64_t n)
{
	fprintf(t->out, "%*s%-*s %8" PRIu64 "\n", indent, "", 34 - indent, what, n);
}

static void put_ledger(struct text *t, const struct ledger *l)
{
	static const char *const names[OCC_NR] = {
		[OCC_CALL] = "calls", [OCC_DEFINITION] = "definitions",
		[OCC_DECLARATION] = "declarations",
		[OCC_MACRO_BODY] = "macro bodies", [OCC_EXPORT] = "exports",
		[OCC_ADDRESS] = "address taken", [OCC_STRING] = "strings",
		[OCC_COMMENT] = "comments", [OCC_UNPARSED] = "unparsed",
	};
	uint64_t calls = l->calls_clang + l->calls_cocci_only + l->calls_unanalysed;
	uint64_t sum = 0;

	fputc('\n', t->out);
	put_title(t, "Ledger: where the names of acquire functions occur");
	for (int i = 0; i < OCC_NR; i++) {
		put_count(t, 2, names[i], l->by_class[i]);
		sum += l->by_class[i];
		if (i != OCC_CALL)
			continue;
		put_count(t, 4, "analysed by clang", l->calls_clang);
		put_count(t, 4, "by coccinelle only", l->calls_cocci_only);
		put_count(t, 4, "by none", l->calls_unanalysed);
	}
	put_count(t, 2, "all occurrences", l->occurrences);
	if (sum != l->occurrences)
		fprintf(t->out, "  these do not add up: the classes give %" PRIu64 "\n", sum);
	if (calls != l->by_class[OCC_CALL])
		fprintf(t->out, "  the calls do not add up: the engines give %" PRIu64 "\n",
			calls);
}

static void put_not_judged(struct text *t, const struct ledger *l)
{
	if (!l->not_judged.nr)
		return;
	fputc('\n', t->out);
	put_title(t, "Not judged");
	for (size_t i = 0; i < l->not_judged.nr; i++) {
		const struct not_judged *n = &l->not_judged.v[i];
		const char *function = n->function ? n->function : "";
		const char *why = n->why ? n->why : "";
		const char *file = n->file ? n->file : "";
		size_t len = 2 + strlen(file) + strlen(why) + 2 +
			     (*function ? strlen(function) + 4 : 0);

		fputs("  ", t->out);
		put(t, file);
		if (*function) {
			fputs(": ", t->out);
			put(t, function);
			fputs("()", t->out);
		}
		fputs(len > t->width ? ":\n      " : ": ", t->out);
		put(t, why);
		fputc('\n', t->out);
	}
}

static int family_column(const char *family)
{
	return same(family, "get") ? 0 : same(family, "pin") ? 1 : 2;
}

static void put_table(struct text *t, const struct result *res)
{
	uint64_t count[VERDICT_NR + 1][4] = {0};

	for (size_t i = 0; i < res->sites.nr; i++) {
		int row = res->sites.v[i].verdict;
		int col = family_column(res->sites.v[i].family);

		count[row][col]++;
		count[row][3]++;
		count[VERDICT_NR][col]++;
		count[VERDICT_NR][3]++;
	}
	fputc('\n', t->out);
	put_color(t, BOLD);
	fprintf(t->out, "%-16s %8s %8s %8s %8s", "Sites", "get", "pin", "extract", "total");
	put_color(t, PLAIN);
	fputc('\n', t->out);
	for (int row = 0; row <= VERDICT_NR; row++) {
		fprintf(t->out, "  %-14s", row < VERDICT_NR ? verdict__name(row) : "total");
		for (int col = 0; col < 4; col++)
			fprintf(t->out, " %8" PRIu64, count[row][col]);
		fputc('\n', t->out);
	}
}

static void put_summary(struct text *t, const struct result *res)
{
	static const char *const fmt[] = {
		[LEVEL_NOTE] = ", %" PRIu64 " note%s\n",
		[LEVEL_WARNING] = ", %" PRIu64 " warning%s",
		[LEVEL_ERROR] = "%" PRIu64 " error%s",
	};
	uint64_t nr[3] = {0};

	for (size_t i = 0; i < res->findings.nr; i++)
		nr[res->findings.v[i].level]++;
	fputs("\nLinux ", t->out);
	put(t, res->kernel);
	fputs(", era ", t->out);
	put(t, res->era);
	fprintf(t->out, ": %" PRIu64 " files selected, %" PRIu64 " parsed, %" PRIu64
		" with parse errors\n", res->files_selected, res->files_parsed,
		res->files_with_errors);
	for (int l = LEVEL_ERROR; l >= LEVEL_NOTE; l--)
		fprintf(t->out, fmt[l], nr[l], nr[l] == 1 ? "" : "s");
}

static void put_all(struct text *t, const struct result *res, bool verbose)
{
	for (size_t i = 0; i < res->findings.nr; i++)
		put_finding(t, &res->findings.v[i], i ? &res->findings.v[i - 1] : NULL);
	if (verbose) {
		for (size_t i = 0; i < res->sites.nr; i++)
			put_site(t, &res->sites.v[i]);
		for (size_t i = 0; i < res->units.nr; i++)
			put_unit(t, &res->units.v[i]);
	}
	put_errors(t, res);
	put_ledger(t, &res->ledger);
	put_not_judged(t, &res->ledger);
	put_table(t, res);
	put_summary(t, res);
}

/**
 * report_text() - print a result for people
 * @res: the result, sorted
 * @opts: colours, sites too, width; NULL for none of it
 * @out: where to
 *
 * Return: 0, or -errno when it can't be written.
 */
int report_text(const struct result *res, const struct report_options *opts, FILE *out)
{
	struct text t = {
		.color = opts && opts->color,
		.width = opts && opts->width ? opts->width : DEFAULT_WIDTH,
	};
	char *buf = NULL;
	size_t len = 0;
	int err;

	t.out = open_memstream(&buf, &len);
	if (!t.out)
		return -errno;
	put_all(&t, res, opts && opts->verbose);
	err = fclose(t.out) ? -errno : report__write(out, buf, len);
	free(buf);
	return err;
}
