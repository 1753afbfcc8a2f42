// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a flag or a direction may be: through the values that a local variable is
 * given, and through what callers pass for a parameter.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

#define MAX_DEPTH 8

struct ask {
	struct judge *j;
	enum flag_meaning meaning;
	unsigned int depth;
};

static unsigned int ask(struct ask *a, uint32_t fn, uint32_t expr);

static const struct fn *fn_of(const struct judge *j, uint32_t fn)
{
	return j->prog->fns.v[fn].fn;
}

static bool text_names(const struct judge *j, const char *text, enum flag_meaning meaning)
{
	for (const char *p = text; *p; ) {
		size_t n = 0;
		char *word;
		bool is;

		while (isalnum((unsigned char)p[n]) || p[n] == '_')
			n++;
		word = xstrndup(p, n);
		is = n && rules__flag(j->prog->rules, word) == meaning;
		free(word);
		if (is)
			return true;
		p += n ? n : 1;
	}
	return false;
}

/* Up to v5.1 `int write` stands where flags stand later. */
static unsigned int const_asks(const struct ask *a, const struct fn *f,
			       const struct tu_facts *tu, uint32_t expr)
{
	const struct expr *e = &f->exprs.v[expr];
	const char *sym = tu_str(tu, e->sym);

	if (text_names(a->j, tu_str(tu, e->text), a->meaning) ||
	    text_names(a->j, sym, a->meaning))
		return ASKED_YES;
	/* write = 1 */
	if (a->meaning == FLAG_WRITE && e->sub == CONST_EXACT && e->a == 1 &&
	    (!*sym || !strcmp(sym, "1") || !strcmp(sym, "true")))
		return ASKED_YES;
	return ASKED_NO;
}

static unsigned int caller_asks(struct ask *a, uint32_t fn, uint32_t param)
{
	unsigned int all = 0;
	size_t nr;
	const struct call_ref *refs = callers__of(a->j, fn, &nr);

	for (size_t i = 0; i < nr; i++) {
		const struct expr *call = program__expr(a->j->prog, refs[i].fn, refs[i].expr);

		if (param < call->nr_args)
			all |= ask(a, refs[i].fn, fn_of(a->j, refs[i].fn)->args.v[call->arg0 + param]);
	}
	return all ? all : ASKED_UNKNOWN;
}

static unsigned int var_asks(struct ask *a, uint32_t fn, uint32_t var)
{
	const struct fn *f = fn_of(a->j, fn);
	unsigned int all = 0;

	for (uint32_t i = 0; i < f->exprs.nr; i++) {
		const struct expr *e = &f->exprs.v[i];

		if (e->op != EXPR_ASSIGN || e->a == EXPR_NONE || e->b == EXPR_NONE ||
		    f->exprs.v[e->a].op != EXPR_VAR || f->exprs.v[e->a].a != var ||
		    place__reads_var(f, e->b, var))
			continue;
		all |= ask(a, fn, e->b);
		/* flags |= …: what was there before stays too */
		if (e->sub != ASSIGN_SET)
			all |= ASKED_NO;
	}
	if (f->vars.v[var].kind == VAR_PARAM)
		all |= caller_asks(a, fn, var);
	return all ? all : ASKED_UNKNOWN;
}

/* obj->flags: what the functions of this unit store there. */
static unsigned int member_asks(struct ask *a, uint32_t fn, uint32_t member)
{
	const struct tu_facts *tu = a->j->prog->fns.v[fn].tu;
	const struct expr *m = &fn_of(a->j, fn)->exprs.v[member];
	unsigned int all = 0;

	for (uint32_t f = 0; f < a->j->prog->fns.nr; f++) {
		const struct fn *in = fn_of(a->j, f);

		for (uint32_t i = 0; a->j->prog->fns.v[f].tu == tu && i < in->exprs.nr; i++) {
			const struct expr *e = &in->exprs.v[i], *to;

			if (e->op != EXPR_ASSIGN || e->a == EXPR_NONE || e->b == EXPR_NONE)
				continue;
			to = &in->exprs.v[e->a];
			if (to->op != EXPR_MEMBER || to->sym != m->sym || to->rec != m->rec)
				continue;
			all |= ask(a, f, e->b);
			if (e->sub != ASSIGN_SET)
				all |= ASKED_NO;
		}
	}
	return all ? all : ASKED_UNKNOWN;
}

/* a | b: both are asked for. */
static unsigned int either(unsigned int x, unsigned int y)
{
	if (x == ASKED_YES || y == ASKED_YES)
		return ASKED_YES;
	return x | y;
}

static unsigned int ask_expr(struct ask *a, uint32_t fn, uint32_t expr)
{
	const struct fn *f = fn_of(a->j, fn);
	const struct expr *e = &f->exprs.v[expr];

	switch (e->op) {
	case EXPR_CONST:
		return const_asks(a, f, a->j->prog->fns.v[fn].tu, expr);
	case EXPR_VAR:
		return var_asks(a, fn, e->a);
	case EXPR_MEMBER:
		return member_asks(a, fn, expr);
	case EXPR_COND:
		return ask(a, fn, f->args.v[e->arg0]) | ask(a, fn, f->args.v[e->arg0 + 1]);
	case EXPR_STMTS: case EXPR_CAST:
		return e->a == EXPR_NONE ? ASKED_UNKNOWN : ask(a, fn, e->a);
	case EXPR_BINARY:
		if (e->sub == BIN_OR || e->sub == BIN_ADD)
			return either(ask(a, fn, e->a), ask(a, fn, e->b));
		/* a truth as `int write` */
		if (a->meaning == FLAG_WRITE && (e->sub == BIN_EQ || e->sub == BIN_NE ||
						 e->sub == BIN_GT || e->sub == BIN_LT))
			return ASKED_YES | ASKED_NO;
		return ASKED_UNKNOWN;
	case EXPR_UNARY:
		if (a->meaning == FLAG_WRITE && e->sub == UN_NOT)
			return ASKED_YES | ASKED_NO;
		return ASKED_UNKNOWN;
	default:
		return ASKED_UNKNOWN;
	}
}

static unsigned int ask(struct ask *a, uint32_t fn, uint32_t expr)
{
	unsigned int ret;

	if (expr == EXPR_NONE || a->depth >= MAX_DEPTH)
		return ASKED_UNKNOWN;
	a->depth++;
	ret = ask_expr(a, fn, expr);
	a->depth--;
	return ret;
}

/**
 * values__asks() - may a value name a constant of some meaning
 * @j: the judge
 * @fn: the function
 * @expr: the value: flags of an acquire, a direction of DMA
 * @meaning: of the constant
 *
 * Return: enum asked bits, one for each value that it may have.
 */
unsigned int values__asks(struct judge *j, uint32_t fn, uint32_t expr,
			  enum flag_meaning meaning)
{
	struct ask a = { .j = j, .meaning = meaning };

	return ask(&a, fn, expr);
}

/**
 * values__flags_arg() - the argument of an acquire that holds its flags
 * @j: the judge
 * @a: the acquire
 *
 * Return: the argument, or EXPR_NONE.
 */
uint32_t values__flags_arg(const struct judge *j, const struct acquire *a)
{
	const struct expr *call = program__expr(j->prog, a->fn, a->expr);

	for (size_t i = 0; i < a->api->nr_params; i++) {
		int pos = a->api->params[i].role == ROLE_FLAGS ?
			  program__api_pos(j->prog, a->fn, call, a->api, &a->api->params[i]) : -1;

		if (pos >= 0)
			return fn_of(j, a->fn)->args.v[call->arg0 + (uint32_t)pos];
	}
	return EXPR_NONE;
}
