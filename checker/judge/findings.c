// SPDX-License-Identifier: GPL-2.0-only
/* Writing a finding: one for a place and rule, whoever meets it again. */
#include <string.h>

#include "judge_priv.h"

static bool reported(const struct judge *j, const char *rule, const struct place *at)
{
	for (size_t i = 0; i < j->res->findings.nr; i++) {
		const struct finding *f = &j->res->findings.v[i];

		if (f->at.line == at->line && f->at.col == at->col &&
		    !strcmp(f->rule, rule) && !strcmp(f->at.file, at->file))
			return true;
	}
	return false;
}

/**
 * judge__finding() - begin a finding
 * @j: the judge
 * @rule: rule id, as in checks.h
 * @level: how sure this one is; not above the rule's level
 * @fn: function of the place
 * @expr: expression of the place
 *
 * Two sites, or two copies of a header function, that lead to the same place
 * are one cause.
 *
 * Return: the finding, without message; valid until the next one is begun.
 * NULL if the rule has one at this place already.
 */
struct finding *judge__finding(struct judge *j, const char *rule, enum level level,
			       uint32_t fn, uint32_t expr)
{
	struct place at = judge__place(j, fn, expr);
	struct finding *f;

	if (reported(j, rule, &at))
		return NULL;
	f = vec__add(&j->res->findings);
	f->rule = result__str(j->res, rule);
	f->level = level;
	f->at = at;
	f->unit = result__str(j->res, "");
	f->fix = result__str(j->res, "");
	f->engines = ENGINE_CLANG;
	return f;
}

/**
 * judge__step() - add one step to a finding
 * @j: the judge
 * @f: the finding
 * @fn: function of the place
 * @expr: expression of the place
 * @message: what happens there, no full stop; belongs to the result
 */
void judge__step(struct judge *j, struct finding *f, uint32_t fn, uint32_t expr,
		 const char *message)
{
	struct step s = { .at = judge__place(j, fn, expr), .message = message };

	vec__push(&f->steps, s);
}

/**
 * judge__advised() - the releases of a family, for advice
 * @j: the judge
 * @family: the family
 *
 * Return: such as "put_page()", or two with "or" between; belongs to the result.
 */
const char *judge__advised(struct judge *j, enum family family)
{
	const struct api *apis[4];
	size_t nr = rules__advised(j->prog->rules, family, apis, ARRAY_SIZE(apis));
	const char *text = nr ? "" : family__name(family);

	for (size_t i = 0; i < nr; i++)
		text = result__strf(j->res, "%s%s%s()", text, i ? " or " : "",
				    rules__str(j->prog->rules, apis[i]->name));
	return result__str(j->res, text);
}
