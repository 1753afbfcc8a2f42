// SPDX-License-Identifier: GPL-2.0-only
/*
 * A flow as JSON, version 1: all nodes that the sites' pages reach, all edges
 * between them, and for each site its states and events. What has no value is
 * null. docs/query.md says what the keys mean.
 */
#include <errno.h>
#include <string.h>

#include "flow.h"
#include "json_priv.h"
#include "report.h"

#define FLOW_JSON_VERSION 1

static void set_index(json_t *obj, const char *key, uint32_t v)
{
	json_object_set_new_nocheck(obj, key, v == FLOW_NONE ? json_null() :
				    json_integer(v));
}

static void set_bool(json_t *obj, const char *key, bool v)
{
	json_object_set_new_nocheck(obj, key, json_boolean(v));
}

static void set_place(json_t *obj, const struct place *at)
{
	set_str(obj, "file", at->file);
	set_int(obj, "line", at->line);
	set_int(obj, "column", at->col);
	set_str(obj, "function", at->function);
}

static void add_node(json_t *arr, const struct flow_view_node *n)
{
	json_t *obj = add_object(arr);

	set_str(obj, "kind", n->kind);
	set_str(obj, "name", n->name);
	set_str(obj, "function", n->function);
	set_bool(obj, "open", n->open);
	set_bool(obj, "tie", n->tie);
}

static void add_edge(json_t *arr, const struct flow_view_edge *e)
{
	json_t *obj = add_object(arr);

	set_int(obj, "from", e->from);
	set_int(obj, "to", e->to);
	set_str(obj, "kind", e->kind);
	set_place(obj, &e->at);
}

static void add_event(json_t *arr, const struct flow_view_event *ev)
{
	json_t *obj = add_object(arr);

	set_str(obj, "kind", ev->kind);
	set_str(obj, "callee", ev->callee);
	set_str(obj, "use", ev->use);
	set_place(obj, &ev->at);
	set_int(obj, "node", ev->node);
	set_int(obj, "state", ev->state);
}

static void add_site(json_t *arr, const struct flow_view_site *s)
{
	json_t *obj = add_object(arr), *list;

	set_place(obj, &s->site->at);
	set_str(obj, "callee", s->site->callee);
	set_str(obj, "verdict", verdict__name(s->site->verdict));
	set_str(obj, "unit", s->site->unit);
	set_bool(obj, "incomplete", s->limit);
	list = add_array(obj, "starts");
	for (size_t i = 0; i < s->starts.nr; i++)
		json_array_append_new(list, json_integer(s->starts.v[i]));
	list = add_array(obj, "ties");
	for (size_t i = 0; i < s->ties.nr; i++)
		json_array_append_new(list, json_integer(s->ties.v[i]));
	list = add_array(obj, "origins");
	for (size_t i = 0; i < s->origins.nr; i++)
		json_array_append_new(list, report__json_string(s->origins.v[i]));
	list = add_array(obj, "states");
	for (size_t i = 0; i < s->states.nr; i++) {
		json_t *state = add_object(list);

		set_int(state, "node", s->states.v[i].node);
		set_index(state, "context", s->states.v[i].context);
		set_bool(state, "closed", s->states.v[i].closed);
		set_index(state, "parent", s->states.v[i].parent);
		set_index(state, "edge", s->states.v[i].edge);
	}
	list = add_array(obj, "events");
	for (size_t i = 0; i < s->events.nr; i++)
		add_event(list, &s->events.v[i]);
}

/**
 * report_flow_json() - print a flow as JSON
 * @view: the flow
 * @out: where to
 *
 * Return: 0, or -errno when it can't be written.
 */
int report_flow_json(const struct flow_view *view, FILE *out)
{
	json_t *root, *list;
	char *text;
	int err;

	json_set_alloc_funcs(xmalloc, free);
	root = json_object();
	set_int(root, "version", FLOW_JSON_VERSION);
	set_str(root, "query", view->query);
	set_str(root, "name", view->name);
	list = add_array(root, "nodes");
	for (size_t i = 0; i < view->nodes.nr; i++)
		add_node(list, &view->nodes.v[i]);
	list = add_array(root, "edges");
	for (size_t i = 0; i < view->edges.nr; i++)
		add_edge(list, &view->edges.v[i]);
	list = add_array(root, "sites");
	for (size_t i = 0; i < view->sites.nr; i++)
		add_site(list, &view->sites.v[i]);
	text = json_dumps(root, JSON_INDENT(1) | JSON_ENSURE_ASCII);
	json_decref(root);
	if (!text)
		return -EINVAL;
	err = report__write(out, text, strlen(text));
	if (!err)
		err = report__write(out, "\n", 1);
	free(text);
	return err;
}
