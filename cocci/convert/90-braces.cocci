// SPDX-License-Identifier: GPL-2.0-only
// Braces around a loop that is one call now.

@braces_many@
identifier virtual.many;
expression e, a, n;
@@
  if (e)
- {
  many(a, n);
- }

@braces_dirty depends on asks@
identifier virtual.dirty;
expression e, a, n, c;
@@
  if (e)
- {
  dirty(a, n, c);
- }
