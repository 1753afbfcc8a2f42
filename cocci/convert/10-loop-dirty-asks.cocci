// SPDX-License-Identifier: GPL-2.0-only
// A loop that dirties each page, perhaps if a condition holds that does not change
// in the loop, and releases it.

@loop_dirty_if depends on asks@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier i;
expression n, c, a;
@@
(
  for (i = 0; i < n; i++) {
  	if (<+... i ...+>)
  		D(a[i]);
  	__pincheck_put(a[i]);
  }
|
- for (i = 0; i < n; i++) {
- 	if (c)
- 		D(a[i]);
- 	__pincheck_put(a[i]);
- }
+ dirty(a, n, c);
)

@loop_dirty depends on asks@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier i;
expression n, a;
@@
- for (i = 0; i < n; i++) {
- 	D(a[i]);
- 	__pincheck_put(a[i]);
- }
+ dirty(a, n, true);

@loop_dirty_local depends on asks@
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
+ dirty(a, n, true);

@loop_dirty_local_if depends on asks@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier i, p;
expression n, a, c;
type T;
@@
(
  for (i = 0; i < n; i++) {
  	T p = a[i];
  	if (\(<+... i ...+>\|<+... p ...+>\))
  		D(p);
  	__pincheck_put(p);
  }
|
- for (i = 0; i < n; i++) {
- 	T p = a[i];
- 	if (c)
- 		D(p);
- 	__pincheck_put(p);
- }
+ dirty(a, n, c);
)
