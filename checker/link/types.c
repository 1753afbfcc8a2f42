// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a type can carry, told from its canonical spelling, and how the members
 * of a record behave in the flow.
 */
#include <string.h>

#include "link_priv.h"

/*
 * Containers of pages: what is stored in one flows to whatever holds it. Only
 * the members named here carry; lengths, offsets and flags yield nothing.
 * Sources: include/linux/{scatterlist,bvec,bio,uio,skbuff,xarray,pagevec}.h and
 * the frame vectors of v5.0 to v7.2.
 */
static const struct {
	const char *rec, *members;
} containers[] = {
	{ "struct scatterlist", " page_link " },
	{ "struct sg_table", " sgl " },
	{ "struct sg_page_iter", " sg " },
	{ "struct sg_dma_page_iter", " base " },
	{ "struct sg_mapping_iter", " page addr piter sg " },
	{ "struct bio_vec", " bv_page " },
	{ "struct bio", " bi_io_vec bi_inline_vecs " },
	{ "struct bvec_iter_all", " bv " },
	{ "struct frame_vector", " ptrs " },
	{ "struct skb_frag_struct", " page p bv_page netmem " },
	{ "struct skb_frag", " page p bv_page netmem " },
	{ "skb_frag_t", " page p bv_page netmem " },
	{ "struct pagevec", " pages " },
	{ "struct folio_batch", " folios " },
	{ "struct xarray", " xa_head " },
	{ "struct extent_buffer_pages", " " },
};

/*
 * Core objects that everything points to: a page in one of their members says
 * nothing about who acquired it.
 */
static const char *const opaque_records[] = {
	"struct inode", "struct file", "struct mm_struct", "struct address_space",
	"struct vm_area_struct", "struct task_struct", "struct vm_fault",
	"struct list_head", "struct iov_iter", "struct kvec", "struct iovec",
	"struct sk_buff", "struct skb_shared_info", "struct socket", "struct sock",
	"struct request", "struct request_queue", "struct device", "struct kiocb",
	"struct buffer_head", "struct pipe_buffer", "struct kobject",
};

static const char *skip_words(const char *s)
{
	static const char *const words[] = { "const ", "volatile ", "restrict ", "_Atomic " };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (str_starts(s, words[i])) {
			s += strlen(words[i]);
			i = (size_t)-1;
		}
	}
	return s;
}

/* "struct page *const *[4]": base "struct page", depth 3. */
static size_t base_of(const char *s, unsigned int *ret_depth)
{
	size_t base = strcspn(s, "*[(");
	unsigned int depth = 0;

	for (const char *p = s + base; *p; p++) {
		if (*p == '*' || *p == '[')
			depth++;
	}
	while (base && s[base - 1] == ' ')
		base--;
	*ret_depth = depth;
	return base;
}

static bool is_word64(const char *s, size_t len)
{
	static const char *const names[] = {
		"unsigned long", "unsigned long long", "long", "long long",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i]) == len && !memcmp(names[i], s, len))
			return true;
	return false;
}

static bool is_container(const char *s, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(containers); i++)
		if (strlen(containers[i].rec) == len &&
		    !memcmp(containers[i].rec, s, len))
			return true;
	return false;
}

static enum carrier carrier_of(const char *spelling)
{
	const char *s = skip_words(spelling);
	unsigned int depth;
	size_t len;

	if (strchr(s, '('))
		return CARRIER_NONE;
	len = base_of(s, &depth);
	if ((len == 11 && !memcmp(s, "struct page", 11)) ||
	    (len == 12 && !memcmp(s, "struct folio", 12)))
		return depth > 1 ? CARRIER_PAGES : CARRIER_PAGE;
	if (is_container(s, len))
		return CARRIER_CONTAINER;
	if (len == 4 && !memcmp(s, "void", 4))
		return depth ? CARRIER_VOID : CARRIER_NONE;
	if (is_word64(s, len))
		return depth ? CARRIER_INTS : CARRIER_INT;
	return CARRIER_NONE;
}

/**
 * type__carrier() - what a value of a type can carry
 * @p: the program
 * @type: canonical spelling, global string id
 *
 * Return: the carrier.
 */
enum carrier type__carrier(struct program *p, uint32_t type)
{
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&p->priv->types, pair(0, type), &fresh);
	if (fresh)
		*slot = carrier_of(strset__str(p->strs, type));
	return *slot;
}

/**
 * record__kind() - how the members of a record behave
 * @p: the program
 * @rec: spelling of the record, global string id
 *
 * Return: the kind.
 */
enum record_kind record__kind(struct program *p, uint32_t rec)
{
	const char *s = strset__str(p->strs, rec);
	uint32_t *slot;
	bool fresh;

	slot = hmap__slot(&p->priv->records, pair(0, rec), &fresh);
	if (!fresh)
		return *slot;
	*slot = RECORD_PLAIN;
	if (!strcmp(s, "struct page") || !strcmp(s, "struct folio"))
		*slot = RECORD_PAGE;
	else if (is_container(s, strlen(s)))
		*slot = RECORD_CONTAINER;
	for (size_t i = 0; i < ARRAY_SIZE(opaque_records); i++)
		if (!strcmp(s, opaque_records[i]))
			*slot = RECORD_OPAQUE;
	return *slot;
}

/**
 * record__carries() - does a member of a container carry its pages
 * @p: the program
 * @rec: the container, global string id
 * @member: the member, global string id
 *
 * Return: true if so; lengths and offsets give false.
 */
bool record__carries(struct program *p, uint32_t rec, uint32_t member)
{
	const char *s = strset__str(p->strs, rec);
	const char *m = strset__str(p->strs, member);

	for (size_t i = 0; i < ARRAY_SIZE(containers); i++) {
		const char *at;
		size_t len = strlen(m);

		if (strcmp(containers[i].rec, s))
			continue;
		at = strstr(containers[i].members, m);
		return at && at > containers[i].members && at[-1] == ' ' &&
		       at[len] == ' ';
	}
	return false;
}
