// SPDX-License-Identifier: GPL-2.0-only
/* iov_iter pages in an array of bvecs */
#include <linux/bio.h>
#include <linux/slab.h>
#include <linux/uio.h>

struct iov_bvec_req {
	struct bio_vec bvec[16];
	int nr;
};

ssize_t iov_bvec_get(struct iov_bvec_req *req, struct iov_iter *iter)
{
	struct page *pages[16];
	ssize_t bytes;
	size_t start;
	int i;

	bytes = iov_iter_get_pages2(iter, pages, 16 * PAGE_SIZE, 16, &start); /* want: gup-put-page; verdict: convert */
	if (bytes <= 0)
		return bytes;
	req->nr = DIV_ROUND_UP(start + bytes, PAGE_SIZE);
	for (i = 0; i < req->nr; i++) {
		struct bio_vec bv = {
			.bv_page = pages[i],
			.bv_len = PAGE_SIZE,
			.bv_offset = 0,
		};

		req->bvec[i] = bv;
	}
	return bytes;
}

void iov_bvec_put(struct iov_bvec_req *req)
{
	int i;

	for (i = 0; i < req->nr; i++)
		put_page(req->bvec[i].bv_page);
}
