// SPDX-License-Identifier: GPL-2.0-only
/*
 * A flow as a Graphviz digraph: the ways from each acquire to what its pages met.
 * Acquires are houses, releases octagons, dirtying diamonds, other events
 * ellipses, and the places between are boxes; members and globals are rounded.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flow.h"
#include "report.h"

/* Text in a quoted label: escaped as elsewhere, then for dot. */
static void put_text(FILE *out, const char *s)
{
	char *buf = NULL;
	size_t len = 0;
	FILE *mem = open_memstream(&buf, &len);

	if (!mem)
		return;
	report__puts(mem, s);
	if (!fclose(mem))
		for (const char *p = buf; *p; p++) {
			if (*p == '"' || *p == '\\')
				fputc('\\', out);
			fputc(*p, out);
		}
	free(buf);
}

static void put_place(FILE *out, const struct place *at)
{
	put_text(out, at->file);
	fprintf(out, ":%" PRIu32, at->line);
}

static const char *event_shape(const struct flow_view_event *ev)
{
	if (!strcmp(ev->kind, "release"))
		return "octagon";
	return strcmp(ev->kind, "dirty") ? "ellipse" : "diamond";
}

static void put_event(FILE *out, size_t site, size_t index,
		      const struct flow_view_event *ev)
{
	fprintf(out, "\te%zu_%zu [shape=%s, label=\"", site, index, event_shape(ev));
	put_text(out, ev->kind);
	if (*ev->use) {
		fputs(", ", out);
		put_text(out, ev->use);
	}
	fputs(": ", out);
	put_text(out, ev->callee);
	fputs("\\nin ", out);
	put_text(out, ev->at.function);
	fputs("()\"];\n", out);
	fprintf(out, "\tn%" PRIu32 " -> e%zu_%zu [label=\"", ev->node, site, index);
	put_place(out, &ev->at);
	fputs("\"];\n", out);
}

static void put_site(FILE *out, size_t index, const struct flow_view_site *s,
		     const struct flow_view *view)
{
	fprintf(out, "\ta%zu [shape=house, label=\"", index);
	put_text(out, s->site->callee);
	fputs("()\\nin ", out);
	put_text(out, s->site->at.function);
	fprintf(out, "()\\n%s\"];\n", verdict__name(s->site->verdict));
	for (size_t i = 0; i < s->starts.nr; i++) {
		if (!view->nodes.v[s->starts.v[i]].way)
			continue;
		fprintf(out, "\ta%zu -> n%" PRIu32 " [label=\"", index, s->starts.v[i]);
		put_place(out, &s->site->at);
		fputs("\"];\n", out);
	}
}

/* Several sites may meet one event: it is drawn once. */
static bool drawn_before(const struct flow_view *view, size_t site, size_t index)
{
	const struct flow_view_event *ev = &view->sites.v[site].events.v[index];

	for (size_t s = 0; s <= site; s++) {
		const struct flow_view_site *vs = &view->sites.v[s];

		for (size_t i = 0; i < vs->events.nr && (s < site || i < index); i++) {
			const struct flow_view_event *o = &vs->events.v[i];

			if (o->drawn && o->node == ev->node && o->at.line == ev->at.line &&
			    o->at.col == ev->at.col && !strcmp(o->kind, ev->kind) &&
			    !strcmp(o->callee, ev->callee) &&
			    !strcmp(o->at.file, ev->at.file))
				return true;
		}
	}
	return false;
}

static void put_graph(FILE *out, const struct flow_view *view)
{
	fputs("digraph flow {\n\tlabel=\"", out);
	put_text(out, view->query);
	fputc(' ', out);
	put_text(out, view->name);
	fputs("\";\n\tnode [shape=box];\n", out);
	for (size_t i = 0; i < view->nodes.nr; i++) {
		const struct flow_view_node *n = &view->nodes.v[i];
		bool shared = !strcmp(n->kind, "member") || !strcmp(n->kind, "global");

		if (!n->way)
			continue;
		fprintf(out, "\tn%zu [label=\"", i);
		put_text(out, n->name);
		fprintf(out, "\"%s];\n", shared ? ", style=rounded" : "");
	}
	for (size_t i = 0; i < view->edges.nr; i++) {
		const struct flow_view_edge *e = &view->edges.v[i];

		if (!e->way)
			continue;
		fprintf(out, "\tn%" PRIu32 " -> n%" PRIu32 " [label=\"", e->from, e->to);
		put_place(out, &e->at);
		fprintf(out, "\"%s];\n", strcmp(e->kind, "local") ? ", style=dashed" : "");
	}
	for (size_t s = 0; s < view->sites.nr; s++) {
		put_site(out, s, &view->sites.v[s], view);
		for (size_t i = 0; i < view->sites.v[s].events.nr; i++)
			if (view->sites.v[s].events.v[i].drawn && !drawn_before(view, s, i))
				put_event(out, s, i, &view->sites.v[s].events.v[i]);
	}
	fputs("}\n", out);
}

/**
 * report_flow_dot() - print a flow for Graphviz
 * @view: the flow
 * @out: where to
 *
 * Return: 0, or -errno when it can't be written.
 */
int report_flow_dot(const struct flow_view *view, FILE *out)
{
	char *buf = NULL;
	size_t len = 0;
	FILE *mem = open_memstream(&buf, &len);
	int err;

	if (!mem)
		return -errno;
	put_graph(mem, view);
	err = fclose(mem) ? -errno : report__write(out, buf, len);
	free(buf);
	return err;
}
