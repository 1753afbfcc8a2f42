// SPDX-License-Identifier: GPL-2.0-only
/*
 * What Coccinelle found, merged by place.
 *
 * A finding that both engines have is one finding. One that only Coccinelle
 * has stands where clang saw no code (another architecture, another #ifdef).
 * Where clang judged the site and says otherwise the whole-tree flow knows
 * more than one function's text: `keep` and `done` silence it, `manual` leaves
 * a note.
 */
#include <string.h>

#include "../cocci/cocci.h"
#include "merge.h"

static bool same_file(const char *a, const char *b)
{
	return !strcmp(a, b);
}

static bool at_place(const struct place *p, const struct cocci_hit *h)
{
	return same_file(p->file, h->file) &&
	       (p->line == h->line || (h->other_line && p->line == h->other_line));
}

/* The same rule at the same place, or at a step of it. */
static bool is_same(const struct finding *f, const struct cocci_hit *h)
{
	if (strcmp(f->rule, h->rule))
		return false;
	if (at_place(&f->at, h))
		return true;
	for (size_t i = 0; i < f->steps.nr; i++)
		if (same_file(f->steps.v[i].at.file, h->file) &&
		    f->steps.v[i].at.line == h->line)
			return true;
	return false;
}

/* The site that a hit speaks of: its acquire, or a release of it. */
static struct site *site_of(struct result *res, const struct cocci_hit *h)
{
	struct site *by_release = NULL;

	for (size_t i = 0; i < res->sites.nr; i++) {
		struct site *s = &res->sites.v[i];

		if (at_place(&s->at, h))
			return s;
		for (size_t k = 0; k < s->releases.nr && !by_release; k++)
			if (at_place(&s->releases.v[k].at, h))
				by_release = s;
	}
	return by_release;
}

static enum level level_of(const char *rule)
{
	static const struct {
		const char *rule;
		enum level level;
	} levels[] = {
#define CHECK(fn, id, level) { id, level },
#include "checks.h"
#undef CHECK
	};

	for (size_t i = 0; i < ARRAY_SIZE(levels); i++)
		if (!strcmp(levels[i].rule, rule))
			return levels[i].level;
	return LEVEL_NOTE;
}

static void add_finding(struct result *res, const struct cocci_hit *h,
			const struct site *site, enum level level)
{
	struct finding *f = vec__add(&res->findings);

	f->rule = result__str(res, h->rule);
	f->level = level;
	f->at = (struct place){
		.file = result__str(res, h->file), .line = h->line, .col = h->col,
		.function = result__str(res, h->function),
	};
	f->message = result__str(res, h->message);
	f->unit = site ? site->unit : result__str(res, "");
	f->engines = ENGINE_COCCI;
	f->fix = result__str(res, "");
}

static void merge_one(struct result *res, const struct cocci_hit *h)
{
	struct site *site = site_of(res, h);
	enum level level = level_of(h->rule);

	if (site)
		site->engines |= ENGINE_COCCI;
	for (size_t i = 0; i < res->findings.nr; i++) {
		if (is_same(&res->findings.v[i], h)) {
			res->findings.v[i].engines |= ENGINE_COCCI;
			return;
		}
	}
	if (site && level > LEVEL_NOTE && site->engines & ENGINE_CLANG) {
		if (site->verdict == VERDICT_KEEP || site->verdict == VERDICT_DONE)
			return;
		level = LEVEL_NOTE;
	}
	add_finding(res, h, site, level);
}

/**
 * merge__findings() - put Coccinelle's findings beside the checker's
 * @res: the result, with its sites judged
 * @cocci: what Coccinelle found
 */
void merge__findings(struct result *res, const struct cocci_result *cocci)
{
	for (size_t i = 0; i < cocci->hits.nr; i++)
		merge_one(res, &cocci->hits.v[i]);
}

static bool has_site(const struct result *res, const struct cocci_call *c)
{
	for (size_t i = 0; i < res->sites.nr; i++)
		if (res->sites.v[i].at.line == c->line &&
		    same_file(res->sites.v[i].at.file, c->file) &&
		    !strcmp(res->sites.v[i].callee, c->callee))
			return true;
	return false;
}

static bool is_own(const struct seen_calls *own, const struct cocci_call *c)
{
	for (size_t i = 0; i < own->nr; i++)
		if (own->v[i].line == c->line && same_file(own->v[i].file, c->file) &&
		    !strcmp(own->v[i].name, c->callee))
			return true;
	return false;
}

/**
 * merge__calls() - make sites of the calls that only Coccinelle saw
 * @res: the result
 * @cocci: what Coccinelle found
 * @own: calls of functions that only bear an acquire's name
 * @rules: what the callee means
 * @why: tells why clang did not see a call
 * @ctx: handed to @why
 */
void merge__calls(struct result *res, const struct cocci_result *cocci,
		  const struct seen_calls *own, const struct rules *rules, ledger_why_fn why, void *ctx)
{
	for (size_t i = 0; i < cocci->calls.nr; i++) {
		const struct cocci_call *c = &cocci->calls.v[i];
		const struct api *api = rules__find(rules, c->callee);
		struct step reason;
		struct site *s;

		if (!api || has_site(res, c) || is_own(own, c))
			continue;
		s = vec__add(&res->sites);
		s->at = (struct place){
			.file = result__str(res, c->file), .line = c->line,
			.col = c->col, .function = result__str(res, c->function),
		};
		s->callee = result__str(res, c->callee);
		s->family = result__str(res, api->family == FAMILY_PIN ? "pin" :
					api->family == FAMILY_EXTRACT ? "extract" : "get");
		s->flags = result__str(res, "");
		s->target = result__str(res, api->target ?
					rules__str(rules, api->target) : "none");
		s->unit = result__str(res, "");
		s->verdict = VERDICT_MANUAL;
		s->engines = ENGINE_COCCI;
		reason.at = s->at;
		reason.message = result__strf(res, "seen by Coccinelle only, so its pages are not followed: %s",
					      why(ctx, c->file, c->line));
		vec__push(&s->reasons, reason);
	}
}
