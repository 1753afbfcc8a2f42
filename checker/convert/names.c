// SPDX-License-Identifier: GPL-2.0-only
/*
 * What to convert to, as the rules know it: no name of the kernel stands here. The
 * release of one page is the one that advice names (ADVISED), and MANY() lists what
 * takes arrays.
 */
#include <string.h>

#include "convert.h"

#define MAX_ADVISED 8

static bool takes_count(const struct api *api)
{
	for (uint8_t i = 0; i < api->nr_params; i++)
		if (api->params[i].marks & PARAM_RELEASES)
			return api->params[i].role == ROLE_PAGES &&
			       api->params[i].count_index < API_MAX_PARAMS;
	return false;
}

static bool takes_one(const struct api *api)
{
	for (uint8_t i = 0; i < api->nr_params; i++)
		if (api->params[i].marks & PARAM_RELEASES)
			return api->params[i].count_index == RULE_COUNT_ONE;
	return false;
}

static const struct api_param *asks_dirty(const struct api *api)
{
	for (uint8_t i = 0; i < api->nr_params; i++)
		if (api->params[i].role == ROLE_MAKE_DIRTY)
			return &api->params[i];
	return NULL;
}

static bool dirties(const struct api *api)
{
	for (uint8_t i = 0; i < api->nr_params; i++)
		if (api->params[i].marks & PARAM_DIRTIED)
			return true;
	return api->dirties || asks_dirty(api);
}

/* Calls @fn with each name of "a,b" that the tree has a rule for. */
static const struct api *pick(const struct rules *rules, uint32_t list,
			      bool (*fits)(const struct api *))
{
	const char *p = rules__str(rules, list);

	while (*p) {
		size_t n = strcspn(p, ", ");
		char *name = xstrndup(p, n);
		const struct api *api = n ? rules__find(rules, name) : NULL;
		bool has = api && rules__has(rules, name) && fits(api);

		free(name);
		if (has)
			return api;
		p += n + strspn(p + n, ", ");
	}
	return NULL;
}

static bool dirties_many(const struct api *api)
{
	return takes_count(api) && dirties(api) && api->locks_page;
}

static const struct api *advised_one(const struct rules *rules, enum family family)
{
	const struct api *v[MAX_ADVISED];
	size_t nr = rules__advised(rules, family, v, MAX_ADVISED);

	for (size_t i = 0; i < nr; i++)
		if (takes_one(v[i]))
			return v[i];
	return NULL;
}

static bool plain_many(const struct api *api)
{
	return takes_count(api) && !dirties(api);
}

/**
 * conv_names__find() - what the tree offers
 * @self: filled; names that there are not are NULL
 * @rules: the rules of that tree
 * @era: which family is the last that it offers
 */
void conv_names__find(struct conv_names *self, const struct rules *rules, enum era era)
{
	const struct api *one, *api;

	memset(self, 0, sizeof(*self));
	if (era == ERA_GET)
		return;
	one = advised_one(rules, era == ERA_PIN ? FAMILY_UNPIN : FAMILY_USER_PUT);
	if (!one)
		return;
	self->one = rules__str(rules, one->name);
	api = pick(rules, one->many, plain_many);
	self->many = api ? rules__str(rules, api->name) : NULL;
	api = pick(rules, one->many, dirties_many);
	self->dirty = api ? rules__str(rules, api->name) : NULL;
	self->dirty_asks = api && asks_dirty(api);
}

/**
 * conv_names__releases_one() - is this the plain release of one page
 * @rules: the rules
 * @callee: name of a function
 *
 * Return: true if so.
 */
bool conv_names__releases_one(const struct rules *rules, const char *callee)
{
	const struct api *one = advised_one(rules, FAMILY_PUT);

	return one && !strcmp(rules__str(rules, one->name), callee);
}

/**
 * conv_names__releases_many() - is this the plain release of an array of pages
 * @rules: the rules
 * @callee: name of a function
 *
 * Return: true if so.
 */
bool conv_names__releases_many(const struct rules *rules, const char *callee)
{
	const struct api *one = advised_one(rules, FAMILY_PUT);
	const struct api *many = one ? pick(rules, one->many, plain_many) : NULL;

	return many && !strcmp(rules__str(rules, many->name), callee);
}

/**
 * conv_names__dirties_locked() - does this dirty one page, with its lock
 * @rules: the rules
 * @callee: name of a function
 *
 * Return: true if so.
 */
bool conv_names__dirties_locked(const struct rules *rules, const char *callee)
{
	const struct api *api = rules__find(rules, callee);

	return api && api->kinds & API_DIRTY && !(api->kinds & API_RELEASE) &&
	       api->locks_page;
}

/**
 * conv_names__same_arguments() - can one name take the other's place
 * @rules: the rules
 * @a: a function
 * @b: another
 *
 * Return: true if the rules declare the same parameters for both, and both or
 * none of them set flags of their own.
 */
bool conv_names__same_arguments(const struct rules *rules, const char *a, const char *b)
{
	const struct api *x = rules__find(rules, a), *y = rules__find(rules, b);

	if (!x || !y || x->nr_params != y->nr_params || x->longterm != y->longterm ||
	    x->bool_returned != y->bool_returned ||
	    x->count_returned != y->count_returned)
		return false;
	for (uint8_t i = 0; i < x->nr_params; i++)
		if (x->params[i].index != y->params[i].index ||
		    x->params[i].role != y->params[i].role ||
		    (x->params[i].role == ROLE_NONE && x->params[i].name != y->params[i].name))
			return false;
	return true;
}
