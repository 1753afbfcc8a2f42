// SPDX-License-Identifier: GPL-2.0-only
/*
 * Control flow of one function: statements into basic blocks.
 *
 * && and || and ! of a condition are split into branches. A variable with a
 * cleanup attribute gets a call of its function on each way out of its scope.
 * An asm goto may go on behind it or at any of its labels; the condition of that
 * branch is EXPR_UNKNOWN. What no cursor says comes from printed.c, and a function
 * where that is not clear is marked as not judged.
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

/* libclang does not make a pointer type of a type; its spelling will do. */
static uint32_t pointer_to(struct extract *x, uint32_t type)
{
	const char *name = tu_str(x->facts, type);
	char *s = xasprintf("%s%s*", name, str_ends(name, "*") ? "" : " ");
	uint32_t id = strset__add(x->facts->strs, s);

	free(s);
	return id;
}

/* The call that ends the scope of a variable; it stands where the variable does. */
static void cleanup_call(struct extract *x, const struct cleanup *c)
{
	CXCursor decl = extract__fn_decl(x, c->fn);
	uint32_t var, addr, id;

	if (!clang_Cursor_isNull(decl))
		extract__callee(x, decl);
	var = extract__new_expr(x, c->decl, EXPR_VAR);
	x->fn->exprs.v[var].a = c->var;
	x->fn->exprs.v[var].sym = x->fn->vars.v[c->var].name;
	addr = extract__new_expr(x, c->decl, EXPR_ADDR);
	x->fn->exprs.v[addr].a = var;
	x->fn->exprs.v[addr].type = pointer_to(x, x->fn->exprs.v[var].type);
	id = extract__new_expr(x, c->decl, EXPR_CALL);
	x->fn->exprs.v[id].sym = c->fn;
	x->fn->exprs.v[id].type = clang_Cursor_isNull(decl) ? 0 :
		extract__type(x, clang_getCursorResultType(decl));
	extract__set_args(x, id, &addr, 1);
	cfg__push_stmt(x, id);
}

/* On the way out of all scopes but the first @keep; they stay open. */
static void cleanup_calls(struct extract *x, size_t keep)
{
	if (cur(x)->end != END_EXIT)
		return;
	for (size_t i = x->cleanups.nr; i > keep; i--)
		cleanup_call(x, &x->cleanups.v[i - 1]);
}

/**
 * cfg__close_scopes() - end the scopes of variables with a cleanup function
 * @x: the extraction
 * @keep: how many stay open
 */
void cfg__close_scopes(struct extract *x, size_t keep)
{
	cleanup_calls(x, keep);
	x->cleanups.nr = keep;
}

static void copy_open(struct extract *x, cleanup_vec *to)
{
	to->nr = 0;
	for (size_t i = 0; i < x->cleanups.nr; i++)
		vec__push(to, x->cleanups.v[i]);
}

static void open_scope(struct extract *x, CXCursor var, uint32_t idx)
{
	struct cleanup c = {
		.decl = var,
		.var = idx,
		.fn = printed__cleanup(x, var),
		.id = x->last_cleanup + 1,
	};

	if (!c.fn)
		return;
	x->last_cleanup++;
	vec__push(&x->cleanups, c);
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
		open_scope(x, var, idx);
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
	open_scope(x, var, idx);
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

static void branch_on(struct extract *x, uint32_t cond, uint32_t line, uint32_t yes,
		      uint32_t no)
{
	if (cur(x)->end != END_EXIT)
		return;
	cur(x)->line = line;
	cur(x)->cond = cond;
	cur(x)->end = END_BRANCH;
	cur(x)->succ[0] = yes;
	cur(x)->succ[1] = no;
}

static void branch(struct extract *x, CXCursor c, uint32_t yes, uint32_t no);

/* && and ||: the second operand has a block of its own. */
static void branch_two(struct extract *x, CXCursor c, bool both, uint32_t yes, uint32_t no)
{
	uint32_t next = new_block(x);
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr == 2) {
		x->depth++;
		branch(x, kids.v[0], both ? next : yes, both ? no : next);
		x->depth--;
		start(x, next);
		branch(x, kids.v[1], yes, no);
	}
	vec__exit(&kids);
}

/* Kinds that may fold to a constant without being one: sizeof, a comparison … */
static bool may_fold(enum CXCursorKind kind)
{
	return kind == CXCursor_BinaryOperator || kind == CXCursor_UnaryExpr ||
	       kind == CXCursor_UnexposedExpr || kind == CXCursor_CStyleCastExpr ||
	       kind == CXCursor_ConditionalOperator;
}

/* Ends the block at hand with a branch on @c. */
static void branch(struct extract *x, CXCursor c, uint32_t yes, uint32_t no)
{
	enum CXBinaryOperatorKind op;
	enum CXCursorKind kind;
	long long value;
	uint32_t id;

	c = strip_expect(c);
	while (clang_getCursorKind(c) == CXCursor_UnaryOperator &&
	       clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_LNot) {
		uint32_t other = yes;

		c = strip_expect(extract__only_child(c));
		yes = no;
		no = other;
	}
	kind = clang_getCursorKind(c);
	if (x->depth >= EXTRACT_MAX_DEPTH) {
		branch_on(x, extract__expr(x, c), line_of(x, c), yes, no);
		return;
	}
	if (kind == CXCursor_BinaryOperator) {
		op = clang_getCursorBinaryOperatorKind(c);
		if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr) {
			branch_two(x, c, op == CXBinaryOperator_LAnd, yes, no);
			return;
		}
	}
	if (extract__const_value(c, &value) ||
	    (may_fold(kind) && extract__evaluate(c, &value))) {
		jump(x, value ? yes : no);
		return;
	}
	id = extract__expr(x, c);
	if (!x->fn->exprs.v[id].text)
		x->fn->exprs.v[id].text = extract__text(x, c);
	branch_on(x, id, line_of(x, c), yes, no);
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
	x->scope.brk_open = x->scope.cont_open = x->cleanups.nr;
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

struct for_parts {
	CXCursor init, cond, step, body;
};

/* Nobody writes a comparison as the first or last part of a `for`. */
static bool is_test(CXCursor c)
{
	enum CXBinaryOperatorKind op;

	c = extract__strip(c);
	if (clang_getCursorKind(c) != CXCursor_BinaryOperator)
		return false;
	op = clang_getCursorBinaryOperatorKind(c);
	return op >= CXBinaryOperator_LT && op <= CXBinaryOperator_LOr &&
	       op != CXBinaryOperator_And && op != CXBinaryOperator_Xor &&
	       op != CXBinaryOperator_Or;
}

/* enum for_part bits of those that are there; 0 if that can't be told */
static uint32_t which_parts(struct extract *x, CXCursor c, const cursor_vec *kids)
{
	size_t nr = kids->nr - 1;
	uint32_t parts;

	if (!nr)
		return 0;
	if (nr == 3)
		return FOR_INIT | FOR_COND | FOR_STEP;
	if (nr == 1 && is_test(kids->v[0]))
		return FOR_COND;
	if (nr == 2 && is_test(kids->v[0]))
		return FOR_COND | FOR_STEP;
	if (nr == 2 && is_test(kids->v[1]))
		return FOR_INIT | FOR_COND;
	if (printed__for(x, c, &parts) && (size_t)__builtin_popcount(parts) == nr)
		return parts;
	extract__not_judged(x, "which parts a for statement has");
	return nr == 1 ? FOR_COND : FOR_COND | FOR_STEP;
}

static struct for_parts for_parts(struct extract *x, CXCursor c, const cursor_vec *kids)
{
	uint32_t parts = which_parts(x, c, kids);
	CXCursor none = clang_getNullCursor();
	struct for_parts p = { none, none, none, kids->v[kids->nr - 1] };
	size_t i = 0;

	if (parts & FOR_INIT)
		p.init = kids->v[i++];
	if (parts & FOR_COND)
		p.cond = kids->v[i++];
	if (parts & FOR_STEP)
		p.step = kids->v[i++];
	return p;
}

static void for_stmt(struct extract *x, CXCursor c)
{
	uint32_t head, body, step, after = new_block(x);
	size_t open = x->cleanups.nr;
	struct for_parts p;
	cursor_vec kids;

	extract__children(c, &kids);
	if (!kids.nr) {
		vec__exit(&kids);
		return;
	}
	p = for_parts(x, c, &kids);
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
	cfg__close_scopes(x, open);
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
	x->scope.brk_open = x->cleanups.nr;
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

/* `case 1: case 2: …` stand inside each other, hundreds deep in some drivers. */
static void case_stmt(struct extract *x, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	do {
		uint32_t block = new_block(x);
		struct switch_case sc = { EXPR_NONE, block };
		CXCursor inner = clang_getNullCursor();
		cursor_vec kids;

		extract__children(c, &kids);
		jump(x, block);
		start(x, block);
		if (kind == CXCursor_CaseStmt && kids.nr)
			sc.value = extract__expr(x, kids.v[0]);
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

/* The entry of a label; jumps to it may come before it. */
static struct label *label_of(struct extract *x, CXCursor stmt)
{
	/* a LabelStmt cursor and the cursor that a LabelRef refers to share
	 * the statement pointer */
	uint64_t key = (uint64_t)(uintptr_t)stmt.data[1];
	struct label *l;

	for (size_t i = 0; i < x->labels.nr; i++)
		if (x->labels.v[i].key == key)
			return &x->labels.v[i];
	l = vec__add(&x->labels);
	l->key = key;
	l->block = new_block(x);
	return l;
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

/* A block for a jump that is finished at the end of the function. */
static uint32_t add_pending(struct extract *x, uint64_t key, uint32_t name)
{
	struct pending p = { .block = new_block(x), .key = key, .name = name };

	copy_open(x, &p.open);
	vec__push(&x->pending, p);
	return p.block;
}

static void goto_stmt(struct extract *x, CXCursor c)
{
	CXCursor target = label_ref(c);

	cur(x)->line = line_of(x, c);
	if (clang_Cursor_isNull(target))
		extract__not_judged(x, "computed goto");
	else if (x->cleanups.nr)
		jump(x, add_pending(x, label_of(x, target)->key, 0));
	else
		jump(x, label_of(x, target)->block);
	start_dead(x);
}

static void label_stmt(struct extract *x, CXCursor c)
{
	struct label *l = label_of(x, c);
	uint32_t block = l->block;
	cursor_vec kids;

	l->name = extract__str(x, clang_getCursorSpelling(c));
	copy_open(x, &l->open);
	jump(x, block);
	/* a label in a loop that is jumped to from outside it */
	x->fn->blocks.v[block].loop = x->loop;
	start(x, block);
	extract__children(c, &kids);
	if (kids.nr)
		cfg__stmt(x, kids.v[kids.nr - 1]);
	vec__exit(&kids);
}

static const struct label *pending_label(struct extract *x, const struct pending *p)
{
	for (size_t i = 0; i < x->labels.nr; i++)
		if (p->key ? x->labels.v[i].key == p->key : x->labels.v[i].name == p->name)
			return &x->labels.v[i];
	return NULL;
}

/* Leaves the scopes that are not around the label too. */
static void finish_jump(struct extract *x, const struct pending *p)
{
	const struct label *l = pending_label(x, p);
	size_t common = 0;

	if (!l) {
		extract__not_judged(x, "asm goto");
		return;
	}
	while (common < p->open.nr && common < l->open.nr &&
	       p->open.v[common].id == l->open.v[common].id)
		common++;
	start(x, p->block);
	for (size_t i = p->open.nr; i > common; i--)
		cleanup_call(x, &p->open.v[i - 1]);
	jump(x, l->block);
}

static void finish_jumps(struct extract *x)
{
	for (size_t i = 0; i < x->pending.nr; i++) {
		finish_jump(x, &x->pending.v[i]);
		vec__exit(&x->pending.v[i].open);
	}
	for (size_t i = 0; i < x->labels.nr; i++)
		vec__exit(&x->labels.v[i].open);
	vec__exit(&x->pending);
	vec__exit(&x->labels);
	vec__exit(&x->cleanups);
}

static void return_stmt(struct extract *x, CXCursor c)
{
	uint32_t value = EXPR_NONE;
	cursor_vec kids;

	extract__children(c, &kids);
	if (kids.nr)
		value = extract__expr(x, kids.v[0]);
	vec__exit(&kids);
	cleanup_calls(x, 0);
	if (cur(x)->end == END_EXIT) {
		cur(x)->end = END_RETURN;
		cur(x)->cond = value;
		cur(x)->line = line_of(x, c);
	}
	start_dead(x);
}

/* An asm may go to each of "a, b", or on. */
static void asm_labels(struct extract *x, CXCursor c, const char *names)
{
	while (*names) {
		size_t n = strspn(names, " ,"), len = strcspn(names + n, " ,");
		uint32_t to, next, cond;

		names += n + len;
		if (!len)
			continue;
		to = add_pending(x, 0, strset__addn(x->facts->strs, names - len, len));
		next = new_block(x);
		cond = extract__new_expr(x, c, EXPR_UNKNOWN);
		branch_on(x, cond, line_of(x, c), to, next);
		start(x, next);
	}
}

static void asm_stmt(struct extract *x, CXCursor c)
{
	uint32_t labels;
	cursor_vec kids;

	extract__children(c, &kids);
	for (size_t i = 0; i < kids.nr; i++)
		if (clang_isExpression(clang_getCursorKind(kids.v[i])))
			cfg__push_stmt(x, extract__expr(x, kids.v[i]));
	vec__exit(&kids);
	if (!printed__asm_labels(x, c, &labels))
		extract__not_judged(x, "asm goto");
	else if (labels)
		asm_labels(x, c, strset__str(x->facts->strs, labels));
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
		cleanup_calls(x, keep);
		jump(x, to);
	}
	start_dead(x);
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

static void stmt(struct extract *x, CXCursor c)
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
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt: case_stmt(x, c); return;
	case CXCursor_GotoStmt:
	case CXCursor_IndirectGotoStmt: goto_stmt(x, c); return;
	case CXCursor_LabelStmt: label_stmt(x, c); return;
	case CXCursor_ReturnStmt: return_stmt(x, c); return;
	case CXCursor_GCCAsmStmt:
	case CXCursor_MSAsmStmt: asm_stmt(x, c); return;
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
	start(x, new_block(x));
	x->last_cleanup = 0;
	cfg__stmt(x, body);
	finish_jumps(x);
	for (size_t i = 0; i < x->fn->blocks.nr; i++)
		if (x->fn->blocks.v[i].stmt0 == UINT32_MAX)
			x->fn->blocks.v[i].stmt0 = (uint32_t)x->fn->stmts.nr;
}
