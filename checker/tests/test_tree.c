// SPDX-License-Identifier: GPL-2.0-only
/*
 * tree: what counts as a kernel tree, version and era, names in headers, flags
 * from each source, files of other architectures, the prefix header. All trees
 * are made in a temporary folder; nothing of them is run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../lib/util.h"
#include "../parse/tree.h"

static char *tmp;

static void put(const char *path, const char *text)
{
	char *full = xasprintf("%s/%s", tmp, path);
	char *slash = strrchr(full, '/');

	*slash = '\0';
	assert_int_equal(mkdir_p(full), 0);
	*slash = '/';
	assert_int_equal(file_write_atomic(full, text, strlen(text)), 0);
	free(full);
}

static int set_up(void **state)
{
	char name[] = "/tmp/test_tree.XXXXXX", *real;

	(void)state;
	assert_non_null(mkdtemp(name));
	real = realpath(name, NULL);
	assert_non_null(real);
	tmp = real;
	put("Makefile", "VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 7\nEXTRAVERSION = -rc2\nNAME = Some Name\n");
	put("include/linux/mm.h", "/* pin_user_pages() */\nlong get_user_pages(int n);\n");
	return 0;
}

static int tear_down(void **state)
{
	char *command = xasprintf("rm -rf '%s' '%s.cache'", tmp, tmp);

	(void)state;
	assert_int_equal(system(command), 0);
	free(command);
	free(tmp);
	return 0;
}

static struct tree *open_tree(const char *obj)
{
	const char *src = getenv("PINCHECK_SRC");
	char *cache = xasprintf("%s.cache", tmp);
	struct tree_options opts = {
		.kdir = tmp, .obj = obj, .cache = cache, .no_prepare = true,
		.data = src ? src : ".",
	};
	struct tree *tree = NULL;

	assert_int_equal(tree__open(&opts, &tree), 0);
	free(cache);
	return tree;
}

static bool has(const struct strvec *list, const char *word)
{
	for (size_t i = 0; i < list->nr; i++) {
		if (!strcmp(list->v[i], word))
			return true;
	}
	return false;
}

/* -I and a path as one word or as two. */
static bool has_include(const struct strvec *list, const char *path)
{
	char *full = xasprintf("%s/%s", tmp, path), *joined = xasprintf("-I%s", full);
	bool found = has(list, full) || has(list, joined);

	free(full);
	free(joined);
	return found;
}

static void test_not_a_kernel(void **state)
{
	struct tree_options opts = { .kdir = tmp, .cache = tmp };
	struct tree *tree = NULL;

	(void)state;
	pr_set_quiet(true);
	put("Makefile", "all:\n");
	assert_int_equal(tree__open(&opts, &tree), -EINVAL);
	opts.kdir = "/nonexistent/linux";
	assert_int_equal(tree__open(&opts, &tree), -ENOENT);
	assert_null(tree);
}

static void test_version_and_era(void **state)
{
	struct tree *tree = open_tree(NULL);

	(void)state;
	assert_string_equal(tree__version(tree), "6.1.7-rc2");
	assert_string_equal(tree__version_name(tree), "Some Name");
	assert_string_equal(tree__kdir(tree), tmp);
	/* pin_user_pages stands only in a comment */
	assert_int_equal(tree__era(tree), ERA_GET);
	tree__free(tree);

	put("include/linux/mm.h", "void put_user_page(void);\n");
	tree = open_tree(NULL);
	assert_int_equal(tree__era(tree), ERA_USER_PUT);
	tree__free(tree);

	put("include/linux/mm.h", "void put_user_page(void); long pin_user_pages(int);\n");
	tree = open_tree(NULL);
	assert_int_equal(tree__era(tree), ERA_PIN);
	tree__free(tree);
}

static void test_scan_have(void **state)
{
	static const char *const names[] = {
		"zz_macro", "get_user_pages", "in_comment", "in_string", "a_member",
		"a_pointer", "in_internal", "in_line_comment", "get_user",
	};
	struct tree *tree = open_tree(NULL);
	struct strvec want = {0}, found = {0};

	(void)state;
	put("include/media/x.h",
	    "/* in_comment() */ // in_line_comment\n#define zz_macro(x) x->a_member()\n"
	    "struct s { int (*a_pointer)(void); char *p; };\n"
	    "static char *t = \"in_string\";\n");
	put("mm/internal.h", "int in_internal(void);\n");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		strvec__add(&want, names[i]);
	assert_int_equal(tree__scan_have(tree, &want, &found), 0);
	assert_int_equal(found.nr, 3);
	assert_string_equal(found.v[0], "get_user_pages");
	assert_string_equal(found.v[1], "in_internal");
	assert_string_equal(found.v[2], "zz_macro");
	strvec__exit(&want);
	strvec__exit(&found);
	tree__free(tree);
}

static void test_small_tree(void **state)
{
	struct tree *tree = open_tree(NULL);
	struct strvec args = {0};
	enum flags_source source;
	const char *arch;
	char *header, *text;
	size_t len;

	(void)state;
	assert_int_equal(tree__prepare(tree), 0);
	assert_null(tree__build_dir(tree));
	assert_int_equal(tree__flags(tree, "drivers/a-b.c", &args, &source), 0);
	assert_int_equal(source, FLAGS_MADE_UP);
	assert_true(has_include(&args, "include"));
	assert_true(has(&args, "-DKBUILD_MODNAME=\"a_b\""));
	strvec__exit(&args);

	assert_int_equal(tree__prefix(tree, NULL, &args, &header), 0);
	for (size_t i = 0; i < args.nr; i++)
		assert_false(str_starts(args.v[i], "-DKBUILD_"));
	assert_int_equal(file_read(header, 0, &text, &len), 0);
	assert_string_equal(text, "#include <linux/mm.h>\n");
	free(text);
	free(header);
	strvec__exit(&args);
	assert_false(tree__foreign(tree, "arch/arm64/x.c", &arch));
	tree__free(tree);
}

static void test_foreign(void **state)
{
	struct tree *tree;
	const char *arch;

	(void)state;
	put("arch/x86/include/asm/both.h", "");
	put("arch/powerpc/include/asm/both.h", "");
	put("arch/powerpc/include/asm/only.h", "");
	put("drivers/a.c", "#include <asm/both.h>\n#ifdef X\n#include <asm/only.h>\n#endif\n");
	put("drivers/b.c", "# include <asm/only.h>\n");
	tree = open_tree(NULL);
	assert_false(tree__foreign(tree, "drivers/a.c", &arch));
	assert_null(arch);
	assert_true(tree__foreign(tree, "drivers/b.c", &arch));
	assert_string_equal(arch, "powerpc");
	assert_true(tree__foreign(tree, "arch/arm64/mm/x.c", &arch));
	assert_string_equal(arch, "arm64");
	assert_false(tree__foreign(tree, "arch/x86/mm/x.c", &arch));
	assert_false(tree__foreign(tree, "drivers/gone.c", &arch));
	tree__free(tree);
}

static char *text_of(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name), *text = NULL;
	size_t len;

	assert_int_equal(file_read(path, 0, &text, &len), 0);
	free(path);
	return text;
}

static void put_two_architectures(void)
{
	put("include/asm-generic/both.h", "");
	put("include/asm-generic/own.h", "");
	put("arch/x86/Kconfig", "config X86\n\tdef_bool y\n\tselect HAVE_OF_X86\n"
	    "config OF_X86\n\tdef_bool y\n");
	put("drivers/Kconfig", "config D\n\ttristate \"d\"\n");
	put("arch/powerpc/Kconfig", "config PPC\n\tbool\n\tdefault y\n"
	    "\tselect HAVE_OF_PPC if PPC64 && !(PPC32 || OF_X86)\n\tselect NOT_THIS if PPC32\n"
	    "config SHIFT\n\tint\n\tdefault \"9\" if PPC32\n\tdefault \"12\" if D\n"
	    "config LATE\n\tbool\n\tdefault y\n\tdepends on HAVE_OF_PPC\n"
	    "config NEVER\n\tbool\n\tdefault y\n\tdepends on OF_X86\n"
	    "config ASKED\n\tbool \"asked\"\n\tdefault y\n");
	put("arch/powerpc/include/asm/own.h", "");
	put("arch/powerpc/include/asm/Kbuild", "generated-y += table.h\n");
	put("arch/powerpc/include/asm/x.h", "#include <generated/offs.h>\n");
	put("arch/powerpc/kvm/Makefile", "obj-$(CONFIG_MMU_X) += a.o\nccflags-y := -I$(srctree)/arch/$(SRCARCH)/kvm\n");
	put("arch/powerpc/kvm/a.c", "");
	put("arch/powerpc/mm/b.c", "");
	put("arch/hexagon/include/asm/x.h", "");
	put("arch/hexagon/a.c", "");
}

/* What is made for an architecture that is parsed, and that others are not. */
static void test_other_architecture(void **state)
{
	static const char *const on[] = { "PPC", "PPC64", "HAVE_OF_PPC", "LATE", "D" };
	static const char *const off[] = {
		"X86", "OF_X86", "HAVE_OF_X86", "NOT_THIS", "NEVER", "ASKED", "PPC32",
	};
	enum flags_source source;
	struct strvec args = {0};
	struct tree *tree;
	char *dir = NULL, *text;

	(void)state;
	put_two_architectures();
	tree = open_tree(NULL);
	assert_int_equal(tree__prepare(tree), 0);
	assert_true(tree__parses(tree, "powerpc"));
	assert_false(tree__parses(tree, "hexagon"));
	assert_int_not_equal(tree__flags(tree, "arch/hexagon/a.c", &args, &source), 0);
	strvec__exit(&args);
	assert_int_equal(tree__flags(tree, "arch/powerpc/kvm/a.c", &args, &source), 0);
	assert_true(has(&args, "powerpc64le-linux-gnu"));
	assert_false(has(&args, "-mcmodel=kernel"));
	assert_true(has_include(&args, "arch/powerpc/include"));
	assert_true(has_include(&args, "arch/powerpc/kvm"));
	assert_true(has(&args, "-DCONFIG_MMU_X=1"));
	for (size_t i = 0; i < args.nr; i++)
		if (strstr(args.v[i], "/arch-powerpc-") && !str_ends(args.v[i], "/include") &&
		    !str_ends(args.v[i], "/uapi"))
			dir = args.v[i] + 2;
	assert_non_null(dir);
	text = text_of(dir, "include/generated/autoconf.h");
	for (size_t i = 0; i < ARRAY_SIZE(on) + ARRAY_SIZE(off); i++) {
		bool want = i < ARRAY_SIZE(on);
		char *line = xasprintf("#define CONFIG_%s 1\n",
				       want ? on[i] : off[i - ARRAY_SIZE(on)]);

		if (want != (strstr(text, line) != NULL))
			fail_msg("%s%s", want ? "missing: " : "not wanted: ", line);
		free(line);
	}
	assert_non_null(strstr(text, "#define CONFIG_SHIFT 12\n"));
	free(text);
	text = text_of(dir, "asm/both.h");
	assert_string_equal(text, "#include <asm-generic/both.h>\n");
	free(text);
	free(text_of(dir, "asm/table.h"));
	free(text_of(dir, "include/generated/offs.h"));
	text = xasprintf("%s/asm/own.h", dir);
	assert_false(file_exists(text));
	free(text);
	strvec__exit(&args);
	tree__free(tree);
}

/* What Makefiles add, on a full tree with a made-up build folder. */
static void test_makefile_flags(void **state)
{
	struct tree *tree;
	struct strvec args = {0};
	enum flags_source source;

	(void)state;
	put("arch/x86/Kconfig", "config X86\n\tdef_bool y\n\tselect HAVE_IT\n");
	put("arch/x86/include/asm/Kbuild", "generic-y += wrapped.h\n");
	put("drivers/Kconfig", "config D\n\ttristate \"d\"\nconfig UNASKED\n\tbool\n");
	put("drivers/top/Makefile", "subdir-ccflags-y := -I$(srctree)/$(src)/inc\n");
	put("drivers/top/d/Makefile",
	    "P := -I $(src)/own\nccflags-y += $(P) \\\n\t-DFROM_MAKE\n"
	    "ccflags-y += -I$(shell pwd) $(call cc-option,-Wx)\n"
	    "CFLAGS_f.o := -DFOR_F\nCFLAGS_g.o := -DFOR_G\n"
	    "obj-$(CONFIG_D) += d.o\nd-$(CONFIG_OFF) += f.o\n");
	put("drivers/top/inc/x.h", "");
	put("drivers/top/d/own/x.h", "");
	put("drivers/top/d/sub/f.c", "");
	tree = open_tree(NULL);
	assert_int_equal(tree__prepare(tree), 0);
	assert_int_equal(tree__flags(tree, "drivers/top/d/sub/f.c", &args, &source), 0);
	assert_int_equal(source, FLAGS_MADE_UP);
	assert_true(has_include(&args, "drivers/top/inc"));
	assert_true(has_include(&args, "drivers/top/d/own"));
	assert_true(has(&args, "-DFROM_MAKE"));
	assert_true(has(&args, "-DFOR_F"));
	assert_false(has(&args, "-DFOR_G"));
	assert_true(has(&args, "-DCONFIG_OFF=1"));	/* off: read as if on */
	assert_false(has(&args, "-DCONFIG_D=1"));	/* on already */
	strvec__exit(&args);
	tree__free(tree);
}

static void test_made_up_folder(void **state)
{
	struct tree *tree;
	char *path, *text;
	size_t len;

	(void)state;
	put("arch/x86/Kconfig", "config X86\n\tdef_bool y\n\tselect HAVE_IT\n"
	    "\tselect ONLY_32 if X86_32\n");
	put("arch/x86/include/asm/Kbuild", "generic-y += wrapped.h\n");
	put("drivers/Kconfig", "config D\n\ttristate \"d\"\nconfig UNASKED\n\tbool\n");
	tree = open_tree(NULL);
	assert_int_equal(tree__prepare(tree), 0);
	path = xasprintf("%s/include/generated/autoconf.h", tree__build_dir(tree));
	assert_int_equal(file_read(path, 0, &text, &len), 0);
	assert_non_null(strstr(text, "#define CONFIG_64BIT 1\n"));
	assert_non_null(strstr(text, "#define CONFIG_HAVE_IT 1\n"));
	assert_non_null(strstr(text, "#define CONFIG_D 1\n"));
	assert_null(strstr(text, "CONFIG_ONLY_32"));
	assert_null(strstr(text, "CONFIG_UNASKED"));
	free(text);
	free(path);
	path = xasprintf("%s/arch/x86/include/generated/asm/wrapped.h",
			 tree__build_dir(tree));
	assert_true(file_exists(path));
	free(path);
	path = xasprintf("%s/../made-up.log", tree__build_dir(tree));
	assert_int_equal(file_read(path, 0, &text, &len), 0);
	assert_null(strstr(text, "changed"));		/* KDIR is not written */
	free(text);
	free(path);
	tree__free(tree);
}

static void test_recorded_flags(void **state)
{
	struct strvec args = {0};
	enum flags_source source;
	struct tree *tree;
	char *obj = xasprintf("%s/o", tmp), *json;

	(void)state;
	put("arch/x86/Kconfig", "");
	put("drivers/a.c", "");
	put("drivers/b.c", "");
	put("o/drivers/.a.o.cmd",
	    "savedcmd_drivers/a.o := gcc -nostdinc -I./include -I /abs -DA='\"x y\"' "
	    "-fconserve-stack -fplugin=./evil.so -Wa,-x -D B -DMODULE -include ../k.h "
	    "-DKBUILD_MODNAME='\"m$(pound)\"' -c -o drivers/a.o ../drivers/a.c ; ./objtool -Inot\n\n");
	json = xasprintf("[{\"directory\": \"%s\", \"file\": \"%s/drivers/b.c\","
			 " \"command\": \"gcc -Iinclude -DJ -O2 -c x.c\"}]", obj, tmp);
	put("o/compile_commands.json", json);
	free(json);
	tree = open_tree(obj);

	assert_int_equal(tree__flags(tree, "drivers/a.c", &args, &source), 0);
	assert_int_equal(source, FLAGS_CMD);
	assert_true(has_include(&args, "o/./include"));
	assert_true(has(&args, "/abs"));
	assert_true(has(&args, "-DA=\"x y\""));
	assert_true(has(&args, "-DB"));
	assert_true(has_include(&args, "o/../k.h"));
	assert_true(has(&args, "-DKBUILD_MODNAME=\"m#\""));
	assert_false(has(&args, "-fplugin=./evil.so"));
	assert_false(has(&args, "-fconserve-stack"));
	assert_false(has(&args, "-DMODULE"));
	assert_true(has(&args, "-DKBUILD_MODFILE=\"drivers/a\""));
	assert_false(has_include(&args, "o/not"));
	strvec__exit(&args);

	assert_int_equal(tree__flags(tree, "drivers/b.c", &args, &source), 0);
	assert_int_equal(source, FLAGS_COMPILE_COMMANDS);
	assert_true(has(&args, "-DJ"));
	assert_true(has_include(&args, "o/include"));
	strvec__exit(&args);
	tree__free(tree);
	free(obj);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_not_a_kernel),
		TEST(test_version_and_era),
		TEST(test_scan_have),
		TEST(test_small_tree),
		TEST(test_foreign),
		TEST(test_other_architecture),
		TEST(test_makefile_flags),
		TEST(test_made_up_folder),
		TEST(test_recorded_flags),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
