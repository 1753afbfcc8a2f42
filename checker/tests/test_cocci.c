// SPDX-License-Identifier: GPL-2.0-only
/*
 * The runner of Coccinelle, against a shell script in place of spatch: what is
 * read from its output, and what becomes of files it fails on. The rules
 * themselves are tested by testcases/cocci/run.sh.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../cocci/cocci.h"
#include "../lib/util.h"

/* Answers by the name of each file in the list, the last argument. */
static const char fake[] =
	"#!/bin/sh\n"
	"[ \"$1\" = --version ] && { echo 'spatch version 9.8 compiled'; exit; }\n"
	"for list; do :; done\n"
	"grep . \"$list\" | while read -r f; do\n"
	"  case $f in */unreadable.c) echo \"Skipping unreadable file: $f\" >&2; continue;; esac\n"
	"  echo \"HANDLING: $f\" >&2\n"
	"  case $f in\n"
	"  */slow.c) echo \"EXN: Common.Timeout in $f\" >&2;;\n"
	"  */dies.c) exit 9;;\n"
	"  */hit.c) printf 'garbage\\nk/other.c:1:2-3: x\\n%s:x:1-2: y\\n' \"$f\"\n"
	"    echo \"$f:20:4-9: second on line 33\"\n"
	"    echo \"$f:7:0-5: first\"; echo \"$f:7:0: in fn\"; echo \"$f:7:0-5: first\";;\n"
	"  */call.c) echo \"$f:5:8: call: get_user_pages in fn\";;\n"
	"  esac\n"
	"done\n";

static char dir[] = "/tmp/test_cocci_XXXXXX";
static char *spatch;

static int setup(void **state)
{
	char *rule;

	(void)state;
	if (!mkdtemp(dir))
		return -1;
	spatch = xasprintf("%s/fake-spatch", dir);
	rule = xasprintf("%s/a_rule.cocci", dir);
	if (file_write_atomic(spatch, fake, strlen(fake)) || chmod(spatch, 0755) ||
	    file_write_atomic(rule, "// Options: --a\n", 16))
		return -1;
	free(rule);
	return 0;
}

static int teardown(void **state)
{
	char *rule = xasprintf("%s/a_rule.cocci", dir);

	(void)state;
	unlink(rule);
	unlink(spatch);
	free(rule);
	free(spatch);
	return rmdir(dir);
}

static struct cocci_result *run(const struct cocci_file *files, size_t nr, int jobs)
{
	struct strvec rules = {0};
	struct cocci_options opts = {
		.spatch = spatch, .rules_dir = dir, .rules = &rules, .kdir = dir,
		.files = files, .nr_files = nr, .jobs = jobs,
	};
	struct cocci_result *ret = NULL;

	strvec__add(&rules, "a_rule.cocci");
	assert_int_equal(cocci__run(&opts, &ret), 0);
	strvec__exit(&rules);
	return ret;
}

static void reads_hits(void **state)
{
	const struct cocci_file files[] = { { "b/hit.c", 1 }, { "call.c", 2 } };
	struct cocci_result *ret = run(files, 2, 1);

	(void)state;
	assert_string_equal(ret->version, "9.8");
	assert_int_equal(ret->hits.nr, 2);
	assert_string_equal(ret->hits.v[0].file, "b/hit.c");
	assert_string_equal(ret->hits.v[0].rule, "a-rule");
	assert_string_equal(ret->hits.v[0].message, "first");
	assert_string_equal(ret->hits.v[0].function, "fn");
	assert_int_equal(ret->hits.v[0].line, 7);
	assert_int_equal(ret->hits.v[0].col, 1);
	assert_int_equal(ret->hits.v[0].other_line, 0);
	assert_int_equal(ret->hits.v[1].line, 20);
	assert_int_equal(ret->hits.v[1].other_line, 33);
	assert_int_equal(ret->calls.nr, 1);
	assert_string_equal(ret->calls.v[0].callee, "get_user_pages");
	assert_string_equal(ret->calls.v[0].function, "fn");
	assert_int_equal(ret->calls.v[0].col, 9);
	assert_int_equal(ret->failures.nr, 0);
	cocci__free(ret);
}

/* Each failure is named; files behind one that kills spatch are still run. */
static void names_failures(void **state)
{
	const struct cocci_file files[] = {
		{ "dies.c", 1 }, { "hit.c", 2 }, { "slow.c", 3 },
		{ "unreadable.c", 4 }, { "with space.c", 5 },
	};

	(void)state;
	for (int jobs = 1; jobs <= 3; jobs++) {
		struct cocci_result *ret = run(files, 5, jobs);

		assert_int_equal(ret->failures.nr, 4);
		assert_string_equal(ret->failures.v[0].file, "dies.c");
		assert_string_equal(ret->failures.v[1].reason, "took too long");
		assert_string_equal(ret->failures.v[2].reason, "unreadable");
		assert_string_equal(ret->failures.v[3].file, "with space.c");
		assert_int_equal(ret->hits.nr, 2);
		assert_int_equal(ret->nr_run, 4);
		cocci__free(ret);
	}
}

static void tells_missing_spatch(void **state)
{
	char *version = NULL;

	(void)state;
	assert_int_equal(cocci__version("/nonexistent/spatch", &version), -ENOENT);
	assert_null(version);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_hits),
		cmocka_unit_test(names_failures),
		cmocka_unit_test(tells_missing_spatch),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
