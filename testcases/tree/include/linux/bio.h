/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_BIO_H
#define _LINUX_BIO_H

#include <linux/bvec.h>

struct block_device;
struct bio;
typedef void (bio_end_io_t)(struct bio *bio);
typedef unsigned char blk_status_t;

struct bio {
	struct bio *bi_next;
	struct block_device *bi_bdev;
	unsigned int bi_opf;
	unsigned short bi_flags;
	blk_status_t bi_status;
	bio_end_io_t *bi_end_io;
	void *bi_private;
	unsigned short bi_vcnt;
	struct bio_vec *bi_io_vec;
};

struct bvec_iter_all {
	struct bio_vec bv;
	int idx;
	unsigned int done;
};

#define REQ_OP_READ 0
#define REQ_OP_WRITE 1

struct bio *bio_alloc(struct block_device *bdev, unsigned short nr_vecs, unsigned int opf,
		      gfp_t gfp);
void bio_put(struct bio *bio);
int bio_add_page(struct bio *bio, struct page *page, unsigned int len, unsigned int off);
void submit_bio(struct bio *bio);
struct bio_vec *bvec_init_iter_all(struct bvec_iter_all *iter);
bool bio_next_segment(const struct bio *bio, struct bvec_iter_all *iter);

#define bio_for_each_segment_all(bvl, bio, iter) \
	for (bvl = bvec_init_iter_all(&iter); bio_next_segment((bio), &iter); )

#endif
