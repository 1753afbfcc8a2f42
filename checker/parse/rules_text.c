// SPDX-License-Identifier: GPL-2.0-only
/*
 * What can be told of rule files and kernel sources from their text alone: the
 * list of rule files, the names to scan a tree for (before it is known which
 * names the tree has, so that no #if can be decided), and the family of a
 * function whose body decides it.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/strbuf.h"
#include "../lib/util.h"
#include "rules.h"
#include "rules_priv.h"

#define MAX_RULE_FILE (1 << 20)

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/*
 * Blanks out comments, strings and, if @directives, the lines of preprocessor
 * directives. Keeps the length and the line breaks.
 */
static void blank(char *text, size_t len, bool directives)
{
	size_t i = 0, end;
	bool line_start = true;

	while (i < len) {
		char c = text[i];

		end = i;
		if (c == '/' && i + 1 < len && text[i + 1] == '*') {
			for (end = i + 2; end < len; end++)
				if (text[end] == '/' && text[end - 1] == '*' && end > i + 2)
					break;
			end++;
		} else if (c == '/' && i + 1 < len && text[i + 1] == '/') {
			while (end < len && text[end] != '\n')
				end++;
		} else if (c == '"' || c == '\'') {
			for (end = i + 1; end < len && text[end] != c && text[end] != '\n'; end++)
				if (text[end] == '\\')
					end++;
			end++;
		} else if (c == '#' && line_start && directives) {
			while (end < len && (text[end] != '\n' || text[end - 1] == '\\'))
				end++;
		}
		if (c == '\n')
			line_start = true;
		else if (!isspace((unsigned char)c))
			line_start = false;
		if (end == i) {
			i++;
			continue;
		}
		for (; i < end && i < len; i++)
			if (text[i] != '\n')
				text[i] = ' ';
	}
}

/* The next identifier from @pos on; its length, or 0 at the end. */
static size_t next_word(const char *text, size_t len, size_t *pos)
{
	size_t i = *pos, start;

	while (i < len && !is_word(text[i]))
		i++;
	for (start = i; i < len && is_word(text[i]); )
		i++;
	*pos = start;
	return i - start;
}

static void add_word(struct strvec *out, const char *word, size_t len)
{
	char *s = xstrndup(word, len);

	strvec__add(out, s);
	free(s);
}

static bool has_word(const char *text, size_t len, const char *word)
{
	size_t pos = 0, n, want = strlen(word);

	while ((n = next_word(text, len, &pos))) {
		if (n == want && !memcmp(text + pos, word, n))
			return true;
		pos += n;
	}
	return false;
}

/* Adds the arguments of each @word(a, b) in the text. */
static void add_arguments(const char *text, size_t len, const char *word,
			  struct strvec *out)
{
	size_t pos = 0, n, want = strlen(word);

	while ((n = next_word(text, len, &pos))) {
		bool hit = n == want && !memcmp(text + pos, word, n);
		size_t end;

		pos += n;
		if (!hit)
			continue;
		for (end = pos; end < len && text[end] != ')'; )
			end++;
		while ((n = next_word(text, end, &pos))) {
			add_word(out, text + pos, n);
			pos += n;
		}
	}
}

/* One declaration up to its ';': the function's name, if findings need it. */
static void wanted_of_declaration(const char *text, size_t len, struct strvec *out)
{
	static const char *const needed[] = {
		"PAGES", "RETURNS_PAGE", "RELEASES", "DIRTIES", "DIRTIES_IF", "TARGET",
	};
	size_t i, pos = 0, n, p;

	for (i = 0; i < ARRAY_SIZE(needed); i++)
		if (has_word(text, len, needed[i]))
			break;
	if (i == ARRAY_SIZE(needed))
		return;
	while ((n = next_word(text, len, &pos))) {
		for (p = pos + n; p < len && isspace((unsigned char)text[p]); )
			p++;
		if (p < len && text[p] == '(') {
			add_word(out, text + pos, n);
			break;
		}
		pos += n;
	}
	add_arguments(text, len, "TARGET", out);
	add_arguments(text, len, "ALIASES", out);
}

static void wanted_of_text(char *text, size_t len, struct strvec *out)
{
	size_t pos = 0, n, start = 0;

	blank(text, len, false);
	while ((n = next_word(text, len, &pos))) {
		if (n > 5 && !memcmp(text + pos, "HAVE_", 5))
			add_word(out, text + pos + 5, n - 5);
		pos += n;
	}
	blank(text, len, true);
	for (pos = 0; pos < len; pos++) {
		if (text[pos] != ';')
			continue;
		wanted_of_declaration(text + start, pos - start, out);
		start = pos + 1;
	}
}

static void unique(struct strvec *names)
{
	size_t i, nr = 0;

	strvec__sort(names);
	for (i = 0; i < names->nr; i++) {
		if (nr && !strcmp(names->v[nr - 1], names->v[i]))
			free(names->v[i]);
		else
			names->v[nr++] = names->v[i];
	}
	names->nr = nr;
}

/* prelude.h is for the kernel's files, it stands in front of each. */
static bool is_rule_file(const char *name)
{
	return str_ends(name, ".h") && name[0] != '.' && strcmp(name, "prelude.h");
}

/**
 * rules__list_headers() - the rule files of a folder, in order
 * @dir: the folder
 * @ret_names: their names without the folder are added here, sorted
 * @ret_hash: is changed by the name and the text of each; may be NULL
 *
 * Return: 0, -ENOENT if there is no rule file, or -errno; one line on stderr.
 */
int rules__list_headers(const char *dir, struct strvec *ret_names, uint64_t *ret_hash)
{
	struct dirent *ent;
	DIR *d = opendir(dir);
	size_t i, len;
	int err = 0;

	if (!d) {
		err = -errno;
		pr_err("%s: %s", dir, strerror(-err));
		return err;
	}
	while ((ent = readdir(d)))
		if (is_rule_file(ent->d_name))
			strvec__add(ret_names, ent->d_name);
	closedir(d);
	strvec__sort(ret_names);
	if (!ret_names->nr) {
		pr_err("%s: no rule files", dir);
		return -ENOENT;
	}
	for (i = 0; ret_hash && i < ret_names->nr; i++) {
		char *path = xasprintf("%s/%s", dir, ret_names->v[i]), *text;

		err = file_read(path, MAX_RULE_FILE, &text, &len);
		if (err) {
			pr_err("%s: %s", path, strerror(-err));
			free(path);
			return err;
		}
		*ret_hash = hash64(ret_names->v[i], strlen(ret_names->v[i]) + 1, *ret_hash);
		*ret_hash = hash64(text, len, *ret_hash);
		free(text);
		free(path);
	}
	return 0;
}

/**
 * rules__wanted() - the names to scan a tree's headers for
 * @rules_dir: the folder of the rule files
 * @ret_names: they are added here, sorted, each once
 *
 * All x of HAVE_x, and every acquire, release, dirtying call, their aliases
 * and targets, of whatever version.
 *
 * Return: 0 or -errno; one line on stderr.
 */
int rules__wanted(const char *rules_dir, struct strvec *ret_names)
{
	struct strvec headers = { 0 };
	size_t i, len;
	int err;

	err = rules__list_headers(rules_dir, &headers, NULL);
	for (i = 0; !err && i < headers.nr; i++) {
		char *path, *text;

		/* The words themselves, whose #defines name no function. */
		if (!strcmp(headers.v[i], "pincheck.h"))
			continue;
		path = xasprintf("%s/%s", rules_dir, headers.v[i]);
		err = file_read(path, MAX_RULE_FILE, &text, &len);
		if (err) {
			pr_err("%s: %s", path, strerror(-err));
		} else {
			wanted_of_text(text, len, ret_names);
			free(text);
		}
		free(path);
	}
	strvec__exit(&headers);
	unique(ret_names);
	return err;
}

/* The body of the definition of @name: from '{' to its '}', or NULL. */
static const char *find_body(const char *text, size_t len, const char *name,
			     size_t *ret_len)
{
	size_t pos = 0, n, want = strlen(name), p, start;
	int depth;

	while ((n = next_word(text, len, &pos))) {
		bool hit = n == want && !memcmp(text + pos, name, n);

		p = pos += n;
		if (!hit)
			continue;
		while (p < len && isspace((unsigned char)text[p]))
			p++;
		if (p == len || text[p] != '(')
			continue;
		for (depth = 0; p < len; p++) {
			depth += (text[p] == '(') - (text[p] == ')');
			if (!depth)
				break;
		}
		for (p++; p < len && isspace((unsigned char)text[p]); )
			p++;
		if (p >= len || text[p] != '{')
			continue;
		for (start = p, depth = 0; p < len; p++) {
			depth += (text[p] == '{') - (text[p] == '}');
			if (!depth)
				break;
		}
		*ret_len = p - start;
		return text + start;
	}
	return NULL;
}

/* The one family of the acquires (or releases) that a body names, or NONE. */
static enum family family_of_body(const struct rules *self, const struct api *api,
				  const char *body, size_t len)
{
	uint32_t kind = api->kinds & (API_ACQUIRE | API_RELEASE);
	enum family family = FAMILY_NONE;
	size_t pos = 0, n;

	while ((n = next_word(body, len, &pos))) {
		char *word = xstrndup(body + pos, n);
		const struct api *called = rules__find(self, word);

		free(word);
		pos += n;
		if (!called || called == api || !(called->kinds & kind))
			continue;
		if (family != FAMILY_NONE && family != called->family)
			return FAMILY_NONE;
		family = called->family;
	}
	return family;
}

static void set_family(struct api *api, enum family family)
{
	uint8_t i, old = api->family;

	api->family = family;
	for (i = 0; i < api->nr_params; i++)
		if (api->params[i].family == old)
			api->params[i].family = family;
}

/**
 * rules__resolve_text() - tell families by the bodies of functions
 * @self: the rules
 * @text: the text of a kernel source file
 * @len: its length
 *
 * Looks for definitions of functions that are marked FAMILY_FROM_BODY. A body
 * that names calls of more than one family, or of none, leaves the rule as it
 * was.
 *
 * Return: how many families were told.
 */
int rules__resolve_text(struct rules *self, const char *text, size_t len)
{
	char *copy = NULL;
	size_t i, body_len;
	int nr = 0;

	for (i = 0; i < self->apis.nr; i++) {
		struct api *api = &self->apis.v[i];
		const char *name = rules__str(self, api->name), *body;
		enum family family;

		if (!api->family_from_body || !memmem(text, len, name, strlen(name)))
			continue;
		if (!copy) {
			copy = xstrndup(text, len);
			/* A NUL byte ends what is looked at. */
			len = strlen(copy);
			blank(copy, len, true);
		}
		body = find_body(copy, len, name, &body_len);
		family = body ? family_of_body(self, api, body, body_len) : FAMILY_NONE;
		if (family == FAMILY_NONE)
			continue;
		set_family(api, family);
		nr++;
	}
	free(copy);
	return nr;
}
