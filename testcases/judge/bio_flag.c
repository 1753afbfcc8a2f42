// SPDX-License-Identifier: GPL-2.0-only
/* fault 8: a bio over pinned pages carries the flag for plain references */
#include <linux/bio.h>

enum { BIO_PAGE_REFFED, BIO_PAGE_PINNED };

void bio_set_flag(struct bio *bio, unsigned int bit);

int bio_flag_bad(struct bio *bio, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: manual|done */
		return -EFAULT;
	bio_set_flag(bio, BIO_PAGE_REFFED); /* want: family-mismatch */
	if (!bio_add_page(bio, page, PAGE_SIZE, 0)) {
		unpin_user_page(page);
		return -EIO;
	}
	return 0;
}

int bio_flag_good(struct bio *bio, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: manual|done */
		return -EFAULT;
	bio_set_flag(bio, BIO_PAGE_PINNED);
	if (!bio_add_page(bio, page, PAGE_SIZE, 0)) {
		unpin_user_page(page);
		return -EIO;
	}
	return 0;
}

int bio_flag_got(struct bio *bio, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, 0, &page) != 1) /* may: gup-put-page; verdict: manual|convert */
		return -EFAULT;
	bio_set_flag(bio, BIO_PAGE_PINNED); /* want: family-mismatch */
	if (!bio_add_page(bio, page, PAGE_SIZE, 0)) {
		put_page(page);
		return -EIO;
	}
	return 0;
}
