// SPDX-License-Identifier: GPL-2.0-only
/*
 * missing-dirty: pages were acquired for write, and were written, but nobody says so
 * before they are released.
 *
 * Contract: mm/gup.c, at get_user_pages(): "If the page is written to,
 * set_page_dirty (or set_page_dirty_lock, as appropriate) must be called after the
 * page is finished with, and before put_page is called." A clean page may be thrown
 * away without being written back, and what the device wrote is lost.
 * Pattern: an acquire that asks for write; a device that writes by the direction of
 * its mapping, or a store of the CPU, is seen; no call that dirties meets any of its
 * pages, not even under a condition.
 * False positives: a mapping in both directions of data that is only read.
 * Misses: sites that dirty on one path and not on another; iterators, whose direction
 * is not seen.
 */
#include <string.h>

#include "values.h"

enum proof { PROOF_NONE, PROOF_LIKELY, PROOF_SEEN };

/* How the data was written. */
struct evidence {
	enum proof proof;
	bool device;
	uint32_t fn, expr;
	const char *what;
};

static const struct expr *arg(const struct judge *j, const struct event *ev, uint32_t i)
{
	const struct fn *fn = j->prog->fns.v[ev->fn].fn;

	return &fn->exprs.v[fn->args.v[fn->exprs.v[ev->expr].arg0 + i]];
}

static bool asks_dirty(const struct judge *j, const struct event *ev)
{
	for (size_t i = 0; i < ev->api->nr_params; i++) {
		const struct expr *call = program__expr(j->prog, ev->fn, ev->expr), *e;
		int pos;

		if (ev->api->params[i].role != ROLE_MAKE_DIRTY)
			continue;
		pos = program__api_pos(j->prog, ev->fn, call, ev->api, &ev->api->params[i]);
		if (pos < 0)
			continue;
		e = arg(j, ev, (uint32_t)pos);
		return e->op != EXPR_CONST || e->sub != CONST_EXACT || e->a;
	}
	return false;
}

/* Does a call that may dirty meet any of the pages, near or far? */
static bool is_dirtied(const struct judge *j, const struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &j->prog->events.v[flow->hits.v[i].event];

		if (ev->kind == EVENT_DIRTY && j->prog->fns.v[ev->fn].entered)
			return true;
		if (ev->kind == EVENT_RELEASE && asks_dirty(j, ev))
			return true;
	}
	return false;
}

/* Of the direction of a mapping: enum asked bits. */
static unsigned int direction(struct judge *j, const struct event *ev,
			      enum flag_meaning meaning)
{
	const struct fn *fn = j->prog->fns.v[ev->fn].fn;
	const struct expr *call = &fn->exprs.v[ev->expr];
	unsigned int all = 0;

	for (uint32_t i = 0; i < call->nr_args; i++) {
		uint32_t arg = fn->args.v[call->arg0 + i];
		const char *type = tu_str(j->prog->fns.v[ev->fn].tu, fn->exprs.v[arg].type);

		/* no pointer, no address, no size */
		if (strchr(type, '*') || strstr(type, "long"))
			continue;
		all |= values__asks(j, ev->fn, arg, meaning) & ASKED_YES;
	}
	return all;
}

/* A device gets the pages: does it write? */
static void by_device(struct judge *j, const struct event *ev, unsigned int asked,
		      struct evidence *ret)
{
	bool writes = direction(j, ev, FLAG_DEVICE_WRITES);
	bool reads = direction(j, ev, FLAG_DEVICE_READS);
	enum proof proof = writes ? PROOF_SEEN : reads ? PROOF_NONE : PROOF_LIKELY;

	/* write access that is asked for under a condition goes with a direction */
	if (proof == PROOF_LIKELY && asked & ASKED_NO)
		proof = PROOF_SEEN;
	if (proof <= ret->proof)
		return;
	*ret = (struct evidence){
		.proof = proof, .device = true, .fn = ev->fn, .expr = ev->expr,
		.what = writes ? "the device may write to the data" : "a device gets the data",
	};
}

/* The CPU copies: only to these pages, or perhaps from them? */
static void by_copy(const struct judge *j, const struct event *ev, struct evidence *ret)
{
	bool all = true, any = false;

	(void)j;
	for (size_t i = 0; i < ev->api->nr_params; i++) {
		if (!(ev->api->params[i].marks & PARAM_USED))
			continue;
		any |= ev->api->params[i].marks & PARAM_WRITTEN;
		all &= (ev->api->params[i].marks & PARAM_WRITTEN) != 0;
	}
	if (any && all)
		*ret = (struct evidence){
			.proof = PROOF_SEEN, .fn = ev->fn, .expr = ev->expr,
			.what = "the data is written",
		};
}

static void by_address(const struct judge *j, const struct event *ev, struct evidence *ret)
{
	uint32_t fn, expr;

	if (values__written_through(j, ev->fn, ev->expr, &fn, &expr))
		*ret = (struct evidence){
			.proof = PROOF_SEEN, .fn = fn, .expr = expr,
			.what = "the data is written",
		};
}

static void look_at_use(struct judge *j, const struct event *ev, unsigned int asked,
			struct evidence *ret)
{
	switch (ev->use) {
	case USE_DMA:
		by_device(j, ev, asked, ret);
		break;
	case USE_COPY:
		by_copy(j, ev, ret);
		break;
	case USE_KMAP: case USE_ADDRESS: case USE_VMAP:
		by_address(j, ev, ret);
		break;
	case USE_SG: case USE_BIO:
		if (ret->proof == PROOF_NONE && asked & ASKED_NO)
			*ret = (struct evidence){
				.proof = PROOF_LIKELY, .device = true, .fn = ev->fn, .expr = ev->expr,
				.what = "the data is handed on",
			};
		break;
	default:
		break;
	}
}

static struct evidence find_evidence(struct judge *j, const struct site_view *v,
				     unsigned int asked)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct flow *flow = &j->prog->flows[v->acquire];
	const char *home = program__file(j->prog, a->fn, a->expr);
	struct evidence ret = { .proof = PROOF_NONE };

	for (size_t i = 0; i < flow->hits.nr && ret.proof != PROOF_SEEN; i++) {
		const struct event *ev = &j->prog->events.v[flow->hits.v[i].event];

		if (ev->kind == EVENT_USE && ev->api &&
		    judge__near_way(j, v, flow->hits.v[i].state, ev->fn, home))
			look_at_use(j, ev, asked, &ret);
	}
	return ret;
}

/* The release to mend: one on the way to success. */
static const struct site_release *good_release(const struct judge *j, const struct site_view *v)
{
	const struct site_release *best = NULL;

	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];

		if (r->path == PATH_ERROR || r->ignored || r->by_number ||
		    j->prog->events.v[r->event].frees)
			continue;
		if (!best || (r->path == PATH_SUCCESS && best->path != PATH_SUCCESS))
			best = r;
	}
	return best;
}

/* Does a file dirty pages at all? The flow may have missed that these are meant. */
static bool file_dirties(const struct judge *j, uint32_t fn)
{
	const struct tu_facts *tu = j->prog->fns.v[fn].tu;

	for (size_t i = 0; i < tu->fns.nr; i++) {
		const struct fn *f = tu->fns.v[i];

		for (size_t k = 0; k < f->exprs.nr && !(f->flags & FN_HEADER); k++) {
			const struct api *api = f->exprs.v[k].op == EXPR_CALL ?
				rules__find(j->prog->rules, tu_str(tu, f->exprs.v[k].sym)) : NULL;

			if (api && api->kinds & API_DIRTY && api->dirties)
				return true;
		}
	}
	return false;
}

static enum level level_of(const struct judge *j, const struct site_view *v,
			   const struct event *release, const struct evidence *e)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	uint32_t home = a->fn;

	/* dirty since it was acquired: there is hardly time to clean it before the store */
	if (!e->device && !v->stored && a->api->touches)
		return LEVEL_NOTE;
	if (e->proof != PROOF_SEEN || v->partly || v->nr_escapes || v->handed_over ||
	    file_dirties(j, home) || file_dirties(j, release->fn))
		return LEVEL_NOTE;
	return LEVEL_WARNING;
}

static const char *advice(struct judge *j)
{
	return result__strf(j->res, "make the pages dirty first, such as with %s",
			    judge__advised(j, FAMILY_NONE));
}

static void report(struct judge *j, const struct site_view *v, const struct site_release *r,
		   const struct evidence *e)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const struct event *ev = &j->prog->events.v[r->event];
	struct finding *f = judge__finding(j, "missing-dirty", level_of(j, v, ev, e),
					   ev->fn, ev->expr);

	if (!f)
		return;
	f->unit = v->site->unit;
	f->message = result__strf(j->res,
		"pages that %s() acquired for write are released by %s() without being made dirty",
		v->site->callee, judge__callee(j, ev));
	judge__step(j, f, a->fn, a->expr,
		    result__strf(j->res, "acquired for write by %s()", v->site->callee));
	judge__step(j, f, e->fn, e->expr, result__str(j->res, e->what));
	judge__flow_steps(j, v, r->state, f);
	f->fix = advice(j);
}

/**
 * check_missing_dirty() - report written pages that nobody makes dirty
 * @j: the judge
 * @v: the site, judged
 */
void check_missing_dirty(struct judge *j, struct site_view *v);
void check_missing_dirty(struct judge *j, struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	uint32_t flags = values__flags_arg(j, a);
	const struct site_release *r;
	unsigned int asked;
	struct evidence e;

	if (a->in_api || a->null_pages || v->no_reference || a->api->read_only ||
	    flags == EXPR_NONE || v->family == FAMILY_EXTRACT || v->notifier != UINT32_MAX || v->dirty_beside)
		return;
	asked = values__asks(j, a->fn, flags, FLAG_WRITE);
	if (!(asked & ASKED_YES) || is_dirtied(j, v))
		return;
	r = good_release(j, v);
	if (!r)
		return;
	e = find_evidence(j, v, asked);
	if (e.proof != PROOF_NONE)
		report(j, v, r, &e);
}
