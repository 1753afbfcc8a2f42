/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tables of the store, one string a table. Raise STORE_SCHEMA_VERSION when
 * one changes, or the hash that file.hash holds: a store of another version is
 * emptied.
 */
#ifndef PINCHECK_FACTS_STORE_SCHEMA_H
#define PINCHECK_FACTS_STORE_SCHEMA_H

#define STORE_SCHEMA_VERSION	1

/* "pnck": tells a store of ours from any other SQLite file. */
#define STORE_APPLICATION_ID	0x706e636b

/*
 * Every file whose content was ever part of a key. Where the times are 0 the
 * file changed too shortly before it was read for its times to tell the next
 * change.
 */
#define SCHEMA_FILE							\
	"CREATE TABLE file ("						\
	"	id INTEGER PRIMARY KEY,"				\
	"	path TEXT NOT NULL UNIQUE,"				\
	"	dev INTEGER NOT NULL,"					\
	"	ino INTEGER NOT NULL,"					\
	"	size INTEGER NOT NULL,"					\
	"	mtime_ns INTEGER NOT NULL,"				\
	"	ctime_ns INTEGER NOT NULL,"				\
	"	hash INTEGER NOT NULL)"

/*
 * A unit's facts: deps is an array of file.id (uint32_t), the unit's own file
 * first; deps_hash is over the contents of these files in that order.
 */
#define SCHEMA_TU							\
	"CREATE TABLE tu ("						\
	"	id INTEGER PRIMARY KEY,"				\
	"	path TEXT NOT NULL UNIQUE,"				\
	"	flags_hash INTEGER NOT NULL,"				\
	"	deps_hash INTEGER NOT NULL,"				\
	"	deps BLOB NOT NULL,"					\
	"	packed BLOB NOT NULL)"

/* Which unit defines which function, for queries. */
#define SCHEMA_FN							\
	"CREATE TABLE fn ("						\
	"	tu INTEGER NOT NULL,"					\
	"	name TEXT NOT NULL,"					\
	"	file TEXT NOT NULL,"					\
	"	line INTEGER NOT NULL)"

#define SCHEMA_FN_BY_NAME						\
	"CREATE INDEX fn_by_name ON fn (name, file, line)"
#define SCHEMA_FN_BY_TU							\
	"CREATE INDEX fn_by_tu ON fn (tu)"

/* Any other result that is keyed by content. */
#define SCHEMA_RESULT							\
	"CREATE TABLE result ("						\
	"	id INTEGER PRIMARY KEY,"				\
	"	kind TEXT NOT NULL,"					\
	"	name TEXT NOT NULL,"					\
	"	key INTEGER NOT NULL,"					\
	"	data BLOB NOT NULL,"					\
	"	UNIQUE (kind, name))"

#endif
