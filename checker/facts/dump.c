// SPDX-License-Identifier: GPL-2.0-only
/*
 * A unit's facts as text, for tests and for people: functions in their order,
 * each with its variables, its blocks and their successors, expressions as C.
 * Strings that come from a tree are printed with control characters escaped.
 * Of files outside KDIR only the name is given: the folder depends on the machine.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "facts.h"

/* Expressions are trees; a damaged one may not send us round for ever. */
#define MAX_DEPTH 200
#define MAX_NODES 1000000	/* a function */

/* How tightly an operator binds, as in C. */
enum prec {
	PREC_COMMA = 1, PREC_ASSIGN, PREC_COND, PREC_LOR, PREC_LAND, PREC_OR,
	PREC_XOR, PREC_AND, PREC_EQ, PREC_REL, PREC_SHIFT, PREC_ADD, PREC_MUL,
	PREC_UNARY, PREC_POSTFIX,
};

struct dump {
	const struct tu_facts *tu;
	const struct fn *fn;
	FILE *out;
	int depth, nodes;
};

static const struct {
	const char *text;
	enum prec prec;
} binary[] = {
	[BIN_ADD] = { "+", PREC_ADD }, [BIN_SUB] = { "-", PREC_ADD },
	[BIN_MUL] = { "*", PREC_MUL }, [BIN_DIV] = { "/", PREC_MUL },
	[BIN_REM] = { "%", PREC_MUL }, [BIN_SHL] = { "<<", PREC_SHIFT },
	[BIN_SHR] = { ">>", PREC_SHIFT }, [BIN_AND] = { "&", PREC_AND },
	[BIN_OR] = { "|", PREC_OR }, [BIN_XOR] = { "^", PREC_XOR },
	[BIN_LT] = { "<", PREC_REL }, [BIN_LE] = { "<=", PREC_REL },
	[BIN_GT] = { ">", PREC_REL }, [BIN_GE] = { ">=", PREC_REL },
	[BIN_EQ] = { "==", PREC_EQ }, [BIN_NE] = { "!=", PREC_EQ },
	[BIN_LAND] = { "&&", PREC_LAND }, [BIN_LOR] = { "||", PREC_LOR },
	[BIN_COMMA] = { ",", PREC_COMMA }, [BIN_OTHER] = { "<op>", PREC_COMMA },
};

static const char *const assign_text[] = {
	[ASSIGN_SET] = "=", [ASSIGN_ADD] = "+=", [ASSIGN_SUB] = "-=",
	[ASSIGN_OTHER] = "<op>=",
};

static const char *const unary_text[] = {
	[UN_NOT] = "!", [UN_NEG] = "-", [UN_COMPL] = "~", [UN_PREINC] = "++",
	[UN_PREDEC] = "--", [UN_POSTINC] = "++", [UN_POSTDEC] = "--",
	[UN_OTHER] = "<op>",
};

static void expr_print(struct dump *d, uint32_t i, int min);

static void text(struct dump *d, uint32_t id)
{
	for (const char *s = tu_str(d->tu, id); *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '\n')
			fputs("\\n", d->out);
		else if (c < 0x20 || c == 0x7f)
			fprintf(d->out, "\\x%02x", c);
		else
			fputc(c, d->out);
	}
}

static uint32_t arg_at(const struct dump *d, const struct expr *e, uint32_t k)
{
	size_t i = (size_t)e->arg0 + k;

	return i < d->fn->args.nr ? d->fn->args.v[i] : EXPR_NONE;
}

static void args_print(struct dump *d, const struct expr *e)
{
	for (uint32_t k = 0; k < e->nr_args; k++) {
		if (k)
			fputs(", ", d->out);
		expr_print(d, arg_at(d, e, k), PREC_ASSIGN);
	}
}

static int prec_of(const struct expr *e)
{
	switch (e->op) {
	case EXPR_ASSIGN:
		return PREC_ASSIGN;
	case EXPR_COND:
		return PREC_COND;
	case EXPR_BINARY:
		return e->sub < ARRAY_SIZE(binary) ? binary[e->sub].prec : PREC_COMMA;
	case EXPR_UNARY:
		if (e->sub == UN_POSTINC || e->sub == UN_POSTDEC)
			return PREC_POSTFIX;
		return PREC_UNARY;
	case EXPR_DEREF:
	case EXPR_ADDR:
	case EXPR_CAST:
		return PREC_UNARY;
	}
	return PREC_POSTFIX;
}

static void unary_print(struct dump *d, const struct expr *e)
{
	const char *op = e->sub < ARRAY_SIZE(unary_text) ? unary_text[e->sub] : "<op>";
	bool post = e->sub == UN_POSTINC || e->sub == UN_POSTDEC;

	if (!post)
		fputs(op, d->out);
	expr_print(d, e->a, post ? PREC_POSTFIX : PREC_UNARY);
	if (post)
		fputs(op, d->out);
}

static void binary_print(struct dump *d, const struct expr *e)
{
	int sub = e->sub < ARRAY_SIZE(binary) ? e->sub : BIN_OTHER;
	int prec = binary[sub].prec;

	expr_print(d, e->a, prec);
	fprintf(d->out, sub == BIN_COMMA ? "%s " : " %s ", binary[sub].text);
	expr_print(d, e->b, prec + 1);
}

static void assign_print(struct dump *d, const struct expr *e)
{
	expr_print(d, e->a, PREC_UNARY);
	fprintf(d->out, " %s ",
		e->sub < ARRAY_SIZE(assign_text) ? assign_text[e->sub] : "<op>=");
	expr_print(d, e->b, PREC_ASSIGN);
}

static void cond_print(struct dump *d, const struct expr *e)
{
	uint32_t then = arg_at(d, e, 0);

	expr_print(d, e->a, PREC_LOR);
	fputs(" ?", d->out);
	if (then != EXPR_NONE) {
		fputc(' ', d->out);
		expr_print(d, then, PREC_ASSIGN);
		fputc(' ', d->out);
	}
	fputs(": ", d->out);
	expr_print(d, arg_at(d, e, 1), PREC_COND);
}

static void member_print(struct dump *d, const struct expr *e)
{
	if (e->a != EXPR_NONE)
		expr_print(d, e->a, PREC_POSTFIX);
	fputs(e->a != EXPR_NONE && e->sub ? "->" : ".", d->out);
	text(d, e->sym);
}

/* Around the operand: "(type)" in front, "({ … })", "a[b]" … */
static void around_print(struct dump *d, const struct expr *e)
{
	switch (e->op) {
	case EXPR_INDEX:
		expr_print(d, e->a, PREC_POSTFIX);
		fputc('[', d->out);
		expr_print(d, e->b, PREC_COMMA);
		fputc(']', d->out);
		break;
	case EXPR_DEREF:
	case EXPR_ADDR:
		fputc(e->op == EXPR_ADDR ? '&' : '*', d->out);
		expr_print(d, e->a, PREC_UNARY);
		break;
	case EXPR_CAST:
		fputc('(', d->out);
		text(d, e->type);
		fputc(')', d->out);
		expr_print(d, e->a, PREC_UNARY);
		break;
	case EXPR_STMTS:
		fputs("({ ", d->out);
		if (e->a == EXPR_NONE)
			fputs("...", d->out);
		else
			expr_print(d, e->a, PREC_COMMA);
		fputs(" })", d->out);
		break;
	}
}

static void list_print(struct dump *d, const struct expr *e)
{
	switch (e->op) {
	case EXPR_CALL:
		if (e->sym)
			text(d, e->sym);
		else
			expr_print(d, e->a, PREC_POSTFIX);
		fputc('(', d->out);
		args_print(d, e);
		fputc(')', d->out);
		break;
	case EXPR_INIT:
		fputs(e->nr_args ? "{ " : "{", d->out);
		args_print(d, e);
		fputs(e->nr_args ? " }" : "}", d->out);
		break;
	default:
		fputs("unknown(", d->out);
		args_print(d, e);
		fputc(')', d->out);
	}
}

static void leaf_print(struct dump *d, const struct expr *e)
{
	switch (e->op) {
	case EXPR_CONST:
		if (e->sym)
			text(d, e->sym);
		else
			fprintf(d->out, "%" PRId64, expr_const(e));
		break;
	case EXPR_STR:
		fputc('"', d->out);
		if (e->sym)
			text(d, e->sym);
		else
			fputs("...", d->out);
		fputc('"', d->out);
		break;
	case EXPR_SIZEOF:
		fputs("sizeof(", d->out);
		text(d, e->sym);
		fputc(')', d->out);
		break;
	default:
		text(d, e->sym);
	}
}

static void expr_by_op(struct dump *d, const struct expr *e)
{
	switch (e->op) {
	case EXPR_MEMBER:
		member_print(d, e);
		break;
	case EXPR_ASSIGN:
		assign_print(d, e);
		break;
	case EXPR_BINARY:
		binary_print(d, e);
		break;
	case EXPR_UNARY:
		unary_print(d, e);
		break;
	case EXPR_COND:
		cond_print(d, e);
		break;
	case EXPR_INDEX:
	case EXPR_DEREF:
	case EXPR_ADDR:
	case EXPR_CAST:
	case EXPR_STMTS:
		around_print(d, e);
		break;
	case EXPR_CALL:
	case EXPR_INIT:
	case EXPR_UNKNOWN:
		list_print(d, e);
		break;
	default:
		leaf_print(d, e);
	}
}

/* @min: in parentheses if it binds less tightly than this */
static void expr_print(struct dump *d, uint32_t i, int min)
{
	const struct expr *e;
	bool paren;

	if (i == EXPR_NONE || i >= d->fn->exprs.nr || d->depth >= MAX_DEPTH ||
	    d->nodes++ >= MAX_NODES) {
		fputs(i == EXPR_NONE ? "<none>" : "<...>", d->out);
		return;
	}
	e = &d->fn->exprs.v[i];
	paren = prec_of(e) < min;
	d->depth++;
	if (paren)
		fputc('(', d->out);
	expr_by_op(d, e);
	if (paren)
		fputc(')', d->out);
	d->depth--;
}

/* Of a file outside KDIR only its name: where it stands depends on the machine. */
static void file_print(struct dump *d, uint32_t file)
{
	const char *path = tu_str(d->tu, file);

	if (*path == '/')
		fprintf(d->out, "<%s>", strrchr(path, '/') + 1);
	else
		text(d, file);
}

static void place_print(struct dump *d, uint32_t file, uint32_t line)
{
	file_print(d, file);
	fprintf(d->out, ":%u", line);
}

static void stmt_print(struct dump *d, uint32_t i)
{
	const struct expr *e = &d->fn->exprs.v[i];

	fputs("    ", d->out);
	if (e->file != d->fn->file) {
		file_print(d, e->file);
		fputc(':', d->out);
	}
	fprintf(d->out, "%u:%u: ", e->line, e->col);
	expr_print(d, i, PREC_COMMA);
	fputc('\n', d->out);
}

static void succ_print(struct dump *d, uint32_t block)
{
	if (block == EXPR_NONE)
		fputs(" none", d->out);
	else
		fprintf(d->out, " %u", block);
}

static void cases_print(struct dump *d, const struct block *b)
{
	for (uint32_t k = 0; k < b->nr_cases; k++) {
		const struct switch_case *c = &d->fn->cases.v[b->case0 + k];

		fputs("\n      ", d->out);
		if (c->value == EXPR_NONE) {
			fputs("default", d->out);
		} else {
			fputs("case ", d->out);
			expr_print(d, c->value, PREC_COND);
			if (c->last != EXPR_NONE) {
				fputs(" ... ", d->out);
				expr_print(d, c->last, PREC_COND);
			}
		}
		fputs(" ->", d->out);
		succ_print(d, c->block);
	}
}

static void end_print(struct dump *d, const struct block *b)
{
	static const char *const names[] = {
		[END_JUMP] = "goto ->", [END_BRANCH] = "if (",
		[END_SWITCH] = "switch (", [END_RETURN] = "return",
		[END_NORETURN] = "noreturn", [END_EXIT] = "end",
	};

	fprintf(d->out, "    %u: %s", b->line,
		b->end < ARRAY_SIZE(names) ? names[b->end] : "?");
	if (b->end == END_RETURN && b->cond != EXPR_NONE)
		fputc(' ', d->out);
	if (b->cond != EXPR_NONE)
		expr_print(d, b->cond, PREC_COMMA);
	if (b->end == END_BRANCH || b->end == END_SWITCH)
		fputs(") ->", d->out);
	if (b->end == END_SWITCH)
		cases_print(d, b);
	else
		for (int k = 0; k < (b->end == END_BRANCH ? 2 : b->end == END_JUMP); k++)
			succ_print(d, b->succ[k]);
	fputc('\n', d->out);
}

static void flags_print(struct dump *d, uint32_t flags)
{
	static const char *const names[] = {
		"static", "inline", "noreturn", "variadic", "not-judged", "header",
	};

	for (size_t k = 0; k < ARRAY_SIZE(names); k++)
		if (flags & 1u << k)
			fprintf(d->out, " %s", names[k]);
}

static void vars_print(struct dump *d)
{
	static const char *const kinds[] = {
		[VAR_PARAM] = "param", [VAR_LOCAL] = "local", [VAR_STATIC] = "static",
	};

	for (size_t i = 0; i < d->fn->vars.nr; i++) {
		const struct var *v = &d->fn->vars.v[i];

		fprintf(d->out, "  %s ", v->kind < ARRAY_SIZE(kinds) ? kinds[v->kind] : "?");
		text(d, v->name);
		fputs(": ", d->out);
		text(d, v->type);
		fputc('\n', d->out);
	}
}

/* Which members of which records the function names, in order of first use. */
static void members_print(struct dump *d)
{
	VEC(uint64_t) seen = {0};

	for (size_t i = 0; i < d->fn->exprs.nr; i++) {
		const struct expr *e = &d->fn->exprs.v[i];
		uint64_t key = (uint64_t)e->rec << 32 | e->sym;
		size_t k = 0;

		if (e->op != EXPR_MEMBER)
			continue;
		while (k < seen.nr && seen.v[k] != key)
			k++;
		if (k < seen.nr)
			continue;
		vec__push(&seen, key);
		fputs("  member ", d->out);
		text(d, e->rec);
		fputc('.', d->out);
		text(d, e->sym);
		fputc('\n', d->out);
	}
	vec__exit(&seen);
}

static void fn_print(struct dump *d)
{
	const struct fn *fn = d->fn;

	fputs("\nfunction ", d->out);
	text(d, fn->name);
	fputs(": ", d->out);
	text(d, fn->ret_type);
	fputs(", ", d->out);
	place_print(d, fn->file, fn->line);
	fprintf(d->out, "-%u", fn->end_line);
	flags_print(d, fn->flags);
	fputc('\n', d->out);
	if (fn->written) {
		fputs("  written ", d->out);
		text(d, fn->written);
		fputc('\n', d->out);
	}
	if (fn->why) {
		fputs("  not judged: ", d->out);
		text(d, fn->why);
		fputc('\n', d->out);
	}
	vars_print(d);
	members_print(d);
	for (size_t i = 0; i < fn->blocks.nr; i++) {
		const struct block *b = &fn->blocks.v[i];

		fprintf(d->out, "  block %zu", i);
		if (b->loop)
			fprintf(d->out, ", loop %u", b->loop);
		fputc('\n', d->out);
		for (uint32_t k = 0; k < b->nr_stmts; k++)
			stmt_print(d, fn->stmts.v[b->stmt0 + k]);
		end_print(d, b);
	}
}

static void callees_print(struct dump *d)
{
	const struct tu_facts *tu = d->tu;

	for (size_t i = 0; i < tu->callees.nr; i++) {
		const struct callee *c = &tu->callees.v[i];

		fputs("callee ", d->out);
		text(d, c->name);
		fputc('(', d->out);
		for (uint32_t k = 0; k < c->nr_params; k++) {
			const struct callee_param *p = &tu->callee_params.v[c->param0 + k];

			if (k)
				fputs(", ", d->out);
			text(d, p->name);
			fputs(": ", d->out);
			text(d, p->type);
		}
		fputs("): ", d->out);
		text(d, c->ret_type);
		fputs(", ", d->out);
		place_print(d, c->file, c->line);
		flags_print(d, c->flags);
		fputc('\n', d->out);
	}
}

static void decls_print(struct dump *d)
{
	const struct tu_facts *tu = d->tu;

	for (size_t i = 0; i < tu->inits.nr; i++) {
		const struct fn_init *x = &tu->inits.v[i];

		fputs("init ", d->out);
		text(d, x->owner);
		fputs(": ", d->out);
		text(d, x->rec);
		fputc('.', d->out);
		text(d, x->member);
		fputs(" = ", d->out);
		text(d, x->func);
		fputs(", ", d->out);
		place_print(d, x->file, x->line);
		fputc('\n', d->out);
	}
	for (size_t i = 0; i < tu->members.nr; i++) {
		const struct member_decl *m = &tu->members.v[i];

		fputs("record ", d->out);
		text(d, m->rec);
		fputc('.', d->out);
		text(d, m->name);
		fputs(": ", d->out);
		text(d, m->type);
		fputs(", ", d->out);
		place_print(d, m->file, m->line);
		fputc('\n', d->out);
	}
}

/**
 * tu_facts__dump() - print a unit's facts for people and for golden tests
 * @self: the facts
 * @out: where to; the caller looks at ferror()
 */
void tu_facts__dump(const struct tu_facts *self, FILE *out)
{
	struct dump d = { .tu = self, .out = out };

	fprintf(out, "unit %s\n", self->path);
	for (size_t i = 0; i < self->deps.nr; i++) {
		if (*tu_str(self, self->deps.v[i]) == '/')
			continue;
		fputs("dep ", out);
		text(&d, self->deps.v[i]);
		fputc('\n', out);
	}
	if (self->nr_errors)
		fprintf(out, "errors %u\n", self->nr_errors);
	for (size_t i = 0; i < self->errors.nr; i++) {
		fputs("error ", out);
		place_print(&d, self->errors.v[i].file, self->errors.v[i].line);
		fputs(": ", out);
		text(&d, self->errors.v[i].text);
		fputc('\n', out);
	}
	callees_print(&d);
	decls_print(&d);
	for (size_t i = 0; i < self->fns.nr; i++) {
		d.fn = self->fns.v[i];
		d.nodes = 0;
		fn_print(&d);
	}
}
