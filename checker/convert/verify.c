// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every patch is judged again: its files are parsed as converted, and the whole
 * program is linked and judged anew. A patch passes if its files have no new
 * parse error, each of its sites is done, and there is no finding that was not
 * there before.
 */
#include <string.h>

#include "convert.h"

static const struct file_errors *errors_of(const struct result *res, const char *file)
{
	for (size_t i = 0; i < res->errors.nr; i++)
		if (!strcmp(res->errors.v[i].file, file))
			return &res->errors.v[i];
	return NULL;
}

static void check_errors(struct conv_patch *p, const struct result *was,
			 const struct result *now)
{
	for (size_t i = 0; i < p->files.nr; i++) {
		const struct file_errors *a = errors_of(was, p->files.v[i]);
		const struct file_errors *b = errors_of(now, p->files.v[i]);

		if (b && b->nr > (a ? a->nr : 0))
			conv_why__set(&p->why, "does not compile", NULL, "%s", b->first);
	}
}

static bool in_files(const struct conv_patch *p, const char *file)
{
	for (size_t i = 0; i < p->files.nr; i++)
		if (!strcmp(p->files.v[i], file))
			return true;
	return false;
}

/* Sites of this kind in the same function. */
static size_t count_sites(const struct result *res, const struct site *like,
			  const char *callee, bool done)
{
	size_t nr = 0;

	for (size_t i = 0; i < res->sites.nr; i++) {
		const struct site *s = &res->sites.v[i];

		nr += !strcmp(s->at.file, like->at.file) &&
		      !strcmp(s->at.function, like->at.function) &&
		      !strcmp(s->callee, callee) && (!done || s->verdict == VERDICT_DONE);
	}
	return nr;
}

static const char *verdict_now(const struct result *res, const struct site *like,
			       const char *callee, const char **ret_reason)
{
	*ret_reason = "";
	for (size_t i = 0; i < res->sites.nr; i++) {
		const struct site *s = &res->sites.v[i];

		if (strcmp(s->at.file, like->at.file) || strcmp(s->callee, callee) ||
		    strcmp(s->at.function, like->at.function) ||
		    s->verdict == VERDICT_DONE)
			continue;
		if (s->reasons.nr)
			*ret_reason = s->reasons.v[s->reasons.nr - 1].message;
		return verdict__name(s->verdict);
	}
	return "not found";
}

static void check_site(struct conv_patch *p, const struct site *s, const struct result *was,
		       const struct result *now, enum era era)
{
	const char *callee = era == ERA_PIN ? s->target : s->callee, *reason;
	size_t before = count_sites(was, s, callee, true);
	size_t wanted = before + count_sites(was, s, s->callee, false);

	if (count_sites(now, s, callee, true) >= wanted)
		return;
	reason = verdict_now(now, s, callee, &reason) ? reason : "";
	conv_why__set(&p->why, "not done afterwards", &s->at,
		      "judged again, %s() in %s() is %s: %s", callee, s->at.function,
		      verdict_now(now, s, callee, &reason), reason);
}

static bool was_there(const struct result *was, const struct finding *f)
{
	for (size_t i = 0; i < was->findings.nr; i++)
		if (!strcmp(was->findings.v[i].rule, f->rule) &&
		    !strcmp(was->findings.v[i].at.file, f->at.file) &&
		    !strcmp(was->findings.v[i].at.function, f->at.function))
			return true;
	return false;
}

static void check_findings(struct conv_patch *p, const struct result *was,
			   const struct result *now)
{
	for (size_t i = 0; i < now->findings.nr; i++) {
		const struct finding *f = &now->findings.v[i];

		if (f->level >= LEVEL_WARNING && in_files(p, f->at.file) && !was_there(was, f))
			conv_why__set(&p->why, "new finding", &f->at, "%s:%u: %s [%s]",
				      f->at.file, f->at.line, f->message, f->rule);
	}
}

/* Strings of the second result do not outlive it. */
static void own_places(struct conv_patch *p, const struct result *was)
{
	if (p->why.class && p->why.at.file) {
		p->why.at.file = result__str((struct result *)was, p->why.at.file);
		if (p->why.at.function)
			p->why.at.function = result__str((struct result *)was,
							 p->why.at.function);
	}
}

/**
 * conv_verify__run() - reject what is not fully converted
 * @plan: the plan; patches that fail get a reason
 * @in: the tree, and how to judge again
 * @dir: folder with the converted copies
 *
 * Return: 0 or -errno.
 */
int conv_verify__run(struct conv_plan *plan, const struct conv_input *in, const char *dir)
{
	struct strvec files = {0};
	struct result *now = NULL;
	int err;

	for (size_t i = 0; i < plan->patches.nr; i++)
		if (!plan->patches.v[i].why.class)
			strvec__add_all(&files, &plan->patches.v[i].files);
	err = files.nr ? in->again(in->ctx, dir, &files, &now) : 0;
	for (size_t i = 0; i < plan->patches.nr && !err; i++) {
		struct conv_patch *p = &plan->patches.v[i];

		if (p->why.class)
			continue;
		check_errors(p, in->res, now);
		for (size_t u = 0; u < p->units.nr; u++) {
			const struct conv_unit *cu = &plan->units.v[p->units.v[u]];

			for (size_t k = 0; k < cu->sites.nr; k++)
				check_site(p, cu->sites.v[k], in->res, now, in->era);
		}
		check_findings(p, in->res, now);
		own_places(p, in->res);
	}
	result__free(now);
	strvec__exit(&files);
	return err;
}
