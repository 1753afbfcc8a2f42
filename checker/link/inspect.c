// SPDX-License-Identifier: GPL-2.0-only
/*
 * The linked program for people who ask: names, sentences for edges, the way to
 * a state, and who calls what. Nothing here changes the program; what the judge
 * thinks of it is not known here.
 */
#include <stdlib.h>

#include "link_priv.h"

/**
 * node_kind__name() - a kind of node in one word
 * @kind: enum node_kind
 *
 * Return: a constant string.
 */
const char *node_kind__name(unsigned int kind)
{
	static const char *const names[] = {
		[NODE_VAR] = "variable", [NODE_RET] = "return",
		[NODE_CALL] = "result", [NODE_MEMBER] = "member",
		[NODE_GLOBAL] = "global",
	};

	return kind < ARRAY_SIZE(names) ? names[kind] : "other";
}

/**
 * edge_kind__name() - a kind of edge in one word
 * @kind: enum edge_kind
 *
 * Return: a constant string.
 */
const char *edge_kind__name(unsigned int kind)
{
	static const char *const names[] = {
		[EDGE_LOCAL] = "local", [EDGE_CALL] = "call",
		[EDGE_RETURN] = "return", [EDGE_LATER] = "later",
		[EDGE_BACK] = "back",
	};

	return kind < ARRAY_SIZE(names) && names[kind] ? names[kind] : "other";
}

/**
 * event_kind__name() - a kind of event in one word
 * @kind: enum event_kind
 *
 * Return: a constant string.
 */
const char *event_kind__name(unsigned int kind)
{
	static const char *const names[] = {
		[EVENT_RELEASE] = "release", [EVENT_USE] = "use",
		[EVENT_DIRTY] = "dirty", [EVENT_REF] = "reference",
		[EVENT_HANDOVER] = "handover", [EVENT_ESCAPE] = "escape",
		[EVENT_CORE] = "core",
	};

	return kind < ARRAY_SIZE(names) && names[kind] ? names[kind] : "other";
}

static const char *fn_name(const struct program *self, uint32_t fn)
{
	return program__str(self, self->fns.v[fn].name);
}

/**
 * program__place_text() - a node as a place
 * @self: the program
 * @node: the node
 *
 * Return: text such as "'pages' in f()" or "obj.pages"; the caller frees it.
 */
char *program__place_text(const struct program *self, uint32_t node)
{
	const struct node *n = &self->nodes.v[node];
	const struct expr *e;

	if (n->kind != NODE_CALL)
		return xstrdup(program__node_name(self, node));
	e = program__expr(self, n->fn, n->index);
	if (!e->sym)
		return xasprintf("the result of a call in %s()", fn_name(self, n->fn));
	return xasprintf("the result of %s() in %s()",
			 tu_str(self->fns.v[n->fn].tu, e->sym), fn_name(self, n->fn));
}

static bool is_shared(const struct node *n)
{
	return n->kind == NODE_MEMBER || n->kind == NODE_GLOBAL;
}

static char *call_text(const struct program *self, const struct node *to, const char *from)
{
	const struct pfn *callee = &self->fns.v[to->fn];

	if (to->kind != NODE_VAR)
		return xasprintf("%s is what %s() returns", from, fn_name(self, to->fn));
	return xasprintf("%s is passed to %s() as '%s'", from, fn_name(self, to->fn),
			 tu_str(callee->tu, callee->fn->vars.v[to->index].name));
}

/* "'a' in f()" and "'b' in f()": the function is named once, with the second. */
static void name_function_once(char *a, const char *b)
{
	char *in_a = strstr(a, " in ");
	const char *in_b = strstr(b, " in ");

	if (in_a && in_b && !strcmp(in_a, in_b))
		*in_a = '\0';
}

/**
 * program__edge_text() - what an edge does
 * @self: the program
 * @edge: the edge
 *
 * Return: a sentence without a full stop; the caller frees it.
 */
char *program__edge_text(const struct program *self, uint32_t edge)
{
	const struct edge *e = &self->edges.v[edge];
	const struct node *from = &self->nodes.v[e->from], *to = &self->nodes.v[e->to];
	char *a = program__place_text(self, e->from);
	char *b = program__place_text(self, e->to), *text;

	name_function_once(a, b);
	if (e->kind == EDGE_CALL && !is_shared(to))
		text = call_text(self, to, a);
	else if (e->kind == EDGE_BACK)
		text = xasprintf("%s shares its pages with %s", a, b);
	else if (e->kind == EDGE_RETURN)
		text = xasprintf("%s is handed back as %s", a, b);
	else if (e->kind == EDGE_LATER && !is_shared(to))
		text = xasprintf("%s comes to %s() later", a, fn_name(self, to->fn));
	else if (is_shared(to))
		text = xasprintf("%s is kept in %s", a, b);
	else if (is_shared(from))
		text = xasprintf("%s is taken into %s", a, b);
	else
		text = xasprintf("%s goes to %s", a, b);
	free(a);
	free(b);
	return text;
}

/**
 * program__find_acquire() - the acquire at a place
 * @self: the program
 * @file: path relative to KDIR
 * @line: its line
 * @col: its column
 *
 * Return: index into acquires, or UINT32_MAX.
 */
uint32_t program__find_acquire(const struct program *self, const char *file,
			       uint32_t line, uint32_t col)
{
	for (uint32_t i = 0; i < self->acquires.nr; i++) {
		const struct acquire *a = &self->acquires.v[i];
		const struct expr *e = program__expr(self, a->fn, a->expr);

		if (e->line == line && e->col == col &&
		    !strcmp(program__file(self, a->fn, a->expr), file))
			return i;
	}
	return UINT32_MAX;
}

/**
 * program__way() - how the pages of an acquire get to a state
 * @self: the program, followed
 * @acquire: the acquire
 * @state: a state of its flow
 * @ret_states: the states from the start on, @state the last; the caller frees it
 *
 * Return: their number.
 */
size_t program__way(const struct program *self, uint32_t acquire, uint32_t state,
		    uint32_t **ret_states)
{
	const struct flow *flow = &self->flows[acquire];
	size_t nr = 0, at;

	for (uint32_t s = state; s != UINT32_MAX; s = flow->states.v[s].parent)
		nr++;
	*ret_states = xcalloc(nr ? nr : 1, sizeof(**ret_states));
	at = nr;
	for (uint32_t s = state; s != UINT32_MAX; s = flow->states.v[s].parent)
		(*ret_states)[--at] = s;
	return nr;
}

/**
 * program__fn_key() - what calls of a function name
 * @self: the program
 * @fn: the function
 *
 * Return: the key; copies of a header's function have one.
 */
struct fn_key program__fn_key(const struct program *self, uint32_t fn)
{
	const struct pfn *pf = &self->fns.v[fn];
	struct fn_key key = { .name = pf->name };

	if (pf->fn->flags & FN_STATIC) {
		key.file = pf->file;
		key.line = pf->fn->line;
	}
	return key;
}

/**
 * fn_key__same() - compare two keys
 * @a: a key
 * @b: another
 *
 * Return: true if they name one function.
 */
bool fn_key__same(const struct fn_key *a, const struct fn_key *b)
{
	return a->name == b->name && a->file == b->file && a->line == b->line;
}

static int by_key(const struct fn_key *a, const struct fn_key *b)
{
	if (a->name != b->name)
		return a->name < b->name ? -1 : 1;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static const struct program *sort_program;	/* qsort has no context */

static int by_key_and_place(const void *a, const void *b)
{
	const struct call_ref *x = a, *y = b;
	int c = by_key(&x->to, &y->to);

	return c ? c : program__order(sort_program, x->fn, x->expr, y->fn, y->expr);
}

static void add_direct(struct call_index *self, const struct program *p, uint32_t fn)
{
	const struct fn *f = p->fns.v[fn].fn;

	for (uint32_t i = 0; i < f->exprs.nr; i++) {
		struct call_ref ref = { .fn = fn, .expr = i };
		uint32_t to;

		if (f->exprs.v[i].op != EXPR_CALL || !f->exprs.v[i].sym)
			continue;
		ref.to.name = program__global_id(p, fn, f->exprs.v[i].sym);
		to = program__function(p, fn, ref.to.name);
		if (to != UINT32_MAX)
			ref.to = program__fn_key(p, to);
		vec__push(&self->refs, ref);
	}
}

/**
 * call_index__init() - collect all calls
 * @self: the index
 * @p: the program, linked; it must outlive the index
 */
void call_index__init(struct call_index *self, const struct program *p)
{
	memset(self, 0, sizeof(*self));
	for (uint32_t f = 0; f < p->fns.nr; f++)
		add_direct(self, p, f);
	for (size_t i = 0; i < p->calls.nr; i++) {
		const struct callsite *cs = &p->calls.v[i];

		for (uint32_t t = 0; cs->indirect && t < cs->nr_targets; t++) {
			struct call_ref ref = {
				.to = program__fn_key(p, p->targets.v[cs->target0 + t]),
				.fn = cs->fn, .expr = cs->expr, .indirect = true,
			};

			vec__push(&self->refs, ref);
		}
	}
	sort_program = p;
	vec__sort(&self->refs, by_key_and_place);
}

/**
 * call_index__exit() - free an index
 * @self: the index
 */
void call_index__exit(struct call_index *self)
{
	vec__exit(&self->refs);
}

/**
 * call_index__find() - the calls of a function
 * @self: the index
 * @to: the function
 * @ret_nr: their number; copies of a header's call are next to each other
 *
 * Return: the first, in the order of file, line and column.
 */
const struct call_ref *call_index__find(const struct call_index *self,
					const struct fn_key *to, size_t *ret_nr)
{
	size_t low = 0, high = self->refs.nr, end;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (by_key(&self->refs.v[mid].to, to) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < self->refs.nr && fn_key__same(&self->refs.v[end].to, to); )
		end++;
	*ret_nr = end - low;
	return &self->refs.v[low];
}

/**
 * program__pointer_text() - the pointer that an indirect call goes through
 * @self: the program
 * @fn: the calling function
 * @expr: the call
 *
 * Return: "struct ops.member" or "'fn'"; the caller frees it.
 */
char *program__pointer_text(const struct program *self, uint32_t fn, uint32_t expr)
{
	const struct expr *e = program__expr(self, fn, expr);
	const struct tu_facts *tu = self->fns.v[fn].tu;

	while (e->a != EXPR_NONE && (e->op == EXPR_CALL || e->op == EXPR_DEREF)) {
		e = program__expr(self, fn, e->a);
		if (e->op == EXPR_MEMBER)
			return xasprintf("%s.%s", tu_str(tu, e->rec), tu_str(tu, e->sym));
		if (e->op == EXPR_VAR)
			return xasprintf("'%s'", tu_str(tu, e->sym));
	}
	return xstrdup("a pointer");
}
