// SPDX-License-Identifier: GPL-2.0-only
/* a bio's end_io releases by the wrong family */
#include <linux/bio.h>

struct bio_end_ctx {
	struct page *page;
};

static void bio_end_io_put(struct bio *bio)
{
	struct bio_end_ctx *ctx = bio->bi_private;

	put_page(ctx->page); /* want: family-mismatch */
	bio_put(bio);
}

int bio_end_start(struct bio_end_ctx *ctx, struct block_device *bdev, unsigned long addr)
{
	struct bio *bio;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &ctx->page) != 1) /* verdict: mismatch */
		return -EFAULT;
	bio = bio_alloc(bdev, 1, REQ_OP_READ, GFP_KERNEL);
	bio_add_page(bio, ctx->page, PAGE_SIZE, 0);
	bio->bi_private = ctx;
	bio->bi_end_io = bio_end_io_put;
	submit_bio(bio);
	return 0;
}
