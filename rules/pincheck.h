/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The words in which rules are written.
 *
 * Each declaration in rules/ tells what one kernel function does with pages.
 * Parameters are matched to the kernel's own declaration by name, so that one
 * declaration serves all versions; ALSO() lists other names. HAVE_<name> is
 * defined for each name that the headers of the tree at hand declare.
 *
 * Under pincheck the words expand to annotations that libclang reads, and to
 * nothing elsewhere: the headers compile with any C compiler and with sparse.
 * docs/adding-an-api.md explains each word.
 */
#ifndef PINCHECK_RULES_H
#define PINCHECK_RULES_H

#ifdef __PINCHECK__
#define PINCHECK_SAYS(text) __attribute__((annotate("pincheck:" text)))
#else
#define PINCHECK_SAYS(text)
#endif

/*
 * On a parameter. A family is get, pin, extract (acquire) or put, user_put,
 * unpin (release). A count is the name of the parameter that counts the pages,
 * or `one`, `all` (of a container), `unknown`.
 */
/* Pages come out here, acquired. */
#define PAGES(family, count)	PINCHECK_SAYS("pages " #family " " #count)
/* May be NULL: then the call takes no reference. */
#define NULL_OK			PINCHECK_SAYS("null_ok")
/* The references on these pages are dropped. */
#define RELEASES(family, count)	PINCHECK_SAYS("releases " #family " " #count)
/* These pages are made dirty. */
#define DIRTIES			PINCHECK_SAYS("dirties")
/* The pages of the same call are made dirty if this is true. */
#define DIRTIES_IF		PINCHECK_SAYS("dirties_if")
/* FOLL_ flags, or `int write` where the kernel is older than they are. */
#define FLAGS			PINCHECK_SAYS("flags")
/* Something counts pages without PAGES() or RELEASES() naming it. */
#define COUNT			PINCHECK_SAYS("count")
/*
 * What is passed is used: dma, sg, bio, skb, kmap, vmap, copy, address, phys,
 * map, struct (only struct page is read).
 */
#define USES(what)		PINCHECK_SAYS("uses " #what)
/* A page, an array of pages, a container: only where the type does not tell. */
#define PAGE			PINCHECK_SAYS("page")
#define CONTAINER		PINCHECK_SAYS("container")
/* Pages flow from here … */
#define FROM			PINCHECK_SAYS("from")
/* … to here. */
#define TO			PINCHECK_SAYS("to")
/* A reference of its own is taken on this page. */
#define TAKES_REF		PINCHECK_SAYS("takes_ref")
/* The caller's reference on this page now belongs to the called code. */
#define HANDOVER		PINCHECK_SAYS("handover")
/* The data of these pages, or the memory behind this address, is written by the CPU. */
#define WRITTEN			PINCHECK_SAYS("written")
/* An address of a page's data, as page_address() gives it. */
#define ADDRESS			PINCHECK_SAYS("address")
/* This function is called by the call itself, now. */
#define CALLS			PINCHECK_SAYS("calls")
/* This function is called later, with DATA and what is in the object of TO. */
#define CALLBACK		PINCHECK_SAYS("callback")
#define DATA			PINCHECK_SAYS("data")
/*
 * Where the callback runs, whoever registered it: process (may sleep), hardirq,
 * softirq, atomic (under a lock of its caller), page_locked (the page lock is
 * held). Also on a struct's member, and on a struct for all its members.
 */
#define RUNS_IN(context)	PINCHECK_SAYS("runs_in " #context)
/*
 * This lock is taken, or dropped. Kinds that forbid sleeping: spin, rcu, preempt,
 * irq, bh; others: page, mmap, sleep. On a function: what it returns is the lock
 * (a guard), or there is but one.
 */
#define LOCKS(kind)		PINCHECK_SAYS("locks " #kind)
#define UNLOCKS(kind)		PINCHECK_SAYS("unlocks " #kind)
/* Other names that the parameter has in other versions. */
#define ALSO(...)		PINCHECK_SAYS("also " #__VA_ARGS__)

/* On a parameter that hands out pages, or on a function that returns them. */
/* Pages that are not acquired: alloc, pagecache, kernel, zero, dma, iter … */
#define ORIGIN(kind)		PINCHECK_SAYS("origin " #kind)

/* On a function, after its parameters. */
/* The return value is the number of pages, or negative. */
#define COUNT_RETURNED		PINCHECK_SAYS("count_returned")
/* The return value is a number of bytes, or negative. */
#define BYTES_RETURNED		PINCHECK_SAYS("bytes_returned")
/* The return value is true (1) for one page, false (0) for none. */
#define BOOL_RETURNED		PINCHECK_SAYS("bool_returned")
/* The return value is one acquired page. */
#define RETURNS_PAGE(family)	PINCHECK_SAYS("returns_page " #family)
/* The return value may be an error pointer. */
#define ERR_POINTER		PINCHECK_SAYS("err_pointer")
/* FROM flows to the return value. */
#define TO_RETURN		PINCHECK_SAYS("to_return")
/* Calls that replace this acquire; the first that the tree has is the target. */
#define TARGET(...)		PINCHECK_SAYS("target " #__VA_ARGS__)
/* An acquire that pins only if this function of the tree says so. */
#define PINS_IF(function)	PINCHECK_SAYS("pins_if " #function)
/* Always long-term. */
#define LONGTERM		PINCHECK_SAYS("longterm")
/* May sleep. */
#define SLEEPS			PINCHECK_SAYS("sleeps")
/* Takes the page lock (and so may sleep). */
#define LOCKS_PAGE		PINCHECK_SAYS("locks_page")
/* Wants the page lock to be held, or the mapping to be kept by something else. */
#define NEEDS_PAGE_LOCK		PINCHECK_SAYS("needs_page_lock")
/*
 * Asks whether the caller may sleep; what stands behind the answer knows. Also on
 * a member that tells it.
 */
#define ASKS_CONTEXT		PINCHECK_SAYS("asks_context")
/* Tells whether a mapping has a file; also on a member that does. */
#define ASKS_FILE		PINCHECK_SAYS("asks_file")
/* LOCKS() holds only where the return value is true. */
#define TRYLOCK			PINCHECK_SAYS("trylock")
/* The family holds only if a flag in the object says so. */
#define CONDITIONAL		PINCHECK_SAYS("conditional")
/* The family is that of the calls in the function's own body. */
#define FAMILY_FROM_BODY	PINCHECK_SAYS("family_from_body")
/* Never entered, and nothing flows through it. */
#define OPAQUE			PINCHECK_SAYS("opaque")
/* On one with HANDOVER: these functions of the tree drop the references. */
#define DROPPED_BY(...)		PINCHECK_SAYS("dropped_by " #__VA_ARGS__)
/* Registers an MMU notifier. */
#define NOTIFIER		PINCHECK_SAYS("notifier")
/* What it returns is memory with nothing but 0 in it, or NULL. */
#define ZEROED			PINCHECK_SAYS("zeroed")
/* Ends an allocation: the pages that it is meant for were not acquired. */
#define FREES			PINCHECK_SAYS("frees")
/* Who calls this acquire only reads the data. */
#define READ_ONLY		PINCHECK_SAYS("read_only")
/* Advice names this release for its family. */
#define ADVISED			PINCHECK_SAYS("advised")
/* ACQUIRE: marks pages dirty that it takes for write: enough for a write at once. */
#define TOUCHES			PINCHECK_SAYS("touches")
/* Calls that do the same to a whole array; those that dirty too among them. */
#define MANY(...)		PINCHECK_SAYS("many " #__VA_ARGS__)
/* What it returns is an error, as a number or in a pointer. */
#define GIVES_ERROR		PINCHECK_SAYS("gives_error")
/* True if its argument is an error pointer, or if it is one or NULL. */
#define TESTS_ERROR		PINCHECK_SAYS("tests_error")
#define TESTS_ERROR_OR_NULL	PINCHECK_SAYS("tests_error_or_null")
/* Does not return. */
#define NORETURN		PINCHECK_SAYS("noreturn")
/* The same function under other names. */
#define ALIASES(...)		PINCHECK_SAYS("aliases " #__VA_ARGS__)

/* On a struct, between the keyword and the tag, and on its members. */
/* Holds pages, in the members marked CARRIES and in no other. */
#define CONTAINER_TYPE		PINCHECK_SAYS("container_type")
#define CARRIES			PINCHECK_SAYS("carries")
/* The same, and who stores a page there wants its data used so: bio, sg, skb. */
#define CARRIES_FOR(use)	PINCHECK_SAYS("carries " #use)
/* A member that is a lock of this kind, whatever its type says. */
#define IS_LOCK(kind)		PINCHECK_SAYS("is_lock " #kind)
/*
 * On a member that holds a function: it is called when a program or a user wants it,
 * or comes to its end, and so perhaps after days.
 */
#define BY_USER			PINCHECK_SAYS("by_user")
/* Its members join nothing. */
#define OPAQUE_TYPE		PINCHECK_SAYS("opaque_type")

/* One page, or several that belong together; its members join nothing. */
#define PAGE_TYPE		PINCHECK_SAYS("page_type")

/*
 * On a constant: as a flag of an acquire it asks for write, longterm, reference (one
 * that is CONDITIONAL takes none without), or other. As a direction of DMA it says
 * that the device reads or writes the data: device_reads, device_writes. As a flag of
 * a container it says how its end releases the pages: puts, unpins.
 */
#define FLAG(meaning)		PINCHECK_SAYS("flag " #meaning)

/* On a variable that is there for this alone: paths relative to the tree. */
#define NEVER_ENTER(...)	PINCHECK_SAYS("never_enter " #__VA_ARGS__)
#define ENTER(...)		PINCHECK_SAYS("enter " #__VA_ARGS__)

/* Types of which the rules use only the name. */
typedef _Bool pincheck_bool;
#define bool pincheck_bool
typedef unsigned long size_t;
typedef long ssize_t;
typedef long long loff_t;
typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;
typedef unsigned int gfp_t;
typedef unsigned int fgf_t;
typedef unsigned long pgoff_t;
typedef unsigned long long dma_addr_t;
typedef unsigned long long phys_addr_t;
typedef unsigned long long sector_t;
typedef unsigned int iov_iter_extraction_t;
typedef unsigned long vm_fault_t;
typedef unsigned long pgprot_t;
enum dma_data_direction { PINCHECK_DMA_NONE };

struct address_space;
struct bio;
struct bio_set;
struct bio_vec;
struct block_device;
struct device;
struct file;
struct PAGE_TYPE folio;
struct folio_batch;
struct frame_vector;
struct inode;
struct iov_iter;
struct kvec;
struct list_head;
struct mm_struct;
struct PAGE_TYPE page;
struct pagevec;
struct request_queue;
struct scatterlist;
struct sg_table;
struct sk_buff;
struct task_struct;
struct vm_area_struct;

#endif
