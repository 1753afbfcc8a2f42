// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a call does to the pages: the acquire itself, releases, calls that keep
 * them, frees of the array, helpers of the program.
 */
#include <string.h>

#include "held.h"

struct call {
	uint32_t id;
	const struct expr *e;
	const struct api *api;
	uint32_t term[API_MAX_PARAMS];	/* of the arguments */
	uint32_t nr;
};

static uint32_t arg_of(const struct held_run *r, const struct call *c, uint32_t i)
{
	return r->f->args.v[c->e->arg0 + i];
}

/* The pages go elsewhere in this round of the loops around it. */
static void mark_loops(struct held_run *r)
{
	for (size_t i = 0; i < r->loops.nr && !r->pure; i++)
		r->loops.v[i].hands_on |= r->loops.v[i].has[r->block];
}

/**
 * hold__hands_on() - the pages go where they can't be followed
 * @r: the run
 * @s: the state, changed
 */
void hold__hands_on(struct held_run *r, struct held_state *s)
{
	if (r->pure)
		return;
	mark_loops(r);
	s->status = HELD_UNSURE;
}

/**
 * hold__stored() - a value is put into a place
 * @r: the run
 * @s: the state, changed if the value is of the pages
 * @term: the value
 * @local: the place is gone when the function returns
 */
void hold__stored(struct held_run *r, struct held_state *s, uint32_t term, bool local)
{
	if (r->pure || local || s->status != HELD_SOME || !hold__is_page(r, s, term))
		return;
	if (term == s->slots[SLOT_BASE] && r->call.result != RESULT_PAGE)
		s->flags |= HELD_KEPT;
	else if (r->terms.v.v[term].kind != TERM_OP || r->terms.v.v[term].op == BIN_ADD ||
		 r->terms.v.v[term].op == BIN_OTHER)
		hold__hands_on(r, s);
}

/* Another call fills the array that is held. */
static void other_acquire(struct held_run *r, struct held_state *s, const struct call *c)
{
	for (size_t i = 0; i < c->api->nr_params; i++) {
		const struct api_param *p = &c->api->params[i];
		int pos;

		if (!(p->marks & PARAM_ACQUIRES) || p->index == RULE_RETURN)
			continue;
		pos = program__api_pos(r->p, r->fn, c->e, c->api, p);
		if (pos >= 0 && (uint32_t)pos < c->nr && s->status != HELD_BEFORE &&
		    hold__is_page(r, s, c->term[pos]))
			s->status = HELD_UNSURE;
	}
}

static uint32_t asked_for(struct held_run *r, const struct call *c)
{
	if (r->call.want > 0)
		return terms__const(&r->terms, r->call.want);
	if (r->call.count < 0 || (uint32_t)r->call.count >= c->nr)
		return r->call.count == -1 ? terms__const(&r->terms, 1) : NO_TERM;
	return c->term[r->call.count];
}

/* The array that gets the pages, and the index of the first. */
static uint32_t base_of(struct held_run *r, struct held_state *s, const struct call *c,
			uint32_t *ret_lo)
{
	uint32_t t = c->term[r->call.pages];
	const struct term *x = &r->terms.v.v[t];

	*ret_lo = terms__const(&r->terms, 0);
	if (r->call.by_pointer && x->kind == TERM_ADDR && !r->cells.v[x->a].array) {
		uint32_t cell = x->a, *slot = &s->slots[SLOT_CELLS + cell];
		int32_t k;

		/* allocated by the call unless there is one */
		if (*slot == NO_TERM || (terms__is_const(&r->terms, *slot, &k) && !k))
			hold__set(r, s, cell, state__fresh(r, s, c->id, 2), c->id);
		return s->slots[SLOT_CELLS + cell];
	}
	if (r->call.by_pointer)
		return NO_TERM;
	if (x->kind == TERM_OP && x->op == BIN_ADD) {
		*ret_lo = x->b;
		return x->a;
	}
	return t;
}

/* The result itself is what is acquired. */
static bool is_single(const struct held_run *r)
{
	return r->call.result == RESULT_PAGE || r->call.result == RESULT_ARRAY;
}

/* All of a number that stands there: then the result is that number. */
static bool gives_number(const struct held_run *r, const struct held_state *s)
{
	int32_t want;

	return s->got == GOT_ALL && r->call.result == RESULT_COUNT &&
	       terms__is_const(&r->terms, s->slots[SLOT_WANT], &want);
}

static void got_pages(struct held_run *r, struct held_state *s, const struct call *c,
		      uint32_t base, uint32_t lo)
{
	uint32_t result = terms__get(&r->terms, TERM_RESULT, 0, 0, 0);
	uint32_t nr = s->got == GOT_ALL_ZERO || gives_number(r, s) ? s->slots[SLOT_WANT] : result;
	bool again = s->status == HELD_SOME;

	if (r->call.result == RESULT_PAGE)
		nr = terms__const(&r->terms, 1);
	if (r->call.result == RESULT_BYTES || r->call.result == RESULT_ARRAY ||
	    s->got == GOT_PART_ERROR)
		nr = NO_TERM;
	if (r->call.result == RESULT_BOOL)
		nr = terms__const(&r->terms, 1);
	if (base == NO_TERM || s->status == HELD_UNSURE) {
		s->status = HELD_UNSURE;
	} else {
		if (!again)
			s->slots[SLOT_LO] = lo;
		s->flags = again ? s->flags | HELD_AGAIN : s->flags & (uint8_t)~HELD_FREED;
		s->status = HELD_SOME;
		s->slots[SLOT_BASE] = base;
		s->slots[SLOT_HI] = terms__add(&r->terms, lo, nr);
	}
	/* `&page`: what is in it is the page */
	if (base != NO_TERM && r->terms.v.v[base].kind == TERM_ADDR &&
	    !r->cells.v[r->terms.v.v[base].a].array)
		hold__set(r, s, r->terms.v.v[base].a,
			  terms__get(&r->terms, TERM_ELEM, 0, base,
				     terms__const(&r->terms, 0)), c->id);
}

static uint32_t acquire(struct held_run *r, struct held_state *s, const struct call *c)
{
	uint32_t result = terms__get(&r->terms, TERM_RESULT, 0, 0, 0);
	uint32_t base = result, lo = terms__const(&r->terms, 0);
	uint32_t args = terms__get(&r->terms, TERM_CONST, 0,
				   (uint32_t)hash64(c->term, c->nr * sizeof(c->term[0]), 9),
				   TERM_HASH);
	int32_t want;

	if (r->pure)
		return terms__get(&r->terms, TERM_SOME, 0, c->id, 0);
	if (!is_single(r))
		base = base_of(r, s, c, &lo);
	/* none before, and nothing that is asked for has changed since */
	if (s->got == GOT_NONE && s->slots[SLOT_ARGS] == args && s->status != HELD_BEFORE &&
	    r->call.result == RESULT_COUNT && r->call.api && hold__goes_by_result(r))
		hold__fault(r, s, FAULT_NO_END, c->id);
	s->got = s->pending;
	if (s->got == GOT_NONE && r->call.outcomes & GOT_ERROR)
		s->flags |= HELD_ODD;
	s->slots[SLOT_ARGS] = args;
	s->slots[SLOT_WANT] = asked_for(r, c);
	state__refine(r, s, s->slots[SLOT_WANT], POS);
	/* fewer than one is none */
	if (s->got == GOT_PART && terms__is_const(&r->terms, s->slots[SLOT_WANT], &want) &&
	    want <= 1)
		s->pending = 0;
	state__trace(r, s, TRACE_ACQUIRE, c->id, s->got);
	if (s->status == HELD_DONE)
		s->flags |= HELD_AGAIN;
	/* refilled while it holds pages: they went somewhere */
	if (s->status == HELD_SOME && (base != s->slots[SLOT_BASE] || lo != s->slots[SLOT_HI]))
		s->status = HELD_UNSURE;
	if (s->status != HELD_SOME)
		state__forget_elements(r, s, base, c->id);
	if (s->got & (GOT_PART | GOT_ALL | GOT_ALL_ZERO | GOT_PART_ERROR)) {
		got_pages(r, s, c, base, lo);
	} else if (s->status == HELD_BEFORE || s->status == HELD_DONE) {
		s->status = HELD_NONE;
		s->slots[SLOT_BASE] = base;
		s->slots[SLOT_LO] = s->slots[SLOT_HI] = lo;
	}
	if (s->got == GOT_NONE && !is_single(r))
		return terms__const(&r->terms, 0);
	return gives_number(r, s) ? s->slots[SLOT_WANT] : result;
}

/* The count of a release, as its parameter is declared. */
static bool unsigned_param(const struct held_run *r, const struct call *c, int pos)
{
	for (size_t i = 0; i < r->tu->callees.nr; i++) {
		const struct callee *k = &r->tu->callees.v[i];

		if (k->name == c->e->sym && (uint32_t)pos < k->nr_params)
			return str_starts(hold__str(r, r->tu->callee_params.v[
						    k->param0 + (uint32_t)pos].type), "unsigned");
	}
	return false;
}

static void release(struct held_run *r, struct held_state *s, const struct call *c,
		    const struct api_param *p, int pos)
{
	struct held_range g = { .call = c->id, .base = c->term[pos], .lo = NO_TERM,
				.hi = NO_TERM, .is_call = true };
	int count;

	if (p->count_index == RULE_COUNT_ONE) {
		g.lo = terms__const(&r->terms, 0);
		g.hi = terms__const(&r->terms, 1);
		g.is_call = false;
	} else if (p->count_index < API_MAX_PARAMS && p->role != ROLE_PAGE) {
		count = program__api_pos(r->p, r->fn, c->e, c->api,
					 &c->api->params[p->count_index]);
		if (count >= 0 && (uint32_t)count < c->nr) {
			g.lo = terms__const(&r->terms, 0);
			g.hi = c->term[count];
			g.is_unsigned = unsigned_param(r, c, count);
		}
	}
	if (hold__bulk(r, c->id))
		return;		/* counted when the loop was entered */
	if (g.is_call && hold__expr(r, hold__strip(r, arg_of(r, c, (uint32_t)pos)))->op == EXPR_VAR)
		hold__no_array(r, s, &g);
	hold__release(r, s, g);
}

static bool keeps(enum use use)
{
	return use == USE_SG || use == USE_BIO || use == USE_SKB || use == USE_VMAP ||
	       use == USE_PHYS || use == USE_MAP;
}

/* In a container, unless the call failed. */
static void contained(struct held_run *r, const struct held_state *s, const struct call *c)
{
	mark_loops(r);
	if (s->status == HELD_SOME)
		r->put_in = c->id;
}

static void by_rule(struct held_run *r, struct held_state *s, const struct call *c)
{
	if (c->api->kinds & API_ACQUIRE)
		other_acquire(r, s, c);
	for (size_t i = 0; i < c->api->nr_params; i++) {
		const struct api_param *p = &c->api->params[i];
		int pos;

		if (p->index == RULE_RETURN)
			continue;
		pos = program__api_pos(r->p, r->fn, c->e, c->api, p);
		if (pos < 0 || (uint32_t)pos >= c->nr)
			continue;
		if (p->marks & PARAM_RELEASES)
			release(r, s, c, p, pos);
		if (!hold__carries(r, s, c->term[pos]) || s->status != HELD_SOME)
			continue;
		if (p->marks & (PARAM_HANDOVER | PARAM_TAKES_REF))
			hold__hands_on(r, s);
		else if (p->marks & PARAM_USED && keeps(p->use))
			contained(r, s, c);
		else if (p->role == ROLE_SOURCE && !rules__return(c->api))
			contained(r, s, c);
	}
}

/* The page itself, by another name: page_folio(), page_to_pfn(). */
static uint32_t same_page(struct held_run *r, struct held_state *s, const struct call *c)
{
	if (!(c->api->kinds & API_FLOW) || !rules__return(c->api))
		return NO_TERM;
	for (size_t i = 0; i < c->api->nr_params; i++) {
		const struct api_param *p = &c->api->params[i];
		int pos = p->role == ROLE_SOURCE && p->index != RULE_RETURN ?
			  program__api_pos(r->p, r->fn, c->e, c->api, p) : -1;

		if (pos >= 0 && (uint32_t)pos < c->nr && hold__is_page(r, s, c->term[pos]))
			return c->term[pos];
	}
	return NO_TERM;
}

static bool gives_address(enum use use)
{
	return use == USE_ADDRESS || use == USE_PHYS || use == USE_KMAP || use == USE_VMAP;
}

/* An address of the page's data: whoever has it has the page. */
static uint32_t address_of(struct held_run *r, struct held_state *s, const struct call *c)
{
	for (size_t i = 0; i < c->api->nr_params; i++) {
		const struct api_param *p = &c->api->params[i];
		int pos = p->marks & PARAM_USED && p->index != RULE_RETURN && gives_address(p->use) ?
			  program__api_pos(r->p, r->fn, c->e, c->api, p) : -1;

		if (pos >= 0 && (uint32_t)pos < c->nr && hold__is_page(r, s, c->term[pos]))
			return terms__op(&r->terms, BIN_OTHER, c->term[pos],
					 terms__const(&r->terms, p->use));
	}
	return NO_TERM;
}

/* What a call of a rule gives, if that is known. */
static uint32_t value_of(struct held_run *r, struct held_state *s, const struct call *c)
{
	uint32_t t = same_page(r, s, c);

	if (t == NO_TERM)
		t = address_of(r, s, c);
	if (t == NO_TERM && c->api->gives_error && c->nr && state__sign(r, s, c->term[0]) & NEG) {
		t = c->term[0];
		state__refine(r, s, t, NEG);
	}
	return t;
}

/* The memory of the array is gone, and what it is a member of. */
static void freed(struct held_run *r, struct held_state *s, const struct call *c)
{
	uint32_t base = s->slots[SLOT_BASE];

	if (!c->nr || s->status != HELD_SOME || r->pure)
		return;
	if (c->term[0] == base) {
		state__trace(r, s, TRACE_FREE, c->id, 0);
		s->flags |= HELD_FREED;
		return;
	}
	for (uint32_t i = 0; i < r->cells.nr; i++) {
		const struct cell *k = &r->cells.v[i];

		if (!k->local && k->kind == EXPR_MEMBER && k->arrow &&
		    s->slots[SLOT_CELLS + k->base] == c->term[0] &&
		    s->slots[SLOT_CELLS + i] == base)
			s->slots[SLOT_CELLS + i] = NO_TERM;
	}
}

/* What a helper does with the pages that are passed to it. */
static void helper_arg(struct held_run *r, struct held_state *s, const struct call *c,
		       uint32_t target, uint32_t i)
{
	struct helper h = hold__helper(r->cache, target, i);
	struct held_range g = { .call = c->id, .base = c->term[i], .lo = NO_TERM,
				.hi = NO_TERM, .is_call = true, .guarded = h.guarded };

	/* the place of a page, such as of a variable with a cleanup: NULL may be left out */
	if (r->terms.v.v[c->term[i]].kind == TERM_ADDR &&
	    !r->cells.v[r->terms.v.v[c->term[i]].a].array)
		g.guarded = g.doubtful = true;
	/* a struct with a page in it */
	if (h.does != HELPER_NOTHING && !hold__is_page(r, s, c->term[i]))
		h.does = HELPER_KEEPS;
	switch (h.does) {
	case HELPER_KEEPS:
		if (s->status == HELD_SOME)
			hold__hands_on(r, s);
		return;
	case HELPER_RELEASES_ONE:
		g.lo = terms__const(&r->terms, 0);
		g.hi = terms__const(&r->terms, 1);
		g.is_call = false;
		break;
	case HELPER_RELEASES:
		if (h.count >= 0 && (uint32_t)h.count < c->nr) {
			g.lo = terms__const(&r->terms, 0);
			g.hi = c->term[h.count];
			g.is_unsigned = h.is_unsigned;
		}
		g.doubtful |= g.hi == NO_TERM;
		break;
	default:
		return;
	}
	if (!hold__bulk(r, c->id))
		hold__release(r, s, g);
}

/* A function that looks at the pages, and is told how many: what it gives depends on it. */
static bool depends_on_count(const struct held_run *r, const struct held_state *s,
			     const struct call *c, uint32_t target)
{
	bool count = false, pages = false;

	for (uint32_t i = 0; i < c->nr; i++) {
		count |= r->terms.v.v[c->term[i]].kind == TERM_RESULT;
		pages |= hold__is_page(r, s, c->term[i]) &&
			 hold__helper(r->cache, target, i).does != HELPER_RELEASES;
	}
	return count && pages;
}

static void by_helper(struct held_run *r, struct held_state *s, const struct call *c,
		      const struct callsite *cs)
{
	for (uint32_t k = 0; k < cs->nr_targets; k++) {
		uint32_t target = r->p->targets.v[cs->target0 + k];

		for (uint32_t i = 0; i < c->nr; i++) {
			hold__member_release(r, s, c->id, target, i, c->term[i]);
			if (hold__carries(r, s, c->term[i]))
				helper_arg(r, s, c, target, i);
		}
		if (s->status == HELD_NONE && depends_on_count(r, s, c, target))
			s->flags |= HELD_CLEARED;
		if (s->status == HELD_SOME && !hold__out_of_reach(r, s) &&
		    hold__reaches_release(r->cache, r->call.acquire, target))
			s->status = HELD_UNSURE;
		for (uint32_t i = 0; i < r->cells.nr && !r->pure; i++) {
			const struct cell *m = &r->cells.v[i];

			if (m->kind == EXPR_MEMBER && !m->local &&
			    hold__assigns(r->cache, target,
					  program__global_id(r->p, r->fn, m->rec),
					  program__global_id(r->p, r->fn, m->sym)))
				s->slots[SLOT_CELLS + i] = state__fresh(r, s, c->id, i + 3);
		}
	}
}

/* An address of a page's data, and not the page: address_of(). */
static bool is_address(const struct held_run *r, uint32_t term)
{
	const struct term *t = &r->terms.v.v[term];

	if (t->kind == TERM_OP && t->op == BIN_ADD)
		return is_address(r, t->a);
	return t->kind == TERM_OP && t->op == BIN_OTHER;
}

/*
 * Handed to code that is not at hand. Who gets but an address can't release; one
 * that keeps it does so unless it fails.
 */
static void unknown(struct held_run *r, struct held_state *s, const struct call *c)
{
	const char *type = hold__str(r, c->e->type);
	uint32_t kind = 0;
	bool any = false, address = true;

	for (uint32_t i = 0; i < c->nr; i++) {
		if (!hold__carries(r, s, c->term[i]))
			continue;
		any = true;
		address &= is_address(r, c->term[i]);
	}
	if (!any || s->status != HELD_SOME)
		return;
	hmap__find(&r->cache->escapes, (uint64_t)r->fn << 32 | (c->id + 1), &kind);
	if (address && (!strcmp(type, "int") || !strcmp(type, "long")))
		contained(r, s, c);
	else if (kind != EVENT_CORE + 1)
		hold__hands_on(r, s);
}

/* What is passed by its address may be changed. */
static void out_params(struct held_run *r, struct held_state *s, const struct call *c)
{
	for (uint32_t i = 0; i < c->nr && !r->pure; i++) {
		const struct term *t = &r->terms.v.v[c->term[i]];
		uint32_t cell = t->a;

		if (t->kind != TERM_ADDR || r->cells.v[cell].array ||
		    c->term[i] == s->slots[SLOT_BASE])
			continue;
		hold__set(r, s, cell, state__fresh(r, s, c->id, 1000 + cell), c->id);
		for (uint32_t k = 0; k < r->cells.nr; k++)
			if (cells__below(r, k, cell) && !r->cells.v[k].array)
				s->slots[SLOT_CELLS + k] = state__fresh(r, s, c->id, 1000 + k);
	}
}

static bool is_memory_free(const struct api *api)
{
	return api->kinds & API_OPAQUE && api->frees;
}

/* What a call gives; pages that it put into something are there if it says so. */
static uint32_t given(struct held_run *r, struct held_state *s, uint32_t expr)
{
	uint32_t t = state__fresh(r, s, expr, 0);

	if (r->put_in == expr && !r->pure) {
		s->slots[SLOT_IN] = t;
		r->put_in = EXPR_NONE;
	}
	return t;
}

/**
 * hold__call() - evaluate a call
 * @r: the run
 * @s: the state, changed
 * @expr: the call
 *
 * Return: what it gives.
 */
uint32_t hold__call(struct held_run *r, struct held_state *s, uint32_t expr)
{
	struct call c = { .id = expr, .e = hold__expr(r, expr) };
	const struct callsite *cs = hold__callsite(r->cache, r->fn, expr);
	uint32_t same;

	c.api = hold__api(r->cache, r->fn, expr);
	if (!c.e->sym && c.e->a != EXPR_NONE)
		hold__eval(r, s, c.e->a);
	/* what it gave before is something else now */
	if (expr == r->call.expr && !r->pure)
		state__forget(r, s, terms__get(&r->terms, TERM_RESULT, 0, 0, 0), expr);
	for (uint32_t i = 0; i < c.e->nr_args; i++) {
		uint32_t t = hold__eval(r, s, arg_of(r, &c, i));

		if (c.nr < API_MAX_PARAMS)
			c.term[c.nr++] = t;
	}
	if (expr == r->call.expr)
		return acquire(r, s, &c);
	r->put_in = EXPR_NONE;
	if (r->pure) {
		same = c.api ? value_of(r, s, &c) : NO_TERM;
		return same != NO_TERM ? same : state__fresh(r, s, expr, 0);
	}
	if (c.api) {
		by_rule(r, s, &c);
		if (is_memory_free(c.api))
			freed(r, s, &c);
		same = value_of(r, s, &c);
		if (same != NO_TERM) {
			given(r, s, expr);
			return same;
		}
		if (!(c.api->kinds & (API_OPAQUE | API_RELEASE | API_DIRTY)))
			out_params(r, s, &c);
		return given(r, s, expr);
	}
	if (cs && cs->nr_targets)
		by_helper(r, s, &c, cs);
	else
		unknown(r, s, &c);
	out_params(r, s, &c);
	return given(r, s, expr);
}
