// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of rules/pincheck.h that stand on types and constants: structs, their
 * members, the constants of an enum, and variables that are there for a word
 * alone. Words on functions and parameters are in rules_annot.c.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../lib/util.h"
#include "rules_priv.h"

/**
 * annot__apply_type() - read one annotation of a struct, a member or a variable
 * @rules: the rules being loaded
 * @rec: tag of the struct; NULL for a variable
 * @member: name of the member; NULL for the struct itself
 * @text: the annotation without its prefix
 * @error: where the reason goes
 * @error_size: its size
 *
 * Return: 0, or -EINVAL with the reason in @error.
 */
int annot__apply_type(struct rules *rules, const char *rec, const char *member,
		      const char *text, char *error, size_t error_size)
{
	struct type_rule rule = { 0 };
	struct args args;
	int i;

	if (annot__split(text, &args))
		goto unknown;
	if (!rec) {
		bool enter = !strcmp(args.v[0], "enter");

		if (!enter && strcmp(args.v[0], "never_enter"))
			goto unknown;
		for (i = 1; i < args.nr; i++)
			vec__push(&rules->paths,
				  (struct path_rule){ xstrdup(args.v[i]), enter });
		return 0;
	}
	if (args.nr <= 2 && context_word__type(rules, rec, member, args.v[0],
					       args.nr == 2 ? args.v[1] : ""))
		return 0;
	rule.page = !strcmp(args.v[0], "page_type");
	rule.opaque = rule.page || !strcmp(args.v[0], "opaque_type");
	rule.carries = !strcmp(args.v[0], "carries");
	rule.by_user = !strcmp(args.v[0], "by_user");
	if (rule.carries && args.nr == 2)
		rule.use = annot__use(args.v[1]);
	if (args.nr != (rule.use ? 2 : 1) || (member ? !rule.carries && !rule.by_user :
			     !rule.opaque && strcmp(args.v[0], "container_type")))
		goto unknown;
	rule.rec = strset__add(rules->strs, rec);
	rule.member = strset__add(rules->strs, member ?: "");
	vec__push(&rules->types, rule);
	return 0;

unknown:
	snprintf(error, error_size, "annotation '%s' does not belong on a %s", text,
		 !rec ? "variable" : member ? "member" : "struct");
	return -EINVAL;
}

/* Is it a pointer to a page, or to more such pointers? */
static bool names_page(const struct rules *rules, const char *type)
{
	static const char word[] = "struct ";
	const char *tag = strstr(type, word);
	char buf[128];
	size_t len;

	if (!tag)
		return false;
	tag += strlen(word);
	len = strcspn(tag, " *");
	if (len >= sizeof(buf))
		return false;
	memcpy(buf, tag, len);
	buf[len] = '\0';
	return rules__is_page(rules, buf);
}

/* One page, an array of pages, or something that holds pages. */
static enum param_role role_of_type(const struct rules *rules, const char *type)
{
	const char *star = strchr(type, '*');

	if (!star)
		return ROLE_PAGE;	/* a pfn, say */
	if (!names_page(rules, type))
		return ROLE_CONTAINER;
	return strchr(star + 1, '*') ? ROLE_PAGES : ROLE_PAGE;
}

/**
 * annot__default_role() - the role that a marked parameter has by its type
 * @rules: the rules being loaded; the types that are pages are known already
 * @p: the parameter; one with a role of its own is left alone
 * @type: its type as spelled
 */
void annot__default_role(const struct rules *rules, struct api_param *p, const char *type)
{
	if (p->role == ROLE_NONE && (p->marks & ~PARAM_NULL_OK))
		p->role = role_of_type(rules, type);
}

/**
 * annot__apply_flag() - read one annotation of a constant
 * @rules: the rules being loaded
 * @name: the constant
 * @text: the annotation without its prefix
 *
 * Return: 0, or -EINVAL if it is no word for a constant.
 */
int annot__apply_flag(struct rules *rules, const char *name, const char *text)
{
	static const struct {
		const char *name;
		enum flag_meaning meaning;
	} meanings[] = {
		{ "write", FLAG_WRITE }, { "longterm", FLAG_LONGTERM },
		{ "reference", FLAG_REFERENCE },
		{ "other", FLAG_OTHER },
		{ "device_reads", FLAG_DEVICE_READS },
		{ "device_writes", FLAG_DEVICE_WRITES },
		{ "puts", FLAG_PUTS },
		{ "unpins", FLAG_UNPINS },
	};
	struct flag_rule rule = { .name = strset__add(rules->strs, name) };
	struct args args;

	if (annot__split(text, &args) || args.nr != 2 || strcmp(args.v[0], "flag"))
		return -EINVAL;
	for (size_t i = 0; i < ARRAY_SIZE(meanings); i++)
		if (!strcmp(meanings[i].name, args.v[1]))
			rule.meaning = meanings[i].meaning;
	if (rule.meaning == FLAG_UNKNOWN)
		return -EINVAL;
	vec__push(&rules->flags, rule);
	return 0;
}
