// SPDX-License-Identifier: GPL-2.0-only
// What all rules of this folder share. They are joined in the order of their names
// and run on copies in which the calls of one unit bear tags: __pincheck_put(page),
// __pincheck_put_all(pages, n), __pincheck_dirty_NAME(page). Nothing else is touched.
// -D many= and -D dirty= give the names of the helpers; -D asks if the dirtying one
// has a third parameter that says whether to dirty, -D always if it has none.
// A tag that no rule takes gets the name of the single release afterwards.

virtual asks
virtual always
