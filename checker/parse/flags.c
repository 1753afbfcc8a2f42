// SPDX-License-Identifier: GPL-2.0-only
/*
 * The arguments that one file is parsed with. In this order: from
 * compile_commands.json, from the .cmd file beside the object, from a build
 * folder that we prepared, made up. Whatever the source, only what changes the
 * meaning of the code for a parser is kept, and every path is absolute.
 *
 * The arguments of a file are those of the precompiled header and per-file
 * ones after them: macros that only the file has do not make libclang refuse a
 * precompiled header, macros that differ do.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tree_priv.h"

/* What libclang needs beside what a compiler is told; @arch: NULL for x86. */
static void add_common(const struct tree *self, const struct tree_arch *arch,
		       struct strvec *ret)
{
	static const char *const args[] = {
		"-std=gnu11", "-nostdlibinc", "-fno-builtin", "-fshort-wchar",
		"-w", "-Wno-everything", "-ferror-limit=0", "-fno-spell-checking",
	};
	static const char *const x86[] = {
		"-target", "x86_64-linux-gnu", "-mcmodel=kernel",
	};

	strvec__add(ret, "-x");
	strvec__add(ret, "c");
	if (arch)
		arch__add_target(self, arch, ret);
	for (size_t i = 0; i < ARRAY_SIZE(x86) && !arch; i++)
		strvec__add(ret, x86[i]);
	for (size_t i = 0; i < ARRAY_SIZE(args); i++)
		strvec__add(ret, args[i]);
	if (self->ms_extensions)
		strvec__add(ret, "-fms-extensions");
	if (self->unsigned_char)
		strvec__add(ret, "-funsigned-char");
}

static void add_include_if(const struct tree *self, const char *header,
			   struct strvec *ret)
{
	char *path = xasprintf("%s/%s", self->kdir, header);

	if (file_exists(path)) {
		strvec__add(ret, "-include");
		strvec__add(ret, path);
	}
	free(path);
}

/* What arch/x86 and old top Makefiles say of the compiler and assembler. */
static void add_x86_words(struct strvec *ret)
{
	static const char *const words[] = {
		"-DCC_USING_FENTRY", "-DCONFIG_AS_CFI=1", "-DCONFIG_AS_SSSE3=1",
		"-DCONFIG_AS_AVX=1",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		strvec__add(ret, words[i]);
}

/* The include paths of the kernel's own Makefile, with what was made for them. */
static void add_include_paths(const struct tree *self, const struct tree_arch *arch,
			      struct strvec *ret)
{
	const char *k = self->kdir, *o = tree__build_dir(self);
	const char *name = arch ? arch->name : "x86";
	char *made = arch ? xstrdup(arch->dir) :
		     o ? xasprintf("%s/arch/x86/include/generated", o) : NULL;

	strvec__addf(ret, "-I%s/arch/%s/include", k, name);
	if (made)
		strvec__addf(ret, "-I%s", made);
	strvec__addf(ret, "-I%s/include", k);
	if (arch)
		strvec__addf(ret, "-I%s/include", made);
	if (o)
		strvec__addf(ret, "-I%s/include", o);
	strvec__addf(ret, "-I%s/arch/%s/include/uapi", k, name);
	if (made)
		strvec__addf(ret, "-I%s/uapi", made);
	strvec__addf(ret, "-I%s/include/uapi", k);
	if (o)
		strvec__addf(ret, "-I%s/include/generated/uapi", o);
	free(made);
}

/* The flags of every file of a tree with our build folder, or without any. */
static void add_base(const struct tree *self, const struct tree_arch *arch,
		     struct strvec *ret)
{
	add_common(self, arch, ret);
	strvec__add(ret, "-D__KERNEL__");
	if (!self->full && !arch) {
		strvec__addf(ret, "-I%s/include", self->kdir);
		strvec__addf(ret, "-I%s/include/uapi", self->kdir);
		add_include_if(self, "include/linux/kconfig.h", ret);
		return;
	}
	add_include_paths(self, arch, ret);
	add_include_if(self, "include/linux/compiler-version.h", ret);
	add_include_if(self, "include/linux/kconfig.h", ret);
	add_include_if(self, "include/linux/compiler_types.h", ret);
	strvec__add(ret, "-DCC_HAVE_ASM_GOTO");
	if (!arch)
		add_x86_words(ret);
}

static bool is_our_word(const char *arg)
{
	static const char *const kept[] = {
		"-funsigned-char", "-fshort-wchar", "-fms-extensions", "-m16",
		"-m32", "-m64", "-fno-builtin", "-ffreestanding",
	};

	for (size_t i = 0; i < ARRAY_SIZE(kept); i++) {
		if (!strcmp(arg, kept[i]))
			return true;
	}
	return str_starts(arg, "-D") || str_starts(arg, "-U") ||
	       str_starts(arg, "-std=");
}

static char *absolute(const char *path, const char *dir)
{
	return path[0] == '/' ? xstrdup(path) : xasprintf("%s/%s", dir, path);
}

/* -D NAME and -DNAME: the value of the option, or NULL if @arg is another. */
static const char *option_value(const char *opt, char *const *argv, size_t nr,
				size_t *i)
{
	const char *arg = argv[*i];
	size_t len = strlen(opt);

	if (strncmp(arg, opt, len))
		return NULL;
	if (arg[len])
		return arg + len;
	if (*i + 1 < nr)
		return argv[++*i];
	return NULL;
}

void flags__filter(char *const *argv, size_t nr, const char *dir,
		   struct strvec *ret_args)
{
	static const char *const path_opts[] = {
		"-include", "-imacros", "-iquote", "-idirafter", "-I",
	};

	for (size_t i = 0; i < nr; i++) {
		const char *value = NULL;
		size_t o;
		char *path;

		for (o = 0; o < ARRAY_SIZE(path_opts) && !value; o++)
			value = option_value(path_opts[o], argv, nr, &i);
		if (value) {
			path = absolute(value, dir);
			strvec__add(ret_args, path_opts[o - 1]);
			strvec__add(ret_args, path);
			free(path);
			continue;
		}
		if ((!strcmp(argv[i], "-D") || !strcmp(argv[i], "-U")) && i + 1 < nr) {
			strvec__addf(ret_args, "%s%s", argv[i], argv[i + 1]);
			i++;
		} else if (is_our_word(argv[i])) {
			strvec__add(ret_args, argv[i]);
		} else if (!strcmp(argv[i], "-o") || !strcmp(argv[i], "-isystem")) {
			i++;
		}
	}
}

static char *base_name(const char *file)
{
	const char *slash = strrchr(file, '/');
	char *name = xstrdup(slash ? slash + 1 : file);
	char *dot = strrchr(name, '.');

	if (dot)
		*dot = '\0';
	return name;
}

void flags__add_kbuild_names(const char *file, struct strvec *ret_args)
{
	const char *slash = strrchr(file, '/');
	char *base = base_name(file);
	char *name = xstrdup(base);

	for (char *p = name; *p; p++) {
		if (*p == '-' || *p == ',')
			*p = '_';
	}
	strvec__addf(ret_args, "-DKBUILD_BASENAME=\"%s\"", name);
	strvec__addf(ret_args, "-DKBUILD_MODNAME=\"%s\"", name);
	strvec__addf(ret_args, "-D__KBUILD_MODNAME=kmod_%s", name);
	strvec__addf(ret_args, "-DKBUILD_MODFILE=\"%.*s%s\"",
		     (int)(slash ? slash + 1 - file : 0), file, base);
	free(base);
	free(name);
}

static bool is_per_file(const char *arg)
{
	return str_starts(arg, "-DKBUILD_") || str_starts(arg, "-D__KBUILD_");
}

static bool defines(const struct strvec *args, const char *arg)
{
	size_t len = strcspn(arg, "=") + 1;

	for (size_t i = 0; i < args->nr; i++) {
		if (!strncmp(args->v[i], arg, len))
			return true;
	}
	return false;
}

/*
 * A module is read as if it were built in: with MODULE the headers of the prefix
 * would say something else. Then the names that only built-in code gets are
 * missing from what was recorded.
 */
static void add_recorded(const struct strvec *args, const char *file, struct strvec *ret)
{
	struct strvec names = {0};

	for (size_t i = 0; i < args->nr; i++) {
		if (strcmp(args->v[i], "-DMODULE"))
			strvec__add(ret, args->v[i]);
	}
	flags__add_kbuild_names(file, &names);
	for (size_t i = 0; i < names.nr; i++) {
		if (!defines(args, names.v[i]))
			strvec__add(ret, names.v[i]);
	}
	strvec__exit(&names);
}

/* The flags of @file in a real build folder, with what libclang needs before. */
static int recorded_flags(struct tree *self, const char *file,
			  const struct tree_arch *arch, struct strvec *ret,
			  enum flags_source *ret_source)
{
	struct strvec args = {0};
	int err;

	err = compile_commands__flags(self, file, &args);
	if (!err) {
		*ret_source = FLAGS_COMPILE_COMMANDS;
	} else if (err == -ENOENT) {
		err = cmdfile__flags(self, file, &args);
		*ret_source = FLAGS_CMD;
	}
	if (!err) {
		add_common(self, arch, ret);
		add_recorded(&args, file, ret);
	}
	strvec__exit(&args);
	return err;
}

/**
 * tree__flags() - the arguments to parse one file with
 * @self: the tree, after tree__prepare()
 * @file: path below the tree
 * @ret_args: receives the arguments, without the file itself; added to what is
 *	there
 * @ret_source: receives where they come from
 *
 * Return: 0 or -errno.
 */
int tree__flags(struct tree *self, const char *file, struct strvec *ret_args,
		enum flags_source *ret_source)
{
	struct tree_arch *arch = NULL;
	const char *name;
	int err;

	if (tree__foreign(self, file, &name)) {
		arch = arch__find(self, name);
		err = arch__prepare(self, arch);
		if (err)
			return err;
	}
	err = recorded_flags(self, file, arch, ret_args, ret_source);
	if (err != -ENOENT)
		return err;
	*ret_source = self->full && !self->made_up ? FLAGS_PREPARED : FLAGS_MADE_UP;
	add_base(self, arch, ret_args);
	if (self->full || arch)
		kbuild__flags(self, file, arch, ret_args);
	flags__add_kbuild_names(file, ret_args);
	return 0;
}

/* Writes the header of the prefix, with what is only worth it @compiled; gives its path. */
static int write_prefix(struct tree *self, bool compiled, char **ret_header)
{
	char *list = xasprintf("%s/rules/prefix.list", self->data);
	struct strbuf text;
	char *data, *line, *save = NULL, *path;
	size_t len;
	int err;

	err = file_read(list, 1u << 20, &data, &len);
	if (err) {
		pr_err("%s: %s", list, strerror(-err));
		free(list);
		return err;
	}
	free(list);
	strbuf__init(&text);
	for (line = strtok_r(data, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		bool only_compiled;

		line[strcspn(line, "#")] = '\0';
		only_compiled = strstr(line, "\tcompiled");
		line[strcspn(line, " \t")] = '\0';
		if (only_compiled && !compiled)
			continue;
		path = xasprintf("%s/include/%s", self->kdir, line);
		if (*line && file_exists(path))
			strbuf__addf(&text, "#include <%s>\n", line);
		free(path);
	}
	free(data);
	path = xasprintf("%s/prefix%s.h", self->cache, compiled ? "" : "-short");
	err = mkdir_p(self->cache);
	if (!err)
		err = file_update(path, text.buf, text.len);
	strbuf__exit(&text);
	if (err) {
		pr_err("%s: %s", path, strerror(-err));
		free(path);
		return err;
	}
	*ret_header = path;
	return 0;
}

/**
 * tree__prefix() - the common part of all files: what to precompile
 * @self: the tree, after tree__prepare()
 * @arch: NULL for x86, else what tree__foreign() gave
 * @ret_args: receives the arguments to precompile the header with
 * @ret_header: receives the path of a header in our cache; caller frees
 *
 * In a build folder with recorded flags they are those of a file that every
 * configuration compiles, without its own macros.
 *
 * Return: 0; -ENOENT if there is no common part; another -errno.
 */
int tree__prefix(struct tree *self, const char *arch, struct strvec *ret_args,
		 char **ret_header)
{
	static const char *const usual[] = {
		"mm/memory.c", "kernel/fork.c", "init/main.c",
	};
	struct strvec args = {0};
	struct tree_arch *other = arch ? arch__find(self, arch) : NULL;
	enum flags_source source;
	int err = -ENOENT;

	if (other) {
		err = arch__prepare(self, other);
		if (err)
			return err;
		err = -ENOENT;
	}
	for (size_t i = 0; self->obj && !other && i < ARRAY_SIZE(usual) && err == -ENOENT; i++)
		err = recorded_flags(self, usual[i], NULL, &args, &source);
	if (err && err != -ENOENT)
		goto out;
	if (err)
		add_base(self, other, &args);
	for (size_t i = 0; i < args.nr; i++) {
		if (!is_per_file(args.v[i]))
			strvec__add(ret_args, args.v[i]);
	}
	err = write_prefix(self, !arch || tree__precompiles(self, arch), ret_header);
out:
	strvec__exit(&args);
	return err;
}
