// SPDX-License-Identifier: GPL-2.0-only
// A loop that does nothing but release: over an array, over a slice of one, and
// counting down.

@loop_slice@
identifier virtual.many;
identifier i;
expression n, a, o;
@@
(
- for (i = 0; i < n; i++) {
- 	__pincheck_put(a[o + i]);
- }
+ many(&a[o], n);
|
- for (i = 0; i < n; i++) {
- 	__pincheck_put(a[i + o]);
- }
+ many(&a[o], n);
)

@loop@
identifier virtual.many;
identifier i;
expression n, a;
@@
- for (i = 0; i < n; i++) {
- 	__pincheck_put(a[i]);
- }
+ many(a, n);

@loop_local@
identifier virtual.many;
identifier i, p;
expression n, a;
type T;
@@
- for (i = 0; i < n; i++) {
- 	T p = a[i];
- 	__pincheck_put(p);
- }
+ many(a, n);

@countdown_for@
identifier virtual.many;
identifier i;
expression n, a;
@@
(
- for (i = n - 1; i >= 0; i--) {
- 	__pincheck_put(a[i]);
- }
+ many(a, n);
|
- for (i = n; i > 0; i--) {
- 	__pincheck_put(a[i - 1]);
- }
+ many(a, n);
)

@countdown_while@
identifier virtual.many;
identifier i;
expression a;
@@
(
- while (i--) {
- 	__pincheck_put(a[i]);
- }
+ many(a, i);
|
- while (i > 0) {
- 	__pincheck_put(a[--i]);
- }
+ many(a, i);
|
- while (i) {
- 	__pincheck_put(a[--i]);
- }
+ many(a, i);
|
- while (--i >= 0) {
- 	__pincheck_put(a[i]);
- }
+ many(a, i);
)
