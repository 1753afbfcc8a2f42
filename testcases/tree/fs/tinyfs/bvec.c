// SPDX-License-Identifier: GPL-2.0-only
/* Pages of an iov_iter kept in an array of bvecs until the reply is in. */
#include <linux/bio.h>
#include <linux/slab.h>
#include <linux/uio.h>

struct tinyfs_req {
	struct bio_vec *bvecs;
	int nr_bvecs;
	bool should_dirty;
};

int tinyfs_req_init(struct tinyfs_req *req, struct iov_iter *iter, int maxpages)
{
	struct page **pages;
	ssize_t bytes;
	size_t start;
	int i = 0;

	req->bvecs = kvcalloc(maxpages, sizeof(*req->bvecs), GFP_KERNEL);
	if (!req->bvecs)
		return -ENOMEM;

	bytes = iov_iter_get_pages_alloc2(iter, &pages, maxpages * PAGE_SIZE, &start);
	if (bytes < 0) {
		kvfree(req->bvecs);
		return bytes;
	}
	for (; bytes > 0; i++, start = 0) {
		req->bvecs[i].bv_page = pages[i];
		req->bvecs[i].bv_offset = start;
		req->bvecs[i].bv_len = min_t(size_t, bytes, PAGE_SIZE - start);
		bytes -= req->bvecs[i].bv_len;
	}
	req->nr_bvecs = i;
	kvfree(pages);
	return 0;
}

void tinyfs_req_free(struct tinyfs_req *req)
{
	int i;

	for (i = 0; i < req->nr_bvecs; i++) {
		if (req->should_dirty)
			set_page_dirty_lock(req->bvecs[i].bv_page);
		put_page(req->bvecs[i].bv_page);
	}
	kvfree(req->bvecs);
}
