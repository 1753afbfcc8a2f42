// SPDX-License-Identifier: GPL-2.0-only
/*
 * The life of a unit's facts: what the extractor fills, pack.c writes and
 * link/ reads. Nothing here knows where facts come from.
 */
#include <stdlib.h>

#include "facts.h"

/**
 * tu_facts__new() - make the empty facts of one unit
 * @path: path of its main file, relative to KDIR; copied
 *
 * Return: the facts; free them with tu_facts__free().
 */
struct tu_facts *tu_facts__new(const char *path)
{
	struct tu_facts *self = xcalloc(1, sizeof(*self));

	self->path = xstrdup(path);
	self->strs = strset__new();
	return self;
}

static void fn_free(struct fn *fn)
{
	if (!fn)
		return;
	vec__exit(&fn->vars);
	vec__exit(&fn->exprs);
	vec__exit(&fn->args);
	vec__exit(&fn->stmts);
	vec__exit(&fn->blocks);
	vec__exit(&fn->cases);
	free(fn);
}

/**
 * tu_facts__free() - free a unit's facts and everything below them
 * @self: the facts, complete or half built, or NULL
 */
void tu_facts__free(struct tu_facts *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->fns.nr; i++)
		fn_free(self->fns.v[i]);
	vec__exit(&self->fns);
	vec__exit(&self->callees);
	vec__exit(&self->callee_params);
	vec__exit(&self->inits);
	vec__exit(&self->members);
	vec__exit(&self->errors);
	vec__exit(&self->deps);
	strset__free(self->strs);
	free(self->path);
	free(self);
}

/**
 * tu_facts__add_fn() - add one function, all zero
 * @self: the facts
 *
 * Return: the function, which belongs to @self and does not move.
 */
struct fn *tu_facts__add_fn(struct tu_facts *self)
{
	struct fn *fn = xcalloc(1, sizeof(*fn));

	vec__push(&self->fns, fn);
	return fn;
}
