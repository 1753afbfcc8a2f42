// SPDX-License-Identifier: GPL-2.0-only
/*
 * Control flow of one function: statements into basic blocks.
 *
 * && and || and ! of a condition are split into branches. What libclang does
 * not tell is guessed and said here: a `for` with a part missing shows only
 * the parts that are there, so they are told apart by what they are; labels of
 * an asm goto are not seen; a cleanup attribute is not seen.
 */
#include <stdlib.h>
#include <string.h>

#include "extract_priv.h"

static uint32_t new_block(struct extract *x)
{
	struct block b = {
		.cond = EXPR_NONE,
		.succ = { EXPR_NONE, EXPR_NONE },
		.stmt0 = UINT32_MAX,
		.loop = x->loop,
		.end = END_EXIT,
	};

	vec__push(&x->fn->blocks, b);
	return (uint32_t)x->fn->blocks.nr - 1;
}

static struct block *cur(struct extract *x)
{
	return &x->fn->blocks.v[x->cur];
}

static uint32_t line_of(struct extract *x, CXCursor c)
{
	return extract__where(x, clang_getCursorLocation(c)).line;
}

/* Statements of a block lie side by side, so a block is filled in one go:
 * going back to an older block is never done. */
static void start(struct extract *x, uint32_t block)
{
	x->cur = block;
	cur(x)->stmt0 = (uint32_t)x->fn->stmts.nr;
}

static void jump(struct extract *x, uint32_t to)
{
	struct block *b = cur(x);

	if (b->end != END_EXIT)
		return;
	b->end = END_JUMP;
	b->succ[0] = to;
}

/* Code behind a jump: a block that nothing reaches, unless a label stands there. */
static void start_dead(struct extract *x)
{
	start(x, new_block(x));
}

/**
 * cfg__push_stmt() - add an evaluated expression to the block at hand
 * @x: the extraction
 * @expr: index into fn->exprs
 */
void cfg__push_stmt(struct extract *x, uint32_t expr)
{
	vec__push(&x->fn->stmts, expr);
	cur(x)->nr_stmts++;
}

static void local_var(struct extract *x, CXCursor var)
{
	enum CX_StorageClass storage = clang_Cursor_getStorageClass(var);
	uint32_t idx, left, right, id;
	CXCursor init;

	if (storage == CX_SC_Static || storage == CX_SC_Extern) {
		if (storage == CX_SC_Static)
			extract__static_init(x, var);
		return;
	}
	idx = extract__var(x, var, VAR_LOCAL);
	init = clang_Cursor_getVarDeclInitializer(var);
	if (clang_Cursor_isNull(init))
		return;
	right = extract__expr(x, init);
	left = extract__new_expr(x, var, EXPR_VAR);
	x->fn->exprs.v[left].a = idx;
	x->fn->exprs.v[left].sym = x->fn->vars.v[idx].name;
	id = extract__new_expr(x, var, EXPR_ASSIGN);
	x->fn->exprs.v[id].a = left;
	x->fn->exprs.v[id].b = right;
	cfg__push_stmt(x, id);
}

static void decl_stmt(struct extract *x, CXCursor c)
{
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_getCursorKind(kids.v[i]) == CXCursor_VarDecl)
			local_var(x, kids.v[i]);
	vec__exit(&kids);
}

static CXCursor strip_expect(CXCursor c)
{
	for (;;) {
		CXString s;
		bool expect;

		c = extract__strip(c);
		if (clang_getCursorKind(c) != CXCursor_CallExpr ||
		    clang_Cursor_getNumArguments(c) < 1)
			return c;
		s = clang_getCursorSpelling(c);
		expect = !strcmp(clang_getCString(s), "__builtin_expect");
		clang_disposeString(s);
		if (!expect)
			return c;
		c = clang_Cursor_getArgument(c, 0);
	}
}

/* Ends the block at hand with a branch on @c. */
static void branch(struct extract *x, CXCursor c, uint32_t yes, uint32_t no)
{
	long long value;
	cursor_vec kids;
	uint32_t id;

	c = strip_expect(c);
	extract__children(c, &kids);
	if (clang_getCursorKind(c) == CXCursor_UnaryOperator && kids.nr == 1 &&
	    clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_LNot) {
		branch(x, kids.v[0], no, yes);
		goto out_free;
	}
	if (clang_getCursorKind(c) == CXCursor_BinaryOperator && kids.nr == 2) {
		enum CXBinaryOperatorKind k = clang_getCursorBinaryOperatorKind(c);

		if (k == CXBinaryOperator_LAnd || k == CXBinaryOperator_LOr) {
			uint32_t next = new_block(x);

			if (k == CXBinaryOperator_LAnd)
				branch(x, kids.v[0], next, no);
			else
				branch(x, kids.v[0], yes, next);
			start(x, next);
			branch(x, kids.v[1], yes, no);
			goto out_free;
		}
	}
	if (extract__const_value(c, &value)) {
		jump(x, value ? yes : no);
		goto out_free;
	}
	id = extract__expr(x, c);
	if (!x->fn->exprs.v[id].text)
		x->fn->exprs.v[id].text = extract__text(x, c);
	cur(x)->line = line_of(x, c);
	cur(x)->cond = id;
	cur(x)->end = END_BRANCH;
	cur(x)->succ[0] = yes;
	cur(x)->succ[1] = no;
out_free:
	vec__exit(&kids);
}

static void if_stmt(struct extract *x, CXCursor c)
{
	uint32_t yes = new_block(x), no, after;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr < 2)
		goto out_free;
	no = new_block(x);
	after = kids.nr > 2 ? new_block(x) : no;
	branch(x, kids.v[0], yes, no);
	start(x, yes);
	cfg__stmt(x, kids.v[1]);
	jump(x, after);
	if (kids.nr > 2) {
		start(x, no);
		cfg__stmt(x, kids.v[2]);
		jump(x, after);
	}
	start(x, after);
out_free:
	vec__exit(&kids);
}

static void loop_body(struct extract *x, CXCursor body, uint32_t brk, uint32_t cont)
{
	struct scope saved = x->scope;

	x->scope.brk = brk;
	x->scope.cont = cont;
	cfg__stmt(x, body);
	x->scope = saved;
}

static void while_stmt(struct extract *x, CXCursor c)
{
	uint32_t head, body, after = new_block(x);
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr != 2)
		goto out_free;
	x->loop++;
	head = new_block(x);
	body = new_block(x);
	jump(x, head);
	start(x, head);
	branch(x, kids.v[0], body, after);
	start(x, body);
	loop_body(x, kids.v[1], after, head);
	jump(x, head);
	x->loop--;
out_free:
	vec__exit(&kids);
	jump(x, after);
	start(x, after);
}

static void do_stmt(struct extract *x, CXCursor c)
{
	uint32_t body, test, after = new_block(x);
	long long value;
	cursor_vec kids;
	bool once;

	extract__children(c, &kids);
	if (kids.nr != 2)
		goto out_free;
	once = extract__const_value(kids.v[1], &value) && !value;
	x->loop += !once;
	body = new_block(x);
	test = new_block(x);
	jump(x, body);
	start(x, body);
	loop_body(x, kids.v[0], after, test);
	jump(x, test);
	start(x, test);
	branch(x, kids.v[1], body, after);
	x->loop -= !once;
out_free:
	vec__exit(&kids);
	jump(x, after);
	start(x, after);
}

static bool is_step(CXCursor c)
{
	c = extract__strip(c);
	switch (clang_getCursorKind(c)) {
	case CXCursor_CompoundAssignOperator:
		return true;
	case CXCursor_UnaryOperator:
		switch (clang_getCursorUnaryOperatorKind(c)) {
		case CXUnaryOperator_PostInc:
		case CXUnaryOperator_PostDec:
		case CXUnaryOperator_PreInc:
		case CXUnaryOperator_PreDec:
			return true;
		default:
			return false;
		}
	case CXCursor_BinaryOperator:
		return clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign ||
		       clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma;
	default:
		return false;
	}
}

struct for_parts {
	CXCursor init, cond, step, body;
};

/* libclang leaves absent parts out; tell those that are there apart. */
static struct for_parts for_parts(const cursor_vec *kids)
{
	struct for_parts p = {
		clang_getNullCursor(), clang_getNullCursor(),
		clang_getNullCursor(), kids->v[kids->nr - 1],
	};
	size_t nr = kids->nr - 1, i = 0;

	if (nr == 3) {
		p.init = kids->v[0];
		p.cond = kids->v[1];
		p.step = kids->v[2];
		return p;
	}
	if (i < nr && (clang_getCursorKind(kids->v[i]) == CXCursor_DeclStmt ||
		       (is_step(kids->v[i]) && nr == 2)))
		p.init = kids->v[i++];
	if (i < nr && !is_step(kids->v[i]))
		p.cond = kids->v[i++];
	if (i < nr)
		p.step = kids->v[i];
	return p;
}

static void for_stmt(struct extract *x, CXCursor c)
{
	uint32_t head, body, step, after = new_block(x);
	struct for_parts p;
	cursor_vec kids;

	extract__children(c, &kids);
	if (!kids.nr) {
		vec__exit(&kids);
		return;
	}
	p = for_parts(&kids);
	vec__exit(&kids);
	if (!clang_Cursor_isNull(p.init))
		cfg__stmt(x, p.init);
	x->loop++;
	head = new_block(x);
	body = new_block(x);
	step = new_block(x);
	jump(x, head);
	start(x, head);
	if (clang_Cursor_isNull(p.cond))
		jump(x, body);
	else
		branch(x, p.cond, body, after);
	start(x, body);
	loop_body(x, p.body, after, step);
	jump(x, step);
	start(x, step);
	if (!clang_Cursor_isNull(p.step))
		cfg__stmt(x, p.step);
	jump(x, head);
	x->loop--;
	start(x, after);
}

static void switch_stmt(struct extract *x, CXCursor c)
{
	uint32_t head, cond, after = new_block(x);
	struct scope saved = x->scope;
	bool has_default = false;
	cursor_vec kids;
	struct block *b;

	extract__children(c, &kids);
	if (kids.nr != 2)
		goto out_free;
	cond = extract__expr(x, kids.v[0]);
	head = x->cur;
	cur(x)->end = END_SWITCH;
	cur(x)->cond = cond;
	cur(x)->line = line_of(x, c);
	x->scope.brk = after;
	x->scope.sw = head;
	start_dead(x);
	cfg__stmt(x, kids.v[1]);
	jump(x, after);
	x->scope = saved;
	b = &x->fn->blocks.v[head];
	b->case0 = (uint32_t)x->fn->cases.nr;
	for (size_t i = 0; i < x->cases.nr; i++) {
		if (x->case_owner.v[i] != head)
			continue;
		has_default |= x->cases.v[i].value == EXPR_NONE;
		vec__push(&x->fn->cases, x->cases.v[i]);
		b->nr_cases++;
	}
	if (!has_default) {
		struct switch_case none = { EXPR_NONE, after };

		vec__push(&x->fn->cases, none);
		b->nr_cases++;
	}
	start(x, after);
out_free:
	vec__exit(&kids);
}

static void case_stmt(struct extract *x, CXCursor c, bool is_default)
{
	uint32_t block = new_block(x);
	struct switch_case sc = { EXPR_NONE, block };
	cursor_vec kids;

	extract__children(c, &kids);
	jump(x, block);
	start(x, block);
	if (!is_default && kids.nr)
		sc.value = extract__expr(x, kids.v[0]);
	vec__push(&x->cases, sc);
	vec__push(&x->case_owner, x->scope.sw);
	if (kids.nr)
		cfg__stmt(x, kids.v[kids.nr - 1]);
	vec__exit(&kids);
}

static uint32_t label_block(struct extract *x, CXCursor decl)
{
	uint64_t key = (uint64_t)(uintptr_t)decl.data[0];
	struct label l;

	for (size_t i = 0; i < x->labels.nr; i++)
		if (x->labels.v[i].key == key)
			return x->labels.v[i].block;
	l.key = key;
	l.block = new_block(x);
	vec__push(&x->labels, l);
	return l.block;
}

static CXCursor label_ref(CXCursor c)
{
	CXCursor found = clang_getNullCursor();
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_getCursorKind(kids.v[i]) == CXCursor_LabelRef)
			found = clang_getCursorReferenced(kids.v[i]);
	vec__exit(&kids);
	return found;
}

static uint32_t label_named(struct extract *x, CXCursor stmt)
{
	/* a LabelStmt cursor and the cursor that a LabelRef refers to share
	 * the statement pointer */
	CXCursor key = stmt;

	key.data[0] = stmt.data[1];
	return label_block(x, key);
}

static void goto_stmt(struct extract *x, CXCursor c)
{
	CXCursor target = label_ref(c);

	cur(x)->line = line_of(x, c);
	if (clang_Cursor_isNull(target)) {
		x->fn->flags |= FN_NOT_JUDGED;
		x->fn->why = strset__add(x->facts->strs, "computed goto");
	} else {
		jump(x, label_named(x, target));
	}
	start_dead(x);
}

static void label_stmt(struct extract *x, CXCursor c)
{
	uint32_t block = label_named(x, c);
	cursor_vec kids;

	jump(x, block);
	/* a label in a loop that is jumped to from outside it */
	x->fn->blocks.v[block].loop = x->loop;
	start(x, block);
	extract__children(c, &kids);
	if (kids.nr)
		cfg__stmt(x, kids.v[kids.nr - 1]);
	vec__exit(&kids);
}

static void return_stmt(struct extract *x, CXCursor c)
{
	uint32_t value = EXPR_NONE;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr)
		value = extract__expr(x, kids.v[0]);
	vec__exit(&kids);
	if (cur(x)->end == END_EXIT) {
		cur(x)->end = END_RETURN;
		cur(x)->cond = value;
		cur(x)->line = line_of(x, c);
	}
	start_dead(x);
}

static void asm_stmt(struct extract *x, CXCursor c)
{
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_isExpression(clang_getCursorKind(kids.v[i])))
			cfg__push_stmt(x, extract__expr(x, kids.v[i]));
	vec__exit(&kids);
}

static void compound(struct extract *x, CXCursor c)
{
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		cfg__stmt(x, kids.v[i]);
	vec__exit(&kids);
}

static void expr_stmt(struct extract *x, CXCursor c)
{
	bool saved = x->noreturn;
	bool stops;

	x->noreturn = false;
	cfg__push_stmt(x, extract__expr(x, c));
	stops = x->noreturn;
	x->noreturn = saved;
	if (stops && cur(x)->end == END_EXIT) {
		cur(x)->end = END_NORETURN;
		start_dead(x);
	}
}

/**
 * cfg__stmt() - add one statement to the graph
 * @x: the extraction; x->cur is where it goes, and where the next one goes after
 * @c: a statement or expression
 */
void cfg__stmt(struct extract *x, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	switch (kind) {
	case CXCursor_CompoundStmt: compound(x, c); return;
	case CXCursor_DeclStmt: decl_stmt(x, c); return;
	case CXCursor_IfStmt: if_stmt(x, c); return;
	case CXCursor_WhileStmt: while_stmt(x, c); return;
	case CXCursor_DoStmt: do_stmt(x, c); return;
	case CXCursor_ForStmt: for_stmt(x, c); return;
	case CXCursor_SwitchStmt: switch_stmt(x, c); return;
	case CXCursor_CaseStmt: case_stmt(x, c, false); return;
	case CXCursor_DefaultStmt: case_stmt(x, c, true); return;
	case CXCursor_GotoStmt:
	case CXCursor_IndirectGotoStmt: goto_stmt(x, c); return;
	case CXCursor_LabelStmt: label_stmt(x, c); return;
	case CXCursor_ReturnStmt: return_stmt(x, c); return;
	case CXCursor_GCCAsmStmt:
	case CXCursor_MSAsmStmt: asm_stmt(x, c); return;
	case CXCursor_BreakStmt:
		if (x->scope.brk != EXPR_NONE)
			jump(x, x->scope.brk);
		start_dead(x);
		return;
	case CXCursor_ContinueStmt:
		if (x->scope.cont != EXPR_NONE)
			jump(x, x->scope.cont);
		start_dead(x);
		return;
	default:
		break;
	}
	if (clang_isExpression(kind))
		expr_stmt(x, c);
	else if (clang_isStatement(kind))
		compound(x, c);		/* attributed statements and the like */
}

/**
 * cfg__function() - the graph of a function
 * @x: the extraction; x->fn is the function, with its parameters noted
 * @body: its compound statement
 */
void cfg__function(struct extract *x, CXCursor body)
{
	x->loop = 0;
	x->scope.brk = x->scope.cont = x->scope.sw = EXPR_NONE;
	start(x, new_block(x));
	cfg__stmt(x, body);
	for (size_t i = 0; i < x->fn->blocks.nr; i++)
		if (x->fn->blocks.v[i].stmt0 == UINT32_MAX)
			x->fn->blocks.v[i].stmt0 = (uint32_t)x->fn->stmts.nr;
}
