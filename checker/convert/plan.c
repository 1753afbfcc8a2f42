// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which units are converted, and which of them go into one patch: those that share
 * a file. One that can't be converted says why (refuse.c), and a patch loses
 * nothing by it but the unit.
 */
#include <stdarg.h>
#include <string.h>

#include "convert.h"

/**
 * conv_why__set() - say why not, once
 * @self: the reason; the first that is given stays
 * @class: a few constant words
 * @at: where, or NULL
 * @fmt: the sentence
 */
void conv_why__set(struct conv_why *self, const char *class, const struct place *at,
		   const char *fmt, ...)
{
	va_list ap;
	char buf[512];

	if (self->class)
		return;
	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	self->class = class;
	self->text = xstrdup(buf);
	if (at)
		self->at = *at;
}

static bool wants(const struct site *s)
{
	return s->verdict == VERDICT_CONVERT;
}

static void add_unit(struct conv_plan *self, const struct conv_input *in,
		     const struct unit *u)
{
	struct conv_unit cu = { .unit = u, .patch = UINT32_MAX };
	bool any = false;

	for (size_t i = 0; i < in->res->sites.nr; i++) {
		const struct site *s = &in->res->sites.v[i];

		if (strcmp(s->unit, u->id))
			continue;
		vec__push(&cu.sites, s);
		any |= wants(s);
	}
	if (!any) {
		vec__exit(&cu.sites);
		return;
	}
	conv_unit__judge(&cu, in, &self->names);
	vec__push(&self->units, cu);
}

static bool has_file(const struct conv_patch *p, const char *file)
{
	for (size_t i = 0; i < p->files.nr; i++)
		if (!strcmp(p->files.v[i], file))
			return true;
	return false;
}

static bool touches(const struct conv_unit *cu, const struct conv_patch *p)
{
	for (size_t i = 0; i < cu->sites.nr; i++) {
		const struct site *s = cu->sites.v[i];

		if (has_file(p, s->at.file))
			return true;
		for (size_t k = 0; k < s->releases.nr; k++)
			if (has_file(p, s->releases.v[k].at.file))
				return true;
	}
	return false;
}

static void add_file(struct conv_patch *p, const char *file)
{
	if (!has_file(p, file))
		strvec__add(&p->files, file);
}

static void add_files(struct conv_patch *p, const struct conv_unit *cu, enum era era)
{
	for (size_t i = 0; i < cu->sites.nr; i++) {
		const struct site *s = cu->sites.v[i];

		if (era == ERA_PIN)
			add_file(p, s->at.file);
		for (size_t k = 0; k < s->releases.nr; k++)
			add_file(p, s->releases.v[k].at.file);
	}
	strvec__sort(&p->files);
}

/* Takes all of @from into @into. */
static void join(struct conv_plan *self, uint32_t into, uint32_t from)
{
	struct conv_patch *a = &self->patches.v[into], *b = &self->patches.v[from];

	for (size_t i = 0; i < b->units.nr; i++) {
		self->units.v[b->units.v[i]].patch = into;
		vec__push(&a->units, b->units.v[i]);
	}
	for (size_t i = 0; i < b->files.nr; i++)
		add_file(a, b->files.v[i]);
	vec__exit(&b->units);
	strvec__exit(&b->files);
	memset(b, 0, sizeof(*b));
}

static void place_unit(struct conv_plan *self, uint32_t u, enum era era)
{
	struct conv_unit *cu = &self->units.v[u];
	uint32_t into = UINT32_MAX;
	struct conv_patch *p;

	for (uint32_t i = 0; i < self->patches.nr; i++) {
		if (!touches(cu, &self->patches.v[i]))
			continue;
		if (into == UINT32_MAX)
			into = i;
		else
			join(self, into, i);
	}
	if (into == UINT32_MAX) {
		into = (uint32_t)self->patches.nr;
		vec__add(&self->patches);
	}
	p = &self->patches.v[into];
	vec__push(&p->units, u);
	add_files(p, cu, era);
	cu->patch = into;
}

static int by_place(const void *a, const void *b)
{
	const struct conv_edit *x = a, *y = b;
	int c = strcmp(x->at.file, y->at.file);

	if (c)
		return c;
	if (x->at.line != y->at.line)
		return x->at.line < y->at.line ? -1 : 1;
	return (x->at.col > y->at.col) - (x->at.col < y->at.col);
}

static void drop_repeats(struct conv_patch *p)
{
	size_t out = 0;

	vec__sort(&p->edits, by_place);
	for (size_t i = 0; i < p->edits.nr; i++)
		if (!out || by_place(&p->edits.v[out - 1], &p->edits.v[i]))
			p->edits.v[out++] = p->edits.v[i];
	p->edits.nr = out;
}

static void add_edits(struct conv_plan *self, struct conv_patch *p, const struct site *s,
		      const struct conv_input *in)
{
	const struct conv_names *n = &self->names;

	if (in->era == ERA_PIN)
		vec__push(&p->edits, (struct conv_edit){ s->at, TAG_ACQUIRE, s->callee,
							 s->target });
	for (size_t i = 0; i < s->releases.nr; i++) {
		const struct release_ref *r = &s->releases.v[i];

		if (conv_names__releases_one(in->rules, r->callee))
			vec__push(&p->edits, (struct conv_edit){ r->at, TAG_PUT, r->callee,
								 n->one });
		else if (conv_names__releases_many(in->rules, r->callee))
			vec__push(&p->edits, (struct conv_edit){ r->at, TAG_PUT_ALL,
								 r->callee, n->many });
	}
	for (size_t i = 0; i < s->dirty.nr; i++)
		if (has_file(p, s->dirty.v[i].at.file) && s->dirty.v[i].at.col &&
		    (conv_names__dirties_locked(in->rules, s->dirty.v[i].callee) ||
		     s->dirty.v[i].may_lock))
			vec__push(&p->edits, (struct conv_edit){ s->dirty.v[i].at, TAG_DIRTY,
				s->dirty.v[i].callee, s->dirty.v[i].callee });
}

/**
 * conv_plan__make() - what is converted, and in which patches
 * @self: filled; conv_plan__exit() frees it
 * @in: the judged tree
 */
void conv_plan__make(struct conv_plan *self, const struct conv_input *in)
{
	size_t out = 0;

	conv_names__find(&self->names, in->rules, in->era);
	for (size_t i = 0; i < in->res->units.nr; i++)
		add_unit(self, in, &in->res->units.v[i]);
	for (uint32_t i = 0; i < self->units.nr; i++)
		if (!self->units.v[i].why.class)
			place_unit(self, i, in->era);
	for (size_t i = 0; i < self->patches.nr; i++) {
		struct conv_patch *p = &self->patches.v[i];

		if (!p->units.nr)
			continue;
		strvec__sort(&p->files);
		for (size_t k = 0; k < p->units.nr; k++) {
			struct conv_unit *cu = &self->units.v[p->units.v[k]];

			cu->patch = (uint32_t)out;
			for (size_t s = 0; s < cu->sites.nr; s++)
				add_edits(self, p, cu->sites.v[s], in);
		}
		drop_repeats(p);
		self->patches.v[out++] = *p;
	}
	self->patches.nr = out;
	for (size_t i = 0; i < out; i++)
		strbuf__init(&self->patches.v[i].diff);
}

/**
 * conv_plan__exit() - free what a plan holds
 * @self: the plan
 */
void conv_plan__exit(struct conv_plan *self)
{
	for (size_t i = 0; i < self->units.nr; i++) {
		vec__exit(&self->units.v[i].sites);
		free(self->units.v[i].why.text);
	}
	for (size_t i = 0; i < self->patches.nr; i++) {
		struct conv_patch *p = &self->patches.v[i];

		vec__exit(&p->units);
		vec__exit(&p->edits);
		strvec__exit(&p->files);
		strbuf__exit(&p->diff);
		free(p->why.text);
		free(p->subject);
	}
	vec__exit(&self->units);
	vec__exit(&self->patches);
}
