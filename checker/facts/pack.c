// SPDX-License-Identifier: GPL-2.0-only
/*
 * A unit's facts as bytes and back: for the pipe of a worker and for the store.
 *
 * A header (magic, version, length, hash of the rest) stands before the string
 * table and the arrays, each a count and its elements as they are in memory.
 * Strings keep their ids. The bytes are for this machine and this version only:
 * another byte order or FACTS_VERSION is refused by the header.
 *
 * What is read back is not trusted: counts are held against the bytes that are
 * left before anything is allocated, and every index into strings, expressions,
 * blocks … is checked, so that no reader of facts has to.
 */
#include <string.h>

#include "../lib/strbuf.h"
#include "facts.h"

#define PACK_MAGIC	0x46434e50u	/* "PNCF" */
#define PACK_VERSION	1u

/*
 * Elements are copied as they are in memory. Their sizes are part of the version,
 * so that bytes of another layout are refused even if FACTS_VERSION was forgotten.
 */
#define PACK_LAYOUT								\
	((uint32_t)(sizeof(struct expr) << 24 ^ sizeof(struct block) << 18 ^	\
		    sizeof(struct var) << 13 ^ sizeof(struct callee) << 8 ^	\
		    sizeof(struct fn_init) << 4 ^ sizeof(struct member_decl) ^	\
		    sizeof(struct switch_case) << 2 ^				\
		    sizeof(struct callee_param) << 6 ^				\
		    sizeof(struct parse_error) << 10))

struct pack_header {
	uint32_t magic, version;
	uint32_t layout, zero;
	uint64_t len;		/* bytes behind the header */
	uint64_t hash;		/* of those bytes */
};

/* The part of struct fn that is no array. */
struct pack_fn {
	uint32_t name, written, file, line, end_line;
	uint32_t ret_type, flags, why, nr_params;
};

struct reader {
	const unsigned char *p;
	size_t left;
};

static void put_u32(struct strbuf *out, uint32_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

#define put_vec(out, vec) do {							\
	put_u32(out, (uint32_t)(vec)->nr);					\
	strbuf__add(out, (vec)->v, (vec)->nr * sizeof(*(vec)->v));		\
} while (0)

static void put_strs(struct strbuf *out, const struct strset *strs)
{
	uint32_t nr = strset__nr(strs);

	put_u32(out, nr);
	for (uint32_t id = 1; id < nr; id++) {
		const char *s = strset__str(strs, id);

		strbuf__add(out, s, strlen(s) + 1);
	}
}

static void put_fn(struct strbuf *out, const struct fn *fn)
{
	struct pack_fn head = {
		.name = fn->name, .written = fn->written, .file = fn->file,
		.line = fn->line, .end_line = fn->end_line,
		.ret_type = fn->ret_type, .flags = fn->flags, .why = fn->why,
		.nr_params = fn->nr_params,
	};

	strbuf__add(out, &head, sizeof(head));
	put_vec(out, &fn->vars);
	put_vec(out, &fn->exprs);
	put_vec(out, &fn->args);
	put_vec(out, &fn->stmts);
	put_vec(out, &fn->blocks);
	put_vec(out, &fn->cases);
}

static struct pack_header header_of(const char *body, size_t len)
{
	return (struct pack_header) {
		.magic = PACK_MAGIC,
		.version = FACTS_VERSION << 8 | PACK_VERSION,
		.layout = PACK_LAYOUT,
		.len = len,
		.hash = hash64(body, len, 0),
	};
}

/**
 * tu_facts__pack() - write a unit's facts as bytes
 * @self: the facts
 * @out: an initialised string to which the bytes are appended
 */
void tu_facts__pack(const struct tu_facts *self, struct strbuf *out)
{
	struct pack_header head = {0};
	size_t start = out->len;

	strbuf__add(out, &head, sizeof(head));
	strbuf__add(out, self->path, strlen(self->path) + 1);
	put_u32(out, self->nr_errors);
	put_u32(out, self->flags_from);
	put_strs(out, self->strs);
	put_u32(out, (uint32_t)self->fns.nr);
	for (size_t i = 0; i < self->fns.nr; i++)
		put_fn(out, self->fns.v[i]);
	put_vec(out, &self->callees);
	put_vec(out, &self->callee_params);
	put_vec(out, &self->inits);
	put_vec(out, &self->members);
	put_vec(out, &self->errors);
	put_vec(out, &self->deps);

	head = header_of(out->buf + start + sizeof(head),
			 out->len - start - sizeof(head));
	memcpy(out->buf + start, &head, sizeof(head));
}

static bool get_bytes(struct reader *r, void *dst, size_t len)
{
	if (r->left < len)
		return false;
	if (len)
		memcpy(dst, r->p, len);
	r->p += len;
	r->left -= len;
	return true;
}

static bool get_u32(struct reader *r, uint32_t *ret_v)
{
	return get_bytes(r, ret_v, sizeof(*ret_v));
}

/* A string that ends within the bytes left. */
static const char *get_str(struct reader *r, size_t *ret_len)
{
	const char *s = (const char *)r->p;
	const unsigned char *end = r->left ? memchr(r->p, 0, r->left) : NULL;

	if (!end)
		return NULL;
	*ret_len = (size_t)(end - r->p);
	r->p += *ret_len + 1;
	r->left -= *ret_len + 1;
	return s;
}

#define get_vec(r, vec) ({							\
	uint32_t nr_ = 0;							\
	bool ok_ = get_u32(r, &nr_) &&						\
		   nr_ <= (r)->left / sizeof(*(vec)->v);			\
	if (ok_ && nr_) {							\
		vec__reserve(vec, (size_t)nr_);					\
		ok_ = get_bytes(r, (vec)->v, nr_ * sizeof(*(vec)->v));		\
		(vec)->nr = nr_;						\
	}									\
	ok_;									\
})

static bool get_strs(struct reader *r, struct strset *strs)
{
	uint32_t nr;

	if (!get_u32(r, &nr) || nr < 1)
		return false;
	for (uint32_t id = 1; id < nr; id++) {
		size_t len;
		const char *s = get_str(r, &len);

		/* A string that is there already would shift all later ids. */
		if (!s || strset__addn(strs, s, len) != id)
			return false;
	}
	return true;
}

static bool get_fn(struct reader *r, struct fn *fn)
{
	struct pack_fn head;

	if (!get_bytes(r, &head, sizeof(head)))
		return false;
	fn->name = head.name;
	fn->written = head.written;
	fn->file = head.file;
	fn->line = head.line;
	fn->end_line = head.end_line;
	fn->ret_type = head.ret_type;
	fn->flags = head.flags;
	fn->why = head.why;
	fn->nr_params = head.nr_params;
	return get_vec(r, &fn->vars) && get_vec(r, &fn->exprs) &&
	       get_vec(r, &fn->args) && get_vec(r, &fn->stmts) &&
	       get_vec(r, &fn->blocks) && get_vec(r, &fn->cases);
}

static bool get_fns(struct reader *r, struct tu_facts *tu)
{
	uint32_t nr;

	if (!get_u32(r, &nr) || nr > r->left / sizeof(struct pack_fn))
		return false;
	for (uint32_t i = 0; i < nr; i++)
		if (!get_fn(r, tu_facts__add_fn(tu)))
			return false;
	return true;
}

static bool get_all(struct reader *r, struct tu_facts *tu)
{
	return get_u32(r, &tu->nr_errors) && get_u32(r, &tu->flags_from) &&
	       get_strs(r, tu->strs) && get_fns(r, tu) &&
	       get_vec(r, &tu->callees) && get_vec(r, &tu->callee_params) &&
	       get_vec(r, &tu->inits) && get_vec(r, &tu->members) &&
	       get_vec(r, &tu->errors) && get_vec(r, &tu->deps) && !r->left;
}

static bool range_ok(uint32_t first, uint32_t nr, size_t size)
{
	return !nr || (first <= size && nr <= size - first);
}

static bool index_ok(uint32_t i, size_t size)
{
	return i == EXPR_NONE || i < size;
}

/* Does @a (or @b) of this kind of expression name another expression? */
static bool uses_a(uint8_t op)
{
	switch (op) {
	case EXPR_VAR:
	case EXPR_GLOBAL:
	case EXPR_FUNC:
	case EXPR_CONST:
	case EXPR_STR:
		return false;
	}
	return true;
}

static bool uses_b(uint8_t op)
{
	return op == EXPR_INDEX || op == EXPR_ASSIGN || op == EXPR_BINARY;
}

static bool expr_ok(const struct expr *e, const struct fn *fn, uint32_t nr_strs)
{
	uint32_t nr_args = e->nr_args;

	if (e->op > EXPR_SIZEOF || e->sym >= nr_strs || e->rec >= nr_strs ||
	    e->type >= nr_strs || e->file >= nr_strs || e->text >= nr_strs)
		return false;
	if (e->op == EXPR_VAR && !index_ok(e->a, fn->vars.nr))
		return false;
	if (uses_a(e->op) && !index_ok(e->a, fn->exprs.nr))
		return false;
	if (uses_b(e->op) && !index_ok(e->b, fn->exprs.nr))
		return false;
	if (e->op == EXPR_COND && nr_args < 2)
		nr_args = 2;
	return range_ok(e->arg0, nr_args, fn->args.nr);
}

static bool block_ok(const struct block *b, const struct fn *fn)
{
	return b->end <= END_EXIT && index_ok(b->cond, fn->exprs.nr) &&
	       index_ok(b->succ[0], fn->blocks.nr) &&
	       index_ok(b->succ[1], fn->blocks.nr) &&
	       range_ok(b->stmt0, b->nr_stmts, fn->stmts.nr) &&
	       range_ok(b->case0, b->nr_cases, fn->cases.nr);
}

static bool fn_ok(const struct fn *fn, uint32_t nr_strs)
{
	bool ok = fn->name < nr_strs && fn->written < nr_strs &&
		  fn->file < nr_strs && fn->ret_type < nr_strs &&
		  fn->why < nr_strs && fn->nr_params <= fn->vars.nr;

	for (size_t i = 0; ok && i < fn->vars.nr; i++)
		ok = fn->vars.v[i].name < nr_strs &&
		     fn->vars.v[i].type < nr_strs &&
		     fn->vars.v[i].kind <= VAR_STATIC;
	for (size_t i = 0; ok && i < fn->exprs.nr; i++)
		ok = expr_ok(&fn->exprs.v[i], fn, nr_strs);
	for (size_t i = 0; ok && i < fn->args.nr; i++)
		ok = index_ok(fn->args.v[i], fn->exprs.nr);
	for (size_t i = 0; ok && i < fn->stmts.nr; i++)
		ok = fn->stmts.v[i] < fn->exprs.nr;
	for (size_t i = 0; ok && i < fn->blocks.nr; i++)
		ok = block_ok(&fn->blocks.v[i], fn);
	for (size_t i = 0; ok && i < fn->cases.nr; i++)
		ok = index_ok(fn->cases.v[i].value, fn->exprs.nr) &&
		     index_ok(fn->cases.v[i].last, fn->exprs.nr) &&
		     fn->cases.v[i].block < fn->blocks.nr;
	return ok;
}

/* All words of an array whose elements hold nothing but string ids and numbers. */
static bool decls_ok(const struct tu_facts *tu, uint32_t nr_strs)
{
	bool ok = true;

	for (size_t i = 0; ok && i < tu->callees.nr; i++) {
		const struct callee *c = &tu->callees.v[i];

		ok = c->name < nr_strs && c->file < nr_strs &&
		     c->ret_type < nr_strs &&
		     range_ok(c->param0, c->nr_params, tu->callee_params.nr);
	}
	for (size_t i = 0; ok && i < tu->callee_params.nr; i++)
		ok = tu->callee_params.v[i].name < nr_strs &&
		     tu->callee_params.v[i].type < nr_strs;
	for (size_t i = 0; ok && i < tu->inits.nr; i++) {
		const struct fn_init *x = &tu->inits.v[i];

		ok = x->owner < nr_strs && x->rec < nr_strs &&
		     x->member < nr_strs && x->func < nr_strs &&
		     x->file < nr_strs;
	}
	for (size_t i = 0; ok && i < tu->members.nr; i++) {
		const struct member_decl *m = &tu->members.v[i];

		ok = m->rec < nr_strs && m->name < nr_strs &&
		     m->type < nr_strs && m->file < nr_strs;
	}
	for (size_t i = 0; ok && i < tu->errors.nr; i++)
		ok = tu->errors.v[i].file < nr_strs && tu->errors.v[i].text < nr_strs;
	for (size_t i = 0; ok && i < tu->deps.nr; i++)
		ok = tu->deps.v[i] < nr_strs;
	return ok;
}

static bool all_ok(const struct tu_facts *tu)
{
	uint32_t nr_strs = strset__nr(tu->strs);

	for (size_t i = 0; i < tu->fns.nr; i++)
		if (!fn_ok(tu->fns.v[i], nr_strs))
			return false;
	return decls_ok(tu, nr_strs);
}

/**
 * tu_facts__unpack() - read facts that tu_facts__pack() wrote
 * @data: the bytes; not kept
 * @len: how many
 *
 * Return: the facts, which the caller frees with tu_facts__free(), or NULL when
 * the bytes are cut, damaged or of another version.
 */
struct tu_facts *tu_facts__unpack(const void *data, size_t len)
{
	struct reader r = { .p = data, .left = len };
	struct pack_header head, want;
	struct tu_facts *tu;
	const char *path;
	size_t path_len;

	if (!get_bytes(&r, &head, sizeof(head)) || head.len != r.left)
		return NULL;
	want = header_of((const char *)r.p, r.left);
	if (memcmp(&head, &want, sizeof(head)))
		return NULL;
	path = get_str(&r, &path_len);
	if (!path)
		return NULL;
	tu = tu_facts__new(path);
	if (!get_all(&r, tu) || !all_ok(tu)) {
		tu_facts__free(tu);
		return NULL;
	}
	return tu;
}
