// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a type can carry, told from its canonical spelling, and how the members
 * of a record behave in the flow.
 */
#include <string.h>

#include "link_priv.h"

static const char *skip_words(const char *s)
{
	static const char *const words[] = { "const ", "volatile ", "restrict ", "_Atomic " };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (str_starts(s, words[i])) {
			s += strlen(words[i]);
			i = (size_t)-1;
		}
	}
	return s;
}

/* "struct page *const *[4]": base "struct page", depth 3. */
static size_t base_of(const char *s, unsigned int *ret_depth)
{
	size_t base = strcspn(s, "*[(");
	unsigned int depth = 0;

	for (const char *p = s + base; *p; p++) {
		if (*p == '*' || *p == '[')
			depth++;
	}
	while (base && s[base - 1] == ' ')
		base--;
	*ret_depth = depth;
	return base;
}

static bool is_word64(const char *s, size_t len)
{
	static const char *const names[] = {
		"unsigned long", "unsigned long long", "long", "long long",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i]) == len && !memcmp(names[i], s, len))
			return true;
	return false;
}

static enum carrier carrier_of(const struct program *p, const char *spelling)
{
	const char *s = skip_words(spelling);
	char tag[128] = "";
	unsigned int depth;
	size_t len;

	if (strchr(s, '('))
		return CARRIER_NONE;
	len = base_of(s, &depth);
	if (len < sizeof(tag))
		memcpy(tag, s, len);
	if (rules__is_page(p->rules, tag))
		return depth > 1 ? CARRIER_PAGES : CARRIER_PAGE;
	if (rules__is_container(p->rules, tag))
		return CARRIER_CONTAINER;
	if (len == 4 && !memcmp(s, "void", 4))
		return depth ? CARRIER_VOID : CARRIER_NONE;
	if (!depth && (str_starts(s, "struct ") || str_starts(s, "union ")))
		return CARRIER_STRUCT;
	if (is_word64(s, len))
		return depth ? CARRIER_INTS : CARRIER_INT;
	return CARRIER_NONE;
}

/**
 * type__carrier() - what a value of a type can carry
 * @p: the program
 * @type: canonical spelling, global string id
 *
 * Return: the carrier.
 */
enum carrier type__carrier(struct program *p, uint32_t type)
{
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&p->priv->types, pair(0, type), &fresh);
	if (fresh)
		*slot = carrier_of(p, strset__str(p->strs, type));
	return *slot;
}

/**
 * record__kind() - how the members of a record behave
 * @p: the program
 * @rec: spelling of the record, global string id
 *
 * Return: the kind.
 */
enum record_kind record__kind(struct program *p, uint32_t rec)
{
	const char *s = strset__str(p->strs, rec);
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&p->priv->records, pair(0, rec), &fresh);
	if (!fresh)
		return *slot;
	*slot = RECORD_PLAIN;
	if (rules__is_page(p->rules, s))
		*slot = RECORD_PAGE;
	else if (rules__is_container(p->rules, s))
		*slot = RECORD_CONTAINER;
	else if (rules__is_opaque(p->rules, s))
		*slot = RECORD_OPAQUE;
	return *slot;
}

/**
 * record__carries() - does a member of a container carry its pages
 * @p: the program
 * @rec: the container, global string id
 * @member: the member, global string id
 *
 * Return: true if so; lengths and offsets give false.
 */
bool record__carries(struct program *p, uint32_t rec, uint32_t member)
{
	return rules__member(p->rules, strset__str(p->strs, rec),
			     strset__str(p->strs, member)) == MEMBER_CARRIES;
}
