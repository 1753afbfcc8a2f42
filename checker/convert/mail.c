// SPDX-License-Identifier: GPL-2.0-only
/*
 * A patch as a mail that git am takes. The body says which case it is, why the
 * pages count as pinned, and each call that changes. No time, no host: the same
 * input gives the same bytes.
 */
#include <string.h>

#include "convert.h"

static const char *const cases[] = {
	[1] = "pages whose data a device reads or writes for a short time (DIO)",
	[2] = "pages that a device keeps for long (RDMA)",
	[3] = "pages under an MMU notifier",
	[4] = "pages of which only struct page is used",
	[5] = "pages whose data the CPU reads or writes",
};

/* "drivers/misc/vmw_vmci/x.c" gives "misc: vmw_vmci: " */
static void add_prefix(struct strbuf *out, const char *file)
{
	const char *p = file, *slash;
	int parts = 0;

	if (str_starts(p, "drivers/"))
		p += strlen("drivers/");
	for (; (slash = strchr(p, '/')) && parts < 2; p = slash + 1, parts++) {
		strbuf__add(out, p, (size_t)(slash - p));
		strbuf__adds(out, ": ");
	}
	if (!parts || parts < 2) {
		size_t n = strcspn(p, ".");

		strbuf__add(out, p, n);
		strbuf__adds(out, ": ");
	}
}

static void wrap(struct strbuf *out, const char *text)
{
	size_t col = 0;

	while (*text) {
		size_t n = strcspn(text, " ");

		if (col && col + 1 + n > 72) {
			strbuf__addc(out, '\n');
			col = 0;
		} else if (col) {
			strbuf__addc(out, ' ');
			col++;
		}
		strbuf__add(out, text, n);
		col += n;
		text += n + strspn(text + n, " ");
	}
	strbuf__addc(out, '\n');
}

static const struct site *first_site(const struct conv_plan *plan,
				     const struct conv_patch *p)
{
	return plan->units.v[p->units.v[0]].sites.v[0];
}

static void subject(const struct conv_plan *plan, const struct conv_patch *p, enum era era,
		    struct strbuf *out)
{
	const struct site *s = first_site(plan, p);

	add_prefix(out, s->at.file);
	if (era == ERA_PIN)
		strbuf__addf(out, "convert %s() to %s()", s->callee, s->target);
	else
		strbuf__addf(out, "release user pages with %s()", plan->names.one);
}

static void add_site(const struct site *s, struct strbuf *out)
{
	struct strbuf line;

	strbuf__init(&line);
	for (uint8_t i = 0; i < s->nr_cases; i++) {
		strbuf__reset(&line);
		strbuf__addf(&line, "%s() takes pages from %s(). This is case %u of the "
			     "kernel's documentation on pinned pages: %s.",
			     s->at.function, s->callee, s->cases[i], cases[s->cases[i]]);
		wrap(out, line.buf);
	}
	strbuf__exit(&line);
	for (size_t i = 0; i < s->reasons.nr; i++)
		if (s->reasons.v[i].at.file)
			strbuf__addf(out, "  %s:%u: %s\n", s->reasons.v[i].at.file,
				     s->reasons.v[i].at.line, s->reasons.v[i].message);
}

/* Does a line that goes name this function? */
static bool goes(const struct conv_patch *p, const char *name)
{
	for (const char *l = p->diff.buf; (l = strstr(l, "\n-")); l++) {
		const char *hit = strstr(l + 1, name), *end = strchrnul(l + 1, '\n');

		if (hit && hit < end)
			return true;
	}
	return false;
}

static void add_edits(const struct conv_patch *p, struct strbuf *out)
{
	strbuf__adds(out, "\nCalls that change:\n");
	for (size_t i = 0; i < p->edits.nr; i++) {
		const struct conv_edit *e = &p->edits.v[i];

		/* one that no helper took stays as it is */
		if (e->tag == TAG_DIRTY && !goes(p, e->from))
			continue;
		strbuf__addf(out, "  %s:%u: %s() in %s()\n", e->at.file, e->at.line, e->from,
			     e->at.function);
	}
}

static void body(const struct conv_plan *plan, const struct conv_patch *p, enum era era,
		 struct strbuf *out)
{
	const struct site *last = NULL;

	for (size_t i = 0; i < p->units.nr; i++) {
		const struct conv_unit *cu = &plan->units.v[p->units.v[i]];

		for (size_t k = 0; k < cu->sites.nr; k++) {
			const struct site *s = cu->sites.v[k];

			/* sites of one function say the same */
			if (!last || strcmp(last->at.function, s->at.function) ||
			    strcmp(last->callee, s->callee))
				add_site(s, out);
			last = s;
		}
	}
	strbuf__addc(out, '\n');
	wrap(out, era == ERA_PIN ?
	     "Whoever lets a device or the CPU touch the data of user pages must pin them, so that the file systems and the mm can tell such pages from those with plain references. Pin them, and release them by the calls that belong to it." :
	     "User pages are to be released by calls of their own, so that they can be told from pages with plain references later.");
	add_edits(p, out);
}

/* Whom the tree's own script names for these files. */
static void add_recipients(const struct conv_patch *p, const char *kdir, struct strbuf *out)
{
	char *script = xasprintf("%s/scripts/get_maintainer.pl", kdir);
	struct strvec argv = {0};
	struct strbuf to;

	strbuf__init(&to);
	strvec__add(&argv, "sh");
	strvec__add(&argv, "-c");
	strvec__add(&argv, "cd \"$0\" && PERL_HASH_SEED=0 exec perl scripts/get_maintainer.pl \"$@\" 2>/dev/null");
	strvec__add(&argv, kdir);
	strvec__add(&argv, "--no-git");
	strvec__add(&argv, "--no-git-fallback");
	strvec__add(&argv, "--no-rolestats");
	strvec__add(&argv, "--no-tree");
	strvec__add(&argv, "-f");
	strvec__add_all(&argv, &p->files);
	if (file_exists(script) && !conv_run(strvec__terminate(&argv), &to)) {
		const char *sep = "To: ";
		struct strvec lines = {0};

		for (const char *l = to.buf; *l; ) {
			size_t n = strcspn(l, "\n");

			if (n && !memchr(l, '\r', n))
				strvec__addf(&lines, "%.*s", (int)n, l);
			l += n + (l[n] == '\n');
		}
		/* the script gives them in any order */
		strvec__sort(&lines);
		for (size_t i = 0; i < lines.nr; i++) {
			strbuf__addf(out, "%s%s", sep, lines.v[i]);
			sep = ",\n\t";
		}
		strvec__exit(&lines);
		if (*sep == ',')
			strbuf__addc(out, '\n');
	}
	strbuf__exit(&to);
	strvec__exit(&argv);
	free(script);
}

/**
 * conv_mail__make() - a patch as a mail
 * @plan: the plan
 * @patch: index of the patch, which has a diff
 * @in: the tree
 * @nr: number of the mail
 * @total: how many there are
 * @ret: the mail is added here
 */
void conv_mail__make(const struct conv_plan *plan, uint32_t patch,
		     const struct conv_input *in, uint32_t nr, uint32_t total,
		     struct strbuf *ret)
{
	struct conv_patch *p = &plan->patches.v[patch];

	if (!p->subject) {
		struct strbuf s;

		strbuf__init(&s);
		subject(plan, p, in->era, &s);
		p->subject = strbuf__detach(&s);
		strbuf__exit(&s);
	}
	strbuf__adds(ret, "From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n"
		     "From: pincheck <pincheck@localhost>\n"
		     "Date: Thu, 1 Jan 1970 00:00:00 +0000\n");
	strbuf__addf(ret, "Subject: [PATCH %u/%u] %s\n", nr, total, p->subject);
	add_recipients(p, in->kdir, ret);
	strbuf__addc(ret, '\n');
	body(plan, p, in->era, ret);
	strbuf__adds(ret, "---\n");
	strbuf__adds(ret, p->diff.buf);
	strbuf__adds(ret, "-- \npincheck\n");
}
