// SPDX-License-Identifier: GPL-2.0-only
/*
 * The end of a way: are pages lost that are still held, and what does a caller
 * see.
 */
#include <string.h>

#include "held.h"

enum owner { OWNER_HERE, OWNER_CALLER, OWNER_OTHER };

static const struct term *term(const struct held_run *r, uint32_t id)
{
	return &r->terms.v.v[id];
}

/* Whose is the array? */
static enum owner owner_of(const struct held_run *r, const struct held_state *s)
{
	uint32_t base = s->slots[SLOT_BASE];
	const struct cell *c;

	if (base == NO_TERM)
		return OWNER_OTHER;
	switch (term(r, base)->kind) {
	case TERM_RESULT:
		return OWNER_HERE;
	case TERM_ADDR:
		return r->cells.v[term(r, base)->a].local ? OWNER_HERE : OWNER_OTHER;
	case TERM_SOME:
		/* allocated here: a call gave it */
		return hold__expr(r, term(r, base)->a)->op == EXPR_CALL ? OWNER_HERE :
									  OWNER_OTHER;
	case TERM_START:
		c = &r->cells.v[term(r, base)->a];
		return c->kind == EXPR_VAR && c->sym < r->f->nr_params ? OWNER_CALLER :
									 OWNER_OTHER;
	default:
		return OWNER_OTHER;
	}
}

/* Is the array in a place that outlives the function? */
static bool is_kept(const struct held_run *r, const struct held_state *s)
{
	if (s->flags & HELD_FREED)
		return false;
	for (uint32_t i = 0; i < r->cells.nr; i++)
		if (!r->cells.v[i].local && s->slots[SLOT_CELLS + i] == s->slots[SLOT_BASE])
			return true;
	return s->flags & HELD_KEPT;
}

/* Does a call that keeps pages give 0 if it does, and an error else? */
static bool gives_status(const struct held_run *r, uint32_t call)
{
	const struct expr *e = hold__expr(r, call);
	const struct api *api = hold__api(r->cache, r->fn, call);

	if (e->op != EXPR_CALL || strcmp(hold__str(r, e->type), "int"))
		return false;
	for (size_t i = 0; api && i < api->nr_params; i++)
		if (api->params[i].marks & PARAM_USED && api->params[i].use != USE_SG)
			return false;
	return true;
}

/* In an sg table or the like, unless the call that put them there failed. */
static bool is_contained(const struct held_run *r, const struct held_state *s)
{
	uint32_t in = s->slots[SLOT_IN];
	uint8_t sign = state__sign(r, s, in);

	if (in == NO_TERM || sign == NEG)
		return false;
	if (!(sign & ZERO) && term(r, in)->kind == TERM_SOME && gives_status(r, term(r, in)->a))
		return false;
	return true;
}

/**
 * hold__out_of_reach() - is the array known to this function alone
 * @r: the run
 * @s: the state
 *
 * Return: true if code that is not given the pages can't get at them.
 */
bool hold__out_of_reach(const struct held_run *r, const struct held_state *s)
{
	return s->flags & HELD_FREED ||
	       (owner_of(r, s) == OWNER_HERE && !is_kept(r, s) && !is_contained(r, s));
}

static bool is_pointer(const struct held_run *r)
{
	return strchr(hold__str(r, r->f->ret_type), '*') != NULL;
}

/* What a call gave, in a function that gives 0 or an error: not 0 is an error. */
static bool is_status(const struct held_run *r, uint32_t value)
{
	const struct term *t = term(r, value);

	return t->kind == TERM_SOME && hold__expr(r, t->a)->op == EXPR_CALL &&
	       !strcmp(hold__str(r, r->f->ret_type), "int") &&
	       !strcmp(hold__str(r, hold__expr(r, t->a)->type), "int");
}

static bool is_error(const struct held_run *r, const struct held_state *s, uint32_t value)
{
	uint8_t sign = value == NO_TERM ? ANY : state__sign(r, s, value);

	if (is_pointer(r) || value == NO_TERM)
		return value != NO_TERM && !(sign & POS);
	/* with the array gone, the number that were got is of no use to anybody */
	if (s->got == GOT_PART && s->flags & HELD_FREED && term(r, value)->kind == TERM_RESULT)
		return true;
	return sign == NEG || (sign == (NEG | POS) && is_status(r, value));
}

static void lost(struct held_run *r, const struct held_state *s, uint32_t value, bool caller)
{
	uint32_t expr = r->f->blocks.v[r->block].cond;

	if (expr == EXPR_NONE)
		expr = r->call.expr;
	for (size_t i = 0; i < r->faults.nr; i++) {
		const struct held_fault *f = &r->faults.v[i];

		if (f->kind == FAULT_LEAK && f->block == r->block && f->got == s->got &&
		    f->error == is_error(r, s, value))
			return;
	}
	vec__push(&r->faults, (struct held_fault){
		.kind = FAULT_LEAK, .got = s->got, .flags = s->flags, .expr = expr,
		.block = r->block, .trace = s->trace, .done = s->done,
		.error = is_error(r, s, value), .caller = caller,
	});
}

/* What a caller is told by the value, and what it then holds. */
static void seen_outside(struct held_run *r, const struct held_state *s, uint32_t value)
{
	uint8_t sign = value == NO_TERM ? ANY : state__sign(r, s, value);
	bool some = s->status == HELD_SOME;
	bool result = value != NO_TERM && term(r, value)->kind == TERM_RESULT;

	if (s->status == HELD_UNSURE || (s->status != HELD_BEFORE && s->flags & HELD_DOUBT))
		r->exits_unsure = true;
	else if (sign == NEG)
		r->exits |= some ? GOT_PART_ERROR : GOT_ERROR;
	else if (sign == ZERO)
		r->exits |= !some ? GOT_NONE : s->got == GOT_ALL ? GOT_ALL_ZERO : 0;
	else if (result && some)
		r->exits |= s->got;
	else if (value == s->slots[SLOT_WANT] && some && s->got == GOT_ALL)
		r->exits |= GOT_ALL;
	else
		r->exits_unsure = true;
	if (sign == ZERO && some && s->got != GOT_ALL)
		r->exits_unsure = true;
}

/* A function that hands out what it acquired, and gives NULL or an error else. */
static void note_returned(struct held_run *r, const struct held_state *s, uint32_t value)
{
	uint8_t sign = value == NO_TERM ? ANY : state__sign(r, s, value);

	if (s->status == HELD_SOME && value == s->slots[SLOT_BASE] && value != NO_TERM)
		r->returns_array = true;
	else if (s->status == HELD_SOME || s->status == HELD_UNSURE || sign & POS)
		r->returns_other = true;
}

static int param_of(const struct held_run *r, uint32_t t)
{
	const struct cell *c;

	if (t == NO_TERM || term(r, t)->kind != TERM_START)
		return -1;
	c = &r->cells.v[term(r, t)->a];
	return c->kind == EXPR_VAR && c->sym < r->f->nr_params ? (int)c->sym : -1;
}

static void note_want(struct held_run *r, uint32_t want)
{
	int32_t k;

	if (!terms__is_const(&r->terms, want, &k) || k < 1)
		k = -1;
	r->want = !r->want || r->want == k ? k : -1;
}

/**
 * hold__return() - a way through the function ends
 * @r: the run
 * @s: the state there
 * @value: what is returned, or NO_TERM
 */
void hold__return(struct held_run *r, struct held_state *s, uint32_t value)
{
	enum owner owner = owner_of(r, s);

	note_returned(r, s, value);
	if (value != NO_TERM && s->status == HELD_SOME && hold__is_page(r, s, value) &&
	    (s->slots[SLOT_BASE] != value || state__sign(r, s, value) & POS))
		s->status = HELD_UNSURE;
	if (s->status != HELD_BEFORE && owner == OWNER_CALLER) {
		r->param = param_of(r, s->slots[SLOT_BASE]);
		r->want_param = param_of(r, s->slots[SLOT_WANT]);
		note_want(r, s->slots[SLOT_WANT]);
	} else if (s->status != HELD_BEFORE) {
		r->exits_unsure = true;
	}
	seen_outside(r, s, value);
	if (s->status != HELD_SOME || s->flags & HELD_ODD || is_contained(r, s))
		return;
	if (owner == OWNER_CALLER && !(s->flags & (HELD_KEPT | HELD_FREED)) &&
	    is_error(r, s, value))
		lost(r, s, value, true);
	else if ((owner == OWNER_HERE && !is_kept(r, s)) || s->flags & HELD_FREED)
		lost(r, s, value, false);
}
