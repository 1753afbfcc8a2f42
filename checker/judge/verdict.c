// SPDX-License-Identifier: GPL-2.0-only
/*
 * The verdict of one site, with its reasons.
 *
 * Cases are those of Documentation/core-api/pin_user_pages.rst (v5.6 and
 * later): 1 direct IO, 2 long-lived DMA, 3 under an MMU notifier, 4 struct page
 * only, 5 the CPU touches data. Where the flow does not show enough the verdict
 * is manual and says what is missing.
 */
#include <string.h>

#include "values.h"

/* Uses by which hardware, or another address space, gets at the data. */
static const enum use device_uses[] = {
	USE_DMA, USE_SG, USE_BIO, USE_SKB, USE_VMAP, USE_PHYS, USE_MAP,
};

static const enum use cpu_uses[] = { USE_COPY, USE_KMAP, USE_ADDRESS };

static void reason(struct judge *j, struct site_view *v, struct place at, const char *msg)
{
	struct step s = { .at = at, .message = result__str(j->res, msg) };

	vec__push(&v->site->reasons, s);
}

static void add_case(struct site *s, uint8_t nr)
{
	for (unsigned int i = 0; i < s->nr_cases; i++)
		if (s->cases[i] == nr)
			return;
	if (s->nr_cases < ARRAY_SIZE(s->cases))
		s->cases[s->nr_cases++] = nr;
}

static const struct event *hit_event(struct judge *j, const struct site_view *v,
				     uint32_t index)
{
	const struct flow *flow = &j->prog->flows[v->acquire];

	return &j->prog->events.v[flow->hits.v[index].event];
}

static bool say_use(struct judge *j, struct site_view *v, enum use use)
{
	const struct event *ev;

	if (!v->uses[use])
		return false;
	ev = hit_event(j, v, v->uses[use] - 1);
	reason(j, v, judge__place(j, ev->fn, ev->expr),
	       result__strf(j->res, "the data is used (%s): %s()", use__name(use),
			    judge__callee(j, ev)));
	return true;
}

static bool any_use(struct judge *j, struct site_view *v, const enum use *uses, size_t nr)
{
	bool any = false;

	for (size_t i = 0; i < nr; i++)
		any |= say_use(j, v, uses[i]);
	return any;
}

static bool say_dirty(struct judge *j, struct site_view *v)
{
	const struct event *ev;

	if (!v->dirty.nr && !v->dirty_beside)
		return false;
	ev = hit_event(j, v, v->dirty.nr ? v->dirty.v[0] : v->dirty_beside - 1);
	reason(j, v, judge__place(j, ev->fn, ev->expr),
	       result__strf(j->res, v->dirty.nr ? "the data was written: %s()" :
			    "pages that another acquire keeps in the same place are written: %s()",
			    judge__callee(j, ev)));
	return true;
}

/* Is there a release on the way to success in the acquiring function, and are
 * the pages kept nowhere? */
static bool within_call(struct judge *j, const struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];

	if (v->stored)
		return false;
	for (size_t i = 0; i < v->releases.nr; i++)
		if (j->prog->events.v[v->releases.v[i].event].fn == a->fn &&
		    v->releases.v[i].path != PATH_ERROR)
			return true;
	return false;
}

struct release_count {
	unsigned int put, user_put, unpin;
	const struct site_release *first_wrong;
};

static bool is_wrong(const struct site_view *v, enum family f)
{
	if (v->family == FAMILY_GET)
		return f == FAMILY_UNPIN;
	return f == FAMILY_PUT;
}

static struct release_count count(const struct site_view *v)
{
	struct release_count c = {0};

	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct site_release *r = &v->releases.v[i];

		if (r->ignored)
			continue;
		c.put += r->family == FAMILY_PUT;
		c.user_put += r->family == FAMILY_USER_PUT;
		c.unpin += r->family == FAMILY_UNPIN;
		if (!c.first_wrong && is_wrong(v, r->family))
			c.first_wrong = r;
	}
	return c;
}

static void not_followed(struct judge *j, struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	const struct event *ev;

	if (v->escape) {
		ev = hit_event(j, v, v->escape - 1);
		reason(j, v, judge__place(j, ev->fn, ev->expr),
		       ev->sym ? result__strf(j->res, "handed to %s(), which is not at hand",
					      judge__callee(j, ev)) :
		       "handed on through a function pointer that is not known");
	}
	if (flow->limit)
		reason(j, v, v->site->at, "the flow is too large to be followed");
	for (size_t i = 0; i < flow->ties.nr; i++)
		reason(j, v, v->site->at,
		       result__strf(j->res, "kept in %s, which ties unrelated owners together",
				    program__node_name(j->prog, flow->ties.v[i])));
}

static void say_handover(struct judge *j, struct site_view *v)
{
	const struct event *ev = hit_event(j, v, v->handed_over - 1);

	reason(j, v, judge__place(j, ev->fn, ev->expr),
	       result__strf(j->res, "the reference is handed to %s(), which drops it",
			    judge__callee(j, ev)));
}

static enum verdict no_release(struct judge *j, struct site_view *v)
{
	if (v->handed_over)
		say_handover(j, v);
	else if (v->borrowed.nr)
		reason(j, v, v->site->at,
		       "inside the implementation of another acquire, whose callers release");
	else
		reason(j, v, v->site->at, v->family == FAMILY_EXTRACT ?
		       "no release of these pages was found; if the iterator is never over user memory there is nothing to drop" :
		       "no release of these pages was found");
	not_followed(j, v);
	return VERDICT_MANUAL;
}

static enum verdict unsure(struct judge *j, struct site_view *v, struct place at,
			   const char *msg)
{
	reason(j, v, at, msg);
	return VERDICT_MANUAL;
}

static enum verdict wrong_release(struct judge *j, struct site_view *v,
				  const struct release_count *c)
{
	const struct site_release *r = c->first_wrong;
	const struct event *ev = &j->prog->events.v[r->event];
	uint32_t origin = j->prog->event_origin.v[r->event];

	reason(j, v, judge__place(j, ev->fn, ev->expr),
	       result__strf(j->res, "released by %s(), the wrong family",
			    judge__callee(j, ev)));
	if (judge__shared(j, v, r) &&
	    (v->family == FAMILY_GET ? c->put + c->user_put : c->unpin))
		return unsure(j, v, v->site->at,
			"that release also takes pages of another family; a flag must tell them apart");
	if (origin != UINT32_MAX && !r->local) {
		const struct origin *o = &j->prog->origins.v[origin];

		return unsure(j, v, judge__place(j, o->fn, o->expr),
			result__strf(j->res, "that release also takes pages from %s(); a flag must tell them apart",
				     rules__str(j->prog->rules, o->api->name)));
	}
	return VERDICT_MISMATCH;
}

/* Releases of the other family that are there for other pages. */
static void say_ignored(struct judge *j, struct site_view *v)
{
	for (size_t i = 0; i < v->releases.nr; i++) {
		const struct event *ev = &j->prog->events.v[v->releases.v[i].event];

		if (!v->releases.v[i].ignored)
			continue;
		reason(j, v, judge__place(j, ev->fn, ev->expr),
		       result__strf(j->res, "%s() here is for other pages, or for a reference taken besides",
				    judge__callee(j, ev)));
		return;
	}
}

/* Are all releases on error paths? Then those for the normal case are not known. */
static bool only_on_error(const struct site_view *v)
{
	bool any = false;

	for (size_t i = 0; i < v->releases.nr; i++) {
		if (v->releases.v[i].ignored)
			continue;
		if (v->releases.v[i].path != PATH_ERROR)
			return false;
		any = true;
	}
	return any;
}

static enum verdict error_releases(struct judge *j, struct site_view *v)
{
	const struct event *ev;
	size_t i = 0;

	while (v->releases.v[i].ignored)
		i++;
	ev = &j->prog->events.v[v->releases.v[i].event];
	reason(j, v, judge__place(j, ev->fn, ev->expr), "only error-path releases were found");
	if (v->handed_over)
		say_handover(j, v);
	not_followed(j, v);
	return VERDICT_MANUAL;
}

static bool say_longterm(struct judge *j, struct site_view *v)
{
	if (!v->stored || !v->longterm)
		return false;
	reason(j, v, v->site->at, v->family == FAMILY_GET ?
	       "the reference is long-term, and the pages are kept beyond the call" :
	       "the pin is long-term, and the pages are kept beyond the call");
	return true;
}

static enum verdict pinned(struct judge *j, struct site_view *v)
{
	struct release_count c = count(v);

	bool device = any_use(j, v, device_uses, ARRAY_SIZE(device_uses));

	/* a case follows from what is seen */
	if (say_longterm(j, v) || device)
		add_case(v->site, v->stored ? 2 : 1);
	else if (any_use(j, v, cpu_uses, ARRAY_SIZE(cpu_uses)))
		add_case(v->site, 5);
	if (c.first_wrong)
		return wrong_release(j, v, &c);
	if (!c.unpin)
		return no_release(j, v);
	if (only_on_error(v))
		return error_releases(j, v);
	reason(j, v, v->site->at, "pinned, and released by unpin");
	say_ignored(j, v);
	return VERDICT_DONE;
}

static enum verdict under_notifier(struct judge *j, struct site_view *v, uint32_t index,
				   const char *msg)
{
	const struct notifier *n = &j->prog->notifiers.v[index];

	add_case(v->site, 3);
	reason(j, v, judge__place(j, n->fn, n->expr), msg);
	return VERDICT_KEEP;
}

/* Where the pages are made into numbers, beyond which no use is seen. */
static void say_number(struct judge *j, struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	struct place at = v->site->at;

	for (size_t i = 0; i < flow->states.nr; i++) {
		const struct flow_state *s = &flow->states.v[i];

		if (!program__is_number(j->prog, s->node) || s->edge == UINT32_MAX)
			continue;
		at = judge__place(j, j->prog->edges.v[s->edge].fn,
				  j->prog->edges.v[s->edge].expr);
		break;
	}
	reason(j, v, at, "only their page frame numbers are seen to be used, from here on");
}

/* No use of the data was found. Is one of struct page? */
static enum verdict no_use(struct judge *j, struct site_view *v)
{
	const struct event *ev;

	if (v->nr_escapes || v->partly || v->as_number || !v->uses[USE_STRUCT]) {
		if (v->as_number)
			say_number(j, v);
		else
			reason(j, v, v->site->at, "no use of the data was found");
		not_followed(j, v);
		return VERDICT_MANUAL;
	}
	ev = hit_event(j, v, v->uses[USE_STRUCT] - 1);
	add_case(v->site, 4);
	reason(j, v, judge__place(j, ev->fn, ev->expr), "only struct page is used");
	return VERDICT_KEEP;
}

/* Pages of the get family whose data is used by nobody, or cannot be told. */
static enum verdict got_released(struct judge *j, struct site_view *v,
				 const struct release_count *c, bool used)
{
	if (c->user_put && !c->put) {
		reason(j, v, v->site->at, result__strf(j->res, "every release found is %s",
						       judge__advised(j, FAMILY_USER_PUT)));
		return VERDICT_DONE;
	}
	if (c->user_put && c->put) {
		reason(j, v, v->site->at, result__strf(j->res, "released by %s and by %s",
						       judge__advised(j, FAMILY_PUT),
						       judge__advised(j, FAMILY_USER_PUT)));
		return VERDICT_MISMATCH;
	}
	if (!used && v->handed_over) {
		say_handover(j, v);
		add_case(v->site, 4);
		return VERDICT_KEEP;
	}
	return used ? VERDICT_CONVERT : no_use(j, v);
}

/* A physical address is taken, and nothing else is done with the data. */
static bool only_number(const struct site_view *v)
{
	for (size_t i = 0; i < ARRAY_SIZE(v->uses); i++)
		if (v->uses[i] && i != USE_PHYS && i != USE_STRUCT)
			return false;
	return v->uses[USE_PHYS] && !v->dirty.nr && !v->dirty_beside;
}

/* Where the CPU writes to the pages by an address of theirs, if it does. */
static bool say_written(struct judge *j, struct site_view *v)
{
	const struct flow *flow = &j->prog->flows[v->acquire];
	const struct acquire *a = &j->prog->acquires.v[v->acquire];
	const char *home = program__file(j->prog, a->fn, a->expr);

	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &j->prog->events.v[flow->hits.v[i].event];
		uint32_t fn, expr;

		if (ev->kind != EVENT_USE || (ev->use != USE_KMAP && ev->use != USE_ADDRESS) ||
		    program__expr(j->prog, ev->fn, ev->expr)->op != EXPR_CALL ||
		    !judge__near_way(j, v, flow->hits.v[i].state, ev->fn, home) ||
		    !values__written_through(j, ev->fn, ev->expr, &fn, &expr))
			continue;
		reason(j, v, judge__place(j, fn, expr), "the data is written here by the CPU");
		return true;
	}
	return false;
}

/* Do the CPU, or nobody, only read, and is all over in the same call? */
static bool only_read(struct judge *j, struct site_view *v, bool untouched)
{
	bool ret = j->prog->acquires.v[v->acquire].api->read_only || untouched;

	return ret && within_call(j, v) && !say_written(j, v);
}

static enum verdict got(struct judge *j, struct site_view *v)
{
	struct release_count c = count(v);
	bool device, cpu, dirty, longterm;

	if (v->notifier != UINT32_MAX)
		return under_notifier(j, v, v->notifier,
			"an MMU notifier is registered on the object that holds the pages");
	if (c.first_wrong)
		return wrong_release(j, v, &c);
	if (v->notifier_near != UINT32_MAX)
		return under_notifier(j, v, v->notifier_near,
			"no device gets these pages, and an MMU notifier is registered in this file");
	if (only_number(v) && within_call(j, v)) {
		v->as_number = true;
		v->uses[USE_PHYS] = 0;
	}
	device = any_use(j, v, device_uses, ARRAY_SIZE(device_uses));
	cpu = any_use(j, v, cpu_uses, ARRAY_SIZE(cpu_uses));
	dirty = say_dirty(j, v);
	if ((device || cpu) && judge__used_after(j, v)) {
		reason(j, v, v->site->at,
		       "used after the reference is dropped: no call to convert, but something to mend");
		return VERDICT_MANUAL;
	}
	if (c.put && only_read(j, v, !device && !dirty && cpu && !v->write)) {
		reason(j, v, v->site->at,
		       "the data is only read, and the pages are released in the same call");
		return VERDICT_KEEP;
	}
	longterm = say_longterm(j, v);
	if (device || longterm)
		add_case(v->site, v->stored ? 2 : 1);
	if (cpu && (device || !longterm))
		add_case(v->site, 5);
	if (!c.put && !c.user_put) {
		if (v->uses[USE_SKB] && v->handed_over) {
			say_handover(j, v);
			return VERDICT_CONVERT;
		}
		if (v->handed_over && !device && !cpu && !dirty) {
			say_handover(j, v);
			add_case(v->site, 4);
			return VERDICT_KEEP;
		}
		return no_release(j, v);
	}
	if (only_on_error(v) && !v->handed_over)
		return error_releases(j, v);
	return got_released(j, v, &c, device || cpu || dirty);
}

/**
 * judge__verdict() - judge one site
 * @j: the judge
 * @v: the site; its verdict, cases and reasons are set
 */
void judge__verdict(struct judge *j, struct site_view *v)
{
	const struct acquire *a = &j->prog->acquires.v[v->acquire];

	if (v->no_reference) {
		reason(j, v, v->site->at, "the flags ask for no reference, and none is taken");
		add_case(v->site, 4);
		v->site->verdict = VERDICT_KEEP;
	} else if (a->null_pages) {
		reason(j, v, v->site->at, "the pages argument is NULL: no reference is taken");
		add_case(v->site, 4);
		v->site->verdict = VERDICT_KEEP;
	} else if (a->in_api) {
		reason(j, v, v->site->at, "inside the implementation of an acquire call");
		v->site->verdict = v->family == FAMILY_GET ? VERDICT_KEEP : VERDICT_DONE;
	} else if (v->family == FAMILY_GET) {
		v->site->verdict = got(j, v);
	} else {
		v->site->verdict = pinned(j, v);
	}
}
