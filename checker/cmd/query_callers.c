// SPDX-License-Identifier: GPL-2.0-only
/*
 * pincheck query callers FUNCTION: who calls it, directly or through a pointer,
 * in the files that were read, and the tables that hold its address. With a
 * depth, the callers of the callers are indented below; a function is opened
 * once.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

struct callers {
	struct query *q;
	const struct program *p;
	struct call_index index;
	VEC(struct fn_key) opened;
};

static bool was_opened(const struct callers *c, const struct fn_key *key)
{
	for (size_t i = 0; i < c->opened.nr; i++)
		if (fn_key__same(&c->opened.v[i], key))
			return true;
	return false;
}

static void put_indent(struct callers *c, unsigned int level)
{
	fprintf(c->q->out, "%*s", (int)(2 * level), "");
}

static bool same_place(const struct callers *c, const struct call_ref *a,
		       const struct call_ref *b)
{
	const struct expr *x = program__expr(c->p, a->fn, a->expr);
	const struct expr *y = program__expr(c->p, b->fn, b->expr);

	return x->line == y->line && x->col == y->col && a->indirect == b->indirect &&
	       c->p->fns.v[a->fn].name == c->p->fns.v[b->fn].name &&
	       program__file(c->p, a->fn, a->expr) == program__file(c->p, b->fn, b->expr);
}

static void put_call(struct callers *c, const struct call_ref *ref, unsigned int level)
{
	FILE *out = c->q->out;
	char *through;

	put_indent(c, level);
	report__puts(out, program__file(c->p, ref->fn, ref->expr));
	fprintf(out, ":%" PRIu32 ": ", program__expr(c->p, ref->fn, ref->expr)->line);
	report__puts(out, program__str(c->p, c->p->fns.v[ref->fn].name));
	fputs("()", out);
	if (ref->indirect) {
		through = program__pointer_text(c->p, ref->fn, ref->expr);
		fputs(" through ", out);
		report__puts(out, through);
		free(through);
	}
}

/* An initialiser that holds the function's address, once a place. */
struct table_ref {
	const char *file, *rec, *member, *owner;
	uint32_t line;
};

static int by_table_place(const void *a, const void *b)
{
	const struct table_ref *x = a, *y = b;
	int c = strcmp(x->file, y->file);

	if (c)
		return c;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	c = strcmp(x->owner, y->owner);
	return c ? c : strcmp(x->member, y->member);
}

static void put_tables(struct callers *c, const struct fn_key *key, unsigned int level)
{
	const char *name = program__str(c->p, key->name);
	const char *file = program__str(c->p, key->file);
	VEC(struct table_ref) refs = {0};

	for (size_t t = 0; t < c->p->tus.nr; t++) {
		const struct tu_facts *tu = c->p->tus.v[t];

		if (str_ends(file, ".c") && strcmp(tu->path, file))
			continue;
		for (size_t i = 0; i < tu->inits.nr; i++) {
			const struct fn_init *in = &tu->inits.v[i];
			struct table_ref r = {
				tu_str(tu, in->file), tu_str(tu, in->rec),
				tu_str(tu, in->member), tu_str(tu, in->owner), in->line,
			};

			/* EXPORT_SYMBOL() and its like are no callers */
			if (!strcmp(r.member, "") && str_starts(r.owner, "__UNIQUE_ID"))
				continue;
			if (!strcmp(tu_str(tu, in->func), name))
				vec__push(&refs, r);
		}
	}
	vec__sort(&refs, by_table_place);
	for (size_t i = 0; i < refs.nr; i++) {
		const struct table_ref *r = &refs.v[i];

		if (i && !by_table_place(r, r - 1))
			continue;
		put_indent(c, level);
		report__puts(c->q->out, r->file);
		fprintf(c->q->out, ":%" PRIu32 ": kept in ", r->line);
		report__puts(c->q->out, *r->rec ? r->rec : "a table");
		fputs(*r->member ? "." : "", c->q->out);
		report__puts(c->q->out, r->member);
		fputs(" of '", c->q->out);
		report__puts(c->q->out, r->owner);
		fputs("'\n", c->q->out);
	}
	vec__exit(&refs);
}

static void put_callers(struct callers *c, const struct fn_key *key, unsigned int level)
{
	size_t nr;
	const struct call_ref *refs = call_index__find(&c->index, key, &nr);

	vec__push(&c->opened, *key);
	put_tables(c, key, level);
	for (size_t i = 0; i < nr; i++) {
		struct fn_key up = program__fn_key(c->p, refs[i].fn);
		size_t more;

		if (i && same_place(c, &refs[i], &refs[i - 1]))
			continue;
		put_call(c, &refs[i], level);
		if (level >= c->q->depth) {
			fputc('\n', c->q->out);
			continue;
		}
		call_index__find(&c->index, &up, &more);
		if (was_opened(c, &up)) {
			fputs(more ? " (see above)\n" : "\n", c->q->out);
			continue;
		}
		fputc('\n', c->q->out);
		put_callers(c, &up, level + 1);
	}
	if (!nr && level == 1)
		fputs("  no call in the files that were read\n", c->q->out);
}

static int by_definition(const void *a, const void *b)
{
	const struct fn_key *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void put_function(struct callers *c, const struct fn_key *key)
{
	FILE *out = c->q->out;
	uint32_t f;

	for (f = program__find_fn(c->p, c->q->arg, 0); f != UINT32_MAX;
	     f = program__find_fn(c->p, c->q->arg, f + 1)) {
		struct fn_key k = program__fn_key(c->p, f);

		if (fn_key__same(&k, key))
			break;
	}
	if (f != UINT32_MAX) {
		report__puts(out, program__str(c->p, c->p->fns.v[f].file));
		fprintf(out, ":%" PRIu32 ": ", c->p->fns.v[f].fn->line);
	}
	report__puts(out, c->q->arg);
	fputs(f != UINT32_MAX ? "() is called by\n" : "() is called by (its definition was not read)\n", out);
	put_callers(c, key, 1);
}

/**
 * query__callers() - pincheck query callers
 * @q: the query
 *
 * Return: 0 or -errno.
 */
int query__callers(struct query *q)
{
	struct callers c = { .q = q, .p = q->s->program };
	VEC(struct fn_key) keys = {0};
	struct fn_key plain = { .name = strset__find(c.p->strs, q->arg) };
	bool known = false;
	size_t nr = 0;
	int err = 0;

	call_index__init(&c.index, c.p);
	for (uint32_t f = program__find_fn(c.p, q->arg, 0); f != UINT32_MAX;
	     f = program__find_fn(c.p, q->arg, f + 1)) {
		struct fn_key k = program__fn_key(c.p, f);

		for (size_t i = 0; i < keys.nr && !known; i++)
			known = fn_key__same(&keys.v[i], &k);
		if (!known)
			vec__push(&keys, k);
		known = false;
	}
	for (size_t i = 0; i < keys.nr; i++)
		known |= fn_key__same(&keys.v[i], &plain);
	if (!known && plain.name != STRSET_NONE) {
		call_index__find(&c.index, &plain, &nr);
		if (nr)
			vec__push(&keys, plain);
	}
	vec__sort(&keys, by_definition);
	for (size_t i = 0; i < keys.nr; i++)
		put_function(&c, &keys.v[i]);
	if (!keys.nr)
		err = query__no_function(q);
	vec__exit(&keys);
	vec__exit(&c.opened);
	call_index__exit(&c.index);
	return err;
}
