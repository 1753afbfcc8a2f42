// SPDX-License-Identifier: GPL-2.0-only
/* two acquires keep pages in one member, and hand over one table of callbacks each */
#include <linux/dma-mapping.h>

struct others_req {
	struct page *page;
	const struct others_ops *ops;
};

struct others_ops {
	void (*done)(struct others_req *req);
};

static void others_read_done(struct others_req *req)
{
	set_page_dirty_lock(req->page);
	put_page(req->page);
}

static void others_write_done(struct others_req *req)
{
	put_page(req->page);
}

static const struct others_ops others_read_ops = { .done = others_read_done };
static const struct others_ops others_write_ops = { .done = others_write_done };

int others_read(struct others_req *req, unsigned long addr)
{
	req->ops = &others_read_ops;
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &req->page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	return 0;
}

int others_write(struct others_req *req, unsigned long addr)
{
	req->ops = &others_write_ops;
	if (get_user_pages_fast(addr, 1, 0, &req->page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	return 0;
}

void others_end(struct others_req *req)
{
	req->ops->done(req);
}
