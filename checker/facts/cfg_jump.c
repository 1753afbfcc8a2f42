// SPDX-License-Identifier: GPL-2.0-only
/*
 * Jumps to labels: goto, asm goto, computed goto.
 *
 * An asm goto may go on behind it or at any of its labels; the condition of that
 * branch is EXPR_UNKNOWN. A computed goto may go to each label whose address is
 * taken in the function. A jump out of a scope with a cleanup function, or to
 * a label that is known by name alone, is finished when the function was read.
 */
#include <string.h>

#include "cfg_priv.h"

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
	l->block = cfg__new_block(x);
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
	struct pending p = {
		.block = cfg__new_block(x),
		.key = key,
		.name = name,
		.after = x->last_label,
	};

	cfg__copy_scopes(x, &p.open);
	vec__push(&x->pending, p);
	return p.block;
}

/**
 * cfg__goto() - a goto
 * @x: the extraction
 * @c: the statement
 */
void cfg__goto(struct extract *x, CXCursor c)
{
	CXCursor target = label_ref(c);

	cfg__cur(x)->line = cfg__line(x, c);
	if (clang_Cursor_isNull(target))
		extract__not_judged(x, "goto without a label");
	else if (x->cleanups.nr)
		cfg__jump(x, add_pending(x, label_of(x, target)->key, 0));
	else
		cfg__jump(x, label_of(x, target)->block);
	cfg__start_dead(x);
}

struct addressed {
	struct extract *x;
	uint32_t block;		/* that ends in the jump */
	VEC(struct switch_case) to;
};

static enum CXChildVisitResult add_addressed(CXCursor c, CXCursor parent, CXClientData data)
{
	struct addressed *a = data;
	struct switch_case sc = { EXPR_NONE, EXPR_NONE, 0 };
	CXCursor target;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_AddrLabelExpr)
		return CXChildVisit_Recurse;
	target = label_ref(c);
	if (clang_Cursor_isNull(target))
		return CXChildVisit_Recurse;
	sc.block = a->x->cleanups.nr ? add_pending(a->x, label_of(a->x, target)->key, 0) :
		   label_of(a->x, target)->block;
	for (size_t i = 0; i < a->to.nr; i++)
		if (a->to.v[i].block == sc.block)
			return CXChildVisit_Recurse;
	vec__push(&a->to, sc);
	return CXChildVisit_Recurse;
}

/**
 * cfg__computed_goto() - goto *p
 * @x: the extraction
 * @c: the statement
 *
 * It is a switch whose cases have no value, one for each label with an address.
 */
void cfg__computed_goto(struct extract *x, CXCursor c)
{
	CXCursor value = extract__only_child(c);
	struct addressed a = { .x = x };
	uint32_t cond;

	if (clang_Cursor_isNull(value)) {
		extract__not_judged(x, "computed goto");
		cfg__start_dead(x);
		return;
	}
	cond = extract__expr(x, value);
	clang_visitChildren(x->decl, add_addressed, &a);
	if (!a.to.nr)
		extract__not_judged(x, "computed goto");
	cfg__cur(x)->line = cfg__line(x, c);
	cfg__cur(x)->cond = cond;
	cfg__cur(x)->end = END_SWITCH;
	cfg__cur(x)->case0 = (uint32_t)x->fn->cases.nr;
	cfg__cur(x)->nr_cases = (uint32_t)a.to.nr;
	for (size_t i = 0; i < a.to.nr; i++)
		vec__push(&x->fn->cases, a.to.v[i]);
	vec__exit(&a.to);
	cfg__start_dead(x);
}

/**
 * cfg__label() - a label and its statement
 * @x: the extraction
 * @c: the statement
 */
void cfg__label(struct extract *x, CXCursor c)
{
	struct label *l = label_of(x, c);
	uint32_t block = l->block;
	cursor_vec kids;

	l->name = extract__str(x, clang_getCursorSpelling(c));
	l->nr = ++x->last_label;
	cfg__copy_scopes(x, &l->open);
	cfg__jump(x, block);
	/* a label in a loop that is jumped to from outside it */
	x->fn->blocks.v[block].loop = x->loop;
	cfg__start(x, block);
	extract__children(c, &kids);
	if (kids.nr)
		cfg__stmt(x, kids.v[kids.nr - 1]);
	vec__exit(&kids);
}

/*
 * By name: labels of statement expressions may share one, then it is the next
 * behind the jump.
 */
static const struct label *pending_label(struct extract *x, const struct pending *p)
{
	const struct label *found = NULL;

	for (size_t i = 0; i < x->labels.nr; i++) {
		const struct label *l = &x->labels.v[i];

		if (p->key && l->key == p->key)
			return l;
		if (p->key || l->name != p->name)
			continue;
		if (!found || (l->nr > p->after && (found->nr <= p->after || l->nr < found->nr)))
			found = l;
	}
	return found;
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
	cfg__start(x, p->block);
	for (size_t i = p->open.nr; i > common; i--)
		cfg__cleanup_call(x, &p->open.v[i - 1]);
	cfg__jump(x, l->block);
}

/**
 * cfg__finish_jumps() - let the jumps that wait go to their labels
 * @x: the extraction; all of the function was read
 */
void cfg__finish_jumps(struct extract *x)
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
		next = cfg__new_block(x);
		cond = extract__new_expr(x, c, EXPR_UNKNOWN);
		cfg__branch_on(x, cond, cfg__line(x, c), to, next);
		cfg__start(x, next);
	}
}

/**
 * cfg__asm() - an asm statement
 * @x: the extraction
 * @c: the statement
 */
void cfg__asm(struct extract *x, CXCursor c)
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
