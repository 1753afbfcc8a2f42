// SPDX-License-Identifier: GPL-2.0-only
/*
 * The textual half: at each exact place a function's name becomes another. An
 * acquire gets its new name at once. A release becomes a tag that the semantic
 * patches look for, and what they leave of the tags gets its name at the end.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "convert.h"

/* In cocci/convert too. _keep: the loop around it is not safe to replace. */
static const char *const tags[] = {
	[TAG_PUT] = "__pincheck_put", [TAG_PUT_ALL] = "__pincheck_put_all",
	[TAG_DIRTY] = "__pincheck_dirty_",	/* and the name that it had */
};
#define TAG_KEEP "__pincheck_put_keep"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t offset_of(const char *text, size_t len, uint32_t line, uint32_t col)
{
	const char *p = text;

	while (--line) {
		p = memchr(p, '\n', len - (size_t)(p - text));
		if (!p)
			return len;
		p++;
	}
	return (size_t)(p - text) + col - 1 <= len ? (size_t)(p - text) + col - 1 : len;
}

static bool is_call(const char *p, const char *name)
{
	size_t n = strlen(name);

	if (strncmp(p, name, n) || is_word(p[n]))
		return false;
	p += n;
	while (*p == ' ')
		p++;
	return *p == '(';
}

/* A call whose name becomes longer or shorter moves what is aligned below it. */
static void add_shifted(struct strbuf *out, const char *call, size_t len, int by)
{
	int depth = 0;

	for (size_t i = 0; i < len; i++) {
		strbuf__addc(out, call[i]);
		depth += call[i] == '(';
		depth -= call[i] == ')';
		if (call[i] != '\n' || !depth)
			continue;
		size_t col = 0, k = i + 1;

		for (; k < len && (call[k] == ' ' || call[k] == '\t'); k++)
			col = call[k] == '\t' ? (col | 7) + 1 : col + 1;
		col = (int)col + by > 0 ? col + (size_t)by : 0;
		for (size_t t = 0; t < col / 8; t++)
			strbuf__addc(out, '\t');
		for (size_t t = 0; t < col % 8; t++)
			strbuf__addc(out, ' ');
		i = k - 1;
	}
}

/* Bytes of the call from its opening bracket on. */
static size_t call_length(const char *p)
{
	int depth = 0;
	size_t i = 0;

	while (p[i] == ' ')
		i++;
	for (; p[i]; i++) {
		depth += p[i] == '(';
		depth -= p[i] == ')';
		if (!depth)
			return i + 1;
	}
	return i;
}

/* An acquire that pins refuses a flag that asks for a plain reference. */
static void add_arguments(const struct conv_input *in, struct strbuf *out, const char *call,
			  size_t len, int by)
{
	const char *flag = rules__flag_name(in->rules, FLAG_REFERENCE);
	char *copy = xstrndup(call, len), *at = flag ? strstr(copy, flag) : NULL;

	if (at && !is_word(at[-1]) && !is_word(at[strlen(flag)])) {
		size_t n = strlen(flag);

		if (at - copy > 3 && !strncmp(at - 3, " | ", 3))
			memmove(at - 3, at + n, strlen(at + n) + 1);
		else if (!strncmp(at + n, " | ", 3))
			memmove(at, at + n + 3, strlen(at + n + 3) + 1);
		else
			memmove(at + 1, at + n, strlen(at + n) + 1), *at = '0';
	}
	add_shifted(out, copy, strlen(copy), by);
	free(copy);
}

static const char *name_for(const struct conv_edit *e, const char *text, size_t at)
{
	if (e->tag == TAG_ACQUIRE)
		return e->to;
	if (e->tag == TAG_PUT && !conv_loop__safe(text, at))
		return TAG_KEEP;
	return tags[e->tag];
}

static void tag_file(struct conv_patch *self, const struct conv_input *in,
		     const char *file, const char *text,
		     size_t len, struct strbuf *out)
{
	size_t done = 0;

	for (size_t i = 0; i < self->edits.nr; i++) {
		const struct conv_edit *e = &self->edits.v[i];
		const char *name;
		size_t at, n = strlen(e->from);

		if (strcmp(e->at.file, file))
			continue;
		at = offset_of(text, len, e->at.line, e->at.col);
		if (at < done || !is_call(text + at, e->from)) {
			conv_why__set(&self->why, "in a macro", &e->at,
				      "%s() does not stand there as a plain call", e->from);
			return;
		}
		strbuf__add(out, text + done, at - done);
		name = name_for(e, text, at);
		strbuf__adds(out, name);
		if (e->tag == TAG_DIRTY)
			strbuf__adds(out, e->from);
		done = at + n;
		if (e->tag == TAG_ACQUIRE) {
			size_t rest = call_length(text + done);

			add_arguments(in, out, text + done, rest, (int)strlen(name) - (int)n);
			done += rest;
		}
	}
	strbuf__add(out, text + done, len - done);
}

/**
 * conv_edit__tag() - tagged copies of a patch's files
 * @self: the patch; its reason is set where a call is not found in the text
 * @in: the tree
 * @dir: folder that gets the copies, under the tree's paths
 */
void conv_edit__tag(struct conv_patch *self, const struct conv_input *in,
		    const char *dir)
{
	for (size_t i = 0; i < self->files.nr && !self->why.class; i++) {
		char *from = xasprintf("%s/%s", in->kdir, self->files.v[i]);
		char *to = xasprintf("%s/%s", dir, self->files.v[i]), *slash;
		struct place at = { .file = self->files.v[i] };
		struct strbuf out;
		char *text = NULL;
		size_t len = 0;

		strbuf__init(&out);
		if (file_read(from, 0, &text, &len))
			conv_why__set(&self->why, "not readable", &at, "it can't be read");
		else if (memchr(text, '\r', len))
			conv_why__set(&self->why, "not plain text", &at,
				      "its lines end in carriage returns");
		else
			conv_hidden__check(self, in, self->files.v[i], text, len);
		if (!self->why.class)
			tag_file(self, in, self->files.v[i], text, len, &out);
		slash = strrchr(to, '/');
		*slash = '\0';
		if (!self->why.class && mkdir_p(to))
			conv_why__set(&self->why, "not writable", &at, "no folder for copies");
		*slash = '/';
		if (!self->why.class && file_write_atomic(to, out.buf, out.len))
			conv_why__set(&self->why, "not writable", &at, "the copy can't be written");
		strbuf__exit(&out);
		free(text);
		free(from);
		free(to);
	}
}

struct final {
	const char *tag, *name, *was;
};

static void finish_text(const char *text, const struct final *f, size_t nr,
			struct strbuf *out)
{
	for (const char *p = text; *p; ) {
		size_t n = 0, rest;

		while (is_word(p[n]))
			n++;
		if (!n) {
			strbuf__addc(out, *p++);
			continue;
		}
		if (str_starts(p, tags[TAG_DIRTY])) {
			p += strlen(tags[TAG_DIRTY]);
			continue;
		}
		for (size_t i = 0; i < nr; i++) {
			if (strlen(f[i].tag) != n || strncmp(p, f[i].tag, n) || !f[i].name)
				continue;
			strbuf__adds(out, f[i].name);
			p += n;
			/* tags did not move what is below: count from the old name */
			rest = call_length(p);
			add_shifted(out, p, rest, (int)strlen(f[i].name) -
						  (int)strlen(f[i].was));
			p += rest;
			n = 0;
			break;
		}
		strbuf__add(out, p, n);
		p += n;
	}
}

/* What a tag stands for. */
static const char *was(const struct conv_patch *self, enum conv_tag tag)
{
	for (size_t i = 0; i < self->edits.nr; i++)
		if (self->edits.v[i].tag == tag)
			return self->edits.v[i].from;
	return "";
}

/*
 * A statement that took the place of a longer one behind `else` stands too far left,
 * and one that lost its braces leaves a line of blanks.
 */
static void tidy(const char *text, struct strbuf *out)
{
	for (const char *p = text; *p; ) {
		const char *nl = strchrnul(p, '\n'), *q = p, *next = *nl ? nl + 1 : nl;
		size_t tabs = strspn(p, "\t"), n;

		q += tabs;
		strbuf__add(out, p, (size_t)(next - p));
		if (next - p > 1 && next[-2] == ')' && *next == '\t' &&
		    next[strspn(next, "\t")] == '\n')
			next += strspn(next, "\t") + 1;
		p = next;
		if (str_starts(q, "} "))
			q += 2;
		n = strspn(next, "\t");
		if (strncmp(q, "else\n", 5) || n != tabs || !is_word(next[n]))
			continue;
		strbuf__addc(out, '\t');
	}
}

/* What became unused goes; the old text tells where the functions are. */
static void drop_unused(const struct conv_patch *self, const char *kdir,
			const char *file, struct strbuf *text)
{
	char *path = xasprintf("%s/%s", kdir, file), *old = NULL;
	VEC(size_t) offsets = {0};
	size_t len = 0;

	if (!file_read(path, 0, &old, &len)) {
		for (size_t i = 0; i < self->edits.nr; i++)
			if (!strcmp(self->edits.v[i].at.file, file))
				vec__push(&offsets, offset_of(old, len,
							      self->edits.v[i].at.line,
							      self->edits.v[i].at.col));
		conv_unused__remove(old, offsets.v, offsets.nr, text);
	}
	vec__exit(&offsets);
	free(old);
	free(path);
}

static void finish_file(struct conv_patch *self, const struct conv_input *in,
			const struct conv_names *names, const char *dir, const char *file)
{
	const char *put = was(self, TAG_PUT);
	const struct final f[] = {
		{ tags[TAG_PUT], names->one, put },
		{ TAG_KEEP, names->one, put },
		{ tags[TAG_PUT_ALL], names->many, was(self, TAG_PUT_ALL) },
	};
	char *path = xasprintf("%s/%s", dir, file), *text = NULL;
	struct strbuf out, done;
	size_t len = 0;

	strbuf__init(&out);
	strbuf__init(&done);
	if (file_read(path, 0, &text, &len)) {
		conv_why__set(&self->why, "not readable", NULL, "no copy of %s", file);
	} else {
		finish_text(text, f, ARRAY_SIZE(f), &out);
		if (strstr(out.buf, "__pincheck_"))
			conv_why__set(&self->why, "tag left", NULL,
				      "a call in %s could not be rewritten", file);
		tidy(out.buf, &done);
		drop_unused(self, in->kdir, file, &done);
		if (file_write_atomic(path, done.buf, done.len))
			conv_why__set(&self->why, "not writable", NULL, "no copy of %s", file);
	}
	strbuf__exit(&out);
	strbuf__exit(&done);
	free(text);
	free(path);
}

/**
 * conv_edit__finish() - give the tags that are left their final names
 * @self: the patch
 * @in: the tree
 * @names: what it offers
 * @dir: folder with the patch's files
 */
void conv_edit__finish(struct conv_patch *self, const struct conv_input *in,
		       const struct conv_names *names, const char *dir)
{
	for (size_t i = 0; i < self->files.nr && !self->why.class; i++)
		finish_file(self, in, names, dir, self->files.v[i]);
}
