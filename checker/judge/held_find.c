// SPDX-License-Identifier: GPL-2.0-only
/*
 * From what the walk noted to findings, each with its way: the acquire, the
 * branches with their conditions, and where the pages are lost or released.
 */
#include <string.h>

#include "held.h"

#define MAX_BRANCHES 8

static const char *rule_of(enum held_fault_kind kind)
{
	return kind == FAULT_LEAK ? "partial-pin-leak" :
	       kind == FAULT_DOUBLE ? "double-release" : "bad-count";
}

static const char *outcome_text(enum outcome got)
{
	switch (got) {
	case GOT_ERROR: return "the call fails";
	case GOT_NONE: return "the call gives no page";
	case GOT_PART: return "the call gives fewer pages than asked";
	case GOT_PART_ERROR: return "the call fails, with some pages acquired";
	default: return "the call gives all pages";
	}
}

static const char *text_of(const struct held_run *r, uint32_t expr)
{
	const char *text = hold__str(r, hold__expr(r, expr)->text);

	return *text ? text : NULL;
}

static void branch_step(struct held_run *r, struct finding *f, const struct held_trace *t)
{
	const char *text = text_of(r, t->expr);

	if (text)
		judge__step(r->j, f, r->fn, t->expr, result__strf(r->j->res, "'%s' is %s",
				text, t->yes ? "true" : "false"));
}

static void trace_step(struct held_run *r, struct finding *f, const struct held_trace *t)
{
	const char *name;

	switch (t->kind) {
	case TRACE_ACQUIRE:
		judge__step(r->j, f, r->fn, t->expr,
			    result__strf(r->j->res, "acquired by %s(): %s", r->call.name,
					 outcome_text((enum outcome)t->yes)));
		break;
	case TRACE_BRANCH:
		branch_step(r, f, t);
		break;
	case TRACE_RELEASE:
	case TRACE_FREE:
		name = hold__str(r, hold__expr(r, t->expr)->sym);
		judge__step(r->j, f, r->fn, t->expr,
			    result__strf(r->j->res, t->kind == TRACE_FREE ?
				"%s() frees the array with the pages in it" :
				"released by %s()", name));
		break;
	default:
		break;
	}
}

/* Does a branch tell more than the macro or the loop around it? */
static bool worth_a_step(const struct held_run *r, const struct held_trace *t)
{
	return t->kind != TRACE_BRANCH || text_of(r, t->expr);
}

/* The last acquire and what came after it. */
static void add_steps(struct held_run *r, struct finding *f, const struct held_fault *x)
{
	VEC(uint32_t) way = {0};
	size_t branches = 0;

	for (uint32_t i = x->trace; i != UINT32_MAX; i = r->traces.v[i].parent) {
		vec__push(&way, i);
		if (r->traces.v[i].kind == TRACE_ACQUIRE)
			break;
	}
	for (size_t i = way.nr; i-- > 0; ) {
		const struct held_trace *t = &r->traces.v[way.v[i]];

		if (!worth_a_step(r, t))
			continue;
		if (t->kind == TRACE_BRANCH && branches++ >= MAX_BRANCHES && i > 2)
			continue;
		trace_step(r, f, t);
	}
	vec__exit(&way);
}

static const char *leak_message(struct held_run *r, const struct held_fault *x)
{
	return result__strf(r->j->res, x->got == GOT_PART ?
		"the pages that %s() did acquire are not released when it gives fewer than asked" :
		x->error ? "pages from %s() are not released on this error path" :
		"pages from %s() are not released on this path", r->call.name);
}

static const char *message_of(struct held_run *r, const struct held_fault *x)
{
	struct result *res = r->j->res;

	switch (x->kind) {
	case FAULT_LEAK:
		return leak_message(r, x);
	case FAULT_TOO_MANY:
		return result__strf(res, "as many pages as asked for are released, and not as many as %s() gave",
				    r->call.name);
	case FAULT_NEGATIVE:
		return result__strf(res, "the count is negative here: %s() failed, or an error is in it",
				    r->call.name);
	case FAULT_WILD:
		return result__strf(res, "the loop runs up to a negative number taken as unsigned: %s() failed",
				    r->call.name);
	case FAULT_NOTHING:
		return result__strf(res, "pages are released though %s() failed and gave none",
				    r->call.name);
	case FAULT_NO_ARRAY:
		return result__strf(res, "pages are released of an array that is NULL here");
	case FAULT_NO_END:
		return result__strf(res, "the loop does not end when %s() gives no page",
				    r->call.name);
	case FAULT_DOUBLE:
		return result__strf(res, "the pages from %s() were released already on this path",
				    r->call.name);
	default:
		return result__strf(res, "wrong number of pages from %s()", r->call.name);
	}
}

static const char *fix_of(const struct held_fault *x)
{
	switch (x->kind) {
	case FAULT_LEAK:
		return "release what was acquired before giving up";
	case FAULT_TOO_MANY:
	case FAULT_NOTHING:
		return "release as many pages as the call returned";
	case FAULT_NO_ARRAY:
		return "jump past the release, or begin with a count of 0";
	case FAULT_NO_END:
		return "leave the loop when the call gives 0";
	case FAULT_NEGATIVE:
	case FAULT_WILD:
		return "release only if the result is positive, and keep it signed";
	case FAULT_DOUBLE:
		return "release once on each path";
	default:
		return "";
	}
}

static enum level level_of(const struct held_fault *x)
{
	if (x->kind == FAULT_NO_END)
		return LEVEL_NOTE;	/* few of them give 0, and seldom */
	return x->kind == FAULT_LEAK ? LEVEL_WARNING : LEVEL_ERROR;
}

static uint32_t next_block(const struct held_run *r, uint32_t b, uint32_t i)
{
	const struct block *blk = &r->f->blocks.v[b];

	if (blk->end == END_SWITCH)
		return i < blk->nr_cases ? r->f->cases.v[blk->case0 + i].block : EXPR_NONE;
	if ((blk->end != END_JUMP && blk->end != END_BRANCH) || i > 1)
		return EXPR_NONE;
	return blk->succ[i];
}

/* Can a release of the acquire still be reached? */
static bool can_release(const struct held_run *r, uint32_t from)
{
	size_t nr = r->f->blocks.nr, depth = 0;
	uint32_t *todo = xcalloc(nr + 1, sizeof(*todo));
	uint8_t *seen = xcalloc(nr, 1);
	bool found = false;

	seen[from] = 1;
	todo[depth++] = from;
	while (depth && !found) {
		uint32_t b = todo[--depth], to;

		found = r->releases[b];
		for (uint32_t i = 0; (to = next_block(r, b, i)) != EXPR_NONE; i++) {
			if (!seen[to])
				todo[depth++] = to;
			seen[to] = 1;
		}
	}
	free(todo);
	free(seen);
	return found;
}

/* Does a branch leave the loop where its condition does, and not in a round? */
static bool at_the_end(const struct held_run *r, const struct held_loop *l, uint32_t block)
{
	const struct block *b = &r->f->blocks.v[block];

	return block == l->head || b->succ[0] == l->head || b->succ[1] == l->head;
}

/* A branch of a loop that the acquire is not in, and not out of a round of it. */
static bool in_other_loop(const struct held_run *r, uint32_t block, uint32_t to)
{
	uint32_t own = r->paths->block_of[r->call.expr];

	for (size_t k = 0; k < r->loops.nr; k++) {
		const struct held_loop *l = &r->loops.v[k];

		if (l->has[block] && !l->has[own] && (l->has[to] || at_the_end(r, l, block)))
			return true;
	}
	return false;
}

/* Out of a round of a loop that hands pages on: the rest of them is lost there. */
static bool in_mid_batch(const struct held_run *r, uint32_t block, uint32_t to)
{
	uint32_t own = r->paths->block_of[r->call.expr];

	for (size_t k = 0; k < r->loops.nr; k++) {
		const struct held_loop *l = &r->loops.v[k];

		if (l->hands_on && l->has[block] && !l->has[own] && !l->has[to] &&
		    !at_the_end(r, l, block))
			return true;
	}
	return false;
}

/* The block that a branch of the way leads to, or UINT32_MAX. */
static uint32_t taken(const struct held_run *r, const struct held_trace *t)
{
	if (t->kind != TRACE_BRANCH || !text_of(r, t->expr))
		return UINT32_MAX;
	return r->f->blocks.v[t->block].succ[!t->yes];
}

/*
 * Where the way leaves the others: the jump or the return behind the first branch
 * after which nothing is released any more, or else behind the last branch.
 */
static uint32_t leak_line(const struct held_run *r, const struct held_fault *x)
{
	uint32_t b = x->block, first = UINT32_MAX, last = UINT32_MAX, batch = UINT32_MAX;

	for (uint32_t i = x->trace; i != UINT32_MAX; i = r->traces.v[i].parent) {
		const struct held_trace *t = &r->traces.v[i];
		uint32_t to = taken(r, t);

		if (t->kind == TRACE_ACQUIRE)
			break;
		/* what is decided when the array is gone is too late */
		if (t->kind == TRACE_FREE)
			last = UINT32_MAX;
		if (to == UINT32_MAX || in_other_loop(r, t->block, to))
			continue;
		if (last == UINT32_MAX)
			last = to;
		if (in_mid_batch(r, t->block, to))
			batch = to;
		if (!can_release(r, to))
			first = to;
	}
	/* a function that releases nothing tells nothing by that */
	if (!can_release(r, r->paths->block_of[r->call.expr]))
		first = batch;
	if (first != UINT32_MAX || last != UINT32_MAX)
		b = first != UINT32_MAX ? first : last;
	while (r->f->blocks.v[b].end == END_JUMP && !r->f->blocks.v[b].line &&
	       r->f->blocks.v[b].succ[0] != EXPR_NONE)
		b = r->f->blocks.v[b].succ[0];
	return r->f->blocks.v[b].line;
}

/* Past a loop that hands pages on, in none of its rounds? */
static bool past_loop(const struct held_run *r, const struct held_fault *x)
{
	uint32_t own = r->paths->block_of[r->call.expr];
	uint8_t *seen = xcalloc(r->loops.nr + 1, 1);
	bool past = false;

	for (uint32_t i = x->trace; i != UINT32_MAX; i = r->traces.v[i].parent) {
		const struct held_trace *t = &r->traces.v[i];

		if (t->kind == TRACE_ACQUIRE)
			break;
		for (size_t k = 0; t->kind == TRACE_BRANCH && k < r->loops.nr; k++) {
			const struct held_loop *l = &r->loops.v[k];

			if (seen[k] || !l->hands_on || !l->has[t->block] || l->has[own])
				continue;
			seen[k] = 1;	/* the last branch in it tells */
			past |= at_the_end(r, l, t->block);
		}
	}
	free(seen);
	return past;
}

/* Is it worth a word? Of a leak, one that is shown. */
static bool is_shown(const struct held_run *r, const struct held_fault *x)
{
	if (r->too_large)
		return false;
	return x->kind != FAULT_LEAK || (x->error && !x->caller && !past_loop(r, x));
}

/* The rule's finding at that line, or NULL. */
static struct finding *at_line(struct judge *j, const char *rule, const char *file,
			       uint32_t line)
{
	for (size_t i = 0; i < j->res->findings.nr; i++) {
		struct finding *f = &j->res->findings.v[i];

		if (f->at.line == line && !strcmp(f->rule, rule) && !strcmp(f->at.file, file))
			return f;
	}
	return NULL;
}

/* The same acquire is lost in other places too. */
static void also(struct held_run *r, struct finding *f, const struct held_fault *x)
{
	struct step s = { .at = f->at, .message = result__str(r->j->res, "lost here too") };

	s.at.line = leak_line(r, x);
	s.at.col = 0;
	for (size_t i = 0; i < f->steps.nr; i++)
		if (f->steps.v[i].at.line == s.at.line &&
		    !strcmp(f->steps.v[i].message, s.message))
			return;
	if (s.at.line != f->at.line)
		vec__push(&f->steps, s);
}

static void report(struct held_run *r, const struct held_fault *x, const char *rule,
		   struct finding **first)
{
	struct place at = judge__place(r->j, r->fn, x->expr);
	struct finding *f;

	if (x->kind == FAULT_LEAK) {
		at.line = leak_line(r, x);
		at.col = 0;
		if (*first) {
			also(r, *first, x);
			return;
		}
	}
	if (at_line(r->j, rule, at.file, at.line))
		return;
	f = vec__add(&r->j->res->findings);
	f->rule = result__str(r->j->res, rule);
	f->level = level_of(x);
	f->at = at;
	f->engines = ENGINE_CLANG;
	f->message = message_of(r, x);
	f->unit = r->j->views.v[r->call.acquire].site->unit;
	add_steps(r, f, x);
	f->fix = result__str(r->j->res, fix_of(x));
	if (x->kind == FAULT_LEAK)
		*first = f;
}

/**
 * hold__report() - report what the walk found of one rule
 * @j: the judge
 * @rule: the rule
 */
void hold__report(struct judge *j, const char *rule)
{
	struct held_cache *c = hold__cache(j);

	for (size_t i = 0; i < c->runs.nr; i++) {
		struct held_run *r = c->runs.v[i];
		struct finding *first = NULL;

		for (size_t k = 0; k < r->faults.nr; k++)
			if (!strcmp(rule_of((enum held_fault_kind)r->faults.v[k].kind), rule) &&
			    is_shown(r, &r->faults.v[k]))
				report(r, &r->faults.v[k], rule, &first);
	}
}
