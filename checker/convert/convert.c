// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a judged tree to patches: plan, tagged copies, semantic patches, final
 * names, differences, verification, mails; then a table of what was left and why.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../lib/cleanup.h"
#include "convert.h"

static void make_diffs(struct conv_plan *plan, const struct conv_input *in, const char *dir)
{
	for (size_t i = 0; i < plan->patches.nr; i++) {
		struct conv_patch *p = &plan->patches.v[i];

		if (!p->why.class)
			conv_edit__finish(p, in, &plan->names, dir);
		if (!p->why.class)
			conv_diff__make(p, in->kdir, dir);
	}
}

static char *file_name(const char *subject, uint32_t nr)
{
	char *s = xasprintf("%04u-%.52s", nr, subject);

	for (char *c = s; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", *c))
			*c = '-';
	return s;
}

static int write_mail(struct conv_plan *plan, const struct conv_input *in, uint32_t patch,
		      const char *out, uint32_t nr, uint32_t total)
{
	struct conv_patch *p = &plan->patches.v[patch];
	char *name, *path;
	struct strbuf mail;
	int err;

	strbuf__init(&mail);
	conv_mail__make(plan, patch, in, nr, total, &mail);
	name = file_name(p->subject, nr);
	path = xasprintf("%s/%s%s.patch", out, p->why.class ? "rejected/" : "", name);
	err = file_write_atomic(path, mail.buf, mail.len);
	if (!err && !p->why.class && !conv_diff__applies(path, in->kdir)) {
		conv_why__set(&p->why, "does not apply", NULL, "patch -p1 refuses it");
		unlink(path);
	}
	strbuf__exit(&mail);
	free(name);
	free(path);
	return err;
}

static int write_mails(struct conv_plan *plan, const struct conv_input *in, const char *out)
{
	uint32_t total = 0, nr = 0, bad = 0;
	char *rejected = xasprintf("%s/rejected", out);
	int err = mkdir_p(rejected);

	for (size_t i = 0; i < plan->patches.nr; i++)
		total += !plan->patches.v[i].why.class;
	for (uint32_t i = 0; i < plan->patches.nr && !err; i++) {
		const struct conv_patch *p = &plan->patches.v[i];

		if (!p->why.class) {
			err = write_mail(plan, in, i, out, ++nr, total);
		} else if (p->diff.len) {
			bad++;
			err = write_mail(plan, in, i, out, bad, bad);
		}
	}
	free(rejected);
	return err;
}

static const struct conv_why *why_of(const struct conv_plan *plan, const struct conv_unit *u)
{
	if (u->why.class)
		return &u->why;
	return &plan->patches.v[u->patch].why;
}

static void print_unit(const struct conv_plan *plan, const struct conv_unit *u, FILE *out)
{
	const struct conv_why *w = why_of(plan, u);
	const struct site *s = u->sites.v[0];
	bool made;

	fprintf(out, "%s %s:%u %s(): ", u->unit->id, s->at.file, s->at.line, s->callee);
	if (!w->class) {
		fprintf(out, "converted\n");
		return;
	}
	made = !u->why.class && plan->patches.v[u->patch].diff.len;
	fprintf(out, "%s: %s: %s", made ? "rejected" : "left", w->class, w->text);
	if (w->at.file && w->at.line &&
	    (w->at.line != s->at.line || strcmp(w->at.file, s->at.file)))
		fprintf(out, " (%s:%u)", w->at.file, w->at.line);
	fprintf(out, "\n");
}

static int by_class(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_table(const struct conv_plan *plan, FILE *out)
{
	VEC(const char *) classes = {0};
	size_t converted = 0, target = 0;

	for (size_t i = 0; i < plan->units.nr; i++) {
		const struct conv_unit *u = &plan->units.v[i];
		const struct conv_why *w = why_of(plan, u);

		print_unit(plan, u, out);
		converted += !w->class;
		target += !w->class || strcmp(w->class, "no target");
		if (w->class)
			vec__push(&classes, w->class);
	}
	vec__sort(&classes, by_class);
	fprintf(out, "\n%zu of %zu units to convert, %zu of those that have a target:\n", converted,
	       plan->units.nr, target);
	fprintf(out, "  %4zu converted and judged again\n", converted);
	for (size_t i = 0, n; i < classes.nr; i += n) {
		for (n = 1; i + n < classes.nr && !strcmp(classes.v[i + n], classes.v[i]); n++)
			;
		fprintf(out, "  %4zu %s\n", n, classes.v[i]);
	}
	vec__exit(&classes);
}

/* What a series begins with: the counts, and what is left to a person. */
static int write_cover(const struct conv_plan *plan, const struct conv_input *in,
		       const char *out)
{
	char *path = xasprintf("%s/0000-cover-letter.patch", out), *text = NULL;
	size_t len = 0, total = 0;
	FILE *f = open_memstream(&text, &len);
	int err = f ? 0 : -errno;

	for (size_t i = 0; i < plan->patches.nr; i++)
		total += !plan->patches.v[i].why.class;
	if (f) {
		fprintf(f, "From: pincheck <pincheck@localhost>\n"
			"Subject: [PATCH 0/%zu] release user pages with %s()\n\n"
			"For Linux %s. Each patch applies by itself. A line for each unit:\n\n",
			total, plan->names.one ? plan->names.one : "", in->res->kernel);
		print_table(plan, f);
		if (fclose(f))
			err = -ENOMEM;
	}
	if (!err)
		err = file_write_atomic(path, text, len);
	free(text);
	free(path);
	return err;
}

/**
 * convert__run() - write patches for all units that can be converted
 * @in: the judged tree
 * @out: folder for the patches
 *
 * Return: 0, or -errno after one line on stderr.
 */
int convert__run(const struct conv_input *in, const char *out)
{
	const char *base = getenv("TMPDIR");
	char *dir = xasprintf("%s/pincheck-convert-XXXXXX", base && *base == '/' ? base : "/tmp");
	struct conv_plan plan = {0};
	int err = 0;

	if (in->era == ERA_GET) {
		printf("this tree has no release call for user pages of its own yet: nothing can be converted\n");
		free(dir);
		return 0;
	}
	if (!mkdtemp(dir)) {
		err = -errno;
		pr_err("can't make a folder for copies: %s", strerror(-err));
		free(dir);
		return err;
	}
	cleanup__add_path(dir);
	conv_plan__make(&plan, in);
	for (size_t i = 0; i < plan.patches.nr; i++)
		conv_edit__tag(&plan.patches.v[i], in, dir);
	err = conv_smpl__run(&plan, in, dir);
	if (!err) {
		make_diffs(&plan, in, dir);
		err = conv_verify__run(&plan, in, dir);
	}
	if (!err)
		err = write_mails(&plan, in, out);
	if (!err)
		err = write_cover(&plan, in, out);
	if (!err)
		print_table(&plan, stdout);
	else
		pr_err("can't convert: %s", strerror(-err));
	conv_plan__exit(&plan);
	cleanup__remove_tree(dir);
	cleanup__forget_path(dir);
	free(dir);
	return err;
}
