// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a folder's Makefiles add to the flags of its files: include paths and
 * macros in ccflags-y, subdir-ccflags-y, CFLAGS_file.o and the like. This is no
 * make: conditionals are taken both ways, functions are not called, and a word
 * that still has a variable in it is dropped.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/vec.h"
#include "tree_priv.h"

#define MAKEFILE_MAX	(4u << 20)
#define AUTOCONF_MAX	(16u << 20)
#define EXPAND_DEPTH	8
#define INCLUDE_DEPTH	4
#define VALUE_MAX	(64u << 10)

struct make_var {
	char *name, *value;
};

struct makefile {
	struct tree *tree;
	struct tree_arch *arch;	/* NULL: x86 */
	char *dir;		/* below the tree: $(src) */
	VEC(struct make_var) vars;
};

static struct make_var *find_var(struct makefile *self, const char *name, size_t len)
{
	for (size_t i = 0; i < self->vars.nr; i++) {
		struct make_var *v = &self->vars.v[i];

		if (!strncmp(v->name, name, len) && !v->name[len])
			return v;
	}
	return NULL;
}

static void set_var(struct makefile *self, const char *name, const char *value,
		    bool append)
{
	struct make_var *v = find_var(self, name, strlen(name));
	char *joined;

	if (!v) {
		vec__push(&self->vars, (struct make_var){ xstrdup(name), xstrdup(value) });
		return;
	}
	joined = append && strlen(v->value) < VALUE_MAX ?
		 xasprintf("%s %s", v->value, value) : xstrdup(value);
	free(v->value);
	v->value = joined;
}

static void makefile_exit(struct makefile *self)
{
	for (size_t i = 0; i < self->vars.nr; i++) {
		free(self->vars.v[i].name);
		free(self->vars.v[i].value);
	}
	vec__exit(&self->vars);
	free(self->dir);
}

/* Length of the variable reference "$(…)" at @p, or 0; its name in @ret_name. */
static size_t var_ref(const char *p, const char **ret_name, size_t *ret_len)
{
	char close = p[1] == '(' ? ')' : p[1] == '{' ? '}' : 0;
	int depth = 1;
	const char *q;

	if (p[0] != '$' || !close)
		return 0;
	for (q = p + 2; *q; q++) {
		if (*q == p[1])
			depth++;
		else if (*q == close && !--depth)
			break;
	}
	if (!*q)
		return 0;
	*ret_name = p + 2;
	*ret_len = q - (p + 2);
	return q + 1 - p;
}

static bool name_is(const char *name, size_t len, const char *what)
{
	return len == strlen(what) && !strncmp(name, what, len);
}

/*
 * The built-in variables, as "@S", "@s", "@O" and "@o" for kdir, $(src), the
 * build folder and $(obj): paths are put together when a word is looked at.
 */
static const char *builtin_var(const struct makefile *self, const char *name, size_t len)
{
	static const struct { const char *name, *value; } known[] = {
		{ "srctree", "\001" }, { "src", "\002" }, { "objtree", "\003" },
		{ "obj", "\004" }, { "srcroot", "\001" }, { "UTS_MACHINE", "x86_64" },
	};

	if (name_is(name, len, "SRCARCH") || name_is(name, len, "ARCH"))
		return self->arch ? self->arch->name : "x86";

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		if (name_is(name, len, known[i].name))
			return known[i].value;
	}
	return NULL;
}

static void expand(struct makefile *self, const char *text, int depth, struct strbuf *out)
{
	const char *name;
	size_t len, n;

	for (; *text && out->len < VALUE_MAX; text += n) {
		struct make_var *v;
		const char *value;

		n = var_ref(text, &name, &len);
		if (!n) {
			strbuf__addc(out, *text);
			n = 1;
			continue;
		}
		value = builtin_var(self, name, len);
		v = value ? NULL : find_var(self, name, len);
		if (value)
			strbuf__adds(out, value);
		else if (v && depth < EXPAND_DEPTH)
			expand(self, v->value, depth + 1, out);
		else	/* a function or unknown: keep, its words are dropped */
			strbuf__add(out, text, n);
	}
}

/* Puts a path together; caller frees. NULL: it can't be known. */
static char *resolve(struct makefile *self, const char *word)
{
	const char *build = tree__build_dir(self->tree);
	bool abs = word[0] == '/';
	struct strbuf out;
	char *path;

	strbuf__init(&out);
	for (const char *p = word; *p; p++) {
		switch (*p) {
		case '\001':	/* srctree */
			strbuf__reset(&out);
			strbuf__adds(&out, self->tree->kdir);
			abs = true;
			break;
		case '\002':	/* src: below srctree, or absolute from v6.13 on */
			strbuf__adds(&out, self->dir);
			break;
		case '\003':
			strbuf__reset(&out);
			strbuf__adds(&out, build ? build : self->tree->kdir);
			abs = true;
			break;
		case '\004':
			if (!abs) {
				strbuf__adds(&out, build ? build : self->tree->kdir);
				strbuf__addc(&out, '/');
				abs = true;
			}
			strbuf__adds(&out, self->dir);
			break;
		case '$':
			strbuf__exit(&out);
			return NULL;
		default:
			strbuf__addc(&out, *p);
		}
	}
	path = abs ? xstrdup(out.buf) : xasprintf("%s/%s", self->tree->kdir, out.buf);
	strbuf__exit(&out);
	return path;
}

/* Joins lines that end in a backslash, drops comments; in place. */
static void join_lines(char *text)
{
	char *out = text;
	bool comment = false;

	for (char *p = text; *p; p++) {
		if (p[0] == '\\' && p[1] == '\n') {
			p++;
			if (!comment)
				*out++ = ' ';
			continue;
		}
		if (*p == '\n')
			comment = false;
		else if (*p == '#' && (p == text || p[-1] != '\\'))
			comment = true;
		if (!comment)
			*out++ = *p;
	}
	*out = '\0';
}

static void read_makefile(struct makefile *self, const char *path, int depth);

static void include_line(struct makefile *self, const char *rest, int depth)
{
	struct strbuf text;
	char *word, *save = NULL, *path;

	strbuf__init(&text);
	expand(self, rest, 0, &text);
	for (word = strtok_r(text.buf, " \t", &save); word;
	     word = strtok_r(NULL, " \t", &save)) {
		path = resolve(self, word);
		if (path && str_starts(path, self->tree->kdir))
			read_makefile(self, path, depth + 1);
		free(path);
	}
	strbuf__exit(&text);
}

/* NAME = value, NAME := value, NAME += value, NAME ?= value */
static void assignment_line(struct makefile *self, char *line)
{
	char *eq = strchr(line, '='), *end = eq;
	bool append = false, now = false;
	struct strbuf value, name;

	if (!eq || eq == line)
		return;
	if (end[-1] == '+') {
		append = true;
		end--;
	} else if (end[-1] == ':' || end[-1] == '?') {
		now = *--end == ':';
		if (end > line && end[-1] == ':')
			end--;
	}
	while (end > line && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	eq++;
	eq += strspn(eq, " \t");
	strbuf__init(&name);
	expand(self, line, 0, &name);
	strbuf__init(&value);
	if (now)
		expand(self, eq, 0, &value);
	else
		strbuf__adds(&value, eq);
	if (!strpbrk(name.buf, " \t:"))
		set_var(self, name.buf, value.buf, append);
	strbuf__exit(&name);
	strbuf__exit(&value);
}

static void read_makefile(struct makefile *self, const char *path, int depth)
{
	char *text, *line, *save = NULL;
	size_t len;

	if (depth > INCLUDE_DEPTH || file_read(path, MAKEFILE_MAX, &text, &len))
		return;
	join_lines(text);
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (line[0] == '\t')
			continue;
		line += strspn(line, " ");
		if (str_starts(line, "include ") || str_starts(line, "-include "))
			include_line(self, strchr(line, ' ') + 1, depth);
		else
			assignment_line(self, line);
	}
	free(text);
}

/* The Makefile of a folder below the tree: Kbuild first, as kbuild does. */
static char *makefile_of(const struct tree *tree, const char *dir)
{
	static const char *const names[] = { "Kbuild", "Makefile" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char *path = xasprintf("%s/%s/%s", tree->kdir, dir, names[i]);

		if (file_exists(path))
			return path;
		free(path);
	}
	return NULL;
}

static void makefile_init(struct makefile *self, struct tree *tree,
			  struct tree_arch *arch, const char *dir)
{
	char *path = makefile_of(tree, dir);

	*self = (struct makefile){ .tree = tree, .arch = arch, .dir = xstrdup(dir) };
	if (path)
		read_makefile(self, path, 0);
	free(path);
}

static bool makefile_builds(const struct makefile *self)
{
	for (size_t i = 0; i < self->vars.nr; i++) {
		const char *name = self->vars.v[i].name;

		if (str_starts(name, "obj-") || str_starts(name, "lib-"))
			return true;
	}
	return false;
}

/* Does @text hold @name as a part of a path or a word? */
static bool mentions(const char *text, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = strstr(text, name); p; p = strstr(p + 1, name)) {
		char before = p > text ? p[-1] : ' ', after = p[len];

		if (!isalnum((unsigned char)before) && before != '_' && before != '-' &&
		    !isalnum((unsigned char)after) && after != '_' && after != '-')
			return true;
	}
	return false;
}

/* Does the Makefile of folder @dir include others and name the folder @sibling? */
static bool builds_sibling(const struct tree *tree, const char *dir, const char *sibling)
{
	char *path = makefile_of(tree, dir), *text;
	bool yes = false;
	size_t len;

	if (path && !file_read(path, MAKEFILE_MAX, &text, &len)) {
		yes = strstr(text, "\ninclude ") && mentions(text, sibling);
		free(text);
	}
	free(path);
	return yes;
}

/*
 * A folder with no Makefile that builds may be built by a folder beside it
 * (amdgpu builds ../display). Looks among the folders in @dir for the one that
 * names @child; gives its path below the tree, caller frees; NULL if none.
 */
static char *find_sibling(const struct tree *tree, const char *dir, const char *child)
{
	char *path = xasprintf("%s/%s", tree->kdir, dir), *best = NULL;
	DIR *d = opendir(path);
	struct dirent *de;

	free(path);
	if (!d)
		return NULL;
	while ((de = readdir(d))) {
		char *sub;

		if (de->d_name[0] == '.' || !strcmp(de->d_name, child))
			continue;
		sub = xasprintf("%s/%s", dir, de->d_name);
		if ((!best || strcmp(sub, best) < 0) && builds_sibling(tree, sub, child)) {
			free(best);
			best = sub;
		} else {
			free(sub);
		}
	}
	closedir(d);
	return best;
}

/* Is "name" one of the words of @list, alone or at the end of a path? */
static bool has_object(const char *list, const char *object)
{
	size_t len = strlen(object);

	for (const char *p = strstr(list, object); p; p = strstr(p + 1, object)) {
		if ((p == list || isspace((unsigned char)p[-1]) || p[-1] == '/') &&
		    (!p[len] || isspace((unsigned char)p[len])))
			return true;
	}
	return false;
}

static bool config_is_set(struct makefile *self, const char *name, size_t len)
{
	const char *build = self->arch ? self->arch->dir : tree__build_dir(self->tree);
	char **text = self->arch ? &self->arch->autoconf : &self->tree->autoconf;
	char *path, *define;
	bool set;
	size_t size;

	if (!*text) {
		path = xasprintf("%s/include/generated/autoconf.h", build ? build : ".");
		if (file_read(path, AUTOCONF_MAX, text, &size))
			*text = xstrdup("");
		free(path);
	}
	define = xasprintf("#define %.*s 1\n", (int)len, name);
	set = strstr(*text, define);
	free(define);
	return set;
}

/*
 * A file of an option that the configuration has off is read as if it were on:
 * the CONFIG_X of the obj-$(CONFIG_X) or name-$(CONFIG_X) that holds @object.
 */
static void add_configs(struct makefile *self, const char *object, int depth,
			struct strvec *ret)
{
	for (size_t i = 0; i < self->vars.nr; i++) {
		const struct make_var *v = &self->vars.v[i];
		const char *ref = strstr(v->name, "-$(CONFIG_"), *name;
		const char *dash = strrchr(v->name, '-');
		size_t len;
		char *composite;

		if (!dash || dash == v->name || strstr(v->name, "flags") ||
		    !has_object(v->value, object))
			continue;
		if (ref && var_ref(ref + 1, &name, &len) &&
		    len == strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") &&
		    !config_is_set(self, name, len))
			strvec__addf(ret, "-D%.*s=1", (int)len, name);
		if (depth || str_starts(v->name, "obj-"))
			continue;
		composite = xasprintf("%.*s.o", (int)(dash - v->name), v->name);
		add_configs(self, composite, depth + 1, ret);
		free(composite);
	}
}

/* Adds -I, -D, -U, -include of @value; words that can't be known are dropped. */
static void add_words(struct makefile *self, const char *value, struct strvec *ret)
{
	struct strvec words = {0};
	struct strbuf text;

	strbuf__init(&text);
	expand(self, value, 0, &text);
	shell__split(text.buf, &words);
	for (size_t i = 0; i < words.nr; i++) {
		const char *w = words.v[i], *opt = NULL;
		char *path;

		if (str_starts(w, "-D") || str_starts(w, "-U")) {
			if (w[2] && !strpbrk(w, "$\001\002\003\004)"))
				strvec__add(ret, w);
			continue;
		}
		if (str_starts(w, "-I")) {
			opt = "-I";
			w += 2;
		} else if (!strcmp(w, "-include") || !strcmp(w, "-iquote")) {
			opt = words.v[i];
			w = "";
		}
		if (opt && !*w)
			w = i + 1 < words.nr ? words.v[++i] : NULL;
		path = opt && w && *w ? resolve(self, w) : NULL;
		if (path && (dir_exists(path) || file_exists(path))) {
			strvec__add(ret, opt);
			strvec__add(ret, path);
		}
		free(path);
	}
	strbuf__exit(&text);
	strvec__exit(&words);
}

static bool is_ccflags(const char *name)
{
	return str_starts(name, "ccflags-") || !strcmp(name, "EXTRA_CFLAGS") ||
	       !strcmp(name, "KBUILD_CFLAGS") || !strcmp(name, "KBUILD_CPPFLAGS");
}

/* CFLAGS_file.o, also CFLAGS_sub/file.o; @object is below the Makefile's folder. */
static bool is_file_cflags(const char *name, const char *object)
{
	const char *slash = strrchr(object, '/');

	if (!str_starts(name, "CFLAGS_"))
		return false;
	name += strlen("CFLAGS_");
	return !strcmp(name, object) || (slash && !strcmp(name, slash + 1)) ||
	       str_starts(name, "$(target-stem)");
}

static void add_makefile(struct makefile *self, const char *file, bool subdirs_only,
			 struct strvec *ret)
{
	const char *below = file + strlen(self->dir);
	char *object;

	if (!str_starts(file, self->dir) || *below != '/')
		below = strrchr(file, '/');	/* built from a folder beside it */
	below++;
	object = xasprintf("%.*s.o", (int)(strlen(below) - 2), below);
	for (size_t i = 0; i < self->vars.nr; i++) {
		const struct make_var *v = &self->vars.v[i];

		if (str_starts(v->name, "subdir-ccflags-") ||
		    (!subdirs_only && (is_ccflags(v->name) ||
				       is_file_cflags(v->name, object))))
			add_words(self, v->value, ret);
	}
	if (!subdirs_only)
		add_configs(self, strrchr(object, '/') ? strrchr(object, '/') + 1 : object,
			    0, ret);
	free(object);
}

static char *parent(const char *dir)
{
	const char *slash = strrchr(dir, '/');

	return slash ? xstrndup(dir, slash - dir) : NULL;
}

/* Adds the flags of the folder beside that builds @child of @dir, if there is one. */
static bool add_sibling(struct makefile *above, const char *child,
			const char *file, struct strvec *ret)
{
	char *sibling = find_sibling(above->tree, above->dir, child);
	struct makefile mk;

	if (!sibling)
		return false;
	makefile_init(&mk, above->tree, above->arch, sibling);
	add_makefile(&mk, file, false, ret);
	makefile_exit(&mk);
	free(sibling);
	return true;
}

/*
 * Adds what the Makefiles say of @file: those of the folder that builds it, the
 * nearest one upwards with an obj- list, and subdir-ccflags-y of all above. @arch: NULL
 * for x86, else a prepared one.
 */
void kbuild__flags(struct tree *tree, const char *file, struct tree_arch *arch,
		   struct strvec *ret_args)
{
	char *dir = parent(file), *child = xstrdup("");
	bool found = strlen(file) < 3 || file[0] == '/';
	struct makefile mk;

	while (dir && strlen(file) >= 3) {
		char *up = parent(dir);

		makefile_init(&mk, tree, arch, dir);
		if (found || makefile_builds(&mk)) {
			add_makefile(&mk, file, found, ret_args);
			found = true;
		} else if (*child) {
			found = add_sibling(&mk, child, file, ret_args);
		}
		makefile_exit(&mk);
		free(child);
		child = xstrdup(strrchr(dir, '/') ? strrchr(dir, '/') + 1 : dir);
		free(dir);
		dir = up;
	}
	free(child);
	free(dir);
}
