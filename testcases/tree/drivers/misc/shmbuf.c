// SPDX-License-Identifier: GPL-2.0-only
/* Pages of two origins in one array; which is which stands in a flag. */
#include <linux/highmem.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>

#define SHMBUF_USER 0x01

struct shmbuf {
	unsigned int flags;
	struct page **pages;
	int nr_pages;
	struct sg_table sgt;
};

static int shmbuf_fill(struct shmbuf *buf, unsigned long uaddr)
{
	int i, got;

	if (buf->flags & SHMBUF_USER) {
		got = get_user_pages_fast(uaddr, buf->nr_pages, FOLL_WRITE, buf->pages);
		if (got != buf->nr_pages) {
			for (i = 0; i < got; i++)
				put_page(buf->pages[i]);
			return -EFAULT;
		}
	} else {
		for (i = 0; i < buf->nr_pages; i++) {
			buf->pages[i] = alloc_page(GFP_KERNEL);
			if (!buf->pages[i])
				goto err_free;
		}
	}
	return sg_alloc_table_from_pages(&buf->sgt, buf->pages, buf->nr_pages, 0,
					 buf->nr_pages * PAGE_SIZE, GFP_KERNEL);

err_free:
	while (i--)
		__free_page(buf->pages[i]);
	return -ENOMEM;
}

void shmbuf_free(struct shmbuf *buf)
{
	int i;

	sg_free_table(&buf->sgt);
	for (i = 0; i < buf->nr_pages; i++) {
		if (buf->flags & SHMBUF_USER)
			put_page(buf->pages[i]);
		else
			__free_page(buf->pages[i]);
	}
	kfree(buf->pages);
	kfree(buf);
}

struct shmbuf *shmbuf_new(unsigned long uaddr, int nr, unsigned int flags)
{
	struct shmbuf *buf = kzalloc(sizeof(*buf), GFP_KERNEL);

	if (!buf)
		return NULL;
	buf->flags = flags;
	buf->nr_pages = nr;
	buf->pages = kcalloc(nr, sizeof(*buf->pages), GFP_KERNEL);
	if (!buf->pages || shmbuf_fill(buf, uaddr)) {
		kfree(buf->pages);
		kfree(buf);
		return NULL;
	}
	return buf;
}
