// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the parser: worker processes, what a file costs that libclang can't
 * take, and the key of the precompiled prefix, which must follow the content of
 * the headers and not their times.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../facts/facts.h"
#include "../lib/cleanup.h"
#include "../lib/strbuf.h"
#include "../lib/strvec.h"
#include "../lib/util.h"
#include "../parse/parse.h"
#include "../parse/tree.h"

#define HEADER "include/linux/mm.h"

#ifdef __SANITIZE_ADDRESS__
/* libclang replaces the signal stack of its threads, and the sanitizer then can't
 * give its own back. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "use_sigaltstack=0";
}
#endif

struct place {
	char dir[64];
	char *kdir, *cache;
	struct tree *tree;
};

static const char *source(void)
{
	const char *src = getenv("PINCHECK_SRC");

	return src ? src : ".";
}

static struct parser *make_parser(struct place *p, unsigned int jobs, unsigned int timeout)
{
	struct parse_options po = {
		.tree = p->tree, .cache = p->cache, .data = source(), .jobs = jobs,
		.timeout = timeout,
	};
	struct parser *parser;

	assert_int_equal(parser__new(&po, &parser), 0);
	assert_int_equal(parser__prepare(parser, NULL), 0);
	return parser;
}

static int setup(void **state)
{
	struct place *p = xcalloc(1, sizeof(*p));
	struct tree_options to = {0};
	char *cmd, *data;

	snprintf(p->dir, sizeof(p->dir), "/tmp/pincheck-parser-XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	p->kdir = xasprintf("%s/tree", p->dir);
	p->cache = xasprintf("%s/cache", p->dir);
	cmd = xasprintf("cp -R '%s/testcases/tree' '%s'", source(), p->kdir);
	assert_int_equal(system(cmd), 0);
	assert_int_equal(mkdir_p(p->cache), 0);
	data = realpath(source(), NULL);
	to.kdir = p->kdir;
	to.cache = p->cache;
	to.data = data;
	to.no_prepare = true;
	assert_int_equal(tree__open(&to, &p->tree), 0);
	assert_int_equal(tree__prepare(p->tree), 0);
	free(data);
	free(cmd);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	tree__free(p->tree);
	cleanup__remove_tree(p->dir);
	free(p->kdir);
	free(p->cache);
	free(p);
	return 0;
}

static void write_file(struct place *p, const char *name, const char *text)
{
	char *path = xasprintf("%s/%s", p->kdir, name);

	assert_int_equal(file_write_atomic(path, text, strlen(text)), 0);
	free(path);
}

/* What came back, one place a file. */
struct replies {
	size_t nr;
	unsigned int times[16], fns[16];
	char why[16][80];
};

static void done(void *ctx, struct parse_reply *reply)
{
	struct replies *r = ctx;

	assert_true(reply->index < 16);
	assert_true(!reply->facts != !reply->why);
	r->nr++;
	r->times[reply->index]++;
	if (reply->facts)
		r->fns[reply->index] = (unsigned int)reply->facts->fns.nr;
	else
		snprintf(r->why[reply->index], sizeof(r->why[0]), "%s", reply->why);
	tu_facts__free(reply->facts);
}

static void run(struct place *p, unsigned int jobs, unsigned int timeout,
		const char *const *files, size_t nr, struct replies *r)
{
	struct parser *parser = make_parser(p, jobs, timeout);
	struct strvec list = {0};

	memset(r, 0, sizeof(*r));
	for (size_t i = 0; i < nr; i++)
		strvec__add(&list, files[i]);
	assert_int_equal(parser__run(parser, &list, done, r), 0);
	assert_int_equal(r->nr, nr);
	for (size_t i = 0; i < nr; i++)
		assert_int_equal(r->times[i], 1);
	assert_null(parser__take_slow(parser));
	strvec__exit(&list);
	parser__free(parser);
}

static void test_workers(void **state)
{
	static const char *const files[] = { "a.c", "b.c", "c.c", "d.c", "none.c" };
	struct place *p = *state;
	struct replies r;

	write_file(p, "a.c", "#include <linux/mm.h>\nint a(void) { return 1; }\n");
	write_file(p, "b.c", "");
	write_file(p, "c.c", "int c(void) { return 1; } int c2(void) { return 2; }\n");
	write_file(p, "d.c", "int d(void) { return 1; }}}} int (((\n");
	for (unsigned int jobs = 1; jobs <= 9; jobs += 4) {
		run(p, jobs, 0, files, ARRAY_SIZE(files), &r);
		assert_int_equal(r.fns[0], 1);
		assert_int_equal(r.fns[1], 0);
		assert_int_equal(r.fns[2], 2);
		assert_int_equal(r.fns[3], 1);
		assert_true(r.why[4][0] != '\0' || r.fns[4] == 0);
	}
	run(p, 3, 0, files, 0, &r);
}

/* One file waits for ever, in a pipe that nobody writes to; the rest goes on. */
static void test_timeout(void **state)
{
	static const char *const files[] = { "slow.c", "a.c", "slow2.c", "b.c" };
	struct place *p = *state;
	char *fifo = xasprintf("%s/fifo.h", p->kdir);
	struct replies r;

	assert_int_equal(mkfifo(fifo, 0600), 0);
	write_file(p, "slow.c", "#include \"fifo.h\"\nint slow(void) { return 1; }\n");
	write_file(p, "slow2.c", "#include \"fifo.h\"\nint slow(void) { return 1; }\n");
	write_file(p, "a.c", "int a(void) { return 1; }\n");
	write_file(p, "b.c", "int b(void) { return 1; }\n");
	run(p, 2, 1, files, ARRAY_SIZE(files), &r);
	assert_string_equal(r.why[0], "libclang took more than 1 s");
	assert_string_equal(r.why[2], "libclang took more than 1 s");
	assert_int_equal(r.fns[1], 1);
	assert_int_equal(r.fns[3], 1);
	free(fifo);
}

/* Nested so deeply that libclang's own stack ends. */
static void test_crash(void **state)
{
	static const char *const files[] = { "deep.c", "a.c" };
	struct place *p = *state;
	struct strbuf text;
	struct replies r;

	strbuf__init(&text);
	strbuf__adds(&text, "int deep(int x) { return ");
	for (int i = 0; i < 50000; i++)
		strbuf__adds(&text, "- ");
	strbuf__adds(&text, "x; }\n");
	write_file(p, "deep.c", text.buf);
	write_file(p, "a.c", "int a(void) { return 1; }\n");
	run(p, 1, 0, files, ARRAY_SIZE(files), &r);
	/* a later libclang may take it */
	assert_true(r.why[0][0] != '\0' || r.fns[0] == 1);
	assert_int_equal(r.fns[1], 1);
	strbuf__exit(&text);
}

static uint64_t key(struct place *p)
{
	struct parser *parser = make_parser(p, 1, 0);
	uint64_t hash = parser__flags_hash(parser, "a.c");

	assert_null(parser__take_slow(parser));
	parser__free(parser);
	return hash;
}

static void test_key(void **state)
{
	struct place *p = *state;
	char *path = xasprintf("%s/" HEADER, p->kdir), *old, *text;
	struct timespec later[2] = { { .tv_sec = 2000000000 }, { .tv_sec = 2000000000 } };
	uint64_t first, changed;
	size_t len;

	first = key(p);
	assert_true(key(p) == first);
	assert_int_equal(utimensat(AT_FDCWD, path, later, 0), 0);
	assert_true(key(p) == first);
	assert_int_equal(file_read(path, 0, &old, &len), 0);
	text = xasprintf("%s\nint added_here(void);\n", old);
	write_file(p, HEADER, text);
	changed = key(p);
	assert_true(changed != first);
	write_file(p, HEADER, old);
	assert_true(key(p) == first);
	free(text);
	free(old);
	free(path);
}

/* Four processes make the precompiled prefix at the same time. */
static void test_prefix_race(void **state)
{
	struct place *p = *state;
	struct strvec names = {0};
	pid_t pid[4];
	int status;

	for (size_t i = 0; i < ARRAY_SIZE(pid); i++) {
		pid[i] = fork();
		if (!pid[i]) {
			struct parse_options po = {
				.tree = p->tree, .cache = p->cache, .data = source(), .jobs = 1,
			};
			struct parser *parser;

			parser__new(&po, &parser);
			_exit(parser__prepare(parser, NULL) || parser__take_slow(parser));
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(pid); i++) {
		assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
		assert_int_equal(status, 0);
	}
	assert_int_equal(dir_list(p->cache, ".pch", &names), 0);
	assert_int_equal(names.nr, 1);
	assert_true(key(p) == key(p));
	strvec__exit(&names);
	names = (struct strvec){0};
	assert_int_equal(dir_list(p->cache, "", &names), 0);
	for (size_t i = 0; i < names.nr; i++)
		assert_null(strstr(names.v[i], ".tmp."));
	strvec__exit(&names);
}

/* Without a folder that can be written the text itself is given to libclang. */
static void test_no_prefix(void **state)
{
	static const char *const files[] = { "a.c" };
	struct place *p = *state;
	struct parse_options po = {
		.tree = p->tree, .cache = "/nowhere", .data = source(), .jobs = 1,
	};
	struct strvec list = {0};
	struct parser *parser;
	struct replies r = {0};

	write_file(p, "a.c", "struct page *a(struct page *p) { put_page(p); return p; }\n");
	strvec__add(&list, files[0]);
	assert_int_equal(parser__new(&po, &parser), 0);
	assert_int_equal(parser__prepare(parser, NULL), 0);
	assert_int_equal(parser__run(parser, &list, done, &r), 0);
	assert_int_equal(r.fns[0], 1);
	assert_non_null(parser__take_slow(parser));
	assert_null(parser__take_slow(parser));
	parser__free(parser);
	strvec__exit(&list);
}

static size_t nr_compiled(const struct place *p)
{
	struct strvec names = {0};
	size_t nr;

	assert_int_equal(dir_list(p->cache, ".pch", &names), 0);
	nr = names.nr;
	strvec__exit(&names);
	return nr;
}

/* The common headers are compiled for each architecture that has files, even with an
 * error in them, and are part of the key of its files alone. */
static void test_other_architecture(void **state)
{
	static const char *const files[] = { "a.c", "arch/powerpc/kvm/a.c" };
	struct place *p = *state;
	struct parse_options po = {
		.tree = p->tree, .cache = p->cache, .data = source(), .jobs = 1,
	};
	struct strvec list = {0};
	struct parser *parser;
	struct replies r = {0};
	uint64_t keys[2][ARRAY_SIZE(files)];

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		write_file(p, files[i], "#ifdef __powerpc64__\nint f(void) { return broken(); }\n"
			   "#endif\nint g(void) { return 1; }\n");
		strvec__add(&list, files[i]);
	}
	for (size_t round = 0; round < 2; round++) {
		if (round)
			write_file(p, HEADER, "#ifdef __powerpc64__\n#include <asm/thpt.h>\n"
				   "int broken(void) { return nobody_has_this; }\n#endif\n");
		write_file(p, "arch/powerpc/include/asm/thpt.h",
			   round ? "int other;\n" : "int one;\n");
		assert_int_equal(parser__new(&po, &parser), 0);
		assert_int_equal(parser__prepare(parser, &list), 0);
		assert_int_equal(nr_compiled(p), 2);
		for (size_t i = 0; i < ARRAY_SIZE(files); i++)
			keys[round][i] = parser__flags_hash(parser, files[i]);
		memset(&r, 0, sizeof(r));
		assert_int_equal(parser__run(parser, &list, done, &r), 0);
		assert_null(parser__take_slow(parser));
		assert_int_equal(r.fns[0], 1);
		assert_true(r.fns[1] >= 2);
		parser__free(parser);
	}
	assert_true(keys[0][0] != keys[0][1]);
	assert_true(keys[0][1] != keys[1][1]);
	strvec__exit(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_workers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_timeout, setup, teardown),
		cmocka_unit_test_setup_teardown(test_crash, setup, teardown),
		cmocka_unit_test_setup_teardown(test_key, setup, teardown),
		cmocka_unit_test_setup_teardown(test_prefix_race, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_prefix, setup, teardown),
		cmocka_unit_test_setup_teardown(test_other_architecture, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
