// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of rules/pincheck.h: one table row and one small function each.
 * In comes the text of an annotation ("pages get nr_pages") with the
 * declaration it stands on; out go the fields of struct api. A word that is
 * not known, stands in the wrong place or has wrong arguments is an error.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../lib/util.h"
#include "rules_priv.h"

enum place { ON_PARAM = 1, ON_FUNCTION = 2, ON_BOTH = 3 };

struct word {
	const char *name;
	enum place place;
	int min_args, max_args;
	int (*apply)(struct annot_ctx *ctx, const struct args *args);
	size_t offset;		/* of the flag that set_flag() sets */
	uint32_t value;		/* role, mark or kind, for the general ones */
};

static int fail(struct annot_ctx *ctx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static int fail(struct annot_ctx *ctx, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(ctx->error, sizeof(ctx->error), fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static const struct {
	const char *name;
	enum family family;
} family_words[] = {
	{ "get", FAMILY_GET }, { "pin", FAMILY_PIN },
	{ "extract", FAMILY_EXTRACT }, { "put", FAMILY_PUT },
	{ "user_put", FAMILY_USER_PUT }, { "unpin", FAMILY_UNPIN },
};

static const struct {
	const char *name;
	enum use use;
} use_words[] = {
	{ "dma", USE_DMA }, { "sg", USE_SG }, { "bio", USE_BIO },
	{ "skb", USE_SKB }, { "kmap", USE_KMAP }, { "vmap", USE_VMAP },
	{ "copy", USE_COPY }, { "address", USE_ADDRESS },
	{ "phys", USE_PHYS }, { "map", USE_MAP }, { "struct", USE_STRUCT },
};

/**
 * annot__use() - what a word after USES or CARRIES_FOR means
 * @word: the word
 *
 * Return: the use, USE_NONE if it is none.
 */
enum use annot__use(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(use_words); i++)
		if (!strcmp(word, use_words[i].name))
			return use_words[i].use;
	return USE_NONE;
}

static bool family_is_acquire(enum family f)
{
	return f == FAMILY_GET || f == FAMILY_PIN || f == FAMILY_EXTRACT;
}

static int parse_family(struct annot_ctx *ctx, const char *word, bool acquire)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(family_words); i++) {
		if (strcmp(word, family_words[i].name))
			continue;
		if (family_is_acquire(family_words[i].family) != acquire)
			return fail(ctx, "family '%s' is not one of %s", word,
				    acquire ? "get, pin, extract" :
					      "put, user_put, unpin");
		return family_words[i].family;
	}
	return fail(ctx, "unknown family '%s'", word);
}

static int set_family(struct annot_ctx *ctx, int family)
{
	struct api *api = ctx->api;

	if (family < 0)
		return family;
	if (api->family != FAMILY_NONE && api->family != family)
		return fail(ctx, "two families in one declaration");
	api->family = family;
	if (ctx->param)
		ctx->param->family = family;
	return 0;
}

static int set_count(struct annot_ctx *ctx, const char *name)
{
	char *dest = ctx->count[ctx->param->index];

	if (*dest && strcmp(dest, name))
		return fail(ctx, "two counts on one parameter");
	snprintf(dest, sizeof(ctx->count[0]), "%s", name);
	return 0;
}

static int set_role(struct annot_ctx *ctx, enum param_role role)
{
	if (ctx->param->role != ROLE_NONE && ctx->param->role != role)
		return fail(ctx, "two roles on one parameter");
	ctx->param->role = role;
	return 0;
}

static int word_pages(struct annot_ctx *ctx, const struct args *args)
{
	ctx->api->kinds |= API_ACQUIRE;
	ctx->param->marks |= PARAM_ACQUIRES;
	return set_family(ctx, parse_family(ctx, args->v[0], true)) ?:
	       set_count(ctx, args->v[1]);
}

static int word_releases(struct annot_ctx *ctx, const struct args *args)
{
	ctx->api->kinds |= API_RELEASE;
	ctx->param->marks |= PARAM_RELEASES;
	return set_family(ctx, parse_family(ctx, args->v[0], false)) ?:
	       set_count(ctx, args->v[1]);
}

static int word_dirties(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->api->kinds |= API_DIRTY;
	ctx->api->dirties = true;
	ctx->param->marks |= PARAM_DIRTIED;
	return 0;
}

static int word_dirties_if(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->api->kinds |= API_DIRTY;
	return set_role(ctx, ROLE_MAKE_DIRTY);
}

static int word_null_ok(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->api->null_pages_ok = true;
	ctx->param->marks |= PARAM_NULL_OK;
	return 0;
}

static int word_uses(struct annot_ctx *ctx, const struct args *args)
{
	enum use use = annot__use(args->v[0]);

	if (use == USE_NONE)
		return fail(ctx, "unknown use '%s'", args->v[0]);
	ctx->api->kinds |= API_USE;
	if (ctx->api->use == USE_NONE)
		ctx->api->use = use;
	ctx->param->use = use;
	ctx->param->marks |= PARAM_USED;
	return 0;
}

static int word_written(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->param->marks |= PARAM_WRITTEN;
	return 0;
}

static int word_calls(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->param->marks |= PARAM_CALLED;
	return 0;
}

static int word_takes_ref(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->api->kinds |= API_TAKES_REF;
	ctx->param->marks |= PARAM_TAKES_REF;
	return 0;
}

static int word_handover(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->api->kinds |= API_HANDOVER;
	ctx->param->marks |= PARAM_HANDOVER;
	return 0;
}

static uint32_t join(struct annot_ctx *ctx, const struct args *args)
{
	char buf[1024] = "";
	size_t len = 0;
	int i;

	for (i = 0; i < args->nr; i++)
		len += snprintf(buf + len, sizeof(buf) - len, "%s%s",
				i ? "," : "", args->v[i]);
	return strset__add(ctx->rules->strs, buf);
}

static int word_also(struct annot_ctx *ctx, const struct args *args)
{
	ctx->param->also = join(ctx, args);
	return 0;
}

static struct api_param *returned(struct annot_ctx *ctx)
{
	if (!ctx->returns) {
		memset(&ctx->ret, 0, sizeof(ctx->ret));
		ctx->ret.index = RULE_RETURN;
		ctx->ret.count_index = RULE_COUNT_UNKNOWN;
		ctx->returns = true;
	}
	return &ctx->ret;
}

static int word_origin(struct annot_ctx *ctx, const struct args *args)
{
	struct api_param *p = ctx->param ?: returned(ctx);

	ctx->api->kinds |= API_ORIGIN;
	ctx->api->origin = strset__add(ctx->rules->strs, args->v[0]);
	p->marks |= PARAM_ORIGIN;
	return 0;
}

static int word_returns_page(struct annot_ctx *ctx, const struct args *args)
{
	struct api_param *p = returned(ctx);
	int family = parse_family(ctx, args->v[0], true);

	if (family < 0)
		return family;
	ctx->api->kinds |= API_ACQUIRE;
	p->role = ROLE_PAGE;
	p->count_index = RULE_COUNT_ONE;
	p->family = family;
	p->marks |= PARAM_ACQUIRES;
	return set_family(ctx, family);
}

static int word_to_return(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->api->kinds |= API_FLOW;
	returned(ctx)->role = ROLE_DEST;
	return 0;
}

static int word_many(struct annot_ctx *ctx, const struct args *args)
{
	ctx->api->many = join(ctx, args);
	return 0;
}

static int word_target(struct annot_ctx *ctx, const struct args *args)
{
	int i;

	for (i = 0; i < args->nr; i++) {
		if (rules__has(ctx->rules, args->v[i])) {
			ctx->api->target = strset__add(ctx->rules->strs, args->v[i]);
			break;
		}
	}
	return 0;
}

static int word_address(struct annot_ctx *ctx, const struct args *args)
{
	(void)args;
	ctx->param->address = true;
	return 0;
}

static int word_dropped_by(struct annot_ctx *ctx, const struct args *args)
{
	ctx->api->dropped_by = join(ctx, args);
	return 0;
}

static int word_pins_if(struct annot_ctx *ctx, const struct args *args)
{
	ctx->api->pins_if = strset__add(ctx->rules->strs, args->v[0]);
	return 0;
}

static int word_aliases(struct annot_ctx *ctx, const struct args *args)
{
	int i;

	for (i = 0; i < args->nr; i++)
		strvec__add(&ctx->aliases, args->v[i]);
	return 0;
}

static int word_locks(struct annot_ctx *ctx, const struct args *args)
{
	return context_word__locks(ctx, args->v[0]) ? 0 :
	       fail(ctx, "unknown kind of lock '%s'", args->v[0]);
}

static int word_unlocks(struct annot_ctx *ctx, const struct args *args)
{
	return context_word__unlocks(ctx, args->v[0]) ? 0 :
	       fail(ctx, "unknown kind of lock '%s'", args->v[0]);
}

static int word_runs_in(struct annot_ctx *ctx, const struct args *args)
{
	return context_word__runs_in(ctx, args->v[0]) ? 0 :
	       fail(ctx, "unknown context '%s'", args->v[0]);
}

/* The words below do one thing each, which their table row holds. */
static int word_flag(struct annot_ctx *ctx, const struct args *args)
{
	(void)ctx;
	(void)args;
	return 0;
}

static int word_kind(struct annot_ctx *ctx, const struct args *args)
{
	(void)ctx;
	(void)args;
	return 0;
}

static int word_role(struct annot_ctx *ctx, const struct args *args)
{
	(void)ctx;
	(void)args;
	return 0;
}

#define FLAG(word, field) \
	{ word, ON_FUNCTION, 0, 0, word_flag, offsetof(struct api, field), 0 }
#define KIND(word, kind) { word, ON_FUNCTION, 0, 0, word_kind, 0, kind }
#define ROLE(word, role) { word, ON_PARAM, 0, 0, word_role, 0, role }

static const struct word words[] = {
	{ "pages",	  ON_PARAM,	2, 2, word_pages, 0, 0 },
	{ "releases",	  ON_PARAM,	2, 2, word_releases, 0, 0 },
	{ "dirties",	  ON_PARAM,	0, 0, word_dirties, 0, 0 },
	{ "dirties_if",	  ON_PARAM,	0, 0, word_dirties_if, 0, 0 },
	{ "null_ok",	  ON_PARAM,	0, 0, word_null_ok, 0, 0 },
	{ "uses",	  ON_PARAM,	1, 1, word_uses, 0, 0 },
	{ "written",	  ON_PARAM,	0, 0, word_written, 0, 0 },
	{ "calls",	  ON_PARAM,	0, 0, word_calls, 0, 0 },
	{ "takes_ref",	  ON_PARAM,	0, 0, word_takes_ref, 0, 0 },
	{ "handover",	  ON_PARAM,	0, 0, word_handover, 0, 0 },
	{ "also",	  ON_PARAM,	1, MAX_ARGS, word_also, 0, 0 },
	{ "origin",	  ON_BOTH,	1, 1, word_origin, 0, 0 },
	{ "returns_page", ON_FUNCTION,	1, 1, word_returns_page, 0, 0 },
	{ "to_return",	  ON_FUNCTION,	0, 0, word_to_return, 0, 0 },
	{ "many",	  ON_FUNCTION,	1, MAX_ARGS, word_many, 0, 0 },
	{ "target",	  ON_FUNCTION,	1, MAX_ARGS, word_target, 0, 0 },
	{ "address",	  ON_PARAM,	0, 0, word_address, 0, 0 },
	{ "pins_if",	  ON_FUNCTION,	1, 1, word_pins_if, 0, 0 },
	{ "dropped_by",	  ON_FUNCTION,	1, MAX_ARGS, word_dropped_by, 0, 0 },
	{ "aliases",	  ON_FUNCTION,	1, MAX_ARGS, word_aliases, 0, 0 },
	{ "locks",	  ON_BOTH,	1, 1, word_locks, 0, 0 },
	{ "unlocks",	  ON_BOTH,	1, 1, word_unlocks, 0, 0 },
	{ "runs_in",	  ON_PARAM,	1, 1, word_runs_in, 0, 0 },
	ROLE("flags", ROLE_FLAGS),
	ROLE("count", ROLE_COUNT),
	ROLE("page", ROLE_PAGE),
	ROLE("container", ROLE_CONTAINER),
	ROLE("from", ROLE_SOURCE),
	ROLE("to", ROLE_DEST),
	ROLE("callback", ROLE_CALLBACK),
	ROLE("data", ROLE_DATA),
	KIND("opaque", API_OPAQUE),
	KIND("notifier", API_NOTIFIER),
	KIND("noreturn", API_NORETURN),
	FLAG("count_returned", count_returned),
	FLAG("bytes_returned", bytes_returned),
	FLAG("bool_returned", bool_returned),
	FLAG("err_pointer", err_ptr),
	FLAG("longterm", longterm),
	FLAG("frees", frees),
	FLAG("read_only", read_only),
	FLAG("touches", touches),
	FLAG("advised", advised),
	FLAG("gives_error", gives_error),
	FLAG("zeroed", zeroed),
	FLAG("tests_error", tests_error),
	FLAG("tests_error_or_null", tests_error_or_null),
	FLAG("sleeps", sleeps),
	FLAG("locks_page", locks_page),
	FLAG("trylock", trylock),
	FLAG("asks_context", asks_context),
	FLAG("asks_file", asks_file),
	FLAG("needs_page_lock", needs_page_lock),
	FLAG("conditional", conditional),
	FLAG("family_from_body", family_from_body),
};

static int apply_word(struct annot_ctx *ctx, const struct word *word,
		      const struct args *args)
{
	if (word->apply == word_flag) {
		*(bool *)((char *)ctx->api + word->offset) = true;
		return 0;
	}
	if (word->apply == word_kind) {
		ctx->api->kinds |= word->value;
		return 0;
	}
	if (word->apply == word_role) {
		if (word->value == ROLE_SOURCE || word->value == ROLE_DEST)
			ctx->api->kinds |= API_FLOW;
		ctx->api->has_callback |= word->value == ROLE_CALLBACK;
		return set_role(ctx, word->value);
	}
	return word->apply(ctx, args);
}

static bool is_separator(char c)
{
	return isspace((unsigned char)c) || c == ',' || c == '"';
}

/**
 * annot__split() - cut an annotation into words
 * @text: such as: word a, b "c"
 * @args: the words, without blanks, commas and quotes; v[0] is the first
 *
 * Return: 0, or -EINVAL if there is none, or too many.
 */
int annot__split(const char *text, struct args *args)
{
	char *p;

	args->nr = 0;
	if ((size_t)snprintf(args->buf, sizeof(args->buf), "%s", text) >= sizeof(args->buf))
		return -EINVAL;
	for (p = args->buf; *p; ) {
		while (*p && is_separator(*p))
			*p++ = '\0';
		if (!*p)
			break;
		if (args->nr == MAX_ARGS)
			return -EINVAL;
		args->v[args->nr++] = p;
		while (*p && !is_separator(*p))
			p++;
	}
	return args->nr ? 0 : -EINVAL;
}

/**
 * annot__apply() - read one annotation into the declaration it stands on
 * @ctx: the declaration; @ctx->param tells the parameter, NULL the function
 * @text: the annotation without its "pincheck:" prefix
 *
 * Return: 0, or -EINVAL with the reason in @ctx->error.
 */
int annot__apply(struct annot_ctx *ctx, const char *text)
{
	struct args args;
	size_t i;
	int nr;

	if (annot__split(text, &args))
		return fail(ctx, "annotation is empty or too long");

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(words[i].name, args.v[0]))
			break;
	if (i == ARRAY_SIZE(words))
		return fail(ctx, "unknown annotation '%s'", args.v[0]);
	if (!(words[i].place & (ctx->param ? ON_PARAM : ON_FUNCTION)))
		return fail(ctx, "'%s' does not belong on a %s", args.v[0],
			    ctx->param ? "parameter" : "function");

	nr = args.nr - 1;
	if (nr < words[i].min_args || nr > words[i].max_args)
		return fail(ctx, "'%s' has %d arguments, wants %d", args.v[0],
			    nr, words[i].min_args);
	memmove(args.v, args.v + 1, nr * sizeof(args.v[0]));
	args.nr = nr;
	return apply_word(ctx, &words[i], &args);
}

static int resolve_count(struct annot_ctx *ctx, struct api_param *p)
{
	struct api *api = ctx->api;
	const char *name = ctx->count[p->index];
	uint8_t i;

	p->count_index = RULE_COUNT_UNKNOWN;
	if (!*name || !strcmp(name, "unknown"))
		return 0;
	if (!strcmp(name, "one")) {
		p->count_index = RULE_COUNT_ONE;
		return 0;
	}
	if (!strcmp(name, "all")) {
		p->count_index = RULE_COUNT_ALL;
		if (p->marks & PARAM_RELEASES)
			api->releases_all = true;
		return 0;
	}
	for (i = 0; i < api->nr_params; i++) {
		struct api_param *c = &api->params[i];

		if (strcmp(strset__str(ctx->rules->strs, c->name), name))
			continue;
		if (c->role == ROLE_NONE)
			c->role = ROLE_COUNT;
		p->count_index = c->index;
		return 0;
	}
	return fail(ctx, "count '%s' is no parameter of %s()", name,
		    strset__str(ctx->rules->strs, api->name));
}

/**
 * annot__finish() - what can be told only once a declaration is read whole
 * @ctx: the declaration
 *
 * Finds the parameters that count pages and appends the return value.
 *
 * Return: 0, or -EINVAL with the reason in @ctx->error.
 */
int annot__finish(struct annot_ctx *ctx)
{
	struct api *api = ctx->api;
	uint8_t i, nr = api->nr_params;
	int ret;

	for (i = 0; i < nr; i++) {
		ret = resolve_count(ctx, &api->params[i]);
		if (ret)
			return ret;
	}
	if (ctx->returns) {
		if (nr == API_MAX_PARAMS)
			return fail(ctx, "more than %d parameters", API_MAX_PARAMS - 1);
		if (ctx->ret.role == ROLE_NONE)
			ctx->ret.role = ROLE_PAGE;
		api->params[api->nr_params++] = ctx->ret;
	}
	if (!api->kinds)
		api->kinds = context_word__alone(api) ? API_CONTEXT : 0;
	if ((api->kinds & API_ACQUIRE) && (api->kinds & API_RELEASE))
		return fail(ctx, "both an acquire and a release");
	return 0;
}
