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
	extract__set_args(x, id, args.v, args.nr);
	vec__exit(&args);
	vec__exit(&kids);
	return id;
}

static void set_value(struct expr *e, bool known, long long value)
{
	e->a = (uint32_t)value;
	if (!known)
		e->sub = CONST_UNKNOWN;
	else if (value != (int32_t)value)
		e->sub = value < 0 ? CONST_LARGE_NEG : CONST_LARGE;
}

/* A 64-bit value with the top bit set is large, not negative, if unsigned. */
static uint32_t constant(struct extract *x, CXCursor c)
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
		id = constant(x, c);
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

/* An expression that is evaluated in some cases only. */
static uint32_t perhaps(struct extract *x, CXCursor c)
{
	bool saved = x->noreturn;
	uint32_t id = extract__expr(x, c);

	x->noreturn = saved;
	return id;
}

static uint32_t binary(struct extract *x, CXCursor c)
{
	enum CXBinaryOperatorKind k = clang_getCursorBinaryOperatorKind(c);
	bool assign = k >= CXBinaryOperator_Assign && k <= CXBinaryOperator_OrAssign;
	uint32_t a = EXPR_NONE, b = EXPR_NONE, id;
	CXCursor right = clang_getNullCursor();
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr == 2) {
		right = kids.v[1];
		a = extract__expr(x, kids.v[0]);
		if (k == CXBinaryOperator_LAnd || k == CXBinaryOperator_LOr)
			b = perhaps(x, kids.v[1]);
		else
			b = extract__expr(x, kids.v[1]);
	}
	vec__exit(&kids);
	if (a == EXPR_NONE)
		return unknown(x, c);
	if (assign)
		extract__keep_text(x, right, b);
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
	parts[0] = extract__expr(x, kids.v[0]);
	parts[1] = perhaps(x, kids.v[1]);
	parts[2] = perhaps(x, kids.v[2]);
	vec__exit(&kids);
	id = extract__new_expr(x, c, EXPR_COND);
	x->fn->exprs.v[id].a = parts[0];
	extract__set_args(x, id, parts + 1, 2);
	return id;
}

/* x ?: y shows x, x, x, y; the value of x is condition and result. */
static uint32_t gnu_conditional(struct extract *x, CXCursor c, const cursor_vec *kids)
{
	uint32_t parts[2], id;

	parts[0] = extract__expr(x, kids->v[0]);
	parts[1] = perhaps(x, kids->v[3]);
	id = extract__new_expr(x, c, EXPR_COND);
	x->fn->exprs.v[id].a = parts[0];
	extract__set_args(x, id, parts, 2);
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
	return clang_Cursor_isNull(chosen) ? unknown(x, c) : extract__expr(x, chosen);
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
		id = gnu_conditional(x, c, &kids);
	if (id == EXPR_NONE && kids.nr == 3 && clang_isExpression(clang_getCursorKind(kids.v[0])) &&
	    extract__evaluate(kids.v[0], &value))
		id = extract__expr(x, kids.v[value ? 1 : 2]);
	vec__exit(&kids);
	return id == EXPR_NONE ? unknown(x, c) : id;
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
	size_t open = x->cleanups.nr;

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
	cfg__close_scopes(x, open);
	id = extract__new_expr(x, c, EXPR_STMTS);
	x->fn->exprs.v[id].a = a;
	return id;
}

static uint32_t compound_literal(struct extract *x, CXCursor c)
{
	uint32_t a = EXPR_NONE;
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++) {
		CXCursor value = extract__strip(kids.v[i]);

		if (clang_getCursorKind(value) == CXCursor_InitListExpr)
			a = extract__init_list(x, value, clang_getCursorType(c));
		else if (clang_isExpression(clang_getCursorKind(value)))
			a = extract__expr(x, value);
	}
	vec__exit(&kids);
	return a == EXPR_NONE ? extract__new_expr(x, c, EXPR_UNKNOWN) : a;
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
		return extract__init_list(x, c, clang_getCursorType(c));
	case CXCursor_CompoundLiteralExpr:
		return compound_literal(x, c);
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_FloatingLiteral:
		return constant(x, c);
	case CXCursor_StringLiteral:
		return extract__new_expr(x, c, EXPR_STR);
	case CXCursor_GenericSelectionExpr:
		return generic(x, c);
	case CXCursor_UnexposedExpr:
		return unexposed(x, c);
	case CXCursor_UnaryExpr:
		return extract__new_expr(x, c, EXPR_SIZEOF);
	default:
		return unknown(x, c);
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
