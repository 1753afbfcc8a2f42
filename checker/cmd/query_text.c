// SPDX-License-Identifier: GPL-2.0-only
/*
 * A site as text: what is known of it, why, and for each release the way of the
 * pages, in notes that an editor can jump to.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

/**
 * query__acquire() - the acquire of a site
 * @q: the query
 * @site: a site of the result
 *
 * Return: index into the program's acquires, or UINT32_MAX if clang saw none.
 */
uint32_t query__acquire(const struct query *q, const struct site *site)
{
	return program__find_acquire(q->s->program, site->at.file, site->at.line,
				     site->at.col);
}

static void put_at(struct query *q, const struct place *at)
{
	report__puts(q->out, at->file);
	fprintf(q->out, ":%" PRIu32, at->line);
	if (at->col)
		fprintf(q->out, ":%" PRIu32, at->col);
	fputs(": ", q->out);
}

/**
 * query__put_note() - begin a note
 * @q: the query
 * @at: where; the rest of the line is the caller's
 */
void query__put_note(struct query *q, const struct place *at)
{
	put_at(q, at);
	fputs("note: ", q->out);
}

static struct place place_of(const struct program *p, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(p, fn, expr);

	return (struct place){
		.file = program__file(p, fn, expr), .line = e->line, .col = e->col,
		.function = program__str(p, p->fns.v[fn].name),
	};
}

static void put_owned(struct query *q, char *text)
{
	report__puts(q->out, text);
	free(text);
}

/**
 * query__put_way() - print how pages get from an acquire to a state
 * @q: the query
 * @acquire: the acquire
 * @state: a state of its flow
 */
void query__put_way(struct query *q, uint32_t acquire, uint32_t state)
{
	const struct program *p = q->s->program;
	const struct acquire *a = &p->acquires.v[acquire];
	const struct flow *flow = &p->flows[acquire];
	uint32_t *way;
	size_t nr = program__way(p, acquire, state, &way);

	for (size_t i = 0; i < nr; i++) {
		const struct flow_state *s = &flow->states.v[way[i]];
		struct place at;

		if (s->edge == UINT32_MAX) {
			at = place_of(p, a->fn, a->expr);
			query__put_note(q, &at);
			report__puts(q->out, rules__str(p->rules, a->api->name));
			fputs("() gives pages to ", q->out);
			put_owned(q, program__place_text(p, s->node));
		} else {
			at = place_of(p, p->edges.v[s->edge].fn, p->edges.v[s->edge].expr);
			query__put_note(q, &at);
			put_owned(q, program__edge_text(p, s->edge));
		}
		fputc('\n', q->out);
	}
	free(way);
}

static void put_field(struct query *q, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	fprintf(q->out, "  %-8s ", name);
	report__puts(q->out, value);
	fputc('\n', q->out);
}

static void put_fields(struct query *q, const struct site *site)
{
	put_field(q, "family", site->family);
	put_field(q, "flags", site->flags);
	put_field(q, "verdict", verdict__name(site->verdict));
	if (site->nr_cases)
		fprintf(q->out, "  %-8s", site->nr_cases > 1 ? "cases" : "case");
	for (unsigned int i = 0; i < site->nr_cases && i < ARRAY_SIZE(site->cases); i++)
		fprintf(q->out, "%s %u", i ? "," : "", site->cases[i]);
	if (site->nr_cases)
		fputc('\n', q->out);
	put_field(q, "target", site->target);
	put_field(q, "unit", site->unit);
	put_field(q, "engines", site->engines == ENGINE_CLANG ? "clang" :
				site->engines == ENGINE_COCCI ? "coccinelle" :
				"clang, coccinelle");
}

static void put_release_text(struct query *q, const struct release_ref *rel)
{
	report__puts(q->out, rel->callee);
	fputs("() in ", q->out);
	report__puts(q->out, rel->at.function);
	fputs("()", q->out);
	for (size_t i = 0; i < rel->via.nr; i++) {
		fputs(i ? ", " : ", called through ", q->out);
		report__puts(q->out, rel->via.v[i].function);
		fputs("()", q->out);
	}
	if (rel->path != PATH_ANY)
		fprintf(q->out, ", on the %s path", path_kind__name(rel->path));
	fputs(" (", q->out);
	report__puts(q->out, rel->family);
	fputc(')', q->out);
}

/* The state that met a release, or UINT32_MAX. */
static uint32_t release_state(const struct program *p, uint32_t acquire,
			      const struct release_ref *rel)
{
	const struct flow *flow = &p->flows[acquire];

	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &p->events.v[flow->hits.v[i].event];
		struct place at;

		if (ev->kind != EVENT_RELEASE)
			continue;
		at = place_of(p, ev->fn, ev->expr);
		if (at.line == rel->at.line && at.col == rel->at.col &&
		    !strcmp(at.file, rel->at.file) &&
		    !strcmp(program__str(p, ev->sym), rel->callee))
			return flow->hits.v[i].state;
	}
	return UINT32_MAX;
}

static void put_releases(struct query *q, const struct site *site, uint32_t acquire)
{
	for (size_t i = 0; i < site->releases.nr; i++) {
		const struct release_ref *rel = &site->releases.v[i];
		uint32_t state = acquire == UINT32_MAX ? UINT32_MAX :
				 release_state(q->s->program, acquire, rel);

		fprintf(q->out, "release %zu of %zu: ", i + 1, site->releases.nr);
		put_release_text(q, rel);
		fputc('\n', q->out);
		if (state != UINT32_MAX)
			query__put_way(q, acquire, state);
		query__put_note(q, &rel->at);
		fputs("released by ", q->out);
		report__puts(q->out, rel->callee);
		fputs("()\n", q->out);
	}
	if (!site->releases.nr)
		fputs("no release found\n", q->out);
}

static int by_event_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int c = strcmp(x->file, y->file);

	if (c)
		return c;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->col != y->col)
		return x->col < y->col ? -1 : 1;
	return strcmp(x->function, y->function);
}

/* A call of the kernel's core, or a look at struct page, is no news. */
static bool is_news(const struct event *ev)
{
	return ev->kind == EVENT_REF || ev->kind == EVENT_HANDOVER ||
	       ev->kind == EVENT_ESCAPE ||
	       (ev->kind == EVENT_USE && ev->use != USE_STRUCT);
}

/* What else its pages meet. */
static void put_uses(struct query *q, uint32_t acquire)
{
	const struct program *p = q->s->program;
	const struct flow *flow = &p->flows[acquire];
	struct use_note { struct place at; const struct event *ev; };
	VEC(struct use_note) notes = {0};

	for (size_t i = 0; i < flow->hits.nr; i++) {
		const struct event *ev = &p->events.v[flow->hits.v[i].event];
		struct use_note n = { .ev = ev };

		if (!is_news(ev))
			continue;
		n.at = place_of(p, ev->fn, ev->expr);
		vec__push(&notes, n);
	}
	vec__sort(&notes, by_event_place);
	for (size_t i = 0; i < notes.nr; i++) {
		const struct use_note *n = &notes.v[i];
		const char *name = program__str(p, n->ev->sym);

		if (i && !by_event_place(n, n - 1) && n->ev->kind == n[-1].ev->kind)
			continue;
		query__put_note(q, &n->at);
		fputs(event_kind__name(n->ev->kind), q->out);
		if (n->ev->kind == EVENT_USE)
			fprintf(q->out, " (%s)", use__name((enum use)n->ev->use));
		fputs(": ", q->out);
		report__puts(q->out, *name ? name : "a call through a pointer");
		fputs(" in ", q->out);
		report__puts(q->out, n->at.function);
		fputs("()\n", q->out);
	}
	vec__exit(&notes);
}

/**
 * query__put_site() - print a site and where its pages go
 * @q: the query
 * @site: a site of the result
 */
void query__put_site(struct query *q, const struct site *site)
{
	uint32_t acquire = query__acquire(q, site);

	put_at(q, &site->at);
	fputs("site: ", q->out);
	report__puts(q->out, site->callee);
	fputs("() in ", q->out);
	report__puts(q->out, site->at.function);
	fputs("()\n", q->out);
	put_fields(q, site);
	for (size_t i = 0; i < site->reasons.nr; i++) {
		const struct step *r = &site->reasons.v[i];

		query__put_note(q, r->at.file && *r->at.file ? &r->at : &site->at);
		report__puts(q->out, r->message);
		fputc('\n', q->out);
	}
	for (size_t i = 0; i < site->dirty.nr; i++) {
		query__put_note(q, &site->dirty.v[i].at);
		fputs("dirtied by ", q->out);
		report__puts(q->out, site->dirty.v[i].callee);
		fputs("() in ", q->out);
		report__puts(q->out, site->dirty.v[i].at.function);
		fputs("()\n", q->out);
	}
	if (acquire != UINT32_MAX)
		put_uses(q, acquire);
	put_releases(q, site, acquire);
	if (acquire != UINT32_MAX && q->s->program->flows[acquire].limit)
		fputs("the flow is too large: it was not followed to its end\n", q->out);
}
