// SPDX-License-Identifier: GPL-2.0-only
/*
 * Expressions: from libclang cursors to struct expr.
 *
 * Parentheses, implicit conversions, __builtin_expect() and the like vanish.
 * Statements inside an expression, ({ … }), go to the block at hand before the
 * expression that holds them. Both arms of ?: are kept inside the expression:
 * a call in an arm counts as made. What is not understood becomes EXPR_UNKNOWN
 * with its operands, so that no call is lost.
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
		cursor_vec kids;
		CXCursor only;

		if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr)
			return c;
		extract__children(c, &kids);
		if (kids.nr != 1) {
			vec__exit(&kids);
			return c;
		}
		only = kids.v[0];
		vec__exit(&kids);
		if (!clang_isExpression(clang_getCursorKind(only)))
			return c;
		c = only;
	}
}

/**
 * extract__const_value() - value of an integer constant
 * @c: an expression
 * @ret_value: the value
 *
 * Return: true if it is a literal or an enumerator.
 */
bool extract__const_value(CXCursor c, long long *ret_value)
{
	CXCursor ref;
	CXEvalResult r;
	bool ok = false;

	c = extract__strip(c);
	if (clang_getCursorKind(c) == CXCursor_DeclRefExpr) {
		ref = clang_getCursorReferenced(c);
		if (clang_getCursorKind(ref) != CXCursor_EnumConstantDecl)
			return false;
		*ret_value = clang_getEnumConstantDeclValue(ref);
		return true;
	}
	if (clang_getCursorKind(c) != CXCursor_IntegerLiteral)
		return false;
	r = clang_Cursor_Evaluate(c);
	if (r && clang_EvalResult_getKind(r) == CXEval_Int) {
		*ret_value = clang_EvalResult_getAsLongLong(r);
		ok = true;
	}
	if (r)
		clang_EvalResult_dispose(r);
	return ok;
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

	slot = idmap__slot(&x->vars, (uint64_t)(uintptr_t)canon.data[0], &fresh);
	if (!fresh)
		return *slot;
	*slot = (uint32_t)x->fn->vars.nr;
	var.name = extract__str(x, clang_getCursorSpelling(decl));
	var.type = extract__type(x, clang_getCursorType(decl));
	var.line = extract__where(x, clang_getCursorLocation(decl)).line;
	vec__push(&x->fn->vars, var);
	return (uint32_t)x->fn->vars.nr - 1;
}

static void set_args(struct extract *x, uint32_t id, const uint32_t *args, size_t nr)
{
	if (nr > UINT16_MAX)
		nr = UINT16_MAX;
	x->fn->exprs.v[id].arg0 = (uint32_t)x->fn->args.nr;
	x->fn->exprs.v[id].nr_args = (uint16_t)nr;
	for (size_t i = 0; i < nr; i++)
		vec__push(&x->fn->args, args[i]);
}

/* EXPR_UNKNOWN over whatever expressions are below. */
static uint32_t unknown(struct extract *x, CXCursor c)
{
	VEC(uint32_t) args = {0};
	cursor_vec kids;
	uint32_t id;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_isExpression(clang_getCursorKind(kids.v[i])))
			vec__push(&args, extract__expr(x, kids.v[i]));
	id = extract__new_expr(x, c, EXPR_UNKNOWN);
	set_args(x, id, args.v, args.nr);
	vec__exit(&args);
	vec__exit(&kids);
	return id;
}

static uint32_t decl_ref(struct extract *x, CXCursor c)
{
	CXCursor ref = clang_getCursorReferenced(c);
	enum CX_StorageClass storage;
	uint32_t id;

	switch (clang_getCursorKind(ref)) {
	case CXCursor_FunctionDecl:
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
		id = extract__new_expr(x, c, EXPR_CONST);
		x->fn->exprs.v[id].a = (uint32_t)clang_getEnumConstantDeclValue(ref);
		break;
	default:
		id = extract__new_expr(x, c, EXPR_UNKNOWN);
		return id;
	}
	x->fn->exprs.v[id].sym = extract__str(x, clang_getCursorSpelling(ref));
	return id;
}

static uint32_t member_ref(struct extract *x, CXCursor c)
{
	CXCursor field = clang_getCursorReferenced(c);
	uint32_t base = EXPR_NONE, id;
	bool arrow = false;
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++) {
		if (!clang_isExpression(clang_getCursorKind(kids.v[i])))
			continue;
		arrow = clang_getCanonicalType(clang_getCursorType(kids.v[i])).kind ==
			CXType_Pointer;
		base = extract__expr(x, kids.v[i]);
		break;
	}
	vec__exit(&kids);
	/* an anonymous struct in between is not seen in C code */
	if (base != EXPR_NONE && clang_Cursor_isNull(field))
		return base;
	if (clang_Cursor_isAnonymous(field) || !clang_getCursorKind(field)) {
		if (base != EXPR_NONE)
			return base;
	}
	id = extract__new_expr(x, c, EXPR_MEMBER);
	x->fn->exprs.v[id].a = base;
	x->fn->exprs.v[id].sub = arrow;
	x->fn->exprs.v[id].sym = extract__str(x, clang_getCursorSpelling(field));
	x->fn->exprs.v[id].rec = extract__record(x, field);
	if (!x->fn->exprs.v[id].sym && base != EXPR_NONE)
		return base;
	return id;
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
		cursor_vec kids;

		extract__children(c, &kids);
		if (kids.nr)
			target = extract__expr(x, kids.v[0]);
		vec__exit(&kids);
	}
	for (int i = 0; i < nr; i++) {
		CXCursor arg = clang_Cursor_getArgument(c, (unsigned int)i);
		uint32_t a = extract__expr(x, arg);

		if (direct && is_integer(arg) && !x->fn->exprs.v[a].text)
			x->fn->exprs.v[a].text = extract__text(x, arg);
		vec__push(&args, a);
	}
	id = extract__new_expr(x, c, EXPR_CALL);
	x->fn->exprs.v[id].sym = sym;
	x->fn->exprs.v[id].a = target;
	set_args(x, id, args.v, args.nr);
	vec__exit(&args);
	x->noreturn |= noreturn;
	return id;
}

static enum binary_kind binary_kind(enum CXBinaryOperatorKind k)
{
	switch (k) {
	case CXBinaryOperator_Add: return BIN_ADD;
	case CXBinaryOperator_Sub: return BIN_SUB;
	case CXBinaryOperator_Mul: return BIN_MUL;
	case CXBinaryOperator_Div: return BIN_DIV;
	case CXBinaryOperator_Rem: return BIN_REM;
	case CXBinaryOperator_Shl: return BIN_SHL;
	case CXBinaryOperator_Shr: return BIN_SHR;
	case CXBinaryOperator_And: return BIN_AND;
	case CXBinaryOperator_Or: return BIN_OR;
	case CXBinaryOperator_Xor: return BIN_XOR;
	case CXBinaryOperator_LT: return BIN_LT;
	case CXBinaryOperator_LE: return BIN_LE;
	case CXBinaryOperator_GT: return BIN_GT;
	case CXBinaryOperator_GE: return BIN_GE;
	case CXBinaryOperator_EQ: return BIN_EQ;
	case CXBinaryOperator_NE: return BIN_NE;
	case CXBinaryOperator_LAnd: return BIN_LAND;
	case CXBinaryOperator_LOr: return BIN_LOR;
	case CXBinaryOperator_Comma: return BIN_COMMA;
	default: return BIN_OTHER;
	}
}

static enum assign_kind assign_kind(enum CXBinaryOperatorKind k)
{
	switch (k) {
	case CXBinaryOperator_Assign: return ASSIGN_SET;
	case CXBinaryOperator_AddAssign: return ASSIGN_ADD;
	case CXBinaryOperator_SubAssign: return ASSIGN_SUB;
	default: return ASSIGN_OTHER;
	}
}

static uint32_t binary(struct extract *x, CXCursor c)
{
	enum CXBinaryOperatorKind k = clang_getCursorBinaryOperatorKind(c);
	bool assign = k >= CXBinaryOperator_Assign && k <= CXBinaryOperator_OrAssign;
	uint32_t a = EXPR_NONE, b = EXPR_NONE, id;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr == 2) {
		a = extract__expr(x, kids.v[0]);
		b = extract__expr(x, kids.v[1]);
	}
	vec__exit(&kids);
	if (a == EXPR_NONE)
		return unknown(x, c);
	id = extract__new_expr(x, c, assign ? EXPR_ASSIGN : EXPR_BINARY);
	x->fn->exprs.v[id].a = a;
	x->fn->exprs.v[id].b = b;
	x->fn->exprs.v[id].sub = assign ? (uint8_t)assign_kind(k) :
					  (uint8_t)binary_kind(k);
	return id;
}

static enum unary_kind unary_kind(enum CXUnaryOperatorKind k)
{
	switch (k) {
	case CXUnaryOperator_LNot: return UN_NOT;
	case CXUnaryOperator_Minus: return UN_NEG;
	case CXUnaryOperator_Not: return UN_COMPL;
	case CXUnaryOperator_PreInc: return UN_PREINC;
	case CXUnaryOperator_PreDec: return UN_PREDEC;
	case CXUnaryOperator_PostInc: return UN_POSTINC;
	case CXUnaryOperator_PostDec: return UN_POSTDEC;
	default: return UN_OTHER;
	}
}

static uint32_t unary(struct extract *x, CXCursor c)
{
	enum CXUnaryOperatorKind k = clang_getCursorUnaryOperatorKind(c);
	uint32_t a, id;
	cursor_vec kids;
	enum expr_op op = EXPR_UNARY;

	extract__children(c, &kids);
	if (kids.nr != 1) {
		vec__exit(&kids);
		return unknown(x, c);
	}
	a = extract__expr(x, kids.v[0]);
	vec__exit(&kids);
	if (k == CXUnaryOperator_Extension || k == CXUnaryOperator_Plus)
		return a;
	if (k == CXUnaryOperator_AddrOf)
		op = EXPR_ADDR;
	else if (k == CXUnaryOperator_Deref)
		op = EXPR_DEREF;
	id = extract__new_expr(x, c, op);
	x->fn->exprs.v[id].a = a;
	x->fn->exprs.v[id].sub = op == EXPR_UNARY ? (uint8_t)unary_kind(k) : 0;
	return id;
}

static uint32_t subscript(struct extract *x, CXCursor c)
{
	uint32_t a, b, id;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr != 2) {
		vec__exit(&kids);
		return unknown(x, c);
	}
	a = extract__expr(x, kids.v[0]);
	b = extract__expr(x, kids.v[1]);
	vec__exit(&kids);
	id = extract__new_expr(x, c, EXPR_INDEX);
	x->fn->exprs.v[id].a = a;
	x->fn->exprs.v[id].b = b;
	return id;
}

static uint32_t conditional(struct extract *x, CXCursor c)
{
	uint32_t parts[3], id;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr != 3) {
		vec__exit(&kids);
		return unknown(x, c);
	}
	for (int i = 0; i < 3; i++)
		parts[i] = extract__expr(x, kids.v[i]);
	vec__exit(&kids);
	id = extract__new_expr(x, c, EXPR_COND);
	x->fn->exprs.v[id].a = parts[0];
	set_args(x, id, parts + 1, 2);
	return id;
}

static uint32_t cast(struct extract *x, CXCursor c)
{
	uint32_t a = EXPR_NONE, id;
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_isExpression(clang_getCursorKind(kids.v[i])))
			a = extract__expr(x, kids.v[i]);
	vec__exit(&kids);
	if (a == EXPR_NONE)
		return extract__new_expr(x, c, EXPR_UNKNOWN);
	id = extract__new_expr(x, c, EXPR_CAST);
	x->fn->exprs.v[id].a = a;
	return id;
}

/* ({ … }): all but the last statement go to the block, the last is the value. */
static uint32_t stmt_expr(struct extract *x, CXCursor c)
{
	cursor_vec outer, kids;
	uint32_t a = EXPR_NONE, id;

	extract__children(c, &outer);
	if (outer.nr != 1) {
		vec__exit(&outer);
		return unknown(x, c);
	}
	extract__children(outer.v[0], &kids);
	vec__exit(&outer);
	for (size_t i = 0; i < kids.nr; i++) {
		if (i + 1 == kids.nr &&
		    clang_isExpression(clang_getCursorKind(kids.v[i])))
			a = extract__expr(x, kids.v[i]);
		else
			cfg__stmt(x, kids.v[i]);
	}
	vec__exit(&kids);
	id = extract__new_expr(x, c, EXPR_STMTS);
	x->fn->exprs.v[id].a = a;
	return id;
}

/* One element of a list; `.m = v` becomes an assignment to a member. */
static uint32_t init_elem(struct extract *x, CXCursor c)
{
	CXCursor field = clang_getNullCursor();
	uint32_t left, right, id;
	cursor_vec kids;

	if (clang_getCursorKind(c) != CXCursor_UnexposedExpr)
		return extract__expr(x, c);
	extract__children(c, &kids);
	for (size_t i = 0; i + 1 < kids.nr; i++)
		if (clang_getCursorKind(kids.v[i]) == CXCursor_MemberRef)
			field = clang_getCursorReferenced(kids.v[i]);
	if (clang_Cursor_isNull(field)) {
		vec__exit(&kids);
		return extract__expr(x, c);
	}
	right = extract__expr(x, kids.v[kids.nr - 1]);
	vec__exit(&kids);
	left = extract__new_expr(x, c, EXPR_MEMBER);
	x->fn->exprs.v[left].sym = extract__str(x, clang_getCursorSpelling(field));
	x->fn->exprs.v[left].rec = extract__record(x, field);
	x->fn->exprs.v[left].type = extract__type(x, clang_getCursorType(field));
	id = extract__new_expr(x, c, EXPR_ASSIGN);
	x->fn->exprs.v[id].a = left;
	x->fn->exprs.v[id].b = right;
	return id;
}

static uint32_t init_list(struct extract *x, CXCursor c)
{
	VEC(uint32_t) args = {0};
	cursor_vec kids;
	uint32_t id;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_isExpression(clang_getCursorKind(kids.v[i])))
			vec__push(&args, init_elem(x, kids.v[i]));
	vec__exit(&kids);
	id = extract__new_expr(x, c, EXPR_INIT);
	set_args(x, id, args.v, args.nr);
	vec__exit(&args);
	return id;
}

static uint32_t compound_literal(struct extract *x, CXCursor c)
{
	uint32_t a = EXPR_NONE;
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_isExpression(clang_getCursorKind(kids.v[i])))
			a = extract__expr(x, kids.v[i]);
	vec__exit(&kids);
	return a == EXPR_NONE ? extract__new_expr(x, c, EXPR_UNKNOWN) : a;
}

static uint32_t literal(struct extract *x, CXCursor c)
{
	uint32_t id = extract__new_expr(x, c, EXPR_CONST);
	long long value = 0;

	if (extract__const_value(c, &value))
		x->fn->exprs.v[id].a = (uint32_t)value;
	return id;
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
		return binary(x, c);
	case CXCursor_UnaryOperator:
		return unary(x, c);
	case CXCursor_ArraySubscriptExpr:
		return subscript(x, c);
	case CXCursor_ConditionalOperator:
		return conditional(x, c);
	case CXCursor_CStyleCastExpr:
		return cast(x, c);
	case CXCursor_StmtExpr:
		return stmt_expr(x, c);
	case CXCursor_InitListExpr:
		return init_list(x, c);
	case CXCursor_CompoundLiteralExpr:
		return compound_literal(x, c);
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_FloatingLiteral:
		return literal(x, c);
	case CXCursor_StringLiteral:
		return extract__new_expr(x, c, EXPR_STR);
	case CXCursor_UnaryExpr:
		return extract__new_expr(x, c, EXPR_SIZEOF);
	default:
		return unknown(x, c);
	}
}
