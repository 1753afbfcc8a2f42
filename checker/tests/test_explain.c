// SPDX-License-Identifier: GPL-2.0-only
/* The pages of rules as plain text, and what is said of a rule that is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../judge/explain.h"
#include "../lib/util.h"

static char *docs_dir(void)
{
	const char *src = getenv("PINCHECK_SRC");

	return xasprintf("%s/docs", src ? src : ".");
}

static char *explain(const char *dir, const char *rule, int want)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_int_equal(explain__print(dir, rule, out), want);
	fclose(out);
	return text;
}

/* Each rule of the list has a page with all its parts, and no markdown is left. */
static void test_pages(void **state)
{
	static const char *const parts[] = {
		"\nMessage\n", "\nMeaning\n", "\nUsual cause\n", "\nWrong\n", "\nRight\n",
		"\nFix\n", "\nFalse positives\n", "Since:",
	};
	char *dir = docs_dir(), *ids = NULL, *id, *save;
	size_t len = 0, nr = 0, i;
	FILE *out = open_memstream(&ids, &len);

	(void)state;
	assert_int_equal(explain__list(dir, out), 0);
	fclose(out);
	assert_non_null(strstr(ids, "gup-put-page\n"));
	for (id = strtok_r(ids, "\n", &save); id; id = strtok_r(NULL, "\n", &save)) {
		char *text = explain(dir, id, 0);

		assert_memory_equal(text, id, strlen(id));
		for (i = 0; i < ARRAY_SIZE(parts); i++)
			if (!strstr(text, parts[i]))
				fail_msg("%s: no '%s'", id, parts[i]);
		assert_null(strstr(text, "```"));
		assert_null(strchr(text, '`'));
		free(text);
		nr++;
	}
	assert_true(nr >= 3);
	free(ids);
	free(dir);
}

static void test_plain(void **state)
{
	char dir[] = "/tmp/pincheck-docs-XXXXXX", *rules, *page, *text;
	static const char md[] =
		"# an-id\n\nSee [the text](http://x/y), **bold** and `a**b`.\n"
		"```c\n# not a heading `x`\n```\n## Next";

	(void)state;
	assert_non_null(mkdtemp(dir));
	rules = xasprintf("%s/rules", dir);
	page = xasprintf("%s/an-id.md", rules);
	assert_int_equal(mkdir_p(rules), 0);
	assert_int_equal(file_write_atomic(page, md, strlen(md)), 0);
	text = explain(dir, "an-id", 0);
	assert_string_equal(text, "an-id\n=====\n\nSee the text, bold and a**b.\n"
				  "    # not a heading `x`\nNext\n");
	unlink(page);
	rmdir(rules);
	rmdir(dir);
	free(text);
	free(page);
	free(rules);
}

static void test_unknown(void **state)
{
	static const char *const ids[] = { "no-such-rule", "../adding-an-api", "", "A" };
	char *dir = docs_dir();
	size_t i;

	(void)state;
	pr_set_quiet(true);
	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		char *text = explain(dir, ids[i], -ENOENT);

		assert_string_equal(text, "");
		free(text);
	}
	pr_set_quiet(false);
	free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages),
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
