/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_UIO_H
#define _LINUX_UIO_H

#include <linux/bvec.h>

struct iovec {
	void __user *iov_base;
	size_t iov_len;
};

struct iov_iter {
	u8 iter_type;
	bool data_source;
	size_t iov_offset;
	size_t count;
	const struct iovec *iov;
	unsigned long nr_segs;
};

typedef unsigned int iov_iter_extraction_t;

static inline size_t iov_iter_count(const struct iov_iter *i)
{
	return i->count;
}

bool user_backed_iter(const struct iov_iter *i);
ssize_t iov_iter_get_pages2(struct iov_iter *i, struct page **pages, size_t maxsize,
			    unsigned int maxpages, size_t *start);
ssize_t iov_iter_get_pages_alloc2(struct iov_iter *i, struct page ***pages, size_t maxsize,
				  size_t *start);
ssize_t iov_iter_extract_pages(struct iov_iter *i, struct page ***pages, size_t maxsize,
			       unsigned int maxpages, iov_iter_extraction_t extraction_flags,
			       size_t *offset0);

static inline bool iov_iter_extract_will_pin(const struct iov_iter *iter)
{
	return user_backed_iter(iter);
}

void iov_iter_advance(struct iov_iter *i, size_t bytes);
void iov_iter_revert(struct iov_iter *i, size_t bytes);

#endif
