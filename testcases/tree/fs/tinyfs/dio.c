// SPDX-License-Identifier: GPL-2.0-only
/* Direct IO: pages of an iov_iter go into a bio, its end_io puts them. */
#include <linux/bio.h>
#include <linux/fs.h>
#include <linux/slab.h>

#define DIO_PAGES 16

static void tinyfs_dio_end_io(struct bio *bio)
{
	struct bvec_iter_all iter_all;
	struct bio_vec *bvec;

	bio_for_each_segment_all(bvec, bio, iter_all)
		put_page(bvec->bv_page);
	bio_put(bio);
}

ssize_t tinyfs_dio(struct block_device *bdev, struct iov_iter *iter)
{
	struct page *pages[DIO_PAGES];
	struct bio *bio;
	size_t offset;
	ssize_t bytes, left;
	int i;

	bio = bio_alloc(bdev, DIO_PAGES, REQ_OP_READ, GFP_KERNEL);
	if (!bio)
		return -ENOMEM;
	bytes = iov_iter_get_pages2(iter, pages, DIO_PAGES * PAGE_SIZE, DIO_PAGES, &offset);
	if (bytes <= 0) {
		bio_put(bio);
		return bytes ? bytes : -EFAULT;
	}
	for (left = bytes, i = 0; left > 0; left -= PAGE_SIZE - offset, offset = 0, i++)
		bio_add_page(bio, pages[i], min_t(size_t, left, PAGE_SIZE - offset), offset);
	bio->bi_end_io = tinyfs_dio_end_io;
	submit_bio(bio);
	return bytes;
}
