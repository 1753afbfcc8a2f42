// SPDX-License-Identifier: GPL-2.0-only
// The same where the helper dirties always: only loops without a condition.

@loop_dirty_2 depends on always@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier i;
expression n, a;
@@
- for (i = 0; i < n; i++) {
- 	D(a[i]);
- 	__pincheck_put(a[i]);
- }
+ dirty(a, n);

@loop_dirty_local_2 depends on always@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier i, p;
expression n, a;
type T;
@@
- for (i = 0; i < n; i++) {
- 	T p = a[i];
- 	D(p);
- 	__pincheck_put(p);
- }
+ dirty(a, n);
