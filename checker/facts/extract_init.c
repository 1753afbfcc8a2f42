// SPDX-License-Identifier: GPL-2.0-only
/*
 * Initialiser lists: which member each value goes to.
 *
 * Designators name the member; values without one go to the members in their
 * order. An index of an array is dropped: an array is one place. Where braces
 * of an inner list are left out, a value has no member.
 */
#include <stdlib.h>
#include <string.h>

#include "extract_priv.h"

/* One value of a list. */
struct elem {
	CXCursor at;		/* with its designators */
	CXCursor value;
	CXCursor member;	/* FieldDecl, or a null cursor */
	CXType type;		/* of what it initialises */
	bool named;		/* by a designator */
};

typedef VEC(struct elem) elem_vec;

static enum CXVisitorResult add_field(CXCursor c, CXClientData data)
{
	cursor_vec *fields = data;

	vec__push(fields, c);
	return CXVisit_Continue;
}

/* Where to go on after a designator: behind its first member. */
static size_t behind(const cursor_vec *fields, CXCursor member)
{
	for (size_t i = 0; i < fields->nr; i++)
		if (clang_equalCursors(fields->v[i], member))
			return i + 1;
	return fields->nr;
}

/* `.a.b[1] = v`: false if it has no designator. */
static bool designated(CXCursor c, CXType type, const cursor_vec *fields, size_t *next,
		       struct elem *e)
{
	bool first = true;
	cursor_vec kids;

	if (clang_getCursorKind(c) != CXCursor_UnexposedExpr ||
	    clang_getCursorType(c).kind != CXType_Void)
		return false;
	extract__children(c, &kids);
	if (kids.nr < 2) {
		vec__exit(&kids);
		return false;
	}
	e->named = true;
	e->type = type;
	for (size_t i = 0; i + 1 < kids.nr; i++) {
		CXType canon = clang_getCanonicalType(e->type);

		if (clang_getCursorKind(kids.v[i]) == CXCursor_MemberRef) {
			e->member = clang_getCursorReferenced(kids.v[i]);
			e->type = clang_getCursorType(e->member);
			if (first)
				*next = behind(fields, e->member);
			first = false;
		} else if (clang_getArrayElementType(canon).kind != CXType_Invalid) {
			e->type = clang_getArrayElementType(canon);
		}
	}
	e->value = kids.v[kids.nr - 1];
	vec__exit(&kids);
	return true;
}

/* Braces left out: from here on members and values don't go together. */
static bool braces_missing(CXCursor value, CXType type)
{
	enum CXTypeKind want = clang_getCanonicalType(type).kind, have;

	value = extract__strip(value);
	if (clang_getCursorKind(value) == CXCursor_InitListExpr ||
	    clang_getCursorKind(value) == CXCursor_StringLiteral)
		return false;
	have = clang_getCanonicalType(clang_getCursorType(value)).kind;
	return (want == CXType_Record || want == CXType_ConstantArray) && have != want;
}

static void read_list(CXCursor list, CXType type, elem_vec *ret)
{
	CXType canon = clang_getCanonicalType(type);
	cursor_vec kids, fields = {0};
	bool lost = false;
	size_t next = 0;

	memset(ret, 0, sizeof(*ret));
	if (canon.kind == CXType_Record)
		clang_Type_visitFields(canon, add_field, &fields);
	extract__children(list, &kids);
	for (size_t i = 0; i < kids.nr; i++) {
		struct elem e = { .at = kids.v[i], .value = kids.v[i],
				  .member = clang_getNullCursor() };

		if (!clang_isExpression(clang_getCursorKind(kids.v[i])))
			continue;
		if (!designated(kids.v[i], type, &fields, &next, &e)) {
			if (next < fields.nr) {
				e.type = clang_getCursorType(fields.v[next]);
				lost |= braces_missing(e.value, e.type);
				if (!lost)
					e.member = fields.v[next];
				next++;
			} else {
				e.type = clang_getArrayElementType(canon);
			}
		}
		vec__push(ret, e);
	}
	vec__exit(&kids);
	vec__exit(&fields);
}

/* The function whose address a constant expression is, or a null cursor. */
static CXCursor named_function(CXCursor c)
{
	CXCursor ref, inner = extract__strip(c);

	while (clang_getCursorKind(inner) == CXCursor_UnaryOperator ||
	       clang_getCursorKind(inner) == CXCursor_CStyleCastExpr) {
		cursor_vec kids;

		extract__children(inner, &kids);
		if (!kids.nr) {
			vec__exit(&kids);
			break;
		}
		inner = extract__strip(kids.v[kids.nr - 1]);
		vec__exit(&kids);
	}
	if (clang_getCursorKind(inner) == CXCursor_CompoundLiteralExpr)
		return inner;
	if (clang_getCursorKind(inner) != CXCursor_DeclRefExpr)
		return clang_getNullCursor();
	ref = clang_getCursorReferenced(inner);
	if (clang_getCursorKind(ref) != CXCursor_FunctionDecl)
		return clang_getNullCursor();
	return ref;
}

static CXCursor literal_list(CXCursor literal)
{
	CXCursor list = clang_getNullCursor();
	cursor_vec kids;

	extract__children(literal, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_getCursorKind(extract__strip(kids.v[i])) == CXCursor_InitListExpr)
			list = extract__strip(kids.v[i]);
	vec__exit(&kids);
	return list;
}

static void static_list(struct extract *x, CXCursor list, const struct elem *whole,
			uint32_t owner);

static void static_elem(struct extract *x, const struct elem *e, uint32_t owner)
{
	CXCursor inner = extract__strip(e->value), func;
	struct where at;

	if (clang_getCursorKind(inner) == CXCursor_InitListExpr) {
		static_list(x, inner, e, owner);
		return;
	}
	func = named_function(inner);
	if (clang_Cursor_isNull(func))
		return;
	if (clang_getCursorKind(func) == CXCursor_CompoundLiteralExpr) {
		struct elem whole = {
			.type = clang_getCursorType(func),
			.member = clang_getNullCursor(),
		};

		static_list(x, literal_list(func), &whole, owner);
		return;
	}
	extract__want(x, func);
	at = extract__where(x, clang_getCursorLocation(e->value));
	struct fn_init init = {
		.owner = owner,
		.func = extract__str(x, clang_getCursorSpelling(func)),
		.file = at.file,
		.line = at.line,
	};
	if (!clang_Cursor_isNull(e->member)) {
		init.rec = extract__record(x, e->member);
		init.member = extract__str(x, clang_getCursorSpelling(e->member));
	}
	vec__push(&x->facts->inits, init);
}

/* An element of an array belongs to the member that is the array. */
static void static_list(struct extract *x, CXCursor list, const struct elem *whole,
			uint32_t owner)
{
	elem_vec elems;

	if (clang_Cursor_isNull(list))
		return;
	read_list(list, whole->type, &elems);
	for (size_t i = 0; i < elems.nr; i++) {
		if (clang_getCanonicalType(whole->type).kind == CXType_ConstantArray)
			elems.v[i].member = whole->member;
		static_elem(x, &elems.v[i], owner);
	}
	vec__exit(&elems);
}

/**
 * extract__static_init() - function addresses in the initialiser of a variable
 * @x: the extraction
 * @var: a variable with static storage
 */
void extract__static_init(struct extract *x, CXCursor var)
{
	struct elem e = {
		.at = var,
		.value = clang_Cursor_getVarDeclInitializer(var),
		.member = clang_getNullCursor(),
	};

	if (clang_Cursor_isNull(e.value))
		return;
	e.type = clang_getCursorType(var);
	static_elem(x, &e, extract__str(x, clang_getCursorSpelling(var)));
}

static uint32_t init_elem(struct extract *x, const struct elem *e)
{
	CXCursor inner = extract__strip(e->value);
	uint32_t left, right, id, name;

	if (clang_getCursorKind(inner) == CXCursor_InitListExpr)
		right = extract__init_list(x, inner, e->type);
	else
		right = extract__expr(x, inner);
	if (clang_Cursor_isNull(e->member))
		return right;
	/* { 0 } says nothing of the first member */
	if (!e->named && x->fn->exprs.v[right].op == EXPR_CONST)
		return right;
	name = extract__str(x, clang_getCursorSpelling(e->member));
	if (extract__is_nameless(x, name))
		return right;	/* its list names the members inside */
	left = extract__new_expr(x, e->at, EXPR_MEMBER);
	x->fn->exprs.v[left].sym = name;
	x->fn->exprs.v[left].rec = extract__record(x, e->member);
	x->fn->exprs.v[left].type = extract__type(x, clang_getCursorType(e->member));
	id = extract__new_expr(x, e->at, EXPR_ASSIGN);
	x->fn->exprs.v[id].a = left;
	x->fn->exprs.v[id].b = right;
	return id;
}

/**
 * extract__init_list() - an initialiser list as an expression
 * @x: the extraction
 * @list: the list
 * @type: of what it initialises
 *
 * Return: its index in fn->exprs.
 */
uint32_t extract__init_list(struct extract *x, CXCursor list, CXType type)
{
	VEC(uint32_t) args = {0};
	elem_vec elems;
	uint32_t id;

	read_list(list, type, &elems);
	for (size_t i = 0; i < elems.nr; i++)
		vec__push(&args, init_elem(x, &elems.v[i]));
	vec__exit(&elems);
	id = extract__new_expr(x, list, EXPR_INIT);
	extract__set_args(x, id, args.v, args.nr);
	vec__exit(&args);
	return id;
}
