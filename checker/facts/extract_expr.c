// SPDX-License-Identifier: GPL-2.0-only
/*
 * Expressions: from libclang cursors to struct expr.
 *
 * Parentheses, implicit conversions, __builtin_expect() and the like vanish.
 * Statements inside an expression, ({ … }), go to the block at hand before the
 * expression that holds them. Operators are in extract_ops.c, constants in
 * extract_value.c. What is not understood becomes EXPR_UNKNOWN with its operands,
 * so that no call is lost.
 */
#include <stdlib.h>
#include <string.h>

#include "extract_priv.h"

/**
 * extract__strip() - skip parentheses and implicit conversions
 * @c: an expression
 *
 * Return: the expression inside.
 */
CXCursor extract__strip(CXCursor c)
{
	for (;;) {
		enum CXCursorKind kind = clang_getCursorKind(c);
		CXCursor only;

		if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr)
			return c;
		only = extract__only_child(c);
		if (!clang_isExpression(clang_getCursorKind(only)))
			return c;
		c = only;
	}
}

/**
 * extract__new_expr() - add an expression with the place and type of a cursor
 * @x: the extraction
 * @c: the cursor
 * @op: its kind
 *
 * Return: its index in fn->exprs; operands are EXPR_NONE.
 */
uint32_t extract__new_expr(struct extract *x, CXCursor c, enum expr_op op)
{
	struct where at = extract__where(x, clang_getCursorLocation(c));
	struct expr e = {
		.op = (uint8_t)op,
		.a = EXPR_NONE,
		.b = EXPR_NONE,
		.type = extract__type(x, clang_getCursorType(c)),
		.file = at.file,
		.line = at.line,
		.col = at.col,
	};

	vec__push(&x->fn->exprs, e);
	return (uint32_t)x->fn->exprs.nr - 1;
}

/**
 * extract__var() - the entry of a local variable or parameter
 * @x: the extraction
 * @decl: its declaration
 * @kind: what it is, if it is new
 *
 * Return: its index in fn->vars.
 */
uint32_t extract__var(struct extract *x, CXCursor decl, enum var_kind kind)
{
	CXCursor canon = clang_getCanonicalCursor(decl);
	struct var var = { .kind = (uint8_t)kind };
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&x->vars, (uint64_t)(uintptr_t)canon.data[0], &fresh);
	if (!fresh)
		return *slot;
	*slot = (uint32_t)x->fn->vars.nr;
	var.name = extract__str(x, clang_getCursorSpelling(decl));
	var.type = extract__type(x, clang_getCursorType(decl));
	var.line = extract__where(x, clang_getCursorLocation(decl)).line;
	vec__push(&x->fn->vars, var);
	return (uint32_t)x->fn->vars.nr - 1;
}

/**
 * extract__set_args() - give an expression its arguments
 * @x: the extraction
 * @id: the expression
 * @args: indices into fn->exprs; copied
 * @nr: how many
 */
void extract__set_args(struct extract *x, uint32_t id, const uint32_t *args, size_t nr)
{
	if (nr > UINT16_MAX)
		nr = UINT16_MAX;
	x->fn->exprs.v[id].arg0 = (uint32_t)x->fn->args.nr;
	x->fn->exprs.v[id].nr_args = (uint16_t)nr;
	for (size_t i = 0; i < nr; i++)
		vec__push(&x->fn->args, args[i]);
}

static uint32_t decl_ref(struct extract *x, CXCursor c)
{
	CXCursor ref = clang_getCursorReferenced(c);
	enum CX_StorageClass storage;
	uint32_t id;

	switch (clang_getCursorKind(ref)) {
	case CXCursor_FunctionDecl:
		extract__want(x, ref);
		id = extract__new_expr(x, c, EXPR_FUNC);
		break;
	case CXCursor_ParmDecl:
	case CXCursor_VarDecl:
		storage = clang_Cursor_getStorageClass(ref);
		if (clang_getCursorKind(ref) == CXCursor_VarDecl &&
		    (storage == CX_SC_Static || storage == CX_SC_Extern ||
		     clang_getCursorKind(clang_getCursorSemanticParent(ref)) !=
		     CXCursor_FunctionDecl)) {
			id = extract__new_expr(x, c, EXPR_GLOBAL);
			break;
		}
		id = extract__new_expr(x, c, EXPR_VAR);
		x->fn->exprs.v[id].a = extract__var(x, ref,
			clang_getCursorKind(ref) == CXCursor_ParmDecl ?
			VAR_PARAM : VAR_LOCAL);
		break;
	case CXCursor_EnumConstantDecl:
		id = extract__constant(x, c);
		break;
	default:
		id = extract__new_expr(x, c, EXPR_UNKNOWN);
		return id;
	}
	x->fn->exprs.v[id].sym = extract__str(x, clang_getCursorSpelling(ref));
	return id;
}

/**
 * extract__is_nameless() - is it what libclang calls an anonymous member
 * @x: the extraction
 * @name: string id of its spelling
 *
 * Return: true if it is "" or "union x::(anonymous at …)".
 */
bool extract__is_nameless(const struct extract *x, uint32_t name)
{
	return !name || strchr(tu_str(x->facts, name), '(');
}

static uint32_t member_ref(struct extract *x, CXCursor c)
{
	CXCursor field = clang_getCursorReferenced(c);
	uint32_t base = EXPR_NONE, id, name;
	bool arrow = false;
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++) {
		if (!clang_isExpression(clang_getCursorKind(kids.v[i])))
			continue;
		arrow = clang_getCanonicalType(clang_getCursorType(kids.v[i])).kind ==
			CXType_Pointer;
		base = extract__expr(x, kids.v[i]);
		/* behind an anonymous struct the kid is no pointer, the base is */
		arrow |= str_ends(tu_str(x->facts, x->fn->exprs.v[base].type), "*");
		break;
	}
	vec__exit(&kids);
	if (base != EXPR_NONE && clang_Cursor_isNull(field))
		return base;
	/* an anonymous struct in between is not seen in C code */
	name = extract__str(x, clang_getCursorSpelling(field));
	if (base != EXPR_NONE && extract__is_nameless(x, name))
		return base;
	id = extract__new_expr(x, c, EXPR_MEMBER);
	x->fn->exprs.v[id].a = base;
	x->fn->exprs.v[id].sub = arrow;
	x->fn->exprs.v[id].sym = name;
	x->fn->exprs.v[id].rec = extract__record(x, field);
	return id;
}

/**
 * extract__keep_text() - keep how an integer is written: FOLL_WRITE, not 1
 * @x: the extraction
 * @c: the expression
 * @id: its index, or EXPR_NONE
 */
void extract__keep_text(struct extract *x, CXCursor c, uint32_t id)
{
	CXType t = clang_getCanonicalType(clang_getCursorType(c));

	if (id == EXPR_NONE || t.kind < CXType_Bool || t.kind > CXType_Int128 ||
	    x->fn->exprs.v[id].text)
		return;
	x->fn->exprs.v[id].text = extract__text(x, c);
}

/* Builtins that only hand their first argument on. */
static bool is_transparent(const char *name)
{
	static const char *const names[] = {
		"__builtin_expect", "__builtin_expect_with_probability",
		"__builtin_assume_aligned", "__builtin_launder",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static bool is_integer(CXCursor c)
{
	CXType t = clang_getCanonicalType(clang_getCursorType(c));

	return t.kind >= CXType_Bool && t.kind <= CXType_Int128;
}

/* (*f)(x), or f chosen by _Generic: the name of a function after all. */
static uint32_t named_target(struct extract *x, uint32_t target)
{
	while (target != EXPR_NONE) {
		const struct expr *e = &x->fn->exprs.v[target];

		if (e->op == EXPR_FUNC)
			return e->sym;
		if (e->op != EXPR_DEREF && e->op != EXPR_ADDR && e->op != EXPR_CAST)
			break;
		target = e->a;
	}
	return 0;
}

/* What is called through a pointer; gives 0 or the function's name. */
static uint32_t call_target(struct extract *x, CXCursor c, uint32_t *ret_target)
{
	uint32_t sym = 0;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr) {
		*ret_target = extract__expr(x, kids.v[0]);
		sym = named_target(x, *ret_target);
	}
	vec__exit(&kids);
	if (sym) {
		CXCursor decl = extract__fn_decl(x, sym);

		*ret_target = EXPR_NONE;
		if (!clang_Cursor_isNull(decl))
			extract__callee(x, decl);
	}
	return sym;
}

static uint32_t call(struct extract *x, CXCursor c)
{
	CXCursor ref = clang_getCursorReferenced(c);
	bool direct = clang_getCursorKind(ref) == CXCursor_FunctionDecl;
	int nr = clang_Cursor_getNumArguments(c);
	uint32_t id, sym = 0, target = EXPR_NONE;
	VEC(uint32_t) args = {0};
	bool noreturn = false;

	if (direct) {
		sym = extract__str(x, clang_getCursorSpelling(ref));
		if (is_transparent(tu_str(x->facts, sym)) && nr > 0)
			return extract__expr(x, clang_Cursor_getArgument(c, 0));
		noreturn = extract__callee(x, ref) & FN_NORETURN;
	} else {
		sym = call_target(x, c, &target);
	}
	for (int i = 0; i < nr; i++) {
		CXCursor arg = clang_Cursor_getArgument(c, (unsigned int)i);
		uint32_t a = extract__expr(x, arg);

		if (sym && is_integer(arg) && !x->fn->exprs.v[a].text)
			x->fn->exprs.v[a].text = extract__text(x, arg);
		vec__push(&args, a);
	}
	id = extract__new_expr(x, c, EXPR_CALL);
	x->fn->exprs.v[id].sym = sym;
	x->fn->exprs.v[id].a = target;
	extract__set_args(x, id, args.v, args.nr);
	vec__exit(&args);
	x->noreturn |= noreturn;
	return id;
}

/* The chosen one of _Generic's expressions: the one of the type of the whole. */
static uint32_t generic(struct extract *x, CXCursor c)
{
	CXType want = clang_getCanonicalType(clang_getCursorType(c));
	CXCursor chosen = clang_getNullCursor();
	cursor_vec kids;
	size_t nr = 0;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++) {
		if (!clang_isExpression(clang_getCursorKind(kids.v[i])) || !nr++)
			continue;
		if (clang_Cursor_isNull(chosen) ||
		    (!clang_equalTypes(want, clang_getCanonicalType(
				clang_getCursorType(chosen))) &&
		     clang_equalTypes(want, clang_getCanonicalType(
				clang_getCursorType(kids.v[i])))))
			chosen = kids.v[i];
	}
	vec__exit(&kids);
	return clang_Cursor_isNull(chosen) ? extract__unknown(x, c) : extract__expr(x, chosen);
}

/*
 * Kinds that libclang gives no name to: ?: without a middle, offsetof() and
 * __builtin_choose_expr().
 */
static uint32_t unexposed(struct extract *x, CXCursor c)
{
	uint32_t id = EXPR_NONE;
	long long value;
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr && id == EXPR_NONE; i++)
		if (clang_getCursorKind(kids.v[i]) == CXCursor_MemberRef)
			id = extract__new_expr(x, c, EXPR_SIZEOF);
	if (id == EXPR_NONE && kids.nr == 4 && clang_equalCursors(kids.v[0], kids.v[1]) &&
	    clang_equalCursors(kids.v[0], kids.v[2]))
		id = extract__elvis(x, c, &kids);
	if (id == EXPR_NONE && kids.nr == 3 && clang_isExpression(clang_getCursorKind(kids.v[0])) &&
	    extract__evaluate(kids.v[0], &value))
		id = extract__expr(x, kids.v[value ? 1 : 2]);
	vec__exit(&kids);
	return id == EXPR_NONE ? extract__unknown(x, c) : id;
}

/* What is cast; the operand of a typeof() in the type stands before it. */
static CXCursor last_operand(CXCursor c)
{
	CXCursor last = clang_getNullCursor();
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr && clang_isExpression(clang_getCursorKind(kids.v[kids.nr - 1])))
		last = kids.v[kids.nr - 1];
	vec__exit(&kids);
	return last;
}

static uint32_t cast(struct extract *x, CXCursor c)
{
	CXCursor operand = last_operand(c);
	uint32_t a, id;

	if (clang_Cursor_isNull(operand))
		return extract__new_expr(x, c, EXPR_UNKNOWN);
	a = extract__expr(x, operand);
	id = extract__new_expr(x, c, EXPR_CAST);
	x->fn->exprs.v[id].a = a;
	return id;
}

/*
 * ({ … }): all but the last statement go to the block, the last is the value. It is
 * read before the scopes in there end.
 */
static uint32_t stmt_expr(struct extract *x, CXCursor c)
{
	cursor_vec outer, kids;
	uint32_t a = EXPR_NONE, id;
	size_t open = x->cleanups.nr;

	extract__children(c, &outer);
	if (outer.nr != 1) {
		vec__exit(&outer);
		return extract__unknown(x, c);
	}
	extract__children(outer.v[0], &kids);
	vec__exit(&outer);
	for (size_t i = 0; i < kids.nr; i++) {
		if (i + 1 < kids.nr || !clang_isExpression(clang_getCursorKind(kids.v[i])))
			cfg__stmt(x, kids.v[i]);
		else if (x->cleanups.nr > open)
			a = cfg__value_now(x, kids.v[i]);
		else
			a = extract__expr(x, kids.v[i]);
	}
	vec__exit(&kids);
	cfg__close_scopes(x, open);
	id = extract__new_expr(x, c, EXPR_STMTS);
	x->fn->exprs.v[id].a = a;
	return id;
}

static uint32_t compound_literal(struct extract *x, CXCursor c)
{
	CXCursor value = last_operand(c);

	if (clang_Cursor_isNull(value))
		return extract__new_expr(x, c, EXPR_UNKNOWN);
	value = extract__strip(value);
	if (clang_getCursorKind(value) == CXCursor_InitListExpr)
		return extract__init_list(x, value, clang_getCursorType(c));
	return extract__expr(x, value);
}

static uint32_t expr(struct extract *x, CXCursor c)
{
	c = extract__strip(c);
	switch (clang_getCursorKind(c)) {
	case CXCursor_DeclRefExpr:
		return decl_ref(x, c);
	case CXCursor_MemberRefExpr:
		return member_ref(x, c);
	case CXCursor_CallExpr:
		return call(x, c);
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		return extract__binary(x, c);
	case CXCursor_UnaryOperator:
		return extract__unary(x, c);
	case CXCursor_ArraySubscriptExpr:
		return extract__subscript(x, c);
	case CXCursor_ConditionalOperator:
		return extract__conditional(x, c);
	case CXCursor_CStyleCastExpr:
		return cast(x, c);
	case CXCursor_StmtExpr:
		return stmt_expr(x, c);
	case CXCursor_InitListExpr:
		return extract__init_list(x, c, clang_getCursorType(c));
	case CXCursor_CompoundLiteralExpr:
		return compound_literal(x, c);
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_FloatingLiteral:
		return extract__constant(x, c);
	case CXCursor_StringLiteral:
		return extract__new_expr(x, c, EXPR_STR);
	case CXCursor_GenericSelectionExpr:
		return generic(x, c);
	case CXCursor_UnexposedExpr:
		return unexposed(x, c);
	case CXCursor_UnaryExpr:
		return extract__size(x, c);
	default:
		return extract__unknown(x, c);
	}
}

/**
 * extract__expr() - an expression and all below it
 * @x: the extraction
 * @c: an expression
 *
 * Return: its index in fn->exprs.
 */
uint32_t extract__expr(struct extract *x, CXCursor c)
{
	uint32_t id;

	if (x->depth >= EXTRACT_MAX_DEPTH) {
		extract__not_judged(x, "nested too deeply");
		return extract__new_expr(x, c, EXPR_UNKNOWN);
	}
	x->depth++;
	id = expr(x, c);
	x->depth--;
	return id;
}
