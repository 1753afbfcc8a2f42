// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loops that release an array element by element. The whole range counts as
 * released when the loop is entered: what it is shows in the loop's condition.
 * An early way out of such a loop is not among its rounds.
 */
#include <string.h>

#include "cfg.h"
#include "held.h"

static bool dominates(const struct paths *p, uint32_t above, uint32_t b)
{
	if (p->rank[b] == UINT32_MAX)
		return false;
	while (b && b != above)
		b = p->idom[b];
	return b == above;
}

static unsigned int nr_succ(const struct held_run *r, uint32_t b)
{
	const struct block *blk = &r->f->blocks.v[b];

	return blk->end == END_BRANCH ? 2 : blk->end == END_JUMP ? 1 :
	       blk->end == END_SWITCH ? blk->nr_cases : 0;
}

static uint32_t succ(const struct held_run *r, uint32_t b, unsigned int i)
{
	const struct block *blk = &r->f->blocks.v[b];

	return blk->end == END_SWITCH ? r->f->cases.v[blk->case0 + i].block : blk->succ[i];
}

static struct held_loop *loop_at(struct held_run *r, uint32_t head)
{
	struct held_loop *l;

	for (size_t i = 0; i < r->loops.nr; i++)
		if (r->loops.v[i].head == head)
			return &r->loops.v[i];
	l = vec__add(&r->loops);
	l->head = head;
	l->has = xcalloc(r->f->blocks.nr, 1);
	l->has[head] = 1;
	return l;
}

/* All that leads to the block at the end of the loop without passing its head. */
static void fill(struct held_run *r, struct held_loop *l, uint32_t latch)
{
	bool changed = !l->has[latch];

	l->has[latch] = 1;
	while (changed) {
		changed = false;
		for (uint32_t b = 0; b < r->f->blocks.nr; b++) {
			if (l->has[b] || r->paths->rank[b] == UINT32_MAX)
				continue;
			for (unsigned int i = 0; i < nr_succ(r, b); i++) {
				uint32_t to = succ(r, b, i);

				if (to == EXPR_NONE || to == l->head || !l->has[to])
					continue;
				l->has[b] = 1;
				changed = true;
				break;
			}
		}
	}
}

/* The loop in the middle of which a block stands. */
static uint32_t innermost(const struct held_run *r, uint32_t block)
{
	uint32_t best = UINT32_MAX;
	size_t size = SIZE_MAX;

	for (uint32_t i = 0; i < r->loops.nr; i++) {
		size_t n = 0;

		if (!r->loops.v[i].has[block])
			continue;
		for (uint32_t b = 0; b < r->f->blocks.nr; b++)
			n += r->loops.v[i].has[b];
		if (n < size) {
			size = n;
			best = i;
		}
	}
	return best;
}

/* The one value that a variable gets inside a loop. */
static uint32_t value_in(const struct held_run *r, const struct held_loop *l, uint32_t var)
{
	uint32_t found = EXPR_NONE;

	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		const struct expr *e = hold__expr(r, i);
		uint32_t b = r->paths->block_of[i], left;

		if (e->op != EXPR_ASSIGN || b == UINT32_MAX || !l->has[b])
			continue;
		left = hold__strip(r, e->a);
		if (left == EXPR_NONE || hold__expr(r, left)->op != EXPR_VAR ||
		    hold__expr(r, left)->a != var)
			continue;
		if (found != EXPR_NONE || e->sub != ASSIGN_SET)
			return EXPR_NONE;
		found = e->b;
	}
	return found;
}

/* The array[i] that a page is, through casts, a variable and page_folio(). */
static uint32_t element(const struct held_run *r, const struct held_loop *l, uint32_t page)
{
	for (int depth = 0; depth < 6 && page != EXPR_NONE; depth++) {
		const struct expr *e;
		const struct api *api;

		page = hold__strip(r, page);
		if (page == EXPR_NONE)
			break;
		e = hold__expr(r, page);
		if (e->op == EXPR_INDEX)
			return page;
		if (e->op == EXPR_VAR) {
			page = value_in(r, l, e->a);
		} else if (e->op == EXPR_CALL) {
			api = hold__api(r->cache, r->fn, page);
			if (!api || !(api->kinds & API_FLOW) || !e->nr_args)
				return EXPR_NONE;
			page = r->f->args.v[e->arg0];
		} else {
			return EXPR_NONE;
		}
	}
	return EXPR_NONE;
}

/* if (pages[i]) release(pages[i]): the branch right above it, in the loop. */
static bool null_guard(const struct held_run *r, const struct held_loop *l, uint32_t block,
		       uint32_t elem)
{
	uint32_t d = r->paths->idom[block];
	const struct block *blk;
	uint32_t cond;

	if (d == UINT32_MAX || !l->has[d])
		return false;
	blk = &r->f->blocks.v[d];
	if (blk->end != END_BRANCH || blk->cond == EXPR_NONE)
		return false;
	cond = element(r, l, blk->cond);
	return cond != EXPR_NONE && elem != EXPR_NONE &&
	       hold__expr(r, cond)->op == EXPR_INDEX;
}

static bool each_round(const struct held_run *r, const struct held_loop *l, uint32_t block)
{
	for (uint32_t b = 0; b < r->f->blocks.nr; b++) {
		if (!l->has[b] || r->paths->rank[b] == UINT32_MAX)
			continue;
		for (unsigned int i = 0; i < nr_succ(r, b); i++)
			if (succ(r, b, i) == l->head && !dominates(r->paths, block, b))
				return false;
	}
	return true;
}

struct held_index {
	uint32_t var;		/* expression of it */
	bool inside;		/* changed where it is used: pages[i++] */
};

static struct held_index index_of(const struct held_run *r, uint32_t elem)
{
	struct held_index x = { .var = hold__strip(r, hold__expr(r, elem)->b) };
	const struct expr *e;

	if (x.var == EXPR_NONE)
		return x;
	e = hold__expr(r, x.var);
	if (e->op == EXPR_UNARY && e->sub >= UN_PREINC && e->sub <= UN_POSTDEC) {
		x.inside = true;
		x.var = e->a;
	}
	if (x.var != EXPR_NONE && hold__expr(r, x.var)->op != EXPR_VAR)
		x.var = EXPR_NONE;
	return x;
}

static uint32_t released_page(const struct held_run *r, uint32_t call)
{
	const struct expr *e = hold__expr(r, call);
	const struct api *api = hold__api(r->cache, r->fn, call);
	const struct callsite *cs;

	if (api) {
		for (size_t i = 0; i < api->nr_params; i++) {
			const struct api_param *p = &api->params[i];
			int pos;

			if (!(p->marks & PARAM_RELEASES) ||
			    (p->count_index != RULE_COUNT_ONE && p->role != ROLE_PAGE))
				continue;
			pos = program__api_pos(r->p, r->fn, e, api, p);
			return pos < 0 ? EXPR_NONE : r->f->args.v[e->arg0 + (uint32_t)pos];
		}
		return EXPR_NONE;
	}
	cs = hold__callsite(r->cache, r->fn, call);
	for (uint32_t i = 0; cs && cs->nr_targets && i < e->nr_args && i < 4; i++)
		if (hold__helper(r->cache, r->p->targets.v[cs->target0], i).does ==
		    HELPER_RELEASES_ONE)
			return r->f->args.v[e->arg0 + i];
	return EXPR_NONE;
}

static bool in_loop(const struct held_run *r, const struct held_loop *l, uint32_t expr)
{
	return expr != EXPR_NONE && l->has[r->paths->block_of[expr]];
}

static void find_bulks(struct held_run *r)
{
	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		uint32_t block = r->paths->block_of[i], page, loop, elem;
		struct held_bulk b = { .call = i };
		const struct held_loop *l;

		if (hold__expr(r, i)->op != EXPR_CALL || block == UINT32_MAX ||
		    r->paths->rank[block] == UINT32_MAX)
			continue;
		loop = innermost(r, block);
		page = loop == UINT32_MAX ? EXPR_NONE : released_page(r, i);
		if (page == EXPR_NONE)
			continue;
		l = &r->loops.v[loop];
		elem = element(r, l, page);
		if (elem == EXPR_NONE || in_loop(r, l, r->call.expr) ||
		    index_of(r, elem).var == EXPR_NONE)
			continue;
		b.loop = loop;
		b.page = elem;
		b.guarded = null_guard(r, l, block, elem);
		b.doubtful = !b.guarded && !each_round(r, l, block);
		vec__push(&r->bulks, b);
	}
}

/**
 * hold__find_loops() - find the loops of a function and what they release
 * @r: the run, with its paths; gets loops and bulks
 */
void hold__find_loops(struct held_run *r)
{
	for (uint32_t b = 0; b < r->f->blocks.nr; b++) {
		if (r->paths->rank[b] == UINT32_MAX)
			continue;
		for (unsigned int i = 0; i < nr_succ(r, b); i++) {
			uint32_t to = succ(r, b, i);

			if (to != EXPR_NONE && dominates(r->paths, to, b))
				fill(r, loop_at(r, to), b);
		}
	}
	find_bulks(r);
}

/**
 * hold__bulk() - is a release one of a loop's rounds
 * @r: the run
 * @call: the release
 *
 * Return: what is known of it, or NULL.
 */
const struct held_bulk *hold__bulk(const struct held_run *r, uint32_t call)
{
	for (size_t i = 0; i < r->bulks.nr; i++)
		if (r->bulks.v[i].call == call)
			return &r->bulks.v[i];
	return NULL;
}

static bool is_var(const struct held_run *r, uint32_t expr, uint32_t var)
{
	expr = hold__strip(r, expr);
	return expr != EXPR_NONE && hold__expr(r, expr)->op == EXPR_VAR &&
	       hold__expr(r, expr)->a == var;
}

static bool is_step(const struct held_run *r, uint32_t expr, uint32_t var, unsigned int kind)
{
	expr = hold__strip(r, expr);
	return expr != EXPR_NONE && hold__expr(r, expr)->op == EXPR_UNARY &&
	       hold__expr(r, expr)->sub == kind && is_var(r, hold__expr(r, expr)->a, var);
}

/* The condition that ends the loop: at its head, or at its end. */
static uint32_t condition(const struct held_run *r, const struct held_loop *l)
{
	const struct block *b = &r->f->blocks.v[l->head];

	return b->end == END_BRANCH && b->cond != EXPR_NONE ? hold__strip(r, b->cond) : EXPR_NONE;
}

/* From what a loop's condition says to [lo, hi). */
static bool range(struct held_run *r, struct held_state *s, const struct held_loop *l,
		  const struct held_index *x, struct held_range *g)
{
	uint32_t cond = condition(r, l), var = hold__expr(r, x->var)->a, now, bound, other;
	uint32_t zero = terms__const(&r->terms, 0), one = terms__const(&r->terms, 1);
	const struct expr *e;
	unsigned int kind;

	if (cond == EXPR_NONE)
		return false;
	e = hold__expr(r, cond);
	now = hold__peek(r, s, x->var);
	g->lo = zero;
	g->hi = now;
	/* while (i--), while (i) with i counted down */
	if (is_step(r, cond, var, UN_POSTDEC) || (is_var(r, cond, var) && x->inside))
		return true;
	if (e->op != EXPR_BINARY || e->sub < BIN_LT || e->sub > BIN_NE)
		return false;
	/* while (--i >= 0), while (i-- > 0) */
	if (is_step(r, e->a, var, UN_PREDEC) || is_step(r, e->a, var, UN_POSTDEC))
		return true;
	kind = e->sub;
	other = e->b;
	if (!is_var(r, e->a, var)) {
		if (!is_var(r, e->b, var))
			return false;
		other = e->a;
		kind = kind == BIN_LT ? BIN_GT : kind == BIN_LE ? BIN_GE :
		       kind == BIN_GT ? BIN_LT : kind == BIN_GE ? BIN_LE : kind;
	}
	bound = hold__peek(r, s, other);
	switch (kind) {
	case BIN_LT: case BIN_NE: case BIN_LE:
		g->lo = now;
		g->hi = kind == BIN_LE ? terms__add(&r->terms, bound, one) : bound;
		g->is_unsigned = hold__unsigned_compare(r, e->a, e->b);
		return true;
	case BIN_GE:
		g->hi = terms__add(&r->terms, now, one);
		return true;
	default:
		g->hi = x->inside ? now : terms__add(&r->terms, now, one);
		return true;
	}
}

static void enter_bulk(struct held_run *r, struct held_state *s, const struct held_bulk *b)
{
	const struct held_loop *l = &r->loops.v[b->loop];
	struct held_range g = {
		.call = b->call, .lo = NO_TERM, .hi = NO_TERM,
		.guarded = b->guarded, .doubtful = b->doubtful,
	};
	struct held_index x = index_of(r, b->page);

	g.base = hold__peek(r, s, hold__expr(r, b->page)->a);
	if (x.var == EXPR_NONE || !range(r, s, l, &x, &g))
		g.lo = g.hi = NO_TERM;
	hold__release(r, s, g);
}

/**
 * hold__bulk_count() - the variable that says how many a loop releases
 * @r: the run
 * @b: the release in the loop
 *
 * Return: its expression: the bound, or the index that is counted down.
 */
uint32_t hold__bulk_count(const struct held_run *r, const struct held_bulk *b)
{
	struct held_index x = index_of(r, b->page);
	uint32_t cond = condition(r, &r->loops.v[b->loop]);
	const struct expr *e;

	if (x.var == EXPR_NONE || cond == EXPR_NONE)
		return EXPR_NONE;
	e = hold__expr(r, cond);
	if (e->op != EXPR_BINARY || is_step(r, e->a, hold__expr(r, x.var)->a, UN_PREDEC) ||
	    is_step(r, e->a, hold__expr(r, x.var)->a, UN_POSTDEC))
		return x.var;
	return is_var(r, e->a, hold__expr(r, x.var)->a) ? e->b : e->a;
}

/* Does a loop look at elements of the array that the acquire was to fill? */
static bool reads_array(struct held_run *r, struct held_state *s, const struct held_loop *l)
{
	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		const struct expr *e = hold__expr(r, i);
		uint32_t b = r->paths->block_of[i];

		if (e->op == EXPR_INDEX && b != UINT32_MAX && l->has[b] &&
		    hold__peek(r, s, e->a) == s->slots[SLOT_BASE])
			return true;
	}
	return false;
}

/* for (i = 0; i < n; i++) pages[i] where n is an error, taken as unsigned */
static void wild(struct held_run *r, struct held_state *s, const struct held_loop *l)
{
	uint32_t cond = condition(r, l), bound;
	const struct expr *e;
	bool up;

	if (cond == EXPR_NONE || s->status != HELD_NONE || s->got != GOT_ERROR ||
	    s->flags & HELD_CLEARED)
		return;
	e = hold__expr(r, cond);
	up = e->sub == BIN_LT || e->sub == BIN_LE;
	if (e->op != EXPR_BINARY || (!up && e->sub != BIN_GT && e->sub != BIN_GE) ||
	    !hold__unsigned_compare(r, e->a, e->b))
		return;
	bound = hold__peek(r, s, up ? e->b : e->a);
	if (r->terms.v.v[bound].kind == TERM_RESULT && reads_array(r, s, l))
		hold__fault(r, s, FAULT_WILD, cond);
}

/**
 * hold__enter_loop() - a way leads into loops
 * @r: the run
 * @s: the state, changed by what the loops release
 * @from: block that it comes from
 * @to: block that it leads to
 */
void hold__enter_loop(struct held_run *r, struct held_state *s, uint32_t from, uint32_t to)
{
	for (size_t i = 0; i < r->loops.nr; i++)
		if (r->loops.v[i].head == to && !r->loops.v[i].has[from])
			wild(r, s, &r->loops.v[i]);
	for (size_t i = 0; i < r->bulks.nr; i++) {
		const struct held_loop *l = &r->loops.v[r->bulks.v[i].loop];

		if (l->head == to && !l->has[from])
			enter_bulk(r, s, &r->bulks.v[i]);
	}
}

/* A sum or a variable with the acquire's result in it, in one or two steps. */
static bool has_result(const struct held_run *r, uint32_t expr, unsigned int depth)
{
	const struct expr *e;

	if (expr == EXPR_NONE || depth > 8)
		return false;
	if (expr == r->call.expr)
		return true;
	e = hold__expr(r, expr);
	if (e->op == EXPR_CONST || e->op == EXPR_CALL)
		return false;
	if (e->op != EXPR_VAR)
		return has_result(r, e->a, depth + 1) || has_result(r, e->b, depth + 1);
	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		const struct expr *set = hold__expr(r, i);

		if (set->op == EXPR_ASSIGN && set->sub == ASSIGN_SET && is_var(r, set->a, e->a) &&
		    hold__strip(r, set->b) == r->call.expr)
			return true;
	}
	return false;
}

/* Is what a condition reads moved on in the loop by the result, and by nothing else? */
static bool moves(const struct held_run *r, const struct held_loop *l, uint32_t expr)
{
	const struct expr *e;
	bool by_result = false;

	expr = hold__strip(r, expr);
	if (expr == EXPR_NONE)
		return false;
	e = hold__expr(r, expr);
	if (e->op == EXPR_BINARY || (e->op == EXPR_UNARY && e->sub == UN_NOT))
		return moves(r, l, e->a) || (e->op == EXPR_BINARY && moves(r, l, e->b));
	if (e->op != EXPR_VAR)
		return false;
	for (uint32_t i = 0; i < r->f->exprs.nr; i++) {
		const struct expr *set = hold__expr(r, i);
		uint32_t b = r->paths->block_of[i];

		if (b == UINT32_MAX || !l->has[b] || set->a == EXPR_NONE ||
		    (set->op != EXPR_ASSIGN && set->op != EXPR_UNARY) || !is_var(r, set->a, e->a))
			continue;
		if (set->op == EXPR_UNARY && set->sub >= UN_PREINC && set->sub <= UN_POSTDEC)
			return false;
		if (set->op == EXPR_ASSIGN && (!has_result(r, set->b, 0) ||
		    (set->sub == ASSIGN_SET && !place__reads_var(r->f, set->b, e->a))))
			return false;
		by_result |= set->op == EXPR_ASSIGN;
	}
	return by_result;
}

static bool leaves(const struct held_run *r, const struct held_loop *l, uint32_t b)
{
	for (unsigned int i = 0; i < nr_succ(r, b); i++)
		if (succ(r, b, i) != EXPR_NONE && !l->has[succ(r, b, i)])
			return true;
	return false;
}

/**
 * hold__goes_by_result() - does the loop around the acquire end by its result
 * @r: the run
 *
 * Return: true if the condition at its head, or at its end, reads a variable that
 * nothing but the result moves on.
 */
bool hold__goes_by_result(const struct held_run *r)
{
	uint32_t own = r->paths->block_of[r->call.expr];
	uint32_t loop = own == UINT32_MAX ? UINT32_MAX : innermost(r, own);
	const struct held_loop *l;

	if (loop == UINT32_MAX)
		return false;
	l = &r->loops.v[loop];
	for (uint32_t b = 0; b < r->f->blocks.nr; b++) {
		const struct block *blk = &r->f->blocks.v[b];
		bool at_end = b == l->head || blk->succ[0] == l->head || blk->succ[1] == l->head;

		if (l->has[b] && blk->end == END_BRANCH && at_end && leaves(r, l, b) &&
		    moves(r, l, blk->cond))
			return true;
	}
	return false;
}
