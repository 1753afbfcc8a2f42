// SPDX-License-Identifier: GPL-2.0-only
/*
 * words: the index names every file that holds a word, wherever it stands in
 * the text, and hardly any other. Also what select does with it: files that are
 * named, and definitions alone. The tree is made in a temporary folder.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/cleanup.h"
#include "../lib/strbuf.h"
#include "../lib/util.h"
#include "../select/select.h"
#include "../select/words.h"

static char root[] = "/tmp/test_words.XXXXXX";

static void put(const char *path, const char *text, size_t len)
{
	char *full = xasprintf("%s/%s", root, path), *dir = xstrdup(full);

	*strrchr(dir, '/') = '\0';
	assert_int_equal(mkdir_p(dir), 0);
	assert_int_equal(file_write_atomic(full, text, len), 0);
	free(dir);
	free(full);
}

/* The files that the index gives for a name, with a blank behind each. */
static void expect(const char *under, int jobs, const char *name, const char *files)
{
	struct strvec names = {0};
	struct word_index *index;
	struct word_files *lists;
	struct strbuf out;

	strvec__add(&names, name);
	strvec__add(&names, "not_anywhere");
	strvec__add(&names, name);
	assert_int_equal(word_index__build(root, under, jobs, &index), 0);
	lists = word_index__files(index, &names);
	strbuf__init(&out);
	for (size_t i = 0; i < lists[0].nr; i++)
		strbuf__addf(&out, "%s ", word_index__path(index, lists[0].v[i]));
	assert_string_equal(out.buf, files);
	assert_int_equal(lists[1].nr, 0);
	assert_int_equal(lists[2].nr, lists[0].nr);
	strbuf__exit(&out);
	word_files__free(lists, names.nr);
	word_index__free(index);
	strvec__exit(&names);
}

static void text(const char *path, const char *text)
{
	put(path, text, strlen(text));
}

static int make_tree(void **state)
{
	(void)state;
	memcpy(root + sizeof(root) - 7, "XXXXXX", 6);	/* for the next test */
	assert_non_null(mkdtemp(root));
	text("a/use.c", "int f(void)\n{\n\treturn get_one(1) + 0get_two + x;\n}\n");
	text("a/comment.h", "/* get_one is not here: get_one_more */\n");
	text("b/entry.S", "\tcall get_two");
	text("b/notes.txt", "get_one get_two\n");
	text("b/empty.c", "");
	put("b/nul.c", "\0get_one\0\377get_three\377\0", 21);
	return 0;
}

static int remove_tree(void **state)
{
	(void)state;
	cleanup__remove_tree(root);
	return 0;
}

static void test_words(void **state)
{
	(void)state;
	for (int jobs = 1; jobs < 4; jobs++) {
		expect(NULL, jobs, "get_one", "a/comment.h a/use.c b/nul.c ");
		expect(NULL, jobs, "get_one_more", "a/comment.h ");
		expect(NULL, jobs, "get_two", "b/entry.S ");
		expect(NULL, jobs, "get_three", "b/nul.c ");
		expect(NULL, jobs, "get", "");
		expect(NULL, jobs, "one", "");
		expect(NULL, jobs, "not", "a/comment.h ");
	}
	expect("b/", 1, "get_one", "b/nul.c ");
	/* too short to be told */
	expect("b", 1, "x", "b/empty.c b/entry.S b/nul.c ");
}

/* A word stands at every place and has every length, between all neighbours. */
static void test_places(void **state)
{
	static const char around[] = " \n(*,;.->\"@[`{/:^~\t\200\377";
	char buf[512], name[201];

	(void)state;
	for (size_t len = 3; len < sizeof(name); len = len * 3 / 2) {
		for (size_t i = 0; i < len; i++)
			name[i] = "azAZ_09_"[(i + len) % 8];
		name[0] = 'q';
		name[len] = '\0';
		for (size_t at = 0; at < 130; at++) {
			memset(buf, around[at % (sizeof(around) - 1)], sizeof(buf));
			memcpy(buf + at, name, len);
			if (at > 20)
				memcpy(buf + at - 20, "a bc 1x def 22", 14);
			put("c/place.c", buf, at + len + at % 3);
			expect("c", 1, name, "c/place.c ");
			/* the same with a character more on either side */
			buf[at + len] = 'z';
			put("c/place.c", buf, at + len + 1);
			expect("c", 1, name, "");
		}
	}
}

static void test_many(void **state)
{
	struct strvec names = {0};
	struct word_index *index;
	struct word_files *lists;
	struct strbuf out;

	(void)state;
	strbuf__init(&out);
	for (int i = 0; i < 30000; i++) {
		strvec__addf(&names, "w%d", i + 1000);
		strbuf__addf(&out, "%s%c", names.v[i], i % 5 ? '+' : '\n');
	}
	put("c/many.c", out.buf, out.len);
	strbuf__exit(&out);
	for (int i = 0; i < 1000; i++)
		strvec__addf(&names, "v%d", i + 1000);
	assert_int_equal(word_index__build(root, "c", 1, &index), 0);
	lists = word_index__files(index, &names);
	for (size_t i = 0; i < names.nr; i++)
		assert_int_equal(lists[i].nr, i < 30000);
	word_files__free(lists, names.nr);
	word_index__free(index);
	strvec__exit(&names);
}

static void test_errors(void **state)
{
	struct word_index *index = NULL;

	(void)state;
	assert_int_equal(word_index__build(root, "..", 1, &index), -EINVAL);
	assert_int_equal(word_index__build(root, "missing", 1, &index), -ENOENT);
	assert_int_equal(word_index__build("/missing/tree", NULL, 1, &index), -ENOENT);
	assert_null(index);
	word_index__free(NULL);
	word_files__free(NULL, 3);
}

/* The next occurrence from @i on that is not left out. */
static size_t next_wanted(const struct select_result *r, size_t i)
{
	while (i < r->occs.nr && !r->occs.v[i].name && r->occs.v[i].cls != OCC_DEFINITION)
		i++;
	return i;
}

static const struct occurrence *occ(const struct select_result *r, size_t i)
{
	assert_in_range(i, 0, r->occs.nr - 1);
	return &r->occs.v[i];
}

/* Files that are named, in any order, are the only ones that are read. */
static void test_only(void **state)
{
	struct strvec names = {0}, only = {0};
	struct select_options opts = { .kdir = root, .names = &names, .only = &only,
				       .jobs = 1 };
	struct select_result *r;

	(void)state;
	strvec__add(&names, "get_one");
	assert_int_equal(select__run(&opts, &r), 0);
	assert_int_equal(r->nr_scanned, 0);
	select__free(r);
	strvec__add(&only, "b/nul.c");
	strvec__add(&only, "b/gone.c");
	strvec__add(&only, "a/use.c");
	strvec__add(&only, "b/entry.S");
	assert_int_equal(select__run(&opts, &r), 0);
	assert_int_equal(r->nr_scanned, 3);
	assert_int_equal(r->files.nr, 2);
	assert_int_equal(r->unreadable.nr, 0);
	assert_string_equal(r->files.v[0].path, "a/use.c");
	assert_int_equal(occ(r, 0)->cls, OCC_CALL);
	assert_int_equal(occ(r, 0)->line, 3);
	select__free(r);
	strvec__exit(&only);
	strvec__exit(&names);
}

/* What is left out is no definition; all definitions stay, however written. */
static void test_definitions(void **state)
{
	static const char code[] =
		"int get_one(int);\n"
		"int x(void) { if (get_one(1)) return get_one((2) + 1); get_one(3); }\n"
		"int get_one(int a) { return a; }\n"
		"int\nget_one (\n\tint a,\n\tint (*b)(int))\n{\n}\n"
		"int (get_one)(int a) { }\n"
		"int get_one /* why */ (int a /* ) */) /* not */ { }\n"
		"int get_one(int a)\n\t__must_hold(&lock)\n{ }\n"
		"int get_one(int a\n#ifdef B\n, int b\n#endif\n)\n{ }\n"
		"int get_one(int a)\n#ifdef B\n__cold\n#endif\n{ }\n"
		"int get_two(int a)\n{ return get_two(a - 1); }\n"
		"int get_one \\\n(int a)\n{ }\n";
	struct strvec names = {0};
	bool defs_only[] = { true, false };
	struct select_options opts = { .kdir = root, .under = "d", .names = &names,
				       .jobs = 1 };
	struct select_result *all, *defs;
	size_t found = 0;

	(void)state;
	strvec__add(&names, "get_one");
	strvec__add(&names, "get_two");
	text("d/defs.c", code);
	assert_int_equal(select__run(&opts, &all), 0);
	opts.defs_only = defs_only;
	assert_int_equal(select__run(&opts, &defs), 0);
	/* the prototype and three calls */
	assert_int_equal(defs->occs.nr, all->occs.nr - 4);
	for (size_t i = 0, k = 0; ; i++, k++) {
		i = next_wanted(all, i);
		k = next_wanted(defs, k);
		if (i == all->occs.nr)
			break;
		assert_int_equal(occ(defs, k)->line, occ(all, i)->line);
		assert_int_equal(occ(defs, k)->col, occ(all, i)->col);
		assert_int_equal(occ(defs, k)->cls, occ(all, i)->cls);
		found++;
	}
	assert_int_equal(found, 9);
	select__free(all);
	select__free(defs);
	strvec__exit(&names);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_words, make_tree, remove_tree),
		cmocka_unit_test_setup_teardown(test_places, make_tree, remove_tree),
		cmocka_unit_test_setup_teardown(test_many, make_tree, remove_tree),
		cmocka_unit_test_setup_teardown(test_errors, make_tree, remove_tree),
		cmocka_unit_test_setup_teardown(test_only, make_tree, remove_tree),
		cmocka_unit_test_setup_teardown(test_definitions, make_tree, remove_tree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
