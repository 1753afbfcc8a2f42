// SPDX-License-Identifier: GPL-2.0-only
/*
 * Integer constants: literals, enumerators, sizes, what the compiler folds.
 */
#include "extract_priv.h"

/**
 * extract__evaluate() - what the compiler folds an expression to
 * @c: an expression
 * @ret_value: the value
 *
 * Return: true if it is an integer constant.
 */
bool extract__evaluate(CXCursor c, long long *ret_value)
{
	CXEvalResult r = clang_Cursor_Evaluate(c);
	bool ok = r && clang_EvalResult_getKind(r) == CXEval_Int;

	if (ok)
		*ret_value = clang_EvalResult_getAsLongLong(r);
	if (r)
		clang_EvalResult_dispose(r);
	return ok;
}

/**
 * extract__const_value() - value of an integer constant
 * @c: an expression
 * @ret_value: the value
 *
 * Return: true if it is a literal or an enumerator; cheaper than evaluating.
 */
bool extract__const_value(CXCursor c, long long *ret_value)
{
	CXCursor ref;

	c = extract__strip(c);
	if (clang_getCursorKind(c) == CXCursor_DeclRefExpr) {
		ref = clang_getCursorReferenced(c);
		if (clang_getCursorKind(ref) != CXCursor_EnumConstantDecl)
			return false;
		*ret_value = clang_getEnumConstantDeclValue(ref);
		return true;
	}
	if (clang_getCursorKind(c) != CXCursor_IntegerLiteral &&
	    clang_getCursorKind(c) != CXCursor_CharacterLiteral)
		return false;
	return extract__evaluate(c, ret_value);
}

/**
 * extract__const_var() - the value of a constant variable with static storage
 * @c: an expression
 * @ret_value: the value
 *
 * Return: true if it names a const integer whose initialiser is constant.
 */
bool extract__const_var(CXCursor c, long long *ret_value)
{
	CXCursor var = clang_getCursorReferenced(extract__strip(c)), init;
	CXType type = clang_getCursorType(var);
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	if (clang_getCursorKind(var) != CXCursor_VarDecl || kind < CXType_Bool ||
	    kind > CXType_Int128 || !clang_isConstQualifiedType(type) ||
	    clang_isVolatileQualifiedType(type) ||
	    clang_Cursor_getStorageClass(var) != CX_SC_Static)
		return false;
	init = clang_Cursor_getVarDeclInitializer(var);
	return !clang_Cursor_isNull(init) && extract__evaluate(init, ret_value);
}

static void set_value(struct expr *e, bool known, long long value)
{
	e->a = (uint32_t)value;
	e->b = (uint32_t)((uint64_t)value >> 32);
	if (!known)
		e->sub = CONST_UNKNOWN;
	else if (value != (int32_t)value)
		e->sub = value < 0 ? CONST_LARGE_NEG : CONST_LARGE;
}

/**
 * extract__constant() - a literal or an enumerator
 * @x: the extraction
 * @c: the expression
 *
 * A 64-bit value with the top bit set is large, not negative, if unsigned.
 *
 * Return: index of an EXPR_CONST.
 */
uint32_t extract__constant(struct extract *x, CXCursor c)
{
	uint32_t id = extract__new_expr(x, c, EXPR_CONST);
	struct expr *e = &x->fn->exprs.v[id];
	enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(c)).kind;
	long long value = 0;
	bool known = extract__const_value(c, &value);

	set_value(e, known, value);
	if (known && value < 0 && kind >= CXType_Bool && kind <= CXType_UInt128)
		e->sub = CONST_LARGE;
	return id;
}

/**
 * extract__size() - sizeof and alignof
 * @x: the extraction
 * @c: the expression
 *
 * Return: index of an EXPR_CONST with its text, or an EXPR_SIZEOF.
 */
uint32_t extract__size(struct extract *x, CXCursor c)
{
	long long value;
	uint32_t id;

	if (!extract__evaluate(c, &value))
		return extract__new_expr(x, c, EXPR_SIZEOF);
	id = extract__new_expr(x, c, EXPR_CONST);
	set_value(&x->fn->exprs.v[id], true, value);
	return id;
}
