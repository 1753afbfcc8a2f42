// SPDX-License-Identifier: GPL-2.0-only
/*
 * select: what is found, how it is classified, that the classes add up with a
 * plain count of words, that nothing depends on threads or a warm store, and
 * that bad input does no harm. Also the progress line. All trees are made in a
 * temporary folder.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../facts/store.h"
#include "../lib/progress.h"
#include "../lib/strbuf.h"
#include "../lib/util.h"
#include "../select/select.h"
#include "../select/select_priv.h"

static char *root, *store_path;
static struct strvec names, also;

static int make_root(void **state)
{
	char tmpl[] = "/tmp/test_select.XXXXXX";

	(void)state;
	assert_non_null(mkdtemp(tmpl));
	store_path = xasprintf("%s/store.db", tmpl);
	root = xasprintf("%s/tree", tmpl);
	assert_int_equal(mkdir(root, 0777), 0);
	strvec__add(&names, "get_pages");
	strvec__add(&names, "get_pages_fast");
	strvec__add(&names, "pin_them");
	strvec__add(&also, "put_one_page");
	strvec__add(&also, "kmap");
	return 0;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int remove_root(void **state)
{
	char *base = xstrndup(root, strlen(root) - strlen("/tree"));

	(void)state;
	nftw(base, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	free(base);
	free(root);
	free(store_path);
	strvec__exit(&names);
	strvec__exit(&also);
	return 0;
}

/* The absolute path of a file in the tree, until the next call. */
static char *full(const char *path)
{
	static char buf[4096];

	snprintf(buf, sizeof(buf), "%s/%s", root, path);
	return buf;
}

static void put_bytes(const char *path, const void *data, size_t len)
{
	char *full = xasprintf("%s/%s", root, path), *slash;

	slash = strrchr(full, '/');
	*slash = '\0';
	assert_int_equal(mkdir_p(full), 0);
	*slash = '/';
	assert_int_equal(file_write_atomic(full, data, len), 0);
	free(full);
}

static void put(const char *path, const char *text)
{
	put_bytes(path, text, strlen(text));
}

static struct select_result *run(const char *under, int jobs, struct store *store)
{
	struct select_options opts = { .kdir = root, .under = under, .names = &names,
				       .also = &also, .jobs = jobs, .store = store };
	struct select_result *result = NULL;

	assert_int_equal(select__run(&opts, &result), 0);
	return result;
}

static char *finish(struct strbuf *out)
{
	char *text = strbuf__detach(out);

	strbuf__exit(out);
	return text;
}

/* Everything in a result as text, so that two can be compared. */
static char *dump(const struct select_result *r)
{
	struct strbuf out;

	strbuf__init(&out);
	strbuf__addf(&out, "%lu files, %lu bytes\n", (unsigned long)r->nr_scanned,
		     (unsigned long)r->nr_bytes);
	for (size_t i = 0; i < r->files.nr; i++) {
		const struct selected_file *f = &r->files.v[i];

		strbuf__addf(&out, "%s %lx %lu%s\n", f->path, (unsigned long)f->hash,
			     (unsigned long)f->size, f->names_release ? " also" : "");
		for (uint32_t k = f->occ0; k < f->occ0 + f->nr_occs; k++) {
			const struct occurrence *o = &r->occs.v[k];

			assert_int_equal(o->file, i);
			strbuf__addf(&out, "  %u:%u %s %s%s\n", o->line, o->col,
				     names.v[o->name], occ_class__name(o->cls),
				     o->in_if0 ? " if0" : "");
		}
	}
	for (size_t i = 0; i < r->unreadable.nr; i++)
		strbuf__addf(&out, "! %s\n", r->unreadable.v[i]);
	return finish(&out);
}

static size_t count_words(const char *text)
{
	size_t nr = 0;

	for (size_t n = 0; n < names.nr; n++)
		for (const char *p = text; (p = strstr(p, names.v[n])); p++) {
			char before = p == text ? ' ' : p[-1];
			char after = p[strlen(names.v[n])];

			nr += !strchr("abcdefghijklmnopqrstuvwxyz_0123456789", before) &&
			      (!after ||
			       !strchr("abcdefghijklmnopqrstuvwxyz_0123456789", after));
		}
	return nr;
}

/* The classes of the occurrences in @text, in order, joined by spaces. */
static void check_classes(const char *file, const char *text, const char *want)
{
	struct select_result *r;
	struct strbuf got;

	put(file, text);
	r = run(NULL, 1, NULL);
	strbuf__init(&got);
	for (size_t i = 0; i < r->occs.nr; i++)
		strbuf__addf(&got, "%s%s%s", i ? ", " : "",
			     occ_class__name(r->occs.v[i].cls),
			     r->occs.v[i].in_if0 ? " if0" : "");
	assert_string_equal(got.buf, want);
	assert_int_equal(r->occs.nr, count_words(text));
	strbuf__exit(&got);
	select__free(r);
}

#define C(text, want) check_classes("a.c", text, want)

static void test_calls(void **state)
{
	(void)state;
	C("int f(void)\n{\n\treturn get_pages(1);\n}\n", "call");
	C("void f(void) { if ((n = get_pages(a)) < 0) for_each(x, pin_them(x)) y(); }",
	  "call, call");
	C("SYSCALL_DEFINE2(x, int, a, int, b)\n{\n\tget_pages\n\t(a);\n}\n", "call");
	C("static const struct ops o = {\n\t.x = 1,\n};\nint f(void) { get_pages(); }", "call");
	C("void f(void) { x = ({ int y = get_pages(1); y; }); }", "call");
	C("void f(void) { struct s t = { .a = get_pages(1) }; (*get_pages)(2); "
	  "(get_pages)(3); }", "call, call, call");
	C("void f(void)\n{\nout: get_pages(1);\n\telse_x ? get_pages(1) : pin_them(1); }",
	  "call, call, call");
	C("struct page *f(int a) __acquires(a)\n{\n\tget_pages(1);\n}\n", "call");
	C("enum { A };\nstruct s { int a; } v = { 1 };\nint f(void) { get_pages(1); }", "call");
	C("void f(void) { p->get_pages(1); p.get_pages(2); }", "unparsed, unparsed");
}

static void test_declarators(void **state)
{
	(void)state;
	C("long get_pages(int a)\n{\n\treturn 0;\n}\n", "definition");
	C("static inline long __must_check\nget_pages(int (*cb)(int), int b) __acquires(b) "
	  "__attribute__((cold))\n{ }\n", "definition");
	C("long get_pages(int a);\nextern long pin_them(int) __must_check;\n",
	  "declaration, declaration");
	C("struct ops { long (*get_pages)(int); bool pin_them:1; };\n"
	  "typedef long (*get_pages)(int);\n", "declaration, declaration, declaration");
	C("struct s { int a; } get_pages(int);\nstruct s { int a; } pin_them(int x) { }",
	  "declaration, definition");
	C("void f(bool get_pages, struct x *pin_them) { struct y *get_pages; int pin_them = 1; "
	  "extern int get_pages(int); }",
	  "declaration, declaration, declaration, declaration, declaration");
	C("#ifdef A\nlong get_pages(int a)\n#else\nlong get_pages(int a, int b)\n#endif\n"
	  "{\n\tpin_them(1);\n}\nlong get_pages(int);\n",
	  "definition, definition, call, declaration");
}

static void test_others(void **state)
{
	(void)state;
	C("EXPORT_SYMBOL(get_pages);\nEXPORT_SYMBOL_GPL(pin_them);\n"
	  "EXPORT_SYMBOL_NS_GPL(get_pages, MM);\n", "export, export, export");
	C("#define x(a) get_pages(a)\n#define get_pages(a) \\\n\tpin_them(a)\n"
	  "#undef get_pages\n#ifdef pin_them\n#endif\n",
	  "macro body, macro body, macro body, unparsed, unparsed");
	C("static struct ops o = { .get_pages = get_pages, pin_them };\n"
	  "static long (*fn)(int) = get_pages;\n"
	  "void f(void) { g(get_pages, &pin_them); fn = a ? get_pages : pin_them; "
	  "return get_pages; }",
	  "unparsed, address taken, address taken, address taken, address taken, "
	  "address taken, address taken, address taken, address taken");
	C("// get_pages \\\n get_pages\n/* get_pages('\" */ char *s = \"get_pages \\\" "
	  "/* pin_them\";\nint f(void) { get_pages('\\'', '\"'); }",
	  "comment, comment, comment, string, string, call");
	C("#error don't use get_pages\nint f(void) { get_pages(1); }", "unparsed, call");
	C("#define A \"get_pages\" /* get_pages */ pin_them\n",
	  "string, comment, macro body");
	C("goto_x() { goto get_pages; get_pages: x(); }", "unparsed, unparsed");
	C("get_pages_faster xget_pages get_pages2 _get_pages", "");
	assert_int_equal(unlink(full("a.c")), 0);
	check_classes("a.S", "/* get_pages */\n# don't get_pages\n\tcall get_pages\n"
		      "EXPORT_SYMBOL(get_pages)\n", "comment, comment, unparsed, export");
}

static void test_conditions(void **state)
{
	(void)state;
	C("#if 0\nvoid f(void) { get_pages(1);\n/* pin_them */\n#else\nint f(void) { "
	  "get_pages(2);\n#endif\n}\nlong pin_them(int);\n",
	  "call if0, comment if0, call, declaration");
	C("#if 1\nlong pin_them(int);\n# else\nlong pin_them(int);\n#endif\n",
	  "declaration, declaration if0");
	C("int f(void)\n{\n#ifdef A\n\tif (a) {\n#else\n\tif (b) {\n#endif\n\t\tget_pages(1);\n"
	  "\t}\n}\nlong pin_them(int);\n", "call, declaration");
	C("#ifdef A\nint f(int a) {\n#else\nstruct p *get_pages(int);\nint f(void) {\n#endif\n"
	  "\tpin_them(1);\n}\n", "declaration, call");
	C("int f(void)\n{\n\tget_pages(a,\n#ifdef A\n\t b);\n#else\n\t c);\n#endif\n\t"
	  "pin_them(1);\n}\nlong pin_them(int);\n", "call, call, declaration");
	C("#if 0\n#if 0 /* x */\n#endif\nget_pages\n#endif\n#endif\n#else\n#elif\n",
	  "unparsed if0");
}

static void make_tree(void)
{
	put("drivers/b/x.c", "int f(void)\n{\n\treturn get_pages(1) + pin_them(2);\n}\n");
	put("drivers/b-c.h", "void put_one_page(int);\n");
	put("drivers/b/kmap.c", "x = kmap(p);\nikmap(1); kmapx();\n");
	put("drivers/b/none.c", "nothing here, ikmap xput_one_page\n");
	put("mm/a.S", "call get_pages_fast\n");
	put("mm/notes.txt", "get_pages\n");
	put(".git/a.c", "get_pages(1);\n");
	for (int i = 0; i < 300; i++) {
		char name[64], text[128];

		snprintf(name, sizeof(name), "many/%d/%d.c", i % 7, i);
		snprintf(text, sizeof(text), "/* %d */\n%s;\n", i,
			 i % 3 ? "kmap_none" : "long get_pages(int)");
		put(name, text);
	}
}

static void test_tree(void **state)
{
	struct select_result *r;
	char *one, *four;

	(void)state;
	make_tree();
	r = run(NULL, 1, NULL);
	one = dump(r);
	assert_int_equal(r->nr_scanned, 305);
	assert_int_equal(r->files.nr, 104);
	assert_int_equal(r->occs.nr, 103);
	assert_string_equal(r->files.v[0].path, "drivers/b-c.h");
	assert_true(r->files.v[0].names_release);
	assert_string_equal(r->files.v[1].path, "drivers/b/kmap.c");
	assert_true(r->files.v[1].names_release);
	assert_string_equal(r->files.v[2].path, "drivers/b/x.c");
	assert_false(r->files.v[2].names_release);
	assert_int_equal(r->files.v[2].nr_occs, 2);
	assert_int_equal(r->occs.v[0].line, 3);
	assert_int_equal(r->occs.v[0].col, 9);
	assert_int_equal(r->occs.v[1].col, 24);
	select__free(r);
	r = run(NULL, 4, NULL);
	four = dump(r);
	assert_string_equal(one, four);
	free(four);
	free(one);
	select__free(r);
	r = run("drivers//b/", 2, NULL);
	assert_int_equal(r->nr_scanned, 3);
	assert_string_equal(r->files.v[1].path, "drivers/b/x.c");
	select__free(r);
}

static void test_wrong_options(void **state)
{
	struct select_options opts = { .kdir = root, .names = &names, .jobs = 1 };
	struct select_result *r = NULL;

	(void)state;
	opts.under = "../tree";
	assert_int_equal(select__run(&opts, &r), -EINVAL);
	opts.under = "/etc";
	assert_int_equal(select__run(&opts, &r), -EINVAL);
	opts.under = "no/such";
	assert_int_equal(select__run(&opts, &r), -ENOENT);
	opts.under = NULL;
	opts.kdir = "/no/such";
	assert_int_equal(select__run(&opts, &r), -ENOENT);
	assert_null(r);
	opts.kdir = root;
	opts.names = NULL;
	put("a.c", "get_pages");
	assert_int_equal(select__run(&opts, &r), 0);
	assert_int_equal(r->files.nr, 0);
	select__free(r);
}

/* Many lines of code without a newline, 5 MB and more. */
static char *long_line(void)
{
	struct strbuf out;

	strbuf__init(&out);
	strbuf__adds(&out, "int f(void) {");
	while (out.len < 5 << 20)
		strbuf__adds(&out, " x = (y[3] + z(1, 2));");
	strbuf__adds(&out, " get_pages(1); }");
	return finish(&out);
}

static void test_bad_input(void **state)
{
	char *line = long_line(), noise[5000];
	struct select_result *r;
	int fd;

	(void)state;
	put("empty.c", "");
	put("line.c", line);
	put_bytes("nul.c", "int f(void) {\0 get_pages(1);\0/*\0get_pages */}", 45);
	srand(1);
	for (size_t i = 0; i < sizeof(noise); i++)
		noise[i] = (char)rand();
	memcpy(noise + 4000, " get_pages ", 11);
	put_bytes("noise.c", noise, sizeof(noise));
	put("cut1.c", "get_pages");
	put("cut2.c", "\"get_pages\\");
	put("cut3.c", "/* get_pages *");
	put("cut4.c", "#");
	put("cut5.c", "#define get_pages \\");
	put("cut6.c", ")))}}}get_pages(((({{{{");
	put("cut7.c", "#else\n#endif\n#if 0\n#if\nget_pages");
	put("cut8.h", "'");
	put("dir.c/in.c", "get_pages");
	assert_int_equal(symlink("..", full("loop")), 0);
	assert_int_equal(symlink("nowhere", full("dangling.c")), 0);
	assert_int_equal(symlink("line.c", full("link.c")), 0);
	assert_int_equal(mkfifo(full("fifo.c"), 0666), 0);
	fd = open(full("huge.c"), O_WRONLY | O_CREAT, 0666);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, (64 << 20) + 1), 0);
	close(fd);

	r = run(NULL, 2, NULL);
	assert_int_equal(r->unreadable.nr, 1);
	assert_string_equal(r->unreadable.v[0], "huge.c: larger than 64 MB");
	assert_int_equal(r->nr_scanned, 13);
	assert_int_equal(r->files.nr, 10);
	for (size_t i = 0; i < r->files.nr; i++) {
		const struct occurrence *o = &r->occs.v[r->files.v[i].occ0];

		if (!strcmp(r->files.v[i].path, "line.c")) {
			assert_int_equal(r->files.v[i].nr_occs, 1);
			assert_int_equal(o->cls, OCC_CALL);
			assert_int_equal(o->col, strlen(line) - strlen("get_pages(1); }") + 1);
		} else if (!strcmp(r->files.v[i].path, "nul.c")) {
			assert_int_equal(r->files.v[i].nr_occs, 2);
			assert_int_equal(o[0].cls, OCC_CALL);
			assert_int_equal(o[1].cls, OCC_COMMENT);
		}
	}
	select__free(r);
	free(line);
}

static void test_unreadable(void **state)
{
	bool superuser = !geteuid();
	struct select_result *r;

	(void)state;
	put("a.c", "get_pages");
	put("sub/b.c", "get_pages");
	if (superuser) {	/* who may read everything */
		assert_int_equal(chmod(full(".."), 0755), 0);
		assert_int_equal(chmod(full(""), 0755), 0);
	}
	assert_int_equal(chmod(full("a.c"), 0), 0);
	assert_int_equal(chmod(full("sub"), 0), 0);
	if (superuser)
		assert_int_equal(seteuid(65534), 0);
	r = run(NULL, 1, NULL);
	if (superuser)
		assert_int_equal(seteuid(0), 0);
	chmod(full("sub"), 0777);
	assert_int_equal(r->unreadable.nr, 2);
	assert_string_equal(r->unreadable.v[0], "a.c: Permission denied");
	assert_string_equal(r->unreadable.v[1], "sub: Permission denied");
	select__free(r);
}

struct churn {
	volatile bool stop;
	unsigned int n;
};

/* Makes and removes files as fast as it can. */
static void *churn(void *arg)
{
	struct churn *self = arg;
	char path[4096];

	for (; !self->stop; self->n++) {
		int fd;

		snprintf(path, sizeof(path), "%s/many/1/v%u.c", root, self->n % 50);
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		if (fd >= 0) {
			if (write(fd, "get_pages", 9) < 0)
				break;
			close(fd);
		}
		snprintf(path, sizeof(path), "%s/many/1/v%u.c", root, (self->n + 25) % 50);
		unlink(path);
	}
	return NULL;
}

static void test_vanishing(void **state)
{
	struct churn job = {0};
	pthread_t thread;

	(void)state;
	make_tree();
	assert_int_equal(pthread_create(&thread, NULL, churn, &job), 0);
	for (int i = 0; i < 50; i++) {
		struct select_result *r = run("many", 2, NULL);

		assert_int_equal(r->unreadable.nr, 0);
		assert_true(r->occs.nr >= 100);
		select__free(r);
	}
	job.stop = true;
	pthread_join(thread, NULL);
	assert_true(job.n > 50);
}

/* Waits until the files that were written are old enough to be trusted. */
static void grow_old(void)
{
	usleep(2100000);
}

static char *run_warm(struct store *store)
{
	struct select_result *r = run(NULL, 2, store);
	char *out = dump(r);

	select__free(r);
	return out;
}

static void touch(const char *path, const struct stat *st)
{
	struct timespec times[2] = { st->st_atim, st->st_mtim };

	assert_int_equal(utimensat(AT_FDCWD, full(path), times, 0), 0);
}

static void test_store(void **state)
{
	char *cold, *warm, *want;
	struct store *store = NULL;
	struct stat st;

	(void)state;
	make_tree();
	grow_old();
	assert_int_equal(store__open(store_path, root, &store), 0);
	cold = run_warm(NULL);
	for (int i = 0; i < 3; i++) {
		warm = run_warm(store);
		assert_string_equal(cold, warm);
		free(warm);
	}
	/* edits, one of the same size and time, a new file, one that is gone */
	put("drivers/b/none.c", "pin_them(1) or so\n");
	assert_int_equal(stat(full("mm/a.S"), &st), 0);
	put("mm/a.S", "/*** pin_them ***/ \n");
	touch("mm/a.S", &st);
	put("aaa/new.c", "get_pages");
	assert_int_equal(unlink(full("drivers/b/x.c")), 0);
	want = run_warm(NULL);
	assert_string_not_equal(want, cold);
	for (int i = 0; i < 2; i++) {
		warm = run_warm(store);
		assert_string_equal(want, warm);
		free(warm);
	}
	store__close(store);
	free(want);
	free(cold);
}

/* A file that changes right after its scan, in place and within its times. */
static void test_racy(void **state)
{
	struct store *store = NULL;
	char *first, *second;
	int fd;

	(void)state;
	put("a.c", "get_pages\n");
	assert_int_equal(store__open(store_path, root, &store), 0);
	for (int i = 0; i < 200; i++) {
		const char *text = i % 2 ? "get_pages\n" : "/* none */";

		first = run_warm(store);
		fd = open(full("a.c"), O_WRONLY);
		assert_int_equal(write(fd, text, 10), 10);
		close(fd);
		second = run_warm(store);
		assert_true(!!strstr(second, "get_pages") == i % 2);
		free(first);
		free(second);
	}
	store__close(store);
}

/* Was the file opened while @store was asked? */
static bool is_opened(const char *path, struct store *store)
{
	int fd = inotify_init1(IN_NONBLOCK);
	char buf[4096], *out;
	ssize_t n;

	assert_true(fd >= 0);
	assert_true(inotify_add_watch(fd, full(path), IN_OPEN) >= 0);
	out = run_warm(store);
	free(out);
	n = read(fd, buf, sizeof(buf));
	close(fd);
	return n > 0;
}

static void test_warm_reads_nothing(void **state)
{
	struct store *store = NULL;

	(void)state;
	make_tree();
	grow_old();
	assert_int_equal(store__open(store_path, root, &store), 0);
	assert_true(is_opened("drivers/b/none.c", store));
	assert_false(is_opened("drivers/b/none.c", store));
	assert_false(is_opened("drivers/b/x.c", store));
	put("drivers/b/new.c", "get_pages");
	assert_true(is_opened("drivers/b/new.c", store));
	assert_false(is_opened("drivers/b/none.c", store));
	/* it is too young for its times to be trusted */
	assert_true(is_opened("drivers/b/new.c", store));
	store__close(store);
}

static void test_damaged_store(void **state)
{
	uint64_t key = scan_key(&names, &also);
	char *data = NULL, *copy, *want, *got;
	struct store *store = NULL;
	size_t len = 0;

	(void)state;
	put("a.c", "get_pages pin_them");
	put("b.c", "none");
	put("c.c", "kmap");
	grow_old();
	assert_int_equal(store__open(store_path, root, &store), 0);
	want = run_warm(store);
	assert_int_equal(store__get_blob(store, "scan", "#", key, &data, &len), 0);
	for (size_t cut = 0; cut < len; cut++) {
		copy = xmalloc(cut);
		memcpy(copy, data, cut);
		assert_int_equal(store__put_blob(store, "scan", "#", key, copy, cut), 0);
		free(copy);
		got = run_warm(store);
		assert_string_equal(got, want);
		free(got);
	}
	for (size_t at = 0; at < len; at++) {
		data[at] ^= 0x55;
		assert_int_equal(store__put_blob(store, "scan", "#", key, data, len), 0);
		data[at] ^= 0x55;
		got = run_warm(store);
		assert_string_equal(got, want);
		free(got);
	}
	store__close(store);
	free(data);
	free(want);
}

/* Runs @fn with a terminal as stderr; gives what it wrote. */
static char *on_terminal(void (*fn)(void))
{
	struct strbuf out;
	char buf[512];
	ssize_t n;
	int fd, status;
	pid_t pid = forkpty(&fd, NULL, NULL, NULL);

	assert_true(pid >= 0);
	if (!pid) {
		fn();
		_exit(0);
	}
	strbuf__init(&out);
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		strbuf__add(&out, buf, (size_t)n);
	close(fd);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	return finish(&out);
}

static void slow_job(void)
{
	struct progress *p = progress__new("facts", 4);

	progress__add(p, 1);
	progress__set_total(p, 5);
	usleep(1100000);
	for (int i = 0; i < 1000; i++)
		progress__add(p, i == 0);
	progress__done(p);
}

static void quick_job(void)
{
	struct progress *p = progress__new("facts", 4);

	progress__add(p, 4);
	progress__done(p);
}

static void quiet_job(void)
{
	pr_set_quiet(true);
	if (progress__new("facts", 4))
		_exit(1);
}

static void test_progress(void **state)
{
	char *out = on_terminal(slow_job);

	(void)state;
	assert_string_equal(out, "\rfacts: 2/5 files, 2 s left\033[K\r\033[K");
	free(out);
	out = on_terminal(quick_job);
	assert_string_equal(out, "");
	free(out);
	out = on_terminal(quiet_job);
	assert_string_equal(out, "");
	free(out);
	progress__add(NULL, 1);
	progress__set_total(NULL, 1);
	progress__done(NULL);
}

#define T(fn) cmocka_unit_test_setup_teardown(fn, make_root, remove_root)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(test_calls),
		T(test_declarators),
		T(test_others),
		T(test_conditions),
		T(test_tree),
		T(test_wrong_options),
		T(test_bad_input),
		T(test_unreadable),
		T(test_vanishing),
		T(test_store),
		T(test_racy),
		T(test_warm_reads_nothing),
		T(test_damaged_store),
		cmocka_unit_test(test_progress),
	};

	return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
