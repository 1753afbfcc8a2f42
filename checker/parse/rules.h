/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DOC: rules
 *
 * What each kernel API means, read from the annotated declarations of
 * rules/.h files by libclang. A parameter is matched to the tree's own
 * declaration by name first (signatures changed between versions), by position
 * where the tree gives no name.
 */
#ifndef PINCHECK_PARSE_RULES_H
#define PINCHECK_PARSE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../lib/strset.h"
#include "../lib/strvec.h"

/* How pages are held, and how they are let go. */
enum family {
	FAMILY_NONE,
	FAMILY_GET,		/* acquire: plain references */
	FAMILY_PIN,		/* acquire: pins */
	FAMILY_EXTRACT,		/* acquire: pins if user-backed, else nothing */
	FAMILY_PUT,		/* release: put_page and friends */
	FAMILY_USER_PUT,	/* release: put_user_page*, v5.2 to v5.5 */
	FAMILY_UNPIN,		/* release: unpin_user_page* */
};

enum api_kind {
	API_ACQUIRE	= 1 << 0,
	API_RELEASE	= 1 << 1,
	API_DIRTY	= 1 << 2,
	API_USE		= 1 << 3,	/* touches data: see enum use */
	API_ORIGIN	= 1 << 4,	/* pages that are not acquired */
	API_FLOW	= 1 << 5,	/* moves pages between its parameters */
	API_OPAQUE	= 1 << 6,	/* never entered, nothing flows */
	API_TAKES_REF	= 1 << 7,	/* get_page and friends */
	API_HANDOVER	= 1 << 8,	/* takes over the caller's reference */
	API_NOTIFIER	= 1 << 9,	/* registers an MMU notifier */
	API_NORETURN	= 1 << 10,
	API_CONTEXT	= 1 << 15,	/* alone: about locks and sleeping, no pages */
};

/* What is done with a page between acquire and release. */
enum use {
	USE_NONE,
	USE_DMA,	/* dma_map_page, dma_map_sg */
	USE_SG,		/* put into an sg list or table */
	USE_BIO,	/* put into a bio or bvec */
	USE_SKB,	/* put into an skb's frags */
	USE_KMAP,	/* CPU mapping of the data, short */
	USE_VMAP,	/* CPU mapping of the data, kept */
	USE_COPY,	/* CPU copies from or to the data */
	USE_ADDRESS,	/* page_address, page_to_virt: an address of the data */
	USE_PHYS,	/* physical address or pfn, given to a device or table */
	USE_MAP,	/* mapped into another address space */
	USE_STRUCT,	/* only struct page is read */
};

/* What a parameter or the return value means. */
enum param_role {
	ROLE_NONE,
	ROLE_PAGES,		/* array or pointer that receives or holds pages */
	ROLE_PAGE,		/* one page */
	ROLE_COUNT,		/* how many */
	ROLE_FLAGS,		/* FOLL_ flags (or `int write` before v5.2) */
	ROLE_MAKE_DIRTY,	/* bool: dirties when true */
	ROLE_CONTAINER,		/* sg list, bio, bvec, iov_iter … holds pages */
	ROLE_SOURCE,		/* FLOW: value flows from here … */
	ROLE_DEST,		/* … to here */
	ROLE_CALLBACK,		/* function that is called later … */
	ROLE_DATA,		/* … with this */
};

/* What a lock is good for. Who holds one up to LOCK_BH must not sleep. */
enum lock_kind {
	LOCK_NONE, LOCK_SPIN, LOCK_RCU, LOCK_PREEMPT, LOCK_IRQ, LOCK_BH,
	LOCK_PAGE,	/* of one page */
	LOCK_MMAP,	/* of an address space: its mappings stay */
	LOCK_SLEEP,	/* a mutex or a semaphore */
	LOCK_NR,
};

/* Where a callback runs. */
enum run_context {
	RUN_UNKNOWN, RUN_PROCESS, RUN_HARDIRQ, RUN_SOFTIRQ,
	RUN_ATOMIC,		/* its caller holds a lock that forbids sleeping */
	RUN_PAGE_LOCKED,	/* its caller holds the lock of the page */
};

#define RULE_RETURN 255	/* param index that means the return value */

/* Values of count_index besides the index of a parameter. */
#define RULE_COUNT_UNKNOWN 0xff
#define RULE_COUNT_ONE 0xfe	/* exactly one page */
#define RULE_COUNT_ALL 0xfd	/* all that the container holds */

struct api_param {
	uint32_t name;		/* string id; 0 for the return value */
	uint32_t also;		/* string id: other names, "a,b"; 0 if none */
	uint8_t index;		/* position in the rule's declaration */
	uint8_t role;		/* enum param_role */
	uint8_t count_index;	/* of a page or container: see above */
	uint8_t family;		/* enum family of this parameter, if any */
	uint8_t use;		/* enum use of what is passed here */
	uint16_t marks;		/* PARAM_* bits */
	bool address;		/* an address of a page's data is passed here */
	uint8_t runs_in;	/* enum run_context of a callback */
};

/* Bits of api_param.marks. */
#define PARAM_ACQUIRES	(1 << 0)	/* pages come out here, acquired */
#define PARAM_RELEASES	(1 << 1)
#define PARAM_DIRTIED	(1 << 2)
#define PARAM_USED	(1 << 3)
#define PARAM_ORIGIN	(1 << 4)	/* pages come out here, not acquired */
#define PARAM_NULL_OK	(1 << 5)	/* NULL: then no reference is taken */
#define PARAM_TAKES_REF	(1 << 6)
#define PARAM_HANDOVER	(1 << 7)
#define PARAM_WRITTEN	(1 << 8)	/* the CPU writes there */
#define PARAM_CALLED	(1 << 9)	/* a function that is called now */

#define API_MAX_PARAMS 16

struct api {
	uint32_t name;
	uint32_t kinds;		/* enum api_kind */
	uint8_t family;		/* enum family of the acquire or release */
	uint8_t use;		/* enum use */
	uint8_t nr_params;
	bool count_returned;	/* the return value counts the pages, or is < 0 */
	bool sleeps;		/* may sleep */
	bool locks_page;	/* takes the page lock */
	bool dirties;		/* always dirties, besides what else it does */
	bool longterm;		/* always long-term */
	bool has_callback;	/* a parameter is called later */
	bool frees;		/* ends an allocation: meant for other pages */
	bool touches;		/* ACQUIRE for write marks pages dirty */
	bool read_only;		/* ACQUIRE: the data is only read, by contract */
	bool advised;		/* RELEASE: what advice names for its family */
	bool zeroed;		/* what it returns is memory full of 0 */
	bool gives_error;	/* what it returns is an error, or its number */
	bool tests_error;	/* true for an error pointer */
	bool tests_error_or_null;
	bool releases_all;	/* releases every page of a container */
	bool null_pages_ok;	/* pages may be NULL: then no reference is taken */
	bool bytes_returned;	/* the return value counts bytes, or is < 0 */
	bool bool_returned;	/* true or 1: one page; false or 0: none */
	bool err_ptr;		/* the return value may be an ERR_PTR */
	bool conditional;	/* family holds only if a flag in the object says so */
	uint8_t locks, unlocks;	/* enum lock_kind */
	uint8_t lock_param;	/* index of the lock, or RULE_RETURN */
	bool trylock;		/* locks only if it returns true */
	bool asks_context;	/* tells whether one may sleep */
	bool asks_file;		/* tells whether a mapping has a file */
	bool needs_page_lock;	/* wants the page lock to be held */
	bool family_from_body;	/* family depends on the body: see rules__resolve_text() */
	uint32_t target;	/* ACQUIRE: name of the call that replaces it, or 0 */
	uint32_t pins_if;	/* ACQUIRE: name of what tells whether it pins, or 0 */
	uint32_t many;		/* RELEASE: names of what takes an array, "a,b"; or 0 */
	uint32_t origin;	/* ORIGIN: what kind: alloc, pagecache, kernel … */
	uint32_t dropped_by;	/* HANDOVER: functions that drop it, "a,b", or 0 */
	uint32_t alias_of;	/* name that this is an alias of, or 0 */
	uint32_t file, line;	/* where the rule stands, for `explain` */
	/*
	 * All declared parameters in order, params[i].index == i, with or
	 * without a role; then, if the return value means something, one more
	 * with index RULE_RETURN. nr_params counts both.
	 */
	struct api_param params[API_MAX_PARAMS];
};

struct rules;

/* @have: names that the tree's headers declare (sorted), see tree__scan_have(). */
int rules__load(const char *rules_dir, const struct strvec *have,
		struct rules **ret_rules);
void rules__free(struct rules *self);
const struct api *rules__find(const struct rules *self, const char *name);
const char *rules__str(const struct rules *self, uint32_t id);
size_t rules__nr(const struct rules *self);
const struct api *rules__at(const struct rules *self, size_t i);
/* Hash over all rule text and @have: part of the key of what depends on them. */
uint64_t rules__hash(const struct rules *self);
/* Does the tree have that name? (was in @have) */
bool rules__has(const struct rules *self, const char *name);
/* The return value as a parameter, NULL if it means nothing. */
const struct api_param *rules__return(const struct api *api);
/*
 * Where the rule's parameter @p stands in the tree's declaration with the
 * parameter names @names ("" or NULL where it gives none), or -1.
 */
int rules__position(const struct rules *self, const struct api *api,
		    const struct api_param *p, const char *const *names, size_t nr);
/* The rule's parameter that argument @pos of such a call is, or NULL. */
const struct api_param *rules__param_at(const struct rules *self,
					const struct api *api, size_t pos,
					const char *const *names, size_t nr);
/*
 * Functions marked family_from_body get their family from the acquire and
 * release calls in their definition. Call it with the text of each selected
 * file that may define one; gives the number that was resolved.
 */
int rules__resolve_text(struct rules *self, const char *text, size_t len);
/* Every name to scan the tree's headers for: HAVE_<name>, acquires, releases,
 * dirtying calls, targets. Sorted, each once. */
int rules__wanted(const char *rules_dir, struct strvec *ret_names);

/* What a struct's member is to the flow. */
enum member_kind {
	MEMBER_ORDINARY,	/* no rule about this struct */
	MEMBER_STOPS,		/* nothing flows through it */
	MEMBER_CARRIES,		/* a container's member that holds pages */
};

/* @rec: tag of a struct, with or without "struct " in front. */
enum member_kind rules__member(const struct rules *self, const char *rec,
			       const char *member);
/* What a store to a container's member says of the page: enum use. */
enum use rules__member_use(const struct rules *self, const char *rec,
			   const char *member);
bool rules__is_container(const struct rules *self, const char *rec);
/* Is a canonical type a pointer to pages, or to a container of them? */
bool rules__holds_pages(const struct rules *self, const char *type);
bool rules__is_opaque(const struct rules *self, const char *rec);
/* Is a function in this member called by the will of a user? */
bool rules__by_user(const struct rules *self, const char *rec, const char *member);
bool rules__is_page(const struct rules *self, const char *rec);

/* What a constant in the flags of an acquire asks for. */
enum flag_meaning { FLAG_UNKNOWN, FLAG_OTHER, FLAG_WRITE, FLAG_LONGTERM,
		    FLAG_REFERENCE, FLAG_DEVICE_READS, FLAG_DEVICE_WRITES,
		    FLAG_PUTS, FLAG_UNPINS };

enum flag_meaning rules__flag(const struct rules *self, const char *name);
/* A constant of that meaning that the tree has, NULL if there is none. */
const char *rules__flag_name(const struct rules *self, enum flag_meaning meaning);
/* Releases of a family that advice names, as the tree has them: at most @max. */
size_t rules__advised(const struct rules *self, enum family family,
		      const struct api **ret, size_t max);
/* May functions of this file be entered? @path is relative to the tree. */
bool rules__enters(const struct rules *self, const char *path);

/* rules_context.c: where a function that is stored in this member runs. */
enum run_context rules__runs_in(const struct rules *self, const char *rec,
				const char *member);
/* Does this member tell in which context one is? */
bool rules__member_asks(const struct rules *self, const char *rec, const char *member);
/* Does this member tell whether a mapping has a file? */
bool rules__member_asks_file(const struct rules *self, const char *rec, const char *member);
/* The kind of lock that a member is, or LOCK_NONE if no rule says. */
enum lock_kind rules__member_lock(const struct rules *self, const char *rec,
				  const char *member);

const char *family__name(enum family f);
const char *use__name(enum use u);

#endif
