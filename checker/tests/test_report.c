// SPDX-License-Identifier: GPL-2.0-only
/*
 * What reports print for one made-up result, against testcases/report/, and the
 * order of a result. What is printed instead goes to $BUILD/testcases/report/,
 * if BUILD is set.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../judge/result.h"
#include "../report/report.h"

static struct place at(const char *file, uint32_t line, uint32_t col, const char *fn)
{
	return (struct place) { .file = file, .line = line, .col = col, .function = fn };
}

static void add_convert_site(struct result *res)
{
	struct site *s = vec__add(&res->sites);
	struct release_ref *r;

	s->at = at("drivers/a/user.c", 40, 7, "user_get");
	s->callee = "get_user_pages_fast";
	s->family = "get";
	s->flags = "FOLL_WRITE | FOLL_LONGTERM";
	s->verdict = VERDICT_CONVERT;
	s->cases[0] = 1;
	s->cases[1] = 5;
	s->nr_cases = 2;
	s->target = "pin_user_pages_fast";
	s->unit = "u-000001";
	s->engines = ENGINE_CLANG | ENGINE_COCCI;
	vec__push(&s->reasons, (struct step) { at("drivers/a/user.c", 44, 0, "user_get"),
					       "data is given to dma_map_sg()" });
	vec__push(&s->reasons, (struct step) { at("", 0, 0, ""), "its release was found" });
	r = vec__add(&s->releases);
	r->at = at("drivers/a/user.c", 80, 3, "user_put");
	r->callee = "put_page";
	r->family = "put";
	vec__push(&r->via, (struct via) { "drivers/a/core.c", "core_put" });
	vec__push(&r->via, (struct via) { "drivers/a/core.c", "core_exit" });
	r = vec__add(&s->releases);
	r->at = at("drivers/a/user.c", 60, 3, "user_get");
	r->callee = "release_pages";
	r->family = "put";
	r->path = PATH_ERROR;
	vec__push(&s->dirty, (struct dirty_ref) { at("drivers/a/user.c", 79, 3, "user_put"),
						  "set_page_dirty_lock", false });
}

static void add_site(struct result *res, const char *file, uint32_t line,
		     const char *callee, const char *family, enum verdict verdict)
{
	struct site *s = vec__add(&res->sites);

	s->at = at(file, line, 0, "other");
	s->callee = callee;
	s->family = family;
	s->flags = "";
	s->verdict = verdict;
	s->target = "none";
	s->unit = "";
	s->engines = ENGINE_COCCI;
}

static void add_finding(struct result *res, const char *rule, enum level level,
			struct place place, const char *message)
{
	struct finding *f = vec__add(&res->findings);

	f->rule = rule;
	f->level = level;
	f->at = place;
	f->message = message;
	f->unit = "";
	f->engines = ENGINE_CLANG;
	f->fix = "";
}

/*
 * Text of a tree that would colour the terminal or turn a line around, and bytes
 * that only look like UTF-8: a surrogate, an overlong form, a cut one.
 */
#define EVIL "drivers/\033[31mred\r\xff\xe2\x80\xae/\xc2\x9b\xc3\xa9" \
	"\xed\xa0\x80\xc0\x80\xe0\x80\x80\xf0\x9f\x98\x80\xf4\x90\x80\x80\xe2\x82"

static void add_findings(struct result *res)
{
	struct finding *f;

	add_finding(res, "family-mismatch", LEVEL_ERROR, at(EVIL, 5, 1, "evil\n"),
		    "pages from pin_user_pages() are released by put_page()");
	add_finding(res, "family-mismatch", LEVEL_ERROR,
		    at("drivers/b.c", 9, 0, ""), "at top level");
	add_finding(res, "gup-put-page", LEVEL_WARNING,
		    at("drivers/b.c", 7, 2, "b_get"), "second in the function");
	add_finding(res, "family-mismatch", LEVEL_NOTE,
		    at("drivers/b.c", 7, 2, "b_get"), "first in the function");
	add_finding(res, "gup-put-page", LEVEL_WARNING,
		    at("drivers/a/user.c", 40, 7, "user_get"),
		    "pages from get_user_pages_fast() are released by put_page()");
	f = &res->findings.v[res->findings.nr - 1];
	f->unit = "u-000001";
	f->engines = ENGINE_CLANG | ENGINE_COCCI;
	f->fix = "acquire with pin_user_pages_fast(), release with unpin_user_page()";
	vec__push(&f->steps, (struct step) { at("drivers/a/user.c", 44, 9, "user_get"),
					     "data is given to dma_map_sg()" });
	vec__push(&f->steps, (struct step) { at("drivers/a/core.c", 12, 2, "core_put"),
					     "passed on here" });
	vec__push(&f->steps, (struct step) { at("", 0, 0, ""), "of no place" });
}

static void add_ledger(struct result *res)
{
	static const uint64_t by_class[OCC_NR] = { 6, 2, 3, 1, 2, 1, 1, 4, 1 };

	memcpy(res->ledger.by_class, by_class, sizeof(by_class));
	res->ledger.occurrences = 21;
	res->ledger.calls_clang = 3;
	res->ledger.calls_cocci_only = 2;
	res->ledger.calls_unanalysed = 1;
	vec__push(&res->ledger.not_judged, (struct not_judged) {
		"drivers/z.c", "z_get", "asm goto" });
	vec__push(&res->ledger.not_judged, (struct not_judged) {
		"arch/s390/a_rather_long_folder/file.c", "a_long_function_name",
		"for another architecture (s390), and no rule matched" });
	vec__push(&res->ledger.not_judged, (struct not_judged) {
		"drivers/gone.c", "", "can't be read" });
}

static struct result *sample(void)
{
	struct result *res = result__new();
	struct unit *unit;

	res->kernel = result__strf(res, "%d.%d.0", 6, 1);
	res->era = "pin";
	add_site(res, "drivers/c.c", 100, "iov_iter_extract_pages", "extract", VERDICT_DONE);
	add_site(res, "drivers/c.c", 20, "pin_user_pages", "pin", VERDICT_MISMATCH);
	add_site(res, "drivers/c.c", 20, "get_user_pages", "get", VERDICT_KEEP);
	add_site(res, "drivers/b.c", 200, "get_user_pages", "get", VERDICT_MANUAL);
	add_convert_site(res);
	vec__push(&res->units, (struct unit) { .id = "u-000002", .state = UNIT_PIN,
					       .nr_sites = 4, .nr_releases = 0 });
	unit = vec__add(&res->units);
	unit->id = "u-000001";
	unit->state = UNIT_MIXED;
	unit->nr_sites = 1;
	unit->nr_releases = 2;
	vec__push(&unit->origins, "vmalloc_to_page");
	vec__push(&unit->origins, "alloc_page");
	add_findings(res);
	add_ledger(res);
	vec__push(&res->errors, (struct file_errors) { "drivers/b.c", 1, "drivers/b.c:3: what" });
	vec__push(&res->errors, (struct file_errors) {
		"drivers/a/user.c", 3, "include/a.h:12: unknown type name 'foo_t'" });
	res->files_selected = 5;
	res->files_parsed = 4;
	res->files_with_errors = 2;
	result__sort(res);
	return res;
}

typedef int (*report_fn)(const struct result *, const struct report_options *, FILE *);

static char *print(report_fn report, const struct result *res,
		   const struct report_options *opts, size_t *ret_len)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, ret_len);

	assert_non_null(f);
	assert_int_equal(report(res, opts, f), 0);
	fclose(f);
	return text;
}

static void keep_got(const char *name, const char *text, size_t len)
{
	const char *build = getenv("BUILD");
	char *folder, *path;

	if (!build)
		return;
	folder = xasprintf("%s/testcases/report", build);
	path = xasprintf("%s/%s.got", folder, name);
	if (!mkdir_p(folder))
		file_write_atomic(path, text, len);
	free(path);
	free(folder);
}

static void compare(const char *name, const char *text, size_t len)
{
	const char *src = getenv("PINCHECK_SRC");
	char *path = xasprintf("%s/testcases/report/%s", src ? src : ".", name);
	char *want = NULL;
	size_t want_len = 0;
	int err = file_read(path, 0, &want, &want_len);

	keep_got(name, text, len);
	if (err)
		fail_msg("%s: %s", path, strerror(-err));
	assert_string_equal(text, want);
	assert_int_equal(len, want_len);
	free(want);
	free(path);
}

static void check_golden(const char *name, report_fn report,
			 const struct report_options *opts)
{
	struct result *res = sample();
	size_t len;
	char *text = print(report, res, opts, &len);

	compare(name, text, len);
	free(text);
	result__free(res);
}

static void test_text(void **state)
{
	(void)state;
	check_golden("text.txt", report_text, &(struct report_options) { .width = 80 });
}

static void test_text_verbose(void **state)
{
	(void)state;
	check_golden("verbose.txt", report_text, &(struct report_options) { .verbose = true });
}

static void test_text_color(void **state)
{
	(void)state;
	check_golden("color.txt", report_text, &(struct report_options) { .color = true });
}

/* The tool's own version is no part of the golden file. */
static void test_json(void **state)
{
	static const char tool[] = "\"tool\": \"pincheck ";
	struct result *res = sample();
	size_t len;
	char *text = print(report_json, res, NULL, &len);
	char *version = strstr(text, tool), *end;

	(void)state;
	assert_non_null(version);
	version += strlen(tool);
	end = strchr(version, '"');
	memmove(version + 1, end, strlen(end) + 1);
	*version = 'X';
	compare("result.json", text, strlen(text));
	free(text);
	result__free(res);
}

static void test_empty(void **state)
{
	struct result *res = result__new();
	size_t len;
	char *text;

	(void)state;
	result__sort(res);
	text = print(report_text, res, NULL, &len);
	compare("empty.txt", text, len);
	free(text);
	text = print(report_json, res, NULL, &len);
	assert_non_null(strstr(text, "\"sites\": []"));
	free(text);
	result__free(res);
	result__free(NULL);
}

/* A ledger that does not add up must say so. */
static void test_ledger_that_lies(void **state)
{
	struct result *res = sample();
	size_t len;
	char *text;

	(void)state;
	res->ledger.occurrences++;
	res->ledger.calls_clang += 3;
	text = print(report_text, res, NULL, &len);
	assert_non_null(strstr(text, "  these do not add up: the classes give 21\n"));
	assert_non_null(strstr(text, "  the calls do not add up: the engines give 9\n"));
	free(text);
	result__free(res);
}

static void test_full_disk(void **state)
{
	struct result *res = sample();
	FILE *full = fopen("/dev/full", "w");

	(void)state;
	if (!full)
		skip();
	assert_int_equal(report_text(res, NULL, full), -ENOSPC);
	fclose(full);
	full = fopen("/dev/full", "w");
	assert_int_equal(report_json(res, NULL, full), -ENOSPC);
	fclose(full);
	result__free(res);
}

static void test_closed_pipe(void **state)
{
	report_fn reports[] = { report_text, report_json };
	struct result *res = sample();

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < ARRAY_SIZE(reports); i++) {
		int fds[2];
		FILE *out;

		assert_int_equal(pipe(fds), 0);
		close(fds[0]);
		out = fdopen(fds[1], "w");
		/* Unbuffered: the error comes early, and must not be lost. */
		setvbuf(out, NULL, _IONBF, 0);
		assert_int_equal(reports[i](res, NULL, out), -EPIPE);
		fclose(out);
	}
	result__free(res);
}

/* Whatever the order in which judging added it, the same comes out. */
static void test_order(void **state)
{
	struct result *a = sample(), *b = sample();
	size_t len_a, len_b;
	char *text_a, *text_b;

	(void)state;
#define turn(vec) do {								\
	for (size_t i = 0, k = (vec)->nr; i + 1 < k; i++) {			\
		__typeof__(*(vec)->v) tmp = (vec)->v[i];			\
		(vec)->v[i] = (vec)->v[--k];					\
		(vec)->v[k] = tmp;						\
	}									\
} while (0)
	turn(&b->sites);
	turn(&b->units);
	turn(&b->findings);
	turn(&b->errors);
	turn(&b->ledger.not_judged);
	turn(&b->units.v[1].origins);
	turn(&b->sites.v[b->sites.nr - 1].releases);
#undef turn
	result__sort(b);
	text_a = print(report_json, a, NULL, &len_a);
	text_b = print(report_json, b, NULL, &len_b);
	assert_string_equal(text_a, text_b);
	free(text_a);
	free(text_b);
	result__free(a);
	result__free(b);
}

static void test_words(void **state)
{
	struct result *res = result__new();

	(void)state;
	assert_string_equal(verdict__name(VERDICT_MISMATCH), "mismatch");
	assert_string_equal(verdict__name(VERDICT_NR), "unknown");
	assert_string_equal(level__name(LEVEL_ERROR), "error");
	assert_string_equal(path_kind__name(PATH_SUCCESS), "success");
	assert_string_equal(unit_state__name(UNIT_USER_PUT), "user-put");
	assert_ptr_equal(result__str(res, "same"), result__strf(res, "%s", "same"));
	result__free(res);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_text_verbose),
		cmocka_unit_test(test_text_color),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_ledger_that_lies),
		cmocka_unit_test(test_full_disk),
		cmocka_unit_test(test_closed_pipe),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
