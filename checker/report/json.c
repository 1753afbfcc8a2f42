// SPDX-License-Identifier: GPL-2.0-only
/*
 * The result as JSON, version 1: the keys are fixed, people script against them.
 * Nothing in it depends on the machine or the time. What is no UTF-8 in a name
 * is replaced by U+FFFD, since JSON can't hold it; the rest is written in ASCII,
 * which no terminal takes for a command.
 */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/strbuf.h"
#include "report.h"
#include "json_priv.h"
#include "report_priv.h"

#define JSON_VERSION	1

#ifndef PINCHECK_VERSION
#define PINCHECK_VERSION	"0"
#endif

static json_t *repaired(const char *s)
{
	struct strbuf buf;
	json_t *str;

	strbuf__init(&buf);
	while (*s) {
		uint32_t cp;
		size_t len = utf8__next(s, &cp);

		if (len)
			strbuf__add(&buf, s, len);
		else
			strbuf__adds(&buf, "\xef\xbf\xbd");
		s += len ? len : 1;
	}
	str = json_stringn_nocheck(buf.buf, buf.len);
	strbuf__exit(&buf);
	return str;
}

/**
 * report__json_string() - a JSON string of text that may be no UTF-8
 * @s: the text, may be NULL
 *
 * Return: a new string, the caller's.
 */
json_t *report__json_string(const char *s)
{
	json_t *str = json_string(s ? s : "");

	return str ? str : repaired(s);
}

static void set_engines(json_t *obj, unsigned int engines)
{
	json_t *arr = add_array(obj, "engines");

	if (engines & ENGINE_CLANG)
		json_array_append_new(arr, json_string("clang"));
	if (engines & ENGINE_COCCI)
		json_array_append_new(arr, json_string("cocci"));
}

static json_t *reason(const struct step *step)
{
	const char *message = step->message ? step->message : "";
	json_t *str;
	char *text;

	if (!step->at.file || !*step->at.file)
		return report__json_string(message);
	text = xasprintf("%s:%u: %s", step->at.file, step->at.line, message);
	str = report__json_string(text);
	free(text);
	return str;
}

static void add_release(json_t *arr, const struct release_ref *rel)
{
	json_t *obj = add_object(arr), *via;

	set_str(obj, "file", rel->at.file);
	set_int(obj, "line", rel->at.line);
	set_str(obj, "function", rel->at.function);
	set_str(obj, "callee", rel->callee);
	set_str(obj, "family", rel->family);
	set_str(obj, "path", path_kind__name(rel->path));
	via = add_array(obj, "via");
	for (size_t i = 0; i < rel->via.nr; i++) {
		json_t *v = add_object(via);

		set_str(v, "file", rel->via.v[i].file);
		set_str(v, "function", rel->via.v[i].function);
	}
}

static void add_dirty(json_t *arr, const struct dirty_ref *dirty)
{
	json_t *obj = add_object(arr);

	set_str(obj, "file", dirty->at.file);
	set_int(obj, "line", dirty->at.line);
	set_str(obj, "function", dirty->at.function);
	set_str(obj, "callee", dirty->callee);
}

static void add_site(json_t *arr, const struct site *site)
{
	json_t *obj = add_object(arr), *list;

	set_str(obj, "file", site->at.file);
	set_int(obj, "line", site->at.line);
	set_int(obj, "column", site->at.col);
	set_str(obj, "function", site->at.function);
	set_str(obj, "callee", site->callee);
	set_str(obj, "family", site->family);
	set_str(obj, "flags", site->flags);
	set_str(obj, "verdict", verdict__name(site->verdict));
	list = add_array(obj, "case");
	for (size_t i = 0; i < site->nr_cases && i < ARRAY_SIZE(site->cases); i++)
		json_array_append_new(list, json_integer(site->cases[i]));
	set_str(obj, "target", site->target);
	list = add_array(obj, "reasons");
	for (size_t i = 0; i < site->reasons.nr; i++)
		json_array_append_new(list, reason(&site->reasons.v[i]));
	set_str(obj, "unit", site->unit);
	set_engines(obj, site->engines);
	list = add_array(obj, "releases");
	for (size_t i = 0; i < site->releases.nr; i++)
		add_release(list, &site->releases.v[i]);
	list = add_array(obj, "dirty");
	for (size_t i = 0; i < site->dirty.nr; i++)
		add_dirty(list, &site->dirty.v[i]);
}

static void add_unit(json_t *arr, const struct unit *unit)
{
	json_t *obj = add_object(arr), *list;

	set_str(obj, "id", unit->id);
	set_str(obj, "state", unit_state__name(unit->state));
	set_int(obj, "sites", unit->nr_sites);
	set_int(obj, "releases", unit->nr_releases);
	list = add_array(obj, "origins");
	for (size_t i = 0; i < unit->origins.nr; i++)
		json_array_append_new(list, report__json_string(unit->origins.v[i]));
}

static void add_finding(json_t *arr, const struct finding *f)
{
	json_t *obj = add_object(arr), *list;

	set_str(obj, "rule", f->rule);
	set_str(obj, "level", level__name(f->level));
	set_str(obj, "file", f->at.file);
	set_int(obj, "line", f->at.line);
	set_int(obj, "column", f->at.col);
	set_str(obj, "function", f->at.function);
	set_str(obj, "message", f->message);
	set_str(obj, "unit", f->unit);
	set_engines(obj, f->engines);
	list = add_array(obj, "steps");
	for (size_t i = 0; i < f->steps.nr; i++) {
		const struct step *s = &f->steps.v[i];
		json_t *step = add_object(list);

		set_str(step, "file", s->at.file);
		set_int(step, "line", s->at.line);
		set_str(step, "message", s->message);
	}
	set_str(obj, "fix", f->fix);
}

static json_t *ledger(const struct ledger *ledger)
{
	json_t *obj = json_object(), *list;

	set_int(obj, "occurrences", ledger->occurrences);
	set_int(obj, "calls", ledger->by_class[OCC_CALL]);
	set_int(obj, "calls_clang", ledger->calls_clang);
	set_int(obj, "calls_cocci_only", ledger->calls_cocci_only);
	set_int(obj, "calls_unanalysed", ledger->calls_unanalysed);
	set_int(obj, "definitions", ledger->by_class[OCC_DEFINITION]);
	set_int(obj, "declarations", ledger->by_class[OCC_DECLARATION]);
	set_int(obj, "macro_bodies", ledger->by_class[OCC_MACRO_BODY]);
	set_int(obj, "exports", ledger->by_class[OCC_EXPORT]);
	set_int(obj, "address_taken", ledger->by_class[OCC_ADDRESS]);
	set_int(obj, "strings", ledger->by_class[OCC_STRING]);
	set_int(obj, "comments", ledger->by_class[OCC_COMMENT]);
	set_int(obj, "unparsed", ledger->by_class[OCC_UNPARSED]);
	list = add_array(obj, "not_judged");
	for (size_t i = 0; i < ledger->not_judged.nr; i++) {
		const struct not_judged *n = &ledger->not_judged.v[i];
		json_t *entry = add_object(list);

		set_str(entry, "file", n->file);
		set_str(entry, "function", n->function);
		set_str(entry, "why", n->why);
	}
	return obj;
}

static json_t *whole(const struct result *res)
{
	json_t *root = json_object(), *obj, *list;

	set_int(root, "version", JSON_VERSION);
	set_str(root, "tool", "pincheck " PINCHECK_VERSION);
	obj = json_object();
	set_str(obj, "kernel", res->kernel);
	set_str(obj, "era", res->era);
	json_object_set_new_nocheck(root, "tree", obj);
	list = add_array(root, "sites");
	for (size_t i = 0; i < res->sites.nr; i++)
		add_site(list, &res->sites.v[i]);
	list = add_array(root, "units");
	for (size_t i = 0; i < res->units.nr; i++)
		add_unit(list, &res->units.v[i]);
	list = add_array(root, "findings");
	for (size_t i = 0; i < res->findings.nr; i++)
		add_finding(list, &res->findings.v[i]);
	json_object_set_new_nocheck(root, "ledger", ledger(&res->ledger));
	obj = json_object();
	set_int(obj, "files_selected", res->files_selected);
	set_int(obj, "files_parsed", res->files_parsed);
	set_int(obj, "files_with_errors", res->files_with_errors);
	json_object_set_new_nocheck(root, "summary", obj);
	return root;
}

/**
 * report_json() - print a result as JSON
 * @res: the result, sorted
 * @opts: not used: the format has no options
 * @out: where to
 *
 * Return: 0, or -errno when it can't be written.
 */
int report_json(const struct result *res, const struct report_options *opts, FILE *out)
{
	json_t *root;
	char *text;
	int err;

	(void)opts;
	json_set_alloc_funcs(xmalloc, free);
	root = whole(res);
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
