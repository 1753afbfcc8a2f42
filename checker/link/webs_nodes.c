// SPDX-License-Identifier: GPL-2.0-only
/*
 * Nodes for the webs of variables. The first web of a variable is the node that
 * it has anyway, so that a parameter stays the one that calls lead to; each
 * further web gets a node of its own behind those of all functions.
 *
 * Only what goes forward is split: a page, a number. Arrays and containers are
 * aliased, and what is stored through one name comes out of another.
 */
#include "link_priv.h"
#include "webs.h"

struct asked {
	struct program *p;
	uint32_t fn;
};

static bool goes_forward(void *ctx, uint32_t var)
{
	const struct asked *a = ctx;
	const struct node *n = &a->p->nodes.v[a->p->fns.v[a->fn].node0 + var];

	return n->carrier == CARRIER_PAGE || n->carrier == CARRIER_INT;
}

/* `pin_user_pages_fast(addr, 1, 0, &page)` writes its page and reads none. */
static bool overwrites(void *ctx, uint32_t call, uint32_t arg)
{
	const struct asked *a = ctx;
	const struct expr *e = program__expr(a->p, a->fn, call);
	const struct api *api = NULL;

	if (e->sym)
		api = program__api(a->p, program__global_id(a->p, a->fn, e->sym));
	for (size_t i = 0; api && i < api->nr_params; i++) {
		const struct api_param *param = &api->params[i];

		if (!(param->marks & (PARAM_ACQUIRES | PARAM_ORIGIN)) ||
		    param->marks & PARAM_RELEASES)
			continue;
		if (program__api_pos(a->p, a->fn, e, api, param) == (int)arg)
			return true;
	}
	return false;
}

static void add_webs(struct program *p, uint32_t fn, const struct webs *webs)
{
	uint32_t first = (uint32_t)p->nodes.nr;
	bool fresh;

	for (size_t i = 0; i < webs->extra.nr; i++) {
		struct node n = p->nodes.v[p->fns.v[fn].node0 + webs->extra.v[i].var];

		vec__push(&p->nodes, n);
	}
	for (uint32_t i = 0; i < webs->nr_exprs; i++)
		if (webs->extra_at[i] != WEB_NONE)
			*hmap__slot(&p->priv->webs, pair(fn, i), &fresh) =
				first + webs->extra_at[i];
}

/**
 * graph__split_vars() - add the nodes of variables' further webs
 * @p: the program; its functions have their nodes
 */
void graph__split_vars(struct program *p)
{
	struct asked asked = { .p = p };
	struct webs_ask ask = {
		.candidate = goes_forward, .overwrites = overwrites, .ctx = &asked,
	};

	for (uint32_t f = 0; f < p->fns.nr; f++) {
		struct webs webs;

		asked.fn = f;
		webs__build(p->fns.v[f].fn, &ask, &webs);
		add_webs(p, f, &webs);
		webs__exit(&webs);
	}
}

/**
 * graph__var_node() - the node of a variable where an expression names it
 * @p: the program
 * @fn: the function
 * @expr: an EXPR_VAR
 *
 * Return: the node.
 */
uint32_t graph__var_node(const struct program *p, uint32_t fn, uint32_t expr)
{
	uint32_t node;

	if (hmap__find(&p->priv->webs, pair(fn, expr), &node))
		return node;
	return p->fns.v[fn].node0 + program__expr(p, fn, expr)->a;
}
