// SPDX-License-Identifier: GPL-2.0-only
// One page that is dirtied with its lock and released at once.

@single_dirty_if depends on asks@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier p;
expression c;
@@
(
  if (<+... p ...+>)
  	D(p);
  __pincheck_put(p);
|
- if (c)
- 	D(p);
- __pincheck_put(p);
+ dirty(&p, 1, c);
)

@single_dirty depends on asks@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier p;
@@
- D(p);
- __pincheck_put(p);
+ dirty(&p, 1, true);

@single_dirty_member depends on asks@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier f;
expression e;
@@
- D(e->f);
- __pincheck_put(e->f);
+ dirty(&e->f, 1, true);

@single_dirty_2 depends on always@
identifier virtual.dirty;
identifier D =~ "^__pincheck_dirty_";
identifier p;
@@
- D(p);
- __pincheck_put(p);
+ dirty(&p, 1);
