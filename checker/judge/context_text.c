// SPDX-License-Identifier: GPL-2.0-only
/* The chain that leads to a place where one must not sleep, for people. */
#include <stdlib.h>

#include "../lib/strbuf.h"
#include "context_priv.h"

#define MAX_PATH_DEPTH 8

/* An access path as it was written, near enough. */
static void path_text(const struct pfn *pf, uint32_t expr, int depth, struct strbuf *out)
{
	const struct expr *e;

	if (expr == EXPR_NONE || depth > MAX_PATH_DEPTH) {
		strbuf__addf(out, "...");
		return;
	}
	e = &pf->fn->exprs.v[expr];
	switch (e->op) {
	case EXPR_VAR: case EXPR_GLOBAL: case EXPR_FUNC:
		strbuf__addf(out, "%s", tu_str(pf->tu, e->sym));
		break;
	case EXPR_MEMBER:
		path_text(pf, e->a, depth + 1, out);
		strbuf__addf(out, "%s%s", e->sub ? "->" : ".", tu_str(pf->tu, e->sym));
		break;
	case EXPR_ADDR: case EXPR_DEREF:
		strbuf__addf(out, e->op == EXPR_ADDR ? "&" : "*");
		path_text(pf, e->a, depth + 1, out);
		break;
	case EXPR_CAST: case EXPR_STMTS:
		path_text(pf, e->a, depth + 1, out);
		break;
	case EXPR_INDEX:
		path_text(pf, e->a, depth + 1, out);
		strbuf__addf(out, "[]");
		break;
	case EXPR_CALL:
		if (e->nr_args == 1) {
			path_text(pf, pf->fn->args.v[e->arg0], depth + 1, out);
			break;
		}
		/* fall through */
	default:
		strbuf__addf(out, "...");
		break;
	}
}

/**
 * context__why() - why one must not sleep, in words
 * @j: the judge
 * @a: the answer, not CONTEXT_UNKNOWN
 *
 * Return: text that goes on a sentence; it belongs to the result.
 */
const char *context__why(struct judge *j, const struct context_answer *a)
{
	static const char *const locks[LOCK_NR] = {
		[LOCK_SPIN] = "with a spinlock held", [LOCK_RCU] = "in an RCU read section",
		[LOCK_PREEMPT] = "with preemption off", [LOCK_IRQ] = "with interrupts off",
		[LOCK_BH] = "with softirqs off",
	};

	if (a->kind == CONTEXT_SLEEPS)
		return result__str(j->res, "where one may sleep");
	if (a->lock)
		return result__str(j->res, locks[a->lock]);
	switch (a->run) {
	case RUN_HARDIRQ:
		return result__str(j->res, "in an interrupt");
	case RUN_SOFTIRQ:
		return result__str(j->res, "in a softirq");
	case RUN_PAGE_LOCKED:
		return result__str(j->res, "where the mm may hold the lock of the page");
	default:
		return result__str(j->res, "in a callback that must not sleep");
	}
}

static const char *callee(const struct pfn *pf, const struct expr *e)
{
	return e->op == EXPR_CALL && e->sym ? tu_str(pf->tu, e->sym) : "";
}

static const char *run_name(enum run_context run)
{
	return run == RUN_HARDIRQ ? "runs in an interrupt" :
	       run == RUN_SOFTIRQ ? "runs in a softirq" :
	       run == RUN_PAGE_LOCKED ? "is called with a page locked" : "must not sleep";
}

static void init_step(struct judge *j, const struct context_link *l, struct finding *f,
		      const char *message)
{
	const struct tu_facts *tu = j->prog->fns.v[l->fn].tu;
	struct step s = {
		.at = {
			.file = result__str(j->res, tu_str(tu, l->init->file)),
			.line = l->init->line, .function = result__str(j->res, ""),
		},
		.message = message,
	};

	vec__push(&f->steps, s);
}

static void first_step(struct judge *j, const struct context_answer *a, struct finding *f)
{
	const struct context_link *l = &a->chain.v[0];
	const struct pfn *pf = &j->prog->fns.v[l->fn];
	const struct expr *e = &pf->fn->exprs.v[l->expr];
	struct strbuf path;

	if (!a->lock) {
		const char *text = result__strf(j->res, "%s() %s",
			program__str(j->prog, j->prog->fns.v[a->callback].name),
			run_name(a->run));

		if (l->init)
			init_step(j, l, f, text);
		else
			judge__step(j, f, l->fn, l->expr, text);
		return;
	}
	strbuf__init(&path);
	for (uint32_t i = 0; i < e->nr_args && !path.len; i++)
		if (strchr(tu_str(pf->tu, pf->fn->exprs.v[pf->fn->args.v[e->arg0 + i]].type), '*'))
			path_text(pf, pf->fn->args.v[e->arg0 + i], 0, &path);
	judge__step(j, f, l->fn, l->expr, path.len ?
		    result__strf(j->res, "%s(%s): from here on one must not sleep",
				 callee(pf, e), path.buf) :
		    result__strf(j->res, "%s(): from here on one must not sleep",
				 callee(pf, e)));
	strbuf__exit(&path);
}

/**
 * context__steps() - tell the chain
 * @j: the judge
 * @a: the answer, with a chain
 * @f: finding that gets the steps
 */
void context__steps(struct judge *j, const struct context_answer *a, struct finding *f)
{
	if (!a->chain.nr)
		return;
	first_step(j, a, f);
	for (size_t i = 1; i < a->chain.nr; i++) {
		const struct context_link *l = &a->chain.v[i];
		const struct pfn *pf = &j->prog->fns.v[l->fn];
		const char *name = callee(pf, &pf->fn->exprs.v[l->expr]);

		judge__step(j, f, l->fn, l->expr, *name ?
			    result__strf(j->res, "%s() calls %s()",
				program__str(j->prog, pf->name), name) :
			    result__strf(j->res, "%s() calls through a pointer",
				program__str(j->prog, pf->name)));
	}
}
