// SPDX-License-Identifier: GPL-2.0-only
/*
 * Questions to loaded rules that take more than a look-up: which argument of a
 * tree's own declaration a rule's parameter is, what a struct's member is to
 * the flow, whether a file is entered; and the names of families and uses.
 */
#include <string.h>

#include "../lib/util.h"
#include "rules.h"
#include "rules_priv.h"

/* Is @name the parameter's name, or one of its other names? */
static bool param_is(const struct rules *self, const struct api_param *p,
		     const char *name)
{
	const char *also = strset__str(self->strs, p->also);
	size_t len = strlen(name);

	if (!strcmp(strset__str(self->strs, p->name), name))
		return true;
	while (*also) {
		size_t n = strcspn(also, ",");

		if (n == len && !strncmp(also, name, n))
			return true;
		also += n + (also[n] == ',');
	}
	return false;
}

/**
 * rules__position() - where a rule's parameter stands in the tree's declaration
 * @self: the rules
 * @api: the rule
 * @p: one of its parameters, not the return value
 * @names: the parameter names of the tree's declaration, NULL or "" for none
 * @nr: how many there are; 0 if the declaration is not known
 *
 * By name first. If no name fits, the position in the rule counts, but only
 * where the tree gives no name there, or both have as many parameters.
 *
 * Return: the position from 0, or -1 if this version has no such parameter.
 */
int rules__position(const struct rules *self, const struct api *api,
		    const struct api_param *p, const char *const *names, size_t nr)
{
	size_t i, nr_rule = api->nr_params - !!rules__return(api);

	if (p->index == RULE_RETURN)
		return -1;
	for (i = 0; i < nr; i++)
		if (names[i] && *names[i] && param_is(self, p, names[i]))
			return i;
	if (!nr)
		return p->index;
	if (p->index >= nr)
		return -1;
	if (!names[p->index] || !*names[p->index])
		return p->index;
	return nr == nr_rule ? p->index : -1;
}

/**
 * rules__param_at() - the rule's parameter that an argument is
 * @self: the rules
 * @api: the rule
 * @pos: position of the argument, from 0
 * @names: as for rules__position()
 * @nr: as for rules__position()
 *
 * Return: the parameter, or NULL if the rule has none there.
 */
const struct api_param *rules__param_at(const struct rules *self,
					const struct api *api, size_t pos,
					const char *const *names, size_t nr)
{
	uint8_t i;

	for (i = 0; i < api->nr_params; i++)
		if (api->params[i].index != RULE_RETURN &&
		    rules__position(self, api, &api->params[i], names, nr) == (int)pos)
			return &api->params[i];
	return NULL;
}

static const struct type_rule *find_type(const struct rules *self, const char *rec,
					 const char *member)
{
	uint32_t rec_id, member_id = strset__find(self->strs, member);
	size_t i;

	if (str_starts(rec, "struct "))
		rec += strlen("struct ");
	rec_id = strset__find(self->strs, rec);
	if (rec_id == STRSET_NONE || member_id == STRSET_NONE)
		return NULL;
	for (i = 0; i < self->types.nr; i++)
		if (self->types.v[i].rec == rec_id &&
		    self->types.v[i].member == member_id)
			return &self->types.v[i];
	return NULL;
}

/**
 * rules__member() - what a member of a struct is to the flow
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 * @member: name of the member
 *
 * Return: MEMBER_ORDINARY if no rule is about that struct.
 */
enum member_kind rules__member(const struct rules *self, const char *rec,
			       const char *member)
{
	if (!find_type(self, rec, ""))
		return MEMBER_ORDINARY;
	return *member && find_type(self, rec, member) ? MEMBER_CARRIES : MEMBER_STOPS;
}

/**
 * rules__member_use() - what storing a page in a member says of the page
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 * @member: name of the member
 *
 * Return: the use, USE_NONE if no rule says one.
 */
enum use rules__member_use(const struct rules *self, const char *rec,
			   const char *member)
{
	const struct type_rule *rule = *member ? find_type(self, rec, member) : NULL;

	return rule ? rule->use : USE_NONE;
}

/**
 * rules__is_container() - does this struct hold pages?
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 *
 * Return: true if a rule says so.
 */
bool rules__is_container(const struct rules *self, const char *rec)
{
	const struct type_rule *rule = find_type(self, rec, "");

	return rule && !rule->opaque;
}

/**
 * rules__holds_pages() - is a type a pointer to pages, or to what holds them
 * @self: the rules
 * @type: canonical spelling, "const struct page *"
 *
 * Return: true if so.
 */
bool rules__holds_pages(const struct rules *self, const char *type)
{
	size_t len;
	char tag[64];

	if (str_starts(type, "const "))
		type += strlen("const ");
	len = strcspn(type, "*([");
	if (!str_starts(type, "struct ") || type[len] != '*' || len >= sizeof(tag))
		return false;
	while (type[len - 1] == ' ')
		len--;
	memcpy(tag, type, len);
	tag[len] = '\0';
	return rules__is_page(self, tag) || rules__is_container(self, tag);
}

/**
 * rules__is_opaque() - do the members of this struct join nothing?
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 *
 * Return: true if a rule says so.
 */
bool rules__is_opaque(const struct rules *self, const char *rec)
{
	const struct type_rule *rule = find_type(self, rec, "");

	return rule && rule->opaque;
}

/**
 * rules__is_page() - is this struct a page?
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 *
 * Return: true if a rule says so.
 */
bool rules__is_page(const struct rules *self, const char *rec)
{
	const struct type_rule *rule = find_type(self, rec, "");

	return rule && rule->page;
}

/**
 * rules__by_user() - who calls the function that a member holds
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 * @member: name of the member
 *
 * Return: true if a rule says that it is called when a user wants it.
 */
bool rules__by_user(const struct rules *self, const char *rec, const char *member)
{
	const struct type_rule *rule = *member ? find_type(self, rec, member) : NULL;

	return rule && rule->by_user;
}

/**
 * rules__flag() - what a constant in the flags of an acquire asks for
 * @self: the rules
 * @name: the constant
 *
 * Return: the meaning, FLAG_UNKNOWN if no rule tells.
 */
enum flag_meaning rules__flag(const struct rules *self, const char *name)
{
	uint32_t id = strset__find(self->strs, name);

	for (size_t i = 0; id != STRSET_NONE && i < self->flags.nr; i++)
		if (self->flags.v[i].name == id)
			return self->flags.v[i].meaning;
	return FLAG_UNKNOWN;
}

/**
 * rules__flag_name() - a constant of some meaning, for advice
 * @self: the rules
 * @meaning: the meaning
 *
 * Return: its name, which belongs to the rules; NULL if no rule names one.
 */
const char *rules__flag_name(const struct rules *self, enum flag_meaning meaning)
{
	for (size_t i = 0; i < self->flags.nr; i++)
		if (self->flags.v[i].meaning == meaning)
			return strset__str(self->strs, self->flags.v[i].name);
	return NULL;
}

/**
 * rules__advised() - the releases of a family that advice names
 * @self: the rules
 * @family: the family
 * @ret: gets them, by name
 * @max: how many at most
 *
 * Return: how many there are; what the tree does not declare is left out.
 */
size_t rules__advised(const struct rules *self, enum family family,
		      const struct api **ret, size_t max)
{
	size_t nr = 0;

	for (size_t i = 0; i < self->apis.nr && nr < max; i++) {
		const struct api *api = &self->apis.v[i];

		if (api->advised && !api->alias_of && api->family == family &&
		    rules__has(self, rules__str(self, api->name)))
			ret[nr++] = api;
	}
	return nr;
}

/* Does @path begin with @pattern? A '*' stands for one name in it. */
static bool path_matches(const char *pattern, const char *path)
{
	for (; *pattern; pattern++) {
		if (*pattern == '*') {
			while (*path && *path != '/')
				path++;
		} else if (*pattern != *path++) {
			return false;
		}
	}
	return true;
}

/**
 * rules__enters() - may the functions of a file be entered?
 * @self: the rules
 * @path: the file, relative to the tree
 *
 * Return: what the rule with the longest matching path says, else true.
 */
bool rules__enters(const struct rules *self, const char *path)
{
	size_t i, len, best = 0;
	bool enter = true;

	for (i = 0; i < self->paths.nr; i++) {
		const char *pattern = self->paths.v[i].path;

		len = strlen(pattern);
		if (len > best && path_matches(pattern, path)) {
			best = len;
			enter = self->paths.v[i].enter;
		}
	}
	return enter;
}

/**
 * family__name() - the name of a family as findings print it
 * @f: the family
 *
 * Return: a constant string.
 */
const char *family__name(enum family f)
{
	static const char *const names[] = {
		[FAMILY_NONE] = "none", [FAMILY_GET] = "get", [FAMILY_PIN] = "pin",
		[FAMILY_EXTRACT] = "extract", [FAMILY_PUT] = "put",
		[FAMILY_USER_PUT] = "user-put", [FAMILY_UNPIN] = "unpin",
	};

	return (size_t)f < ARRAY_SIZE(names) ? names[f] : "none";
}

/**
 * use__name() - the name of a use as findings print it
 * @u: the use
 *
 * Return: a constant string.
 */
const char *use__name(enum use u)
{
	static const char *const names[] = {
		[USE_NONE] = "none", [USE_DMA] = "dma", [USE_SG] = "sg",
		[USE_BIO] = "bio", [USE_SKB] = "skb", [USE_KMAP] = "kmap",
		[USE_VMAP] = "vmap", [USE_COPY] = "copy",
		[USE_ADDRESS] = "address", [USE_PHYS] = "phys",
		[USE_MAP] = "map", [USE_STRUCT] = "struct",
	};

	return (size_t)u < ARRAY_SIZE(names) ? names[u] : "none";
}
