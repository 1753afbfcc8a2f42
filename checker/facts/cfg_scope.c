// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scopes of variables with a cleanup attribute: __free(), guard(), CLASS().
 *
 * Each way out of a scope gets a call of the variable's function with its
 * address. A jump whose label was not met yet keeps a copy of the scopes that
 * are open where it stands; cfg_jump.c closes those that are not around the label.
 */
#include <stdlib.h>

#include "cfg_priv.h"

/* libclang does not make a pointer type of a type; its spelling will do. */
static uint32_t pointer_to(struct extract *x, uint32_t type)
{
	const char *name = tu_str(x->facts, type);
	char *s = xasprintf("%s%s*", name, str_ends(name, "*") ? "" : " ");
	uint32_t id = strset__add(x->facts->strs, s);

	free(s);
	return id;
}

/**
 * cfg__cleanup_call() - add the call that ends the scope of a variable
 * @x: the extraction
 * @c: the variable; the call stands where it is declared
 */
void cfg__cleanup_call(struct extract *x, const struct cleanup *c)
{
	CXCursor decl = extract__fn_decl(x, c->fn);
	uint32_t var, addr, id;

	if (!clang_Cursor_isNull(decl))
		extract__callee(x, decl);
	var = extract__new_expr(x, c->decl, EXPR_VAR);
	x->fn->exprs.v[var].a = c->var;
	x->fn->exprs.v[var].sym = x->fn->vars.v[c->var].name;
	addr = extract__new_expr(x, c->decl, EXPR_ADDR);
	x->fn->exprs.v[addr].a = var;
	x->fn->exprs.v[addr].type = pointer_to(x, x->fn->exprs.v[var].type);
	id = extract__new_expr(x, c->decl, EXPR_CALL);
	x->fn->exprs.v[id].sym = c->fn;
	x->fn->exprs.v[id].type = clang_Cursor_isNull(decl) ? 0 :
		extract__type(x, clang_getCursorResultType(decl));
	extract__set_args(x, id, &addr, 1);
	cfg__push_stmt(x, id);
}

/**
 * cfg__leave_scopes() - add the calls of a way out of scopes, which stay open
 * @x: the extraction
 * @keep: how many are around the target too
 */
void cfg__leave_scopes(struct extract *x, size_t keep)
{
	if (cfg__cur(x)->end != END_EXIT)
		return;
	for (size_t i = x->cleanups.nr; i > keep; i--)
		cfg__cleanup_call(x, &x->cleanups.v[i - 1]);
}

/**
 * cfg__close_scopes() - end the scopes of variables with a cleanup function
 * @x: the extraction
 * @keep: how many stay open
 */
void cfg__close_scopes(struct extract *x, size_t keep)
{
	cfg__leave_scopes(x, keep);
	x->cleanups.nr = keep;
}

/**
 * cfg__copy_scopes() - the scopes that are open
 * @x: the extraction
 * @to: emptied and filled; the caller frees it
 */
void cfg__copy_scopes(struct extract *x, cleanup_vec *to)
{
	to->nr = 0;
	for (size_t i = 0; i < x->cleanups.nr; i++)
		vec__push(to, x->cleanups.v[i]);
}

/**
 * cfg__open_scope() - open the scope of a variable, if it has a cleanup function
 * @x: the extraction
 * @var: its declaration
 * @idx: its index in fn->vars
 */
void cfg__open_scope(struct extract *x, CXCursor var, uint32_t idx)
{
	struct cleanup c = {
		.decl = var,
		.var = idx,
		.fn = printed__cleanup(x, var),
		.id = x->last_cleanup + 1,
	};

	if (!c.fn)
		return;
	x->last_cleanup++;
	vec__push(&x->cleanups, c);
}
