// SPDX-License-Identifier: GPL-2.0-only
/*
 * Values that only some paths compute: x && f(), x ? f() : g(), f() ?: g().
 *
 * Where a part that is not always evaluated has effects, the expression becomes
 * branches. Its value is in a local variable of its own, named by its text,
 * that each branch sets. A ?: or && whose parts only read stays an expression.
 */
#include <string.h>

#include "cfg_priv.h"

static bool is_harmless_builtin(CXCursor call)
{
	CXString s = clang_getCursorSpelling(call);
	const char *name = clang_getCString(s);
	bool yes = name && !strncmp(name, "__builtin_", 10) &&
		   strcmp(name, "__builtin_unreachable") && strcmp(name, "__builtin_trap");

	clang_disposeString(s);
	return yes;
}

static bool is_effect(CXCursor c)
{
	enum CXBinaryOperatorKind op;

	switch (clang_getCursorKind(c)) {
	case CXCursor_CallExpr:
		return !is_harmless_builtin(c);
	case CXCursor_StmtExpr:
	case CXCursor_CompoundAssignOperator:
		return true;
	case CXCursor_BinaryOperator:
		op = clang_getCursorBinaryOperatorKind(c);
		return op >= CXBinaryOperator_Assign && op <= CXBinaryOperator_OrAssign;
	case CXCursor_UnaryOperator:
		switch (clang_getCursorUnaryOperatorKind(c)) {
		case CXUnaryOperator_PreInc: case CXUnaryOperator_PreDec:
		case CXUnaryOperator_PostInc: case CXUnaryOperator_PostDec:
			return true;
		default:
			return false;
		}
	default:
		return false;
	}
}

static enum CXChildVisitResult find_effect(CXCursor c, CXCursor parent, CXClientData data)
{
	bool *found = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_UnaryExpr)	/* sizeof */
		return CXChildVisit_Continue;
	*found = is_effect(c);
	return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/**
 * cfg__has_effects() - does an expression call, assign or count
 * @c: the expression
 *
 * Return: true if so; statements inside it count as such.
 */
bool cfg__has_effects(CXCursor c)
{
	bool found = is_effect(c);

	if (!found)
		clang_visitChildren(c, find_effect, &found);
	return found;
}

static bool is_void(CXCursor c)
{
	return clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_Void;
}

/* A variable for the value of an expression. */
static uint32_t temporary(struct extract *x, CXCursor c)
{
	uint32_t text = extract__text(x, c);
	struct var var = {
		.kind = VAR_LOCAL,
		.name = text ? text : strset__add(x->facts->strs, "?:"),
		.type = extract__type(x, clang_getCursorType(c)),
		.line = cfg__line(x, c),
	};

	vec__push(&x->fn->vars, var);
	return (uint32_t)x->fn->vars.nr - 1;
}

static uint32_t read_temporary(struct extract *x, CXCursor c, uint32_t var)
{
	uint32_t id = extract__new_expr(x, c, EXPR_VAR);

	x->fn->exprs.v[id].a = var;
	x->fn->exprs.v[id].sym = x->fn->vars.v[var].name;
	return id;
}

static void set_temporary(struct extract *x, CXCursor c, uint32_t var, uint32_t value)
{
	uint32_t left = read_temporary(x, c, var), id = extract__new_expr(x, c, EXPR_ASSIGN);

	x->fn->exprs.v[id].a = left;
	x->fn->exprs.v[id].b = value;
	cfg__push_stmt(x, id);
}

/* One arm, evaluated for @var, from the block @from to the block @to. */
static void arm(struct extract *x, CXCursor c, uint32_t var, uint32_t from, uint32_t to)
{
	bool saved = x->noreturn;
	uint32_t value;

	cfg__start(x, from);
	if (var == UINT32_MAX) {
		cfg__stmt(x, c);
	} else {
		x->noreturn = false;
		value = extract__expr(x, c);
		extract__keep_text(x, c, value);
		set_temporary(x, c, var, value);
		cfg__stop_if_noreturn(x, saved);
	}
	cfg__jump(x, to);
}

static void number_arm(struct extract *x, CXCursor c, uint32_t var, uint32_t number,
		       uint32_t from, uint32_t to)
{
	uint32_t value;

	cfg__start(x, from);
	value = extract__new_expr(x, c, EXPR_CONST);
	x->fn->exprs.v[value].a = number;
	x->fn->exprs.v[value].b = 0;
	set_temporary(x, c, var, value);
	cfg__jump(x, to);
}

/**
 * cfg__logic_value() - the value of an && or || whose right side has effects
 * @x: the extraction
 * @c: the expression
 *
 * Return: index of an expression; the blocks before it are done.
 */
uint32_t cfg__logic_value(struct extract *x, CXCursor c)
{
	uint32_t yes = cfg__new_block(x), no = cfg__new_block(x), after = cfg__new_block(x);
	uint32_t var = temporary(x, c);

	cfg__branch(x, c, yes, no);
	number_arm(x, c, var, 1, yes, after);
	number_arm(x, c, var, 0, no, after);
	cfg__start(x, after);
	return read_temporary(x, c, var);
}

static void choose(struct extract *x, const cursor_vec *kids, uint32_t var)
{
	uint32_t yes = cfg__new_block(x), no = cfg__new_block(x), after = cfg__new_block(x);

	cfg__branch(x, kids->v[0], yes, no);
	arm(x, kids->v[1], var, yes, after);
	arm(x, kids->v[2], var, no, after);
	cfg__start(x, after);
}

/**
 * cfg__choice_value() - the value of a ?: whose arms have effects
 * @x: the extraction
 * @c: the expression
 * @kids: condition, then, else
 *
 * Return: index of an expression; the blocks before it are done.
 */
uint32_t cfg__choice_value(struct extract *x, CXCursor c, const cursor_vec *kids)
{
	uint32_t var;

	if (is_void(c)) {
		choose(x, kids, UINT32_MAX);
		return extract__new_expr(x, c, EXPR_UNKNOWN);
	}
	var = temporary(x, c);
	choose(x, kids, var);
	return read_temporary(x, c, var);
}

/**
 * cfg__elvis_value() - the value of x ?: y where x or y has effects
 * @x: the extraction
 * @c: the expression
 * @first: x
 * @second: y
 *
 * Return: index of an expression; the blocks before it are done.
 */
uint32_t cfg__elvis_value(struct extract *x, CXCursor c, CXCursor first, CXCursor second)
{
	uint32_t no = cfg__new_block(x), after = cfg__new_block(x);
	uint32_t var = temporary(x, c), cond;

	set_temporary(x, first, var, extract__expr(x, first));
	cond = read_temporary(x, first, var);
	x->fn->exprs.v[cond].text = extract__text(x, first);
	cfg__branch_on(x, cond, cfg__line(x, c), after, no);
	arm(x, second, var, no, after);
	cfg__start(x, after);
	return read_temporary(x, c, var);
}

/**
 * cfg__value_now() - evaluate an expression before what comes next
 * @x: the extraction
 * @c: the expression
 *
 * Scopes that end between an expression and its use must not end before it.
 *
 * Return: index of an expression without effects, EXPR_NONE if it has no value.
 */
uint32_t cfg__value_now(struct extract *x, CXCursor c)
{
	uint32_t var;

	if (is_void(c)) {
		cfg__stmt(x, c);
		return EXPR_NONE;
	}
	if (!cfg__has_effects(c))
		return extract__expr(x, c);
	var = temporary(x, c);
	set_temporary(x, c, var, extract__expr(x, c));
	return read_temporary(x, c, var);
}

static bool unused_binary(struct extract *x, CXCursor c)
{
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
	bool logic = op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr, done = false;
	cursor_vec kids;

	if (!logic && op != CXBinaryOperator_Comma)
		return false;
	extract__children(c, &kids);
	if (kids.nr == 2 && !logic) {
		cfg__stmt(x, kids.v[0]);
		cfg__stmt(x, kids.v[1]);
		done = true;
	} else if (kids.nr == 2 && cfg__has_effects(kids.v[1])) {
		uint32_t next = cfg__new_block(x), after = cfg__new_block(x);

		if (op == CXBinaryOperator_LAnd)
			cfg__branch(x, kids.v[0], next, after);
		else
			cfg__branch(x, kids.v[0], after, next);
		cfg__start(x, next);
		cfg__stmt(x, kids.v[1]);
		cfg__jump(x, after);
		cfg__start(x, after);
		done = true;
	}
	vec__exit(&kids);
	return done;
}

static bool unused_choice(struct extract *x, CXCursor c)
{
	bool done = false;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr == 3 && (cfg__has_effects(kids.v[1]) || cfg__has_effects(kids.v[2]))) {
		choose(x, &kids, UINT32_MAX);
		done = true;
	}
	vec__exit(&kids);
	return done;
}

/**
 * cfg__unused_value() - an expression that is a statement, as branches
 * @x: the extraction
 * @c: the expression
 *
 * Return: false if it is no &&, ||, ?: or comma with effects; nothing was done then.
 */
bool cfg__unused_value(struct extract *x, CXCursor c)
{
	c = extract__strip(c);
	while (clang_getCursorKind(c) == CXCursor_CStyleCastExpr && is_void(c)) {
		CXCursor inner = extract__only_child(c);

		if (!clang_isExpression(clang_getCursorKind(inner)))
			return false;
		c = extract__strip(inner);
	}
	switch (clang_getCursorKind(c)) {
	case CXCursor_BinaryOperator:
		return unused_binary(x, c);
	case CXCursor_ConditionalOperator:
		return unused_choice(x, c);
	default:
		return false;
	}
}
