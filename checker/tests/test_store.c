// SPDX-License-Identifier: GPL-2.0-only
/*
 * The store: what it keeps and when that still holds, and that a damaged file, a
 * full disk, another version, an interrupted run and two runs at once cost no
 * more than a colder run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "../facts/facts.h"
#include "../facts/store.h"
#include "../lib/strbuf.h"

static char dir[] = "/tmp/pincheck-test-store-XXXXXX";
static char *kdir, *db;
static int nr_dbs;

static char *in_kdir(const char *file)
{
	return xasprintf("%s/%s", kdir, file);
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void put_source(const char *file, const char *text)
{
	char *path = in_kdir(file);

	write_file(path, text);
	free(path);
}

/* Each test has a database of its own; the files are the same. */
static int fresh_db(void **state)
{
	(void)state;
	free(db);
	db = xasprintf("%s/cache/%d/facts.db", dir, nr_dbs++);
	put_source("a.c", "int a;\n");
	put_source("a.h", "int h;\n");
	return 0;
}

static int group_setup(void **state)
{
	(void)state;
	if (!mkdtemp(dir))
		return -1;
	kdir = xasprintf("%s/kernel", dir);
	return mkdir_p(kdir);
}

static int group_teardown(void **state)
{
	char *cmd = xasprintf("rm -rf '%s'", dir);
	int err = system(cmd);

	(void)state;
	free(cmd);
	free(kdir);
	free(db);
	return err;
}

static struct store *open_store(void)
{
	struct store *store = NULL;

	assert_int_equal(store__open(db, kdir, &store), 0);
	assert_non_null(store);
	return store;
}

/* What pr_warn() says meanwhile; the caller frees it. */
static int saved_stderr;
static FILE *captured;

static void capture(void)
{
	fflush(stderr);
	captured = tmpfile();
	saved_stderr = dup(STDERR_FILENO);
	dup2(fileno(captured), STDERR_FILENO);
}

static char *captured_text(void)
{
	char *text = xcalloc(1, 65536);
	size_t n;

	fflush(stderr);
	dup2(saved_stderr, STDERR_FILENO);
	close(saved_stderr);
	rewind(captured);
	n = fread(text, 1, 65535, captured);
	text[n] = '\0';
	fclose(captured);
	return text;
}

static int lines(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* Facts with one function, named @name, and the header a.h. */
static struct tu_facts *facts(const char *path, const char *name)
{
	struct tu_facts *tu = tu_facts__new(path);
	struct fn *fn = tu_facts__add_fn(tu);

	fn->name = strset__add(tu->strs, name);
	fn->file = strset__add(tu->strs, path);
	fn->line = 12;
	vec__push(&tu->deps, strset__add(tu->strs, "a.h"));
	return tu;
}

static int put(struct store *store, const char *path, uint64_t flags, const char *name)
{
	struct tu_facts *tu = facts(path, name);
	struct strbuf buf;
	int err;

	strbuf__init(&buf);
	tu_facts__pack(tu, &buf);
	err = store__put_tu(store, tu, flags, buf.buf, buf.len);
	strbuf__exit(&buf);
	tu_facts__free(tu);
	return err;
}

/* Is there a function of that name in the facts that the store has? */
static bool has(struct store *store, const char *path, uint64_t flags, const char *name)
{
	struct tu_facts *tu = store__get_tu(store, path, flags);
	bool ok = tu && !strcmp(tu_str(tu, tu->fns.v[0]->name), name);

	tu_facts__free(tu);
	return ok;
}

static void put_and_close(const char *name)
{
	struct store *store = open_store();

	assert_int_equal(store__begin(store), 0);
	assert_int_equal(put(store, "a.c", 7, name), 0);
	assert_int_equal(store__put_blob(store, "cocci", "r:a.c", 5, name, strlen(name)), 0);
	assert_int_equal(store__commit(store), 0);
	store__close(store);
}

static bool next_run_has(const char *name)
{
	struct store *store = open_store();
	bool ok = has(store, "a.c", 7, name);

	assert_int_equal(store__stats(store)->tu_hits, ok);
	assert_int_equal(store__stats(store)->tu_misses, !ok);
	store__close(store);
	return ok;
}

static void test_keeps(void **state)
{
	struct store *store;
	size_t len = 0;
	char *data = NULL;

	(void)state;
	put_and_close("one");
	assert_true(next_run_has("one"));
	store = open_store();
	assert_false(has(store, "a.c", 8, "one"));
	assert_false(has(store, "b.c", 7, "one"));
	assert_int_equal(store__get_blob(store, "cocci", "r:a.c", 5, &data, &len), 0);
	assert_int_equal(len, 3);
	assert_string_equal(data, "one");
	free(data);
	assert_int_equal(store__get_blob(store, "cocci", "r:a.c", 6, &data, &len), -ENOENT);
	assert_int_equal(store__get_blob(store, "scan", "r:a.c", 5, &data, &len), -ENOENT);
	assert_int_equal(store__stats(store)->cocci_hits, 1);
	assert_int_equal(store__stats(store)->cocci_misses, 1);
	store__close(store);
}

static void test_no_store(void **state)
{
	uint64_t hash = 1;
	size_t len = 2;
	char *data = NULL;

	(void)state;
	assert_int_equal(store__begin(NULL), 0);
	assert_int_equal(put(NULL, "a.c", 7, "one"), 0);
	assert_null(store__get_tu(NULL, "a.c", 7));
	assert_int_equal(store__put_blob(NULL, "x", "y", 1, "", 0), 0);
	assert_int_equal(store__get_blob(NULL, "x", "y", 1, &data, &len), -ENOENT);
	assert_int_equal(store__file_hash(NULL, "a.c", NULL, &hash), -ENOENT);
	assert_int_equal(store__for_each_fn(NULL, "x", NULL, NULL), 0);
	assert_int_equal(store__commit(NULL), 0);
	assert_int_equal(store__stats(NULL)->tu_hits, 0);
	store__close(NULL);
}

static void test_change_of_file_or_header(void **state)
{
	(void)state;
	put_and_close("one");
	put_source("a.c", "int b;\n");
	assert_false(next_run_has("one"));
	put_and_close("two");
	assert_true(next_run_has("two"));
	put_source("a.h", "int j;\n");
	assert_false(next_run_has("two"));
	put_source("a.h", "int h;\n");
	assert_true(next_run_has("two"));
}

static void test_missing_header(void **state)
{
	char *header = in_kdir("a.h");

	(void)state;
	put_and_close("one");
	assert_int_equal(unlink(header), 0);
	assert_false(next_run_has("one"));
	/* Nobody knows what was parsed: not kept, and what there was still holds. */
	put_and_close("two");
	put_source("a.h", "int h;\n");
	assert_true(next_run_has("one"));
	free(header);
}

/* Times alone must neither hide a change nor make one up. */
static void test_times(void **state)
{
	struct timespec old[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
	char *header = in_kdir("a.h");
	struct store *store;

	(void)state;
	assert_int_equal(utimensat(0, header, old, 0), 0);
	sleep(2);
	usleep(100000);
	put_and_close("one");
	store = open_store();
	assert_true(has(store, "a.c", 7, "one"));
	assert_int_equal(store__stats(store)->hash_hits, 2);
	assert_int_equal(store__stats(store)->hash_misses, 0);
	store__close(store);

	/* Same size, same mtime, other content. */
	put_source("a.h", "int j;\n");
	assert_int_equal(utimensat(0, header, old, 0), 0);
	assert_false(next_run_has("one"));
	put_and_close("two");

	/* Other times, same content: read again, still good. */
	old[1].tv_sec = 2000;
	assert_int_equal(utimensat(0, header, old, 0), 0);
	store = open_store();
	assert_true(has(store, "a.c", 7, "two"));
	assert_int_equal(store__stats(store)->hash_misses, 1);
	store__close(store);
	free(header);
}

/* A file that has just been written may be written again within one tick. */
static void test_recent_file_is_read_again(void **state)
{
	struct store *store;

	(void)state;
	put_and_close("one");
	store = open_store();
	assert_true(has(store, "a.c", 7, "one"));
	assert_int_equal(store__stats(store)->hash_misses, 2);
	store__close(store);
}

static void test_change_while_running(void **state)
{
	struct store *store = open_store();

	(void)state;
	usleep(50000);
	put_source("a.c", "int later;\n");
	assert_int_equal(put(store, "a.c", 7, "one"), 0);
	store__close(store);
	assert_false(next_run_has("one"));
}

static void test_file_hash(void **state)
{
	struct store *store = open_store();
	uint64_t hash = 0, again = 1;
	char *path = in_kdir("a.c");
	struct stat st;

	(void)state;
	assert_int_equal(store__file_hash(store, "a.c", NULL, &hash), 0);
	assert_true(hash == hash64("int a;\n", 7, 0));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(store__file_hash(store, path, &st, &again), 0);
	assert_true(hash == again);
	assert_int_equal(store__file_hash(store, "none.c", NULL, &again), -ENOENT);
	assert_int_equal(store__file_hash(store, ".", NULL, &again), -EINVAL);
	assert_int_equal(store__file_hash(store, "", NULL, &again), -ENOENT);
	assert_true(hash == again);
	free(path);
	put_source("sparse.c", "");
	path = in_kdir("sparse.c");
	assert_int_equal(truncate(path, 1ll << 40), 0);
	assert_int_equal(store__file_hash(store, "sparse.c", NULL, &again), -EFBIG);
	store__close(store);
	free(path);
}

static int row_count(const char *sql)
{
	sqlite3_stmt *stmt;
	sqlite3 *raw;
	int n = -1;

	assert_int_equal(sqlite3_open(db, &raw), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(raw, sql, -1, &stmt, NULL), SQLITE_OK);
	if (sqlite3_step(stmt) == SQLITE_ROW)
		n = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(raw);
	return n;
}

static void raw_exec(const char *sql)
{
	sqlite3 *raw;

	assert_int_equal(sqlite3_open(db, &raw), SQLITE_OK);
	assert_int_equal(sqlite3_exec(raw, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(raw);
}

static void test_rows_are_replaced(void **state)
{
	struct store *store;

	(void)state;
	put_and_close("one");
	put_and_close("two");
	store = open_store();
	assert_int_equal(put(store, "a.c", 8, "three"), 0);
	assert_int_equal(store__put_blob(store, "cocci", "r:a.c", 6, "x", 1), 0);
	store__close(store);
	assert_int_equal(row_count("SELECT count(*) FROM tu"), 1);
	assert_int_equal(row_count("SELECT count(*) FROM fn"), 1);
	assert_int_equal(row_count("SELECT count(*) FROM result"), 1);
	assert_int_equal(row_count("SELECT count(*) FROM file"), 2);
	store = open_store();
	assert_true(has(store, "a.c", 8, "three"));
	store__close(store);
}

static int note_fn(void *data, const char *tu, const char *file, uint32_t line)
{
	strbuf__addf(data, "%s %s:%u\n", tu, file, line);
	return *tu == 'z' ? 5 : 0;
}

static void test_find_fn(void **state)
{
	struct store *store = open_store();
	struct strbuf buf;

	(void)state;
	put_source("b.c", "int b;\n");
	put_source("z.c", "int z;\n");
	strbuf__init(&buf);
	store__close(store);
	store = open_store();
	assert_int_equal(put(store, "b.c", 7, "same"), 0);
	assert_int_equal(put(store, "a.c", 7, "same"), 0);
	assert_int_equal(store__for_each_fn(store, "same", note_fn, &buf), 0);
	assert_string_equal(buf.buf, "a.c a.c:12\nb.c b.c:12\n");
	strbuf__reset(&buf);
	assert_int_equal(store__for_each_fn(store, "none", note_fn, &buf), 0);
	assert_string_equal(buf.buf, "");
	assert_int_equal(put(store, "z.c", 7, "stop"), 0);
	assert_int_equal(store__for_each_fn(store, "stop", note_fn, &buf), 5);
	store__close(store);
	strbuf__exit(&buf);
}

static void test_close_drops_what_is_not_committed(void **state)
{
	struct store *store;

	(void)state;
	put_and_close("one");
	store = open_store();
	assert_int_equal(store__begin(store), 0);
	assert_int_equal(store__begin(store), -EALREADY);
	assert_int_equal(put(store, "a.c", 7, "two"), 0);
	assert_true(has(store, "a.c", 7, "two"));
	store__close(store);
	assert_true(next_run_has("one"));
}

static void test_other_version_is_emptied(void **state)
{
	(void)state;
	put_and_close("one");
	raw_exec("PRAGMA user_version = 1");
	capture();
	assert_false(next_run_has("one"));
	char *text = captured_text();

	assert_string_equal(text, "");
	free(text);
	put_and_close("two");
	assert_true(next_run_has("two"));
}

static void expect_made_anew(void)
{
	struct store *store = NULL;
	char *text;
	int err;

	capture();
	err = store__open(db, kdir, &store);
	text = captured_text();
	assert_int_equal(err, 0);
	assert_non_null(strstr(text, "is damaged: making it anew"));
	assert_int_equal(lines(text), 1);
	free(text);
	assert_false(has(store, "a.c", 7, "one"));
	store__close(store);
	put_and_close("two");
	assert_true(next_run_has("two"));
}

static void test_no_database(void **state)
{
	char *kept = xasprintf("%s.damaged", db);

	(void)state;
	put_and_close("one");
	write_file(db, "this is the only copy of somebody's letter, and no database at all\n");
	expect_made_anew();
	/* Not ours: not ours to delete. */
	assert_true(file_exists(kept));
	free(kept);
}

static void test_cut_database(void **state)
{
	(void)state;
	put_and_close("one");
	assert_int_equal(truncate(db, 16384), 0);
	expect_made_anew();
}

static void test_lost_table(void **state)
{
	(void)state;
	put_and_close("one");
	raw_exec("DROP TABLE result");
	expect_made_anew();
}

/* Wherever the file is disturbed: no crash, and the facts are right or absent. */
static void test_disturbed_database(void **state)
{
	char *good, *bad, *text;
	size_t len;

	(void)state;
	put_and_close("one");
	assert_int_equal(file_read(db, 0, &good, &len), 0);
	bad = xmalloc(len);
	capture();
	for (size_t at = 0; at + 512 <= len; at += 4096 - 512) {
		struct store *store = NULL;

		memcpy(bad, good, len);
		memset(bad + at, 0xa5, 512);
		assert_int_equal(file_write_atomic(db, bad, len), 0);
		if (!store__open(db, kdir, &store)) {
			struct tu_facts *tu = store__get_tu(store, "a.c", 7);

			if (tu)
				assert_string_equal(tu_str(tu, tu->fns.v[0]->name), "one");
			tu_facts__free(tu);
			put(store, "a.c", 7, "one");
		}
		store__close(store);
	}
	text = captured_text();
	free(text);
	free(good);
	free(bad);
	unlink(db);
	put_and_close("two");
	assert_true(next_run_has("two"));
}

/*
 * A row that says that it and its text are longer than any can be. In a row stand its
 * length, its number, the length of its header, the type of the number, and the type
 * of the text: twice its length and 13.
 */
static void test_impossible_length(void **state)
{
	static const char text[] = "a_name_to_look_for.c";
	const unsigned char type = 2 * (sizeof(text) - 1) + 13;
	const unsigned char row[] = { 143, 255, 255, 255, 127, 1, 13, 0,
				      139, 150, 193, 188, 13 };
	char *data, *at;
	size_t len;

	(void)state;
	put_and_close("one");
	raw_exec("UPDATE file SET path = 'a_name_to_look_for.c' WHERE path LIKE '%a.c'");
	assert_int_equal(file_read(db, 1 << 24, &data, &len), 0);
	at = memmem(data, len, text, sizeof(text) - 1);
	assert_non_null(at);
	while ((unsigned char)*at != type)
		at--;
	memcpy(at - 4, row, sizeof(row));
	assert_int_equal(file_write_atomic(db, data, len), 0);
	free(data);
	expect_made_anew();
}

static void test_damaged_facts(void **state)
{
	(void)state;
	put_and_close("one");
	raw_exec("UPDATE tu SET packed = x'00112233'");
	assert_false(next_run_has("one"));
	put_and_close("one");
	raw_exec("UPDATE tu SET deps = x'ffffffff'");
	assert_false(next_run_has("one"));
	raw_exec("UPDATE tu SET deps = x''");
	assert_false(next_run_has("one"));
}

static void test_foreign_database(void **state)
{
	struct store *store = NULL;
	char *text;
	int err;

	(void)state;
	put_and_close("one");
	raw_exec("DROP TABLE tu; PRAGMA application_id = 77; PRAGMA user_version = 3");
	capture();
	err = store__open(db, kdir, &store);
	text = captured_text();
	assert_int_equal(err, -EEXIST);
	assert_null(store);
	assert_int_equal(lines(text), 1);
	assert_non_null(strstr(text, "no store of pincheck"));
	free(text);
	assert_int_equal(row_count("SELECT count(*) FROM result"), 1);
}

static void test_impossible_place(void **state)
{
	struct store *store = NULL;
	char *path = xasprintf("%s/a.c/facts.db", kdir), *text;
	int err;

	(void)state;
	capture();
	err = store__open(path, kdir, &store);
	text = captured_text();
	assert_int_equal(err, -ENOTDIR);
	assert_null(store);
	assert_int_equal(lines(text), 1);
	assert_non_null(strstr(text, "going on without it"));
	free(text);
	free(path);

	capture();
	err = store__open(db, "/nonexistent", &store);
	text = captured_text();
	assert_int_equal(err, -ENOENT);
	assert_int_equal(lines(text), 1);
	free(text);
}

/* The limit on a file's size stands for a disk that is full. */
static void test_full_disk(void **state)
{
	struct rlimit old, small;
	struct store *store;
	char *big = xcalloc(1, 4 << 20), *text;
	int errs[4];

	(void)state;
	put_and_close("one");
	store = open_store();
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = 1 << 20;
	signal(SIGXFSZ, SIG_IGN);
	capture();
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	errs[0] = store__put_blob(store, "scan", "big", 1, big, 4 << 20);
	errs[1] = put(store, "a.c", 7, "two");
	errs[2] = store__begin(store);
	errs[3] = store__commit(store);
	text = captured_text();
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_true(errs[0] < 0);
	for (size_t i = 1; i < ARRAY_SIZE(errs); i++)
		assert_int_equal(errs[i], errs[0]);
	assert_int_equal(lines(text), 1);
	assert_non_null(strstr(text, "cannot write the store"));
	free(text);
	assert_true(has(store, "a.c", 7, "one"));
	store__close(store);
	assert_true(next_run_has("one"));
	put_and_close("two");
	assert_true(next_run_has("two"));
	free(big);
}

static void wait_for(pid_t pid, int want_signal, int want_code)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (want_signal)
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == want_signal);
	else
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == want_code);
}

/* More than the page cache holds: half of the change is in the file. */
static void test_interrupted_run(void **state)
{
	size_t size = 48 << 20;
	pid_t pid;

	(void)state;
	put_and_close("one");
	pid = fork();
	if (!pid) {
		struct store *store = NULL;
		char *big = xcalloc(1, size);

		if (store__open(db, kdir, &store) || store__begin(store) ||
		    put(store, "a.c", 7, "two") ||
		    store__put_blob(store, "scan", "big", 1, big, size))
			_exit(9);
		raise(SIGKILL);
	}
	wait_for(pid, SIGKILL, 0);
	assert_true(next_run_has("one"));
	assert_int_equal(row_count("SELECT count(*) FROM result"), 1);
}

static void test_two_runs_at_once(void **state)
{
	struct store *store = NULL;
	int ready[2], err;
	char c, *text;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (!pid) {
		if (store__open(db, kdir, &store) || store__begin(store))
			_exit(9);
		if (write(ready[1], "x", 1) != 1)
			_exit(8);
		usleep(300000);
		if (put(store, "a.c", 7, "one") || store__commit(store))
			_exit(7);
		store__close(store);
		_exit(0);
	}
	assert_int_equal(read(ready[0], &c, 1), 1);
	capture();
	err = store__open(db, kdir, &store);
	text = captured_text();
	assert_int_equal(err, 0);
	assert_int_equal(lines(text), 1);
	assert_non_null(strstr(text, "waiting"));
	free(text);
	assert_true(has(store, "a.c", 7, "one"));
	store__close(store);
	wait_for(pid, 0, 0);
	close(ready[0]);
	close(ready[1]);
}

#define with_db(test) cmocka_unit_test_setup(test, fresh_db)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_db(test_keeps),
		with_db(test_no_store),
		with_db(test_change_of_file_or_header),
		with_db(test_missing_header),
		with_db(test_times),
		with_db(test_recent_file_is_read_again),
		with_db(test_change_while_running),
		with_db(test_file_hash),
		with_db(test_rows_are_replaced),
		with_db(test_find_fn),
		with_db(test_close_drops_what_is_not_committed),
		with_db(test_other_version_is_emptied),
		with_db(test_no_database),
		with_db(test_cut_database),
		with_db(test_lost_table),
		with_db(test_disturbed_database),
		with_db(test_impossible_length),
		with_db(test_damaged_facts),
		with_db(test_foreign_database),
		with_db(test_impossible_place),
		with_db(test_full_disk),
		with_db(test_interrupted_run),
		with_db(test_two_runs_at_once),
	};

	return cmocka_run_group_tests_name("store", tests, group_setup, group_teardown);
}
