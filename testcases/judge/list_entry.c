// SPDX-License-Identifier: GPL-2.0-only
/* the owner of the pages is found by list_entry(), its inner struct by container_of() */
#include <linux/dma-mapping.h>
#include <linux/list.h>

struct entry_buf {
	struct page *page;
	struct list_head link;
};

struct entry_req {
	int id;
	struct entry_buf buf;
};

int entry_start(struct entry_req *req, struct list_head *head, struct device *dev,
		unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &req->buf.page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, req->buf.page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	list_add_tail(&req->buf.link, head);
	return 0;
}

void entry_end(struct list_head *head)
{
	struct entry_buf *buf = list_first_entry(head, struct entry_buf, link);
	struct entry_req *req = container_of(buf, struct entry_req, buf);

	unpin_user_pages_dirty_lock(&req->buf.page, 1, true); /* want: family-mismatch */
}
