// SPDX-License-Identifier: GPL-2.0-only
/* Converted: extracted pages are unpinned when the iterator pinned them. */
#include <linux/bio.h>
#include <linux/slab.h>
#include <linux/uio.h>

struct tinyfs_ext {
	struct page *pages[32];
	int nr_pages;
	bool need_unpin;
};

ssize_t tinyfs_ext_init(struct tinyfs_ext *ext, struct iov_iter *iter, struct bio *bio)
{
	struct page **pages = ext->pages;
	ssize_t bytes;
	size_t off;
	int i;

	ext->need_unpin = iov_iter_extract_will_pin(iter);
	bytes = iov_iter_extract_pages(iter, &pages, 32 * PAGE_SIZE, 32, 0, &off);
	if (bytes <= 0)
		return bytes;
	ext->nr_pages = DIV_ROUND_UP(off + bytes, PAGE_SIZE);
	for (i = 0; i < ext->nr_pages; i++)
		bio_add_page(bio, ext->pages[i], PAGE_SIZE, 0);
	return bytes;
}

void tinyfs_ext_free(struct tinyfs_ext *ext)
{
	if (ext->need_unpin)
		unpin_user_pages(ext->pages, ext->nr_pages);
	ext->nr_pages = 0;
}
