// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of rules/ about locks and contexts: who must not sleep, and where a
 * callback runs.
 */
#include <string.h>

#include "../lib/util.h"
#include "rules_priv.h"

static const char *const lock_words[LOCK_NR] = {
	[LOCK_SPIN] = "spin", [LOCK_RCU] = "rcu", [LOCK_PREEMPT] = "preempt",
	[LOCK_IRQ] = "irq", [LOCK_BH] = "bh", [LOCK_PAGE] = "page",
	[LOCK_MMAP] = "mmap", [LOCK_SLEEP] = "sleep",
};

static const char *const run_words[] = {
	[RUN_PROCESS] = "process", [RUN_HARDIRQ] = "hardirq",
	[RUN_SOFTIRQ] = "softirq", [RUN_ATOMIC] = "atomic",
	[RUN_PAGE_LOCKED] = "page_locked",
};

static enum lock_kind find_lock(const char *word)
{
	for (size_t i = 1; i < ARRAY_SIZE(lock_words); i++)
		if (!strcmp(lock_words[i], word))
			return (enum lock_kind)i;
	return LOCK_NONE;
}

static enum run_context find_run(const char *word)
{
	for (size_t i = 1; i < ARRAY_SIZE(run_words); i++)
		if (!strcmp(run_words[i], word))
			return (enum run_context)i;
	return RUN_UNKNOWN;
}

static void set_lock_param(struct annot_ctx *ctx)
{
	ctx->api->lock_param = ctx->param ? ctx->param->index : RULE_RETURN;
}

/**
 * context_word__locks() - LOCKS(kind)
 * @ctx: the declaration
 * @kind: the kind
 *
 * Return: false if there is no such kind.
 */
bool context_word__locks(struct annot_ctx *ctx, const char *kind)
{
	ctx->api->locks = (uint8_t)find_lock(kind);
	set_lock_param(ctx);
	return ctx->api->locks != LOCK_NONE;
}

/**
 * context_word__unlocks() - UNLOCKS(kind)
 * @ctx: the declaration
 * @kind: the kind
 *
 * Return: false if there is no such kind.
 */
bool context_word__unlocks(struct annot_ctx *ctx, const char *kind)
{
	ctx->api->unlocks = (uint8_t)find_lock(kind);
	set_lock_param(ctx);
	return ctx->api->unlocks != LOCK_NONE;
}

/**
 * context_word__runs_in() - RUNS_IN(context) of a parameter
 * @ctx: the declaration
 * @context: the context
 *
 * Return: false if there is no such context.
 */
bool context_word__runs_in(struct annot_ctx *ctx, const char *context)
{
	ctx->param->runs_in = (uint8_t)find_run(context);
	return ctx->param->runs_in != RUN_UNKNOWN;
}

/**
 * context_word__alone() - is a declaration about locks and sleeping alone
 * @api: the declaration, of no other kind
 *
 * Return: true if it says something of contexts.
 */
bool context_word__alone(const struct api *api)
{
	bool callback = false;

	for (uint8_t i = 0; i < api->nr_params; i++)
		callback |= api->params[i].runs_in != RUN_UNKNOWN;
	return callback || api->locks || api->unlocks || api->asks_context ||
	       api->asks_file || api->sleeps;
}

/**
 * context_word__type() - RUNS_IN(), IS_LOCK(), ASKS_CONTEXT, ASKS_FILE of a type
 * @rules: the rules being loaded
 * @rec: tag of the struct
 * @member: its member, or NULL for all
 * @word: the word
 * @arg: its argument
 *
 * Return: false if the word is another, does not belong there, or the argument
 * is not known.
 */
bool context_word__type(struct rules *rules, const char *rec, const char *member,
			const char *word, const char *arg)
{
	struct context_rule rule = { 0 };

	if (!strcmp(word, "runs_in"))
		rule.runs_in = (uint8_t)find_run(arg);
	else if (!strcmp(word, "is_lock") && member)
		rule.lock = (uint8_t)find_lock(arg);
	else if (!strcmp(word, "asks_context") && member && !*arg)
		rule.asks = true;
	else if (!strcmp(word, "asks_file") && member && !*arg)
		rule.asks_file = true;
	if (!rule.runs_in && !rule.lock && !rule.asks && !rule.asks_file)
		return false;
	rule.rec = strset__add(rules->strs, rec);
	rule.member = strset__add(rules->strs, member ?: "");
	vec__push(&rules->contexts, rule);
	return true;
}

static const struct context_rule *find(const struct rules *self, const char *rec,
				       const char *member)
{
	uint32_t rec_id, member_id = strset__find(self->strs, member);

	if (str_starts(rec, "struct "))
		rec += strlen("struct ");
	rec_id = strset__find(self->strs, rec);
	if (rec_id == STRSET_NONE || member_id == STRSET_NONE)
		return NULL;
	for (size_t i = 0; i < self->contexts.nr; i++)
		if (self->contexts.v[i].rec == rec_id &&
		    self->contexts.v[i].member == member_id)
			return &self->contexts.v[i];
	return NULL;
}

/**
 * rules__runs_in() - where a function that is stored in a member runs
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 * @member: name of the member
 *
 * Return: RUN_UNKNOWN if no rule says.
 */
enum run_context rules__runs_in(const struct rules *self, const char *rec,
				const char *member)
{
	const struct context_rule *rule = find(self, rec, member);

	if (!rule)
		rule = find(self, rec, "");
	return rule ? (enum run_context)rule->runs_in : RUN_UNKNOWN;
}

/**
 * rules__member_lock() - the kind of lock that a member is
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 * @member: name of the member
 *
 * Return: LOCK_NONE if no rule says: the function that takes it tells.
 */
enum lock_kind rules__member_lock(const struct rules *self, const char *rec,
				  const char *member)
{
	const struct context_rule *rule = find(self, rec, member);

	return rule ? (enum lock_kind)rule->lock : LOCK_NONE;
}

/**
 * rules__member_asks() - does a member tell whether one may sleep
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 * @member: name of the member
 *
 * Return: true if a rule says so: who reads it knows where he is.
 */
bool rules__member_asks(const struct rules *self, const char *rec, const char *member)
{
	const struct context_rule *rule = find(self, rec, member);

	return rule && rule->asks;
}

/**
 * rules__member_asks_file() - does a member tell whether a mapping has a file
 * @self: the rules
 * @rec: tag of the struct, with or without "struct "
 * @member: name of the member
 *
 * Return: true if a rule says so: who reads it may refuse pages of files.
 */
bool rules__member_asks_file(const struct rules *self, const char *rec, const char *member)
{
	const struct context_rule *rule = find(self, rec, member);

	return rule && rule->asks_file;
}
