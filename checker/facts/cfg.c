// SPDX-License-Identifier: GPL-2.0-only
/*
 * Control flow of one function: statements into basic blocks.
 *
 * Conditions are split into branches (cfg_branch.c), and so is an expression some
 * of which is evaluated on some paths only (cfg_lower.c). Variables with a
 * cleanup attribute: cfg_scope.c; loops: cfg_loop.c; labels: cfg_jump.c. What no
 * cursor says comes from printed.c, and a function where that is not clear is
 * marked as not judged.
 */
#include "cfg_priv.h"

/**
 * cfg__new_block() - a block that is filled later
 * @x: the extraction
 *
 * Return: its index in fn->blocks.
 */
uint32_t cfg__new_block(struct extract *x)
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

/**
 * cfg__cur() - the block at hand
 * @x: the extraction
 *
 * Return: the block; valid until the next one is made.
 */
struct block *cfg__cur(struct extract *x)
{
	return &x->fn->blocks.v[x->cur];
}

/**
 * cfg__line() - the line of a cursor, where a person would look
 * @x: the extraction
 * @c: the cursor
 *
 * Return: the line, 0 if there is none.
 */
uint32_t cfg__line(struct extract *x, CXCursor c)
{
	return extract__where(x, clang_getCursorLocation(c)).line;
}

/**
 * cfg__start() - begin to fill a block
 * @x: the extraction
 * @block: a new one
 *
 * Statements of a block lie side by side, so a block is filled in one go: going
 * back to an older block is never done.
 */
void cfg__start(struct extract *x, uint32_t block)
{
	x->cur = block;
	cfg__cur(x)->stmt0 = (uint32_t)x->fn->stmts.nr;
}

/**
 * cfg__jump() - end the block at hand with a jump, unless it ended already
 * @x: the extraction
 * @to: the block to go to
 */
void cfg__jump(struct extract *x, uint32_t to)
{
	struct block *b = cfg__cur(x);

	if (b->end != END_EXIT)
		return;
	b->end = END_JUMP;
	b->succ[0] = to;
}

/**
 * cfg__start_dead() - a block for the code behind a jump
 * @x: the extraction
 *
 * Nothing reaches it, unless a label stands there.
 */
void cfg__start_dead(struct extract *x)
{
	cfg__start(x, cfg__new_block(x));
}

/**
 * cfg__push_stmt() - add an evaluated expression to the block at hand
 * @x: the extraction
 * @expr: index into fn->exprs
 */
void cfg__push_stmt(struct extract *x, uint32_t expr)
{
	vec__push(&x->fn->stmts, expr);
	cfg__cur(x)->nr_stmts++;
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
	if (clang_Cursor_isNull(init)) {
		cfg__open_scope(x, var, idx);
		return;
	}
	right = extract__expr(x, init);
	extract__keep_text(x, init, right);
	left = extract__new_expr(x, var, EXPR_VAR);
	x->fn->exprs.v[left].a = idx;
	x->fn->exprs.v[left].sym = x->fn->vars.v[idx].name;
	id = extract__new_expr(x, var, EXPR_ASSIGN);
	x->fn->exprs.v[id].a = left;
	x->fn->exprs.v[id].b = right;
	cfg__push_stmt(x, id);
	cfg__open_scope(x, var, idx);
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

static void if_stmt(struct extract *x, CXCursor c)
{
	uint32_t yes = cfg__new_block(x), no, after;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr < 2)
		goto out_free;
	no = cfg__new_block(x);
	after = kids.nr > 2 ? cfg__new_block(x) : no;
	cfg__branch(x, kids.v[0], yes, no);
	cfg__start(x, yes);
	cfg__stmt(x, kids.v[1]);
	cfg__jump(x, after);
	if (kids.nr > 2) {
		cfg__start(x, no);
		cfg__stmt(x, kids.v[2]);
		cfg__jump(x, after);
	}
	cfg__start(x, after);
out_free:
	vec__exit(&kids);
}

/* The only case of a switch on a constant that is ever taken; UINT32_MAX none. */
static uint32_t only_case(struct extract *x, CXCursor value, const struct block *b)
{
	uint32_t other = UINT32_MAX;
	long long v;

	if (!extract__const_value(value, &v) && !extract__evaluate(value, &v))
		return UINT32_MAX;
	for (uint32_t i = b->case0; i < b->case0 + b->nr_cases; i++) {
		const struct switch_case *sc = &x->fn->cases.v[i];
		const struct expr *e;

		if (sc->value == EXPR_NONE) {
			other = sc->block;
			continue;
		}
		e = &x->fn->exprs.v[sc->value];
		if (e->op != EXPR_CONST || e->sub == CONST_UNKNOWN || sc->last != EXPR_NONE)
			return UINT32_MAX;
		if (expr_const(e) == v)
			return sc->block;
	}
	return other;
}

/* The cases that were met in a switch. */
static void take_cases(struct extract *x, uint32_t head, uint32_t after)
{
	struct block *b = &x->fn->blocks.v[head];
	struct switch_case none = { EXPR_NONE, EXPR_NONE, after };
	bool has_default = false;

	b->case0 = (uint32_t)x->fn->cases.nr;
	for (size_t i = 0; i < x->cases.nr; i++) {
		if (x->case_owner.v[i] != head)
			continue;
		has_default |= x->cases.v[i].value == EXPR_NONE;
		vec__push(&x->fn->cases, x->cases.v[i]);
		b->nr_cases++;
	}
	if (!has_default) {
		vec__push(&x->fn->cases, none);
		b->nr_cases++;
	}
}

static void switch_stmt(struct extract *x, CXCursor c)
{
	uint32_t head, cond, only, after = cfg__new_block(x);
	struct scope saved = x->scope;
	cursor_vec kids;
	struct block *b;

	extract__children(c, &kids);
	if (kids.nr != 2)
		goto out_free;
	cond = extract__expr(x, kids.v[0]);
	head = x->cur;
	cfg__cur(x)->end = END_SWITCH;
	cfg__cur(x)->cond = cond;
	cfg__cur(x)->line = cfg__line(x, c);
	x->scope.brk = after;
	x->scope.brk_open = x->cleanups.nr;
	x->scope.sw = head;
	cfg__start_dead(x);
	cfg__stmt(x, kids.v[1]);
	cfg__jump(x, after);
	x->scope = saved;
	take_cases(x, head, after);
	b = &x->fn->blocks.v[head];
	only = only_case(x, kids.v[0], b);
	if (only != UINT32_MAX) {
		b->end = END_JUMP;
		b->cond = EXPR_NONE;
		b->succ[0] = only;
		b->nr_cases = 0;
	}
	cfg__start(x, after);
out_free:
	vec__exit(&kids);
}

/* `case 1: case 2: …` stand inside each other, hundreds deep in some drivers. */
static void case_stmt(struct extract *x, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	do {
		uint32_t block = cfg__new_block(x);
		struct switch_case sc = { EXPR_NONE, EXPR_NONE, block };
		CXCursor inner = clang_getNullCursor();
		cursor_vec kids;

		extract__children(c, &kids);
		cfg__jump(x, block);
		cfg__start(x, block);
		if (kind == CXCursor_CaseStmt && kids.nr)
			sc.value = extract__expr(x, kids.v[0]);
		if (kind == CXCursor_CaseStmt && kids.nr > 2)
			sc.last = extract__expr(x, kids.v[1]);
		vec__push(&x->cases, sc);
		vec__push(&x->case_owner, x->scope.sw);
		if (kids.nr)
			inner = kids.v[kids.nr - 1];
		vec__exit(&kids);
		c = inner;
		kind = clang_getCursorKind(c);
	} while (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt);
	if (!clang_Cursor_isNull(c))
		cfg__stmt(x, c);
}

static void return_stmt(struct extract *x, CXCursor c)
{
	uint32_t value = EXPR_NONE;
	bool saved = x->noreturn;
	cursor_vec kids;

	extract__children(c, &kids);
	x->noreturn = false;
	if (kids.nr && x->cleanups.nr)
		value = cfg__value_now(x, kids.v[0]);
	else if (kids.nr)
		value = extract__expr(x, kids.v[0]);
	vec__exit(&kids);
	if (x->noreturn && value != EXPR_NONE)
		cfg__push_stmt(x, value);
	cfg__stop_if_noreturn(x, saved);
	cfg__leave_scopes(x, 0);
	if (cfg__cur(x)->end == END_EXIT) {
		cfg__cur(x)->end = END_RETURN;
		cfg__cur(x)->cond = value;
		cfg__cur(x)->line = cfg__line(x, c);
	}
	cfg__start_dead(x);
}

static void compound(struct extract *x, CXCursor c)
{
	size_t open = x->cleanups.nr;
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		cfg__stmt(x, kids.v[i]);
	vec__exit(&kids);
	cfg__close_scopes(x, open);
}

static void leave(struct extract *x, uint32_t to, size_t keep)
{
	if (to != EXPR_NONE) {
		cfg__leave_scopes(x, keep);
		cfg__jump(x, to);
	}
	cfg__start_dead(x);
}

static void expr_stmt(struct extract *x, CXCursor c)
{
	bool saved = x->noreturn;

	if (cfg__unused_value(x, c))
		return;
	x->noreturn = false;
	cfg__push_stmt(x, extract__expr(x, c));
	cfg__stop_if_noreturn(x, saved);
}

static void stmt(struct extract *x, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	switch (kind) {
	case CXCursor_CompoundStmt: compound(x, c); return;
	case CXCursor_DeclStmt: decl_stmt(x, c); return;
	case CXCursor_IfStmt: if_stmt(x, c); return;
	case CXCursor_WhileStmt: cfg__while(x, c); return;
	case CXCursor_DoStmt: cfg__do(x, c); return;
	case CXCursor_ForStmt: cfg__for(x, c); return;
	case CXCursor_SwitchStmt: switch_stmt(x, c); return;
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt: case_stmt(x, c); return;
	case CXCursor_GotoStmt: cfg__goto(x, c); return;
	case CXCursor_IndirectGotoStmt: cfg__computed_goto(x, c); return;
	case CXCursor_LabelStmt: cfg__label(x, c); return;
	case CXCursor_ReturnStmt: return_stmt(x, c); return;
	case CXCursor_GCCAsmStmt:
	case CXCursor_MSAsmStmt: cfg__asm(x, c); return;
	case CXCursor_BreakStmt:
		leave(x, x->scope.brk, x->scope.brk_open);
		return;
	case CXCursor_ContinueStmt:
		leave(x, x->scope.cont, x->scope.cont_open);
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
 * cfg__stmt() - add one statement to the graph
 * @x: the extraction; x->cur is where it goes, and where the next one goes after
 * @c: a statement or expression
 */
void cfg__stmt(struct extract *x, CXCursor c)
{
	if (x->depth >= EXTRACT_MAX_DEPTH) {
		extract__not_judged(x, "nested too deeply");
		return;
	}
	x->depth++;
	stmt(x, c);
	x->depth--;
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
	cfg__start(x, cfg__new_block(x));
	x->last_cleanup = x->last_label = 0;
	cfg__stmt(x, body);
	cfg__finish_jumps(x);
	for (size_t i = 0; i < x->fn->blocks.nr; i++)
		if (x->fn->blocks.v[i].stmt0 == UINT32_MAX)
			x->fn->blocks.v[i].stmt0 = (uint32_t)x->fn->stmts.nr;
}
