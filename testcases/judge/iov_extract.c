// SPDX-License-Identifier: GPL-2.0-only
/* extracted pages, unpinned when the iterator pinned them */
#include <linux/bio.h>
#include <linux/uio.h>

ssize_t iov_extract_good(struct iov_iter *iter, struct bio *bio)
{
	struct page *array[8], **pages = array;
	bool pinned = iov_iter_extract_will_pin(iter);
	ssize_t bytes;
	size_t off;

	bytes = iov_iter_extract_pages(iter, &pages, 8 * PAGE_SIZE, 8, 0, &off); /* verdict: done|manual */
	if (bytes <= 0)
		return bytes;
	bio_add_page(bio, pages[0], PAGE_SIZE, 0);
	if (pinned)
		unpin_user_pages(pages, DIV_ROUND_UP(off + bytes, PAGE_SIZE));
	return bytes;
}
