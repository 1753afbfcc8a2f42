// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rules of rules/ as they are read for trees of several versions, and what
 * is said of rule files with mistakes in them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../lib/strbuf.h"
#include "../lib/util.h"
#include "../parse/rules.h"

static const char *const have_5_0[] = { "get_user_pages", "put_page",
	"get_user_pages_locked", "get_user_pages_longterm", NULL };
static const char *const have_5_2[] = { "get_user_pages", "get_user_pages_locked",
	"put_page", "put_user_page", "put_user_pages_dirty", NULL };
static const char *const have_5_10[] = { "get_user_pages_locked", "pin_user_pages",
	"pin_user_pages_fast", "pin_user_pages_fast_only", "pin_user_pages_locked",
	"pin_user_pages_remote", "unpin_user_page", NULL };
static const char *const have_6_12[] = { "BIO_PAGE_PINNED", "FOLL_LONGTERM",
	"folios_put_refs",
	"iov_iter_extract_pages", "pin_user_pages", "pin_user_pages_fast",
	"pin_user_pages_remote", "unpin_folio", "unpin_user_page", NULL };

static char *rules_dir(void)
{
	const char *src = getenv("PINCHECK_SRC");

	return xasprintf("%s/rules", src ? src : ".");
}

static struct rules *load(const char *const *have)
{
	struct strvec names = { 0 };
	struct rules *rules = NULL;
	char *dir = rules_dir();

	for (; *have; have++)
		strvec__add(&names, *have);
	assert_int_equal(rules__load(dir, &names, &rules), 0);
	strvec__exit(&names);
	free(dir);
	return rules;
}

static const struct api_param *param(const struct rules *rules, const struct api *api,
				     const char *name)
{
	uint8_t i;

	for (i = 0; i < api->nr_params; i++)
		if (!strcmp(rules__str(rules, api->params[i].name), name))
			return &api->params[i];
	fail_msg("%s() has no parameter %s", rules__str(rules, api->name), name);
	return NULL;
}

static const struct api *find(const struct rules *rules, const char *name)
{
	const struct api *api = rules__find(rules, name);

	if (!api)
		fail_msg("no rule for %s()", name);
	return api;
}

static const char *target(const struct rules *rules, const char *name)
{
	return rules__str(rules, find(rules, name)->target);
}

static void test_acquire(void **state)
{
	struct rules *rules = load(have_6_12);
	const struct api *api = find(rules, "get_user_pages");
	const struct api_param *pages = param(rules, api, "pages");
	const struct api *advised[4];

	(void)state;
	assert_int_equal(api->kinds, API_ACQUIRE);
	assert_int_equal(api->family, FAMILY_GET);
	assert_true(api->count_returned && api->sleeps && api->null_pages_ok);
	assert_int_equal(pages->role, ROLE_PAGES);
	assert_int_equal(pages->marks, PARAM_ACQUIRES | PARAM_NULL_OK);
	assert_int_equal(pages->count_index, param(rules, api, "nr_pages")->index);
	assert_int_equal(param(rules, api, "nr_pages")->role, ROLE_COUNT);
	assert_int_equal(param(rules, api, "gup_flags")->role, ROLE_FLAGS);
	assert_string_equal(target(rules, "get_user_pages"), "pin_user_pages");

	api = find(rules, "pin_user_pages_remote");
	assert_int_equal(api->family, FAMILY_PIN);
	assert_false(api->null_pages_ok);
	assert_int_equal(api->target, 0);

	api = find(rules, "iov_iter_extract_pages");
	assert_int_equal(api->family, FAMILY_EXTRACT);
	assert_true(api->bytes_returned && !api->count_returned);

	api = find(rules, "memfd_pin_folios");
	assert_true(api->longterm);
	assert_int_equal(param(rules, api, "folios")->role, ROLE_PAGES);

	api = find(rules, "get_dump_page");
	assert_int_equal(api->kinds, API_ACQUIRE);
	assert_true(api->read_only);
	assert_false(find(rules, "get_user_pages")->read_only);
	assert_true(find(rules, "IS_ERR")->tests_error);
	assert_true(find(rules, "IS_ERR_OR_NULL")->tests_error_or_null);
	assert_true(find(rules, "ERR_PTR")->gives_error);
	assert_true(find(rules, "kcalloc")->zeroed);
	assert_false(find(rules, "kmalloc")->zeroed);
	assert_int_equal(rules__flag(rules, "FOLL_WRITE"), FLAG_WRITE);
	assert_int_equal(rules__flag(rules, "FOLL_LONGTERM"), FLAG_LONGTERM);
	assert_int_equal(rules__flag(rules, "FOLL_GET"), FLAG_REFERENCE);
	assert_int_equal(rules__flag(rules, "FOLL_FORCE"), FLAG_OTHER);
	assert_int_equal(rules__flag(rules, "no_flag"), FLAG_UNKNOWN);
	assert_true(rules__is_page(rules, "struct page") && rules__is_page(rules, "folio"));
	assert_true(rules__is_opaque(rules, "page") && !rules__is_page(rules, "bio"));
	assert_int_equal(rules__advised(rules, FAMILY_UNPIN, advised, 4), 1);
	assert_string_equal(rules__str(rules, advised[0]->name), "unpin_user_page");
	assert_int_equal(rules__advised(rules, FAMILY_USER_PUT, advised, 4), 0);
	assert_string_equal(rules__str(rules, advised[0]->many),
			    "unpin_user_pages,unpin_user_pages_dirty_lock");
	assert_true(rules__find(rules, "get_user_pages")->touches);
	assert_false(rules__find(rules, "get_user_pages_fast")->touches);
	assert_true(rules__find(rules, "memcpy")->params[0].marks & PARAM_WRITTEN);
	assert_true(rules__find(rules, "kref_put")->params[1].marks & PARAM_CALLED);
	assert_true(rules__by_user(rules, "struct file_operations", "release"));
	assert_false(rules__by_user(rules, "file_operations", "open"));
	assert_string_equal(rules__flag_name(rules, FLAG_LONGTERM), "FOLL_LONGTERM");
	assert_int_equal(rules__flag(rules, "DMA_BIDIRECTIONAL"), FLAG_DEVICE_WRITES);
	assert_int_equal(rules__flag(rules, "DMA_TO_DEVICE"), FLAG_DEVICE_READS);
	assert_non_null(rules__return(api));
	assert_int_equal(rules__return(api)->role, ROLE_PAGE);
	assert_int_equal(rules__return(api)->count_index, RULE_COUNT_ONE);

	api = find(rules, "skb_fill_page_desc");
	assert_string_equal(rules__str(rules, api->dropped_by), "skb_release_data");
	assert_int_equal(find(rules, "put_page")->dropped_by, 0);
	assert_int_equal(find(rules, "get_user_pages_fast")->pins_if, 0);
	assert_true(param(rules, find(rules, "virt_to_phys"), "address")->address);
	assert_true(find(rules, "aead_request_set_callback")->has_callback);
	assert_true(rules__holds_pages(rules, "const struct scatterlist *"));
	assert_true(rules__holds_pages(rules, "struct page **"));
	assert_false(rules__holds_pages(rules, "struct file *"));
	assert_false(rules__holds_pages(rules, "struct page"));

	assert_null(rules__find(rules, "fixup_user_fault_no_such"));
	assert_int_equal(find(rules, "fixup_user_fault")->kinds, API_OPAQUE);
	rules__free(rules);
}

static void test_targets(void **state)
{
	struct rules *rules = load(have_5_0);

	(void)state;
	assert_string_equal(target(rules, "get_user_pages"), "");
	assert_string_equal(target(rules, "iov_iter_get_pages"), "");
	assert_null(rules__flag_name(rules, FLAG_LONGTERM));
	rules__free(rules);

	rules = load(have_5_2);
	assert_string_equal(target(rules, "get_user_pages_fast"), "put_user_page");
	assert_string_equal(target(rules, "iov_iter_get_pages"), "");
	rules__free(rules);

	rules = load(have_5_10);
	assert_string_equal(target(rules, "get_user_pages_fast"), "pin_user_pages_fast");
	assert_string_equal(target(rules, "get_user_pages_fast_only"),
			    "pin_user_pages_fast_only");
	assert_string_equal(target(rules, "get_user_page_vma_remote"), "");
	rules__free(rules);

	rules = load(have_6_12);
	assert_string_equal(target(rules, "iov_iter_get_pages2"), "iov_iter_extract_pages");
	assert_string_equal(target(rules, "get_user_pages_fast_only"), "");
	assert_true(rules__has(rules, "unpin_folio"));
	assert_false(rules__has(rules, "put_user_page"));
	rules__free(rules);
}

static void test_release(void **state)
{
	struct rules *rules = load(have_5_2);
	const struct api *api = find(rules, "put_user_pages_dirty_lock");

	(void)state;
	/* v5.2 has no make_dirty: it always dirties. */
	assert_int_equal(api->kinds, API_RELEASE | API_DIRTY);
	assert_int_equal(api->family, FAMILY_USER_PUT);
	assert_true(api->dirties && api->locks_page);
	assert_int_equal(api->nr_params, 2);
	assert_int_equal(find(rules, "bio_release_pages")->family, FAMILY_PUT);
	rules__free(rules);

	rules = load(have_6_12);
	api = find(rules, "unpin_user_pages_dirty_lock");
	assert_int_equal(api->kinds, API_RELEASE | API_DIRTY);
	assert_int_equal(api->family, FAMILY_UNPIN);
	assert_false(api->dirties);
	assert_int_equal(param(rules, api, "make_dirty")->role, ROLE_MAKE_DIRTY);
	assert_int_equal(param(rules, api, "pages")->count_index, 1);

	api = find(rules, "put_page");
	assert_int_equal(api->kinds, API_RELEASE);
	assert_int_equal(param(rules, api, "page")->role, ROLE_PAGE);
	assert_int_equal(param(rules, api, "page")->count_index, RULE_COUNT_ONE);

	api = find(rules, "bio_release_pages");
	assert_int_equal(api->family, FAMILY_UNPIN);
	assert_true(api->conditional && api->releases_all);
	assert_int_equal(param(rules, api, "bio")->role, ROLE_CONTAINER);
	assert_int_equal(param(rules, find(rules, "folios_put"), "folios")->role,
			 ROLE_CONTAINER);

	api = find(rules, "set_page_dirty_lock");
	assert_int_equal(api->kinds, API_DIRTY);
	assert_true(api->locks_page && api->sleeps);
	rules__free(rules);
}

static void test_others(void **state)
{
	struct rules *rules = load(have_6_12);
	const struct api *api = find(rules, "sg_set_page");

	(void)state;
	assert_int_equal(api->kinds, API_FLOW | API_USE);
	assert_int_equal(api->use, USE_SG);
	assert_int_equal(param(rules, api, "sg")->role, ROLE_DEST);
	assert_int_equal(param(rules, api, "page")->role, ROLE_SOURCE);
	assert_int_equal(param(rules, api, "page")->use, USE_SG);
	assert_int_equal(rules__return(find(rules, "sg_page"))->role, ROLE_DEST);

	api = find(rules, "dma_map_page");
	assert_string_equal(rules__str(rules, api->alias_of), "dma_map_page_attrs");
	assert_int_equal(api->use, USE_DMA);
	api = find(rules, "alloc_pages_noprof");
	assert_int_equal(api->kinds, API_ORIGIN);
	assert_string_equal(rules__str(rules, api->origin), "alloc");
	assert_int_equal(find(rules, "get_page")->kinds, API_TAKES_REF);
	assert_int_equal(find(rules, "mmu_notifier_register")->kinds, API_NOTIFIER);
	assert_int_equal(find(rules, "panic")->kinds, API_NORETURN);

	assert_int_equal(rules__member(rules, "struct bio_vec", "bv_page"), MEMBER_CARRIES);
	assert_int_equal(rules__member(rules, "bio_vec", "bv_len"), MEMBER_STOPS);
	assert_int_equal(rules__member(rules, "page", "lru"), MEMBER_STOPS);
	assert_int_equal(rules__member(rules, "made_up", "page"), MEMBER_ORDINARY);
	assert_false(rules__enters(rules, "mm/gup.c"));
	assert_true(rules__enters(rules, "mm/frame_vector.c"));
	assert_false(rules__enters(rules, "arch/x86/include/asm/page.h"));
	assert_true(rules__enters(rules, "arch/x86/kvm/mmu.c"));
	rules__free(rules);
}

static void test_position(void **state)
{
	static const char *const with_tsk[] = { "tsk", "mm", "start", "nr_pages",
		"gup_flags", "pages", "vmas", "locked" };
	static const char *const without[] = { "mm", "start", "nr_pages", "gup_flags",
		"pages", "locked" };
	static const char *const old_fast[] = { "start", "nr_pages", "write", "pages" };
	static const char *const unnamed[] = { "", "", "", "" };
	struct rules *rules = load(have_6_12);
	const struct api *api = find(rules, "get_user_pages_remote");
	const struct api_param *pages = param(rules, api, "pages");

	(void)state;
	assert_int_equal(rules__position(rules, api, pages, with_tsk, 8), 5);
	assert_int_equal(rules__position(rules, api, pages, without, 6), 4);
	assert_int_equal(rules__position(rules, api, param(rules, api, "vmas"), without, 6), -1);
	assert_int_equal(rules__position(rules, api, param(rules, api, "tsk"), without, 6), -1);
	assert_ptr_equal(rules__param_at(rules, api, 4, without, 6), pages);
	assert_ptr_equal(rules__param_at(rules, api, 0, without, 6),
			 param(rules, api, "mm"));

	api = find(rules, "get_user_pages_fast");
	assert_int_equal(rules__position(rules, api, param(rules, api, "gup_flags"),
					 old_fast, 4), 2);
	api = find(rules, "bio_add_page");
	assert_int_equal(rules__position(rules, api, param(rules, api, "page"),
					 unnamed, 4), 1);
	assert_int_equal(rules__position(rules, api, param(rules, api, "page"), NULL, 0), 1);
	rules__free(rules);
}

static void test_family_from_body(void **state)
{
	static const char get[] =
		"/* int get_vaddr_frames(int) { pin_user_pages(); } */\n"
		"int get_vaddr_frames(unsigned long start, struct frame_vector *vec)\n"
		"{\n\t/* not pin_user_pages() */\n"
		"\treturn get_user_pages_locked(start, 1, 0, vec->ptrs, NULL);\n}\n"
		"void put_vaddr_frames(struct frame_vector *vec)\n"
		"{\n\tif (vec) { put_page(vec->ptrs[0]); }\n}\n"
		"void other(void)\n{\n\tunpin_user_page(NULL);\n}\n";
	struct rules *rules = load(have_5_10);
	const struct api *api = find(rules, "get_vaddr_frames");

	(void)state;
	assert_true(api->family_from_body);
	assert_int_equal(api->family, FAMILY_PIN);
	assert_int_equal(rules__resolve_text(rules, "int x;", 6), 0);
	assert_int_equal(rules__resolve_text(rules, get, strlen(get)), 2);
	assert_int_equal(api->family, FAMILY_GET);
	assert_int_equal(param(rules, api, "vec")->family, FAMILY_GET);
	assert_int_equal(find(rules, "put_vaddr_frames")->family, FAMILY_PUT);
	rules__free(rules);

	rules = load(have_5_0);
	assert_int_equal(find(rules, "get_vaddr_frames")->family, FAMILY_GET);
	rules__free(rules);
}

static bool holds(const struct strvec *names, const char *name)
{
	size_t i, nr = 0;

	for (i = 0; i < names->nr; i++)
		nr += !strcmp(names->v[i], name);
	return nr == 1;
}

static void test_wanted(void **state)
{
	struct strvec names = { 0 };
	char *dir = rules_dir();

	(void)state;
	assert_int_equal(rules__wanted(dir, &names), 0);
	/* An acquire, an alias, a release of an #else branch, a target, a HAVE_. */
	assert_true(holds(&names, "get_user_pages"));
	assert_true(holds(&names, "iov_iter_get_pages2"));
	assert_true(holds(&names, "put_user_pages_dirty"));
	assert_true(holds(&names, "pin_user_pages_fast_only"));
	assert_true(holds(&names, "BIO_PAGE_PINNED"));
	assert_true(holds(&names, "set_page_dirty_lock"));
	assert_false(holds(&names, "sg_page"));
	assert_false(holds(&names, "PAGES"));
	strvec__exit(&names);
	free(dir);
}

static void test_hash(void **state)
{
	struct rules *a = load(have_5_2), *b = load(have_5_2), *c = load(have_6_12);

	(void)state;
	assert_int_equal(rules__hash(a), rules__hash(b));
	assert_int_not_equal(rules__hash(a), rules__hash(c));
	rules__free(a);
	rules__free(b);
	rules__free(c);
}

/* Loads a folder with one broken rule file; gives what was said on stderr. */
static int load_broken(const char *text, char *said, size_t size)
{
	char dir[] = "/tmp/pincheck-rules-XXXXXX", *words, *path, *msg, *data;
	struct strvec have = { 0 };
	struct rules *rules = NULL;
	char *good = rules_dir();
	int err, saved;
	size_t len;

	assert_non_null(mkdtemp(dir));
	words = xasprintf("%s/pincheck.h", good);
	assert_int_equal(file_read(words, 1 << 20, &data, &len), 0);
	free(words);
	words = xasprintf("%s/pincheck.h", dir);
	assert_int_equal(file_write_atomic(words, data, len), 0);
	free(data);
	path = xasprintf("%s/broken.h", dir);
	assert_int_equal(file_write_atomic(path, text, strlen(text)), 0);
	msg = xasprintf("%s/stderr", dir);

	fflush(stderr);
	saved = dup(STDERR_FILENO);
	assert_non_null(freopen(msg, "w", stderr));
	err = rules__load(dir, &have, &rules);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);

	assert_int_equal(file_read(msg, size, &data, &len), 0);
	snprintf(said, size, "%s", data);
	free(data);
	unlink(msg);
	unlink(path);
	unlink(words);
	rmdir(dir);
	free(msg);
	free(path);
	free(words);
	free(good);
	return err;
}

static void test_broken(void **state)
{
	static const struct {
		const char *text, *line, *what;
	} cases[] = {
		{ "void f(struct page *p RELEASES(put, one));\n"
		  "void g(struct page *p) PINCHECK_SAYS(\"frobs\");\n",
		  "broken.h:3: ", "unknown annotation 'frobs'" },
		{ "void f(struct page *p RELEASES(put, n));\n",
		  "broken.h:2: ", "count 'n' is no parameter of f()" },
		{ "void f(struct page *p RELEASES(pin, one));\n",
		  "broken.h:2: ", "'pin' is not one of put, user_put, unpin" },
		{ "void f(struct page *p RELEASES(hold, one));\n",
		  "broken.h:2: ", "unknown family 'hold'" },
		{ "void f(struct page *p SLEEPS);\n",
		  "broken.h:2: ", "'sleeps' does not belong on a parameter" },
		{ "void f(struct page *p USES(juggle));\n",
		  "broken.h:2: ", "unknown use 'juggle'" },
		{ "\nvoid f(struct page *p);\n",
		  "broken.h:3: ", "without any annotation" },
		{ "void f(struct page *p TAKES_REF);\n"
		  "void f(struct page *p TAKES_REF);\n",
		  "broken.h:", "declared twice" },
		{ "void f(struct page *p TAKES_REF;\n", "broken.h:2: ", "expected" },
		{ "struct CARRIES s { int x; };\n",
		  "broken.h:2: ", "does not belong on a struct" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		char *text = xasprintf("#include \"pincheck.h\"\n%s", cases[i].text);
		char said[4096], *eol;

		assert_int_equal(load_broken(text, said, sizeof(said)), -EINVAL);
		free(text);
		eol = strchr(said, '\n');
		if (!strstr(said, cases[i].line) || !strstr(said, cases[i].what) ||
		    !eol || eol[1])
			fail_msg("case %zu: want one line with '%s' and '%s', got: %s", i,
				 cases[i].line, cases[i].what, said);
	}
}

static void test_no_folder(void **state)
{
	struct strvec have = { 0 };
	struct rules *rules = NULL;

	(void)state;
	pr_set_quiet(true);
	assert_int_equal(rules__load("/nonexistent/rules", &have, &rules), -ENOENT);
	assert_null(rules);
	pr_set_quiet(false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_acquire),
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_release),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_position),
		cmocka_unit_test(test_family_from_body),
		cmocka_unit_test(test_wanted),
		cmocka_unit_test(test_hash),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_no_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
