// SPDX-License-Identifier: GPL-2.0-only
/* The words of rules/ about locks and contexts, and what rules/context.h says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../lib/util.h"
#include "../parse/rules.h"

static int load(void **state)
{
	const char *src = getenv("PINCHECK_SRC");
	char *dir = xasprintf("%s/rules", src ? src : ".");
	struct strvec have = { 0 };
	struct rules *rules = NULL;
	int err = rules__load(dir, &have, &rules);

	*state = rules;
	free(dir);
	return err;
}

static int unload(void **state)
{
	rules__free(*state);
	return 0;
}

static void test_locks(void **state)
{
	const struct rules *r = *state;
	const struct api *api = rules__find(r, "_raw_spin_lock_irqsave");

	assert_non_null(api);
	assert_int_equal(api->kinds, API_CONTEXT);
	assert_int_equal(api->locks, LOCK_SPIN);
	assert_int_equal(api->unlocks, LOCK_NONE);
	assert_int_equal(api->lock_param, 0);
	assert_false(api->trylock);
	assert_int_equal(rules__find(r, "bit_spin_unlock")->lock_param, 1);
	assert_int_equal(rules__find(r, "rcu_read_unlock")->unlocks, LOCK_RCU);
	assert_int_equal(rules__find(r, "rcu_read_unlock")->lock_param, RULE_RETURN);
	assert_true(rules__find(r, "spin_trylock")->trylock);
	assert_true(rules__find(r, "mutex_lock")->sleeps);
	assert_true(rules__find(r, "preempt_count")->asks_context);
	/* about pages as well: not of this kind alone */
	api = rules__find(r, "lock_page");
	assert_int_equal(api->locks, LOCK_PAGE);
	assert_int_equal(api->kinds & API_CONTEXT, 0);
	assert_true(rules__find(r, "set_page_dirty")->needs_page_lock);
	assert_false(rules__find(r, "set_page_dirty_lock")->needs_page_lock);
}

static void test_callbacks(void **state)
{
	const struct rules *r = *state;
	const struct api *api = rules__find(r, "request_threaded_irq");

	assert_int_equal(api->params[1].runs_in, RUN_HARDIRQ);
	assert_int_equal(api->params[2].runs_in, RUN_PROCESS);
	assert_int_equal(rules__runs_in(r, "struct bio", "bi_end_io"), RUN_SOFTIRQ);
	assert_int_equal(rules__runs_in(r, "bio", "bi_private"), RUN_UNKNOWN);
	assert_int_equal(rules__runs_in(r, "struct work_struct", "func"), RUN_PROCESS);
	assert_int_equal(rules__runs_in(r, "struct mmu_notifier_ops",
					"invalidate_range_start"), RUN_PAGE_LOCKED);
	/* all members of a struct */
	assert_int_equal(rules__runs_in(r, "struct file_operations", "release"),
			 RUN_PROCESS);
}

static void test_members(void **state)
{
	const struct rules *r = *state;

	assert_int_equal(rules__member_lock(r, "struct mm_struct", "mmap_lock"), LOCK_MMAP);
	assert_int_equal(rules__member_lock(r, "struct mm_struct", "pgd"), LOCK_NONE);
	assert_true(rules__member_asks(r, "struct mmu_notifier_range", "event"));
	assert_false(rules__member_asks(r, "struct mmu_notifier_range", "mm"));
	assert_true(rules__member_asks_file(r, "struct vm_area_struct", "vm_file"));
	assert_false(rules__member_asks_file(r, "struct vm_area_struct", "vm_mm"));
	/* words on a member do not make a container of its struct */
	assert_int_equal(rules__member(r, "struct urb", "complete"), MEMBER_ORDINARY);
	assert_int_equal(rules__member(r, "struct bio", "bi_end_io"), MEMBER_STOPS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_locks, load, unload),
		cmocka_unit_test_setup_teardown(test_callbacks, load, unload),
		cmocka_unit_test_setup_teardown(test_members, load, unload),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
