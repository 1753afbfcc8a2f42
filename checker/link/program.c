// SPDX-License-Identifier: GPL-2.0-only
/*
 * The program: units put together, one string set for all, and which function
 * a call can reach.
 */
#include <stdlib.h>
#include <string.h>

#include "link_priv.h"

/**
 * program__new() - an empty program
 * @rules: what APIs mean; must outlive the program
 *
 * Return: the program; free it with program__free().
 */
struct program *program__new(const struct rules *rules)
{
	struct program *self = xcalloc(1, sizeof(*self));

	self->rules = rules;
	self->strs = strset__new();
	self->priv = xcalloc(1, sizeof(*self->priv));
	return self;
}

static void free_priv(struct program_priv *priv)
{
	for (size_t i = 0; i < priv->maps.nr; i++)
		free(priv->maps.v[i]);
	vec__exit(&priv->maps);
	vec__exit(&priv->archs);
	hmap__exit(&priv->statics);
	hmap__exit(&priv->externs);
	vec__exit(&priv->next_extern);
	hmap__exit(&priv->members);
	hmap__exit(&priv->open);
	hmap__exit(&priv->globals);
	hmap__exit(&priv->calls_at);
	hmap__exit(&priv->webs);
	hmap__exit(&priv->fn_tables);
	hmap__exit(&priv->fn_params);
	hmap__exit(&priv->rule_params);
	vec__exit(&priv->copied);
	vec__exit(&priv->table_fn);
	vec__exit(&priv->table_next);
	hmap__exit(&priv->types);
	hmap__exit(&priv->records);
	hmap__exit(&priv->apis);
	hmap__exit(&priv->sites);
	hmap__exit(&priv->implements);
	hmap__exit(&priv->callees);
	vec__exit(&priv->raw);
	vec__exit(&priv->copies);
	given__free(priv->given);
	free(priv);
}

/**
 * program__free() - free a program, not the facts it was made of
 * @self: the program, or NULL
 */
void program__free(struct program *self)
{
	if (!self)
		return;
	for (size_t i = 0; self->flows && i < self->acquires.nr; i++)
		flow__exit(&self->flows[i]);
	vec__exit(&self->event_origin);
	for (size_t i = 0; i < self->acquires.nr; i++) {
		vec__exit(&self->acquires.v[i].start);
		vec__exit(&self->acquires.v[i].instances);
	}
	free(self->flows);
	free_priv(self->priv);
	vec__exit(&self->tus);
	vec__exit(&self->fns);
	vec__exit(&self->nodes);
	vec__exit(&self->edges);
	vec__exit(&self->edge0);
	vec__exit(&self->calls);
	vec__exit(&self->targets);
	vec__exit(&self->events);
	vec__exit(&self->event0);
	vec__exit(&self->acquires);
	vec__exit(&self->origins);
	vec__exit(&self->notifiers);
	vec__exit(&self->own_calls);
	strset__free(self->strs);
	free(self);
}

static void add_fn(struct program *self, const struct tu_facts *tu,
		   const struct fn *fn, const uint32_t *map)
{
	struct program_priv *priv = self->priv;
	uint32_t id = (uint32_t)self->fns.nr;
	uint32_t *slot, prev;
	bool fresh;
	struct pfn pfn = {
		.tu = tu,
		.fn = fn,
		.tu_index = (uint32_t)self->tus.nr - 1,
		.name = map[fn->written ? fn->written : fn->name],
		.file = map[fn->file],
		.entered = fn->flags & FN_ACCESSOR ||
			   rules__enters(self->rules, tu_str(tu, fn->file)),
	};

	vec__push(&self->fns, pfn);
	vec__push(&priv->next_extern, UINT32_MAX);
	if (fn->flags & FN_STATIC || fn->flags & FN_INLINE) {
		*hmap__slot(&priv->statics, pair(pfn.tu_index, map[fn->name]), &fresh) = id;
		return;
	}
	slot = hmap__slot(&priv->externs, pair(0, map[fn->name]), &fresh);
	prev = fresh ? UINT32_MAX : *slot;
	if (fresh) {
		*slot = id;
		return;
	}
	while (priv->next_extern.v[prev] != UINT32_MAX)
		prev = priv->next_extern.v[prev];
	priv->next_extern.v[prev] = id;
}

/**
 * program__add() - add the facts of one unit
 * @self: the program, not linked yet
 * @tu: the facts; stay the caller's and must outlive the program
 * @arch: the architecture that the unit is for, which must outlive the program;
 *	NULL for the tree's main one. Names are compared by content.
 */
void program__add(struct program *self, const struct tu_facts *tu, const char *arch)
{
	uint32_t nr = strset__nr(tu->strs);
	uint32_t *map = xcalloc(nr, sizeof(*map));
	bool fresh;

	for (uint32_t i = 0; i < nr; i++)
		map[i] = strset__add(self->strs, strset__str(tu->strs, i));
	vec__push(&self->tus, tu);
	vec__push(&self->priv->archs, arch);
	vec__push(&self->priv->maps, map);
	for (size_t i = 0; i < tu->fns.nr; i++)
		add_fn(self, tu, tu->fns.v[i], map);
	for (size_t i = 0; i < tu->callees.nr; i++)
		*hmap__slot(&self->priv->callees,
			    pair((uint32_t)self->tus.nr - 1, map[tu->callees.v[i].name]),
			    &fresh) = (uint32_t)i;
}

/**
 * program__seen_by() - the functions of a name as seen from a unit
 * @self: the program
 * @tu: the unit
 * @name: global string id
 *
 * Return: the unit's own, or the first of all, or UINT32_MAX.
 */
uint32_t program__seen_by(const struct program *self, uint32_t tu, uint32_t name)
{
	uint32_t id;

	if (hmap__find(&self->priv->statics, pair(tu, name), &id))
		return id;
	if (hmap__find(&self->priv->externs, pair(0, name), &id))
		return id;
	return UINT32_MAX;
}

/**
 * program__function() - the function that a name means
 * @p: the program
 * @fn: the function that names it
 * @name: global string id
 *
 * Return: the first function of that name as @fn's unit sees it, or UINT32_MAX.
 */
uint32_t program__function(const struct program *p, uint32_t fn, uint32_t name)
{
	return program__seen_by(p, p->fns.v[fn].tu_index, name);
}

/**
 * program__is_core() - is a callee declared where functions are not entered
 * @p: the program
 * @fn: the calling function
 * @name: name of the callee, global string id
 *
 * Return: true for functions of the kernel's core, rules/types.h.
 */
bool program__is_core(const struct program *p, uint32_t fn, uint32_t name)
{
	const struct pfn *pf = &p->fns.v[fn];
	uint32_t id;

	return hmap__find(&p->priv->callees, pair(pf->tu_index, name), &id) &&
	       !rules__enters(p->rules, tu_str(pf->tu, pf->tu->callees.v[id].file));
}

/**
 * program__is_inline() - is a callee an inline function
 * @p: the program
 * @fn: the calling function
 * @name: name of the callee, global string id
 *
 * Return: true if so: no other file defines it.
 */
bool program__is_inline(const struct program *p, uint32_t fn, uint32_t name)
{
	const struct pfn *pf = &p->fns.v[fn];
	uint32_t id;

	return hmap__find(&p->priv->callees, pair(pf->tu_index, name), &id) &&
	       pf->tu->callees.v[id].flags & FN_INLINE;
}

/**
 * program__global_id() - our string id of a unit's string id
 * @p: the program
 * @fn: a function of that unit
 * @id: the unit's id
 *
 * Return: the id in program->strs.
 */
uint32_t program__global_id(const struct program *p, uint32_t fn, uint32_t id)
{
	return p->priv->maps.v[p->fns.v[fn].tu_index][id];
}

/**
 * program__api() - the rule of a function name
 * @p: the program
 * @name: global string id
 *
 * Return: the rule, or NULL.
 */
const struct api *program__api(struct program *p, uint32_t name)
{
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&p->priv->apis, pair(0, name), &fresh);
	if (fresh) {
		const struct api *api = rules__find(p->rules, strset__str(p->strs, name));

		*slot = 0;
		for (size_t i = 0; api && i < rules__nr(p->rules); i++)
			if (rules__at(p->rules, i) == api)
				*slot = (uint32_t)i + 1;
	}
	return *slot ? rules__at(p->rules, *slot - 1) : NULL;
}

/* No kernel holds the code of two architectures. */
static bool linked_with(const struct program *p, uint32_t caller, uint32_t callee)
{
	const char *arch = p->priv->archs.v[callee];

	return !arch || (p->priv->archs.v[caller] && !strcmp(arch, p->priv->archs.v[caller]));
}

/**
 * program__resolve() - which functions a call can reach
 * @p: the program
 * @fn: the calling function
 * @expr: the call
 * @ret: filled; its targets are appended to p->targets
 */
void program__resolve(struct program *p, uint32_t fn, uint32_t expr,
		      struct callsite *ret)
{
	const struct pfn *caller = &p->fns.v[fn];
	const struct expr *e = &caller->fn->exprs.v[expr];
	uint32_t id;

	ret->fn = fn;
	ret->expr = expr;
	ret->target0 = (uint32_t)p->targets.nr;
	ret->nr_targets = 0;
	ret->indirect = !e->sym;
	if (e->sym) {
		id = program__seen_by(p, caller->tu_index, program__global_id(p, fn, e->sym));
		for (; id != UINT32_MAX; id = p->priv->next_extern.v[id]) {
			if (!linked_with(p, caller->tu_index, p->fns.v[id].tu_index))
				continue;
			vec__push(&p->targets, id);
			ret->nr_targets++;
		}
		return;
	}
	if (e->a == EXPR_NONE)
		return;
	e = &caller->fn->exprs.v[e->a];
	while (e->op == EXPR_DEREF && e->a != EXPR_NONE)
		e = &caller->fn->exprs.v[e->a];
	if (e->op == EXPR_VAR) {
		if (!hmap__find(&p->priv->fn_params, pair(fn, e->a), &id))
			return;
	} else if (e->op != EXPR_MEMBER ||
		   !hmap__find(&p->priv->fn_tables,
			       pair(program__global_id(p, fn, e->rec),
				    program__global_id(p, fn, e->sym)), &id)) {
		return;
	}
	for (; id != UINT32_MAX; id = p->priv->table_next.v[id]) {
		vec__push(&p->targets, p->priv->table_fn.v[id]);
		ret->nr_targets++;
	}
}

/**
 * program__api_pos() - where a parameter of a rule stands in a call
 * @p: the program
 * @fn: the calling function
 * @call: the call
 * @api: the rule of the callee
 * @param: a parameter of it
 *
 * Return: the position of the argument, or -1 if the call has none.
 */
int program__api_pos(struct program *p, uint32_t fn, const struct expr *call,
		     const struct api *api, const struct api_param *param)
{
	const char *names[API_MAX_PARAMS];
	const struct pfn *caller = &p->fns.v[fn];
	size_t nr = 0;
	uint32_t id;
	int pos;

	if (param->index == RULE_RETURN)
		return -1;
	if (hmap__find(&p->priv->callees,
		       pair(caller->tu_index, program__global_id(p, fn, call->sym)), &id)) {
		const struct callee *c = &caller->tu->callees.v[id];

		for (; nr < c->nr_params && nr < API_MAX_PARAMS; nr++)
			names[nr] = tu_str(caller->tu,
				caller->tu->callee_params.v[c->param0 + nr].name);
	}
	pos = rules__position(p->rules, api, param, names, nr);
	return pos < call->nr_args ? pos : -1;
}

/**
 * program__api_arg() - which argument of a call plays a part
 * @p: the program
 * @fn: the calling function
 * @call: the call
 * @api: the rule of the callee
 * @role: the part
 *
 * Return: the position of the argument, or -1.
 */
int program__api_arg(struct program *p, uint32_t fn, const struct expr *call,
		     const struct api *api, enum param_role role)
{
	for (size_t i = 0; i < api->nr_params; i++) {
		int pos;

		if (api->params[i].role != role)
			continue;
		pos = program__api_pos(p, fn, call, api, &api->params[i]);
		if (pos >= 0)
			return pos;
	}
	return -1;
}

/**
 * program__function_value() - the function whose address an expression is
 * @p: the program
 * @f: the function that holds the expression
 * @expr: the expression
 *
 * Return: the function, or UINT32_MAX.
 */
uint32_t program__function_value(const struct program *p, uint32_t f, uint32_t expr)
{
	const struct fn *fn = p->fns.v[f].fn;
	const struct expr *e = &fn->exprs.v[expr];

	while ((e->op == EXPR_CAST || e->op == EXPR_ADDR) && e->a != EXPR_NONE)
		e = &fn->exprs.v[e->a];
	if (e->op != EXPR_FUNC)
		return UINT32_MAX;
	return program__function(p, f, program__global_id(p, f, e->sym));
}

/**
 * program__open_member() - say that not all users of a member are at hand
 * @self: the program, not linked yet
 * @rec: the record, as spelled
 * @member: the member
 */
void program__open_member(struct program *self, const char *rec, const char *member)
{
	bool fresh;

	*hmap__slot(&self->priv->open, pair(strset__add(self->strs, rec),
					    strset__add(self->strs, member)), &fresh) = 1;
}

/**
 * program__link() - build the value-flow graph
 * @self: the program; no unit may be added afterwards
 */
void program__link(struct program *self)
{
	pointers__collect(self);
	graph__build(self);
}

/**
 * program__is_number() - does a node hold a page frame number
 * @self: the program
 * @node: the node
 *
 * Return: true for integers.
 */
bool program__is_number(const struct program *self, uint32_t node)
{
	return self->nodes.v[node].carrier == CARRIER_INT ||
	       self->nodes.v[node].carrier == CARRIER_INTS;
}

/**
 * program__expr() - an expression of a function
 * @self: the program
 * @fn: the function
 * @expr: index of the expression
 *
 * Return: the expression.
 */
const struct expr *program__expr(const struct program *self, uint32_t fn, uint32_t expr)
{
	return &self->fns.v[fn].fn->exprs.v[expr];
}

/**
 * program__str() - text of a global string id
 * @self: the program
 * @id: the id
 *
 * Return: the text, which lives as long as the program.
 */
const char *program__str(const struct program *self, uint32_t id)
{
	return strset__str(self->strs, id);
}

/**
 * program__file() - the file that an expression stands in
 * @self: the program
 * @fn: its function
 * @expr: the expression
 *
 * Return: path relative to KDIR, which lives as long as the program.
 */
const char *program__file(const struct program *self, uint32_t fn, uint32_t expr)
{
	const struct pfn *f = &self->fns.v[fn];

	return program__str(self, program__global_id(self, fn, f->fn->exprs.v[expr].file));
}

/**
 * program__find_fn() - functions of a name
 * @self: the program
 * @name: as written
 * @from: index to begin at: 0, or the last one found plus 1
 *
 * Return: index of the next function of that name, or UINT32_MAX.
 */
uint32_t program__find_fn(const struct program *self, const char *name, uint32_t from)
{
	for (uint32_t i = from; i < self->fns.nr; i++)
		if (!strcmp(program__str(self, self->fns.v[i].name), name))
			return i;
	return UINT32_MAX;
}

/**
 * program__node_name() - a node for people
 * @self: the program
 * @node: the node
 *
 * Return: text such as "pages in foo()" in a static buffer.
 */
const char *program__node_name(const struct program *self, uint32_t node)
{
	const struct node *n = &self->nodes.v[node];
	static char buf[256];
	const char *rec;

	switch (n->kind) {
	case NODE_VAR:
		snprintf(buf, sizeof(buf), "'%s' in %s()",
			 tu_str(self->fns.v[n->fn].tu,
				self->fns.v[n->fn].fn->vars.v[n->index].name),
			 program__str(self, self->fns.v[n->fn].name));
		break;
	case NODE_RET:
		snprintf(buf, sizeof(buf), "what %s() returns",
			 program__str(self, self->fns.v[n->fn].name));
		break;
	case NODE_CALL:
		snprintf(buf, sizeof(buf), "a result in %s()",
			 program__str(self, self->fns.v[n->fn].name));
		break;
	case NODE_MEMBER:
		rec = program__str(self, n->rec);
		if (str_starts(rec, "struct "))
			rec += 7;
		snprintf(buf, sizeof(buf), "%s%s%s", rec, n->sym ? "." : "",
			 program__str(self, n->sym));
		break;
	default:
		snprintf(buf, sizeof(buf), "'%s'", program__str(self, n->sym));
		break;
	}
	return buf;
}

/**
 * program__order() - which of two expressions comes first
 * @p: the program
 * @fn_a: function of the one
 * @expr_a: the one
 * @fn_b: function of the other
 * @expr_b: the other
 *
 * Return: below, at or above 0, by file, line, column and function.
 */
int program__order(const struct program *p, uint32_t fn_a, uint32_t expr_a,
		   uint32_t fn_b, uint32_t expr_b)
{
	const struct expr *a = program__expr(p, fn_a, expr_a);
	const struct expr *b = program__expr(p, fn_b, expr_b);
	int c = strcmp(program__file(p, fn_a, expr_a), program__file(p, fn_b, expr_b));

	if (c)
		return c;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->col != b->col)
		return a->col < b->col ? -1 : 1;
	return fn_a < fn_b ? -1 : fn_a > fn_b;
}
