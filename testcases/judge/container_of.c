// SPDX-License-Identifier: GPL-2.0-only
/* container_of finds the owner of the pages */
#include <linux/dma-mapping.h>
#include <linux/workqueue.h>

struct container_req {
	struct work_struct work;
	struct page *page;
};

static void container_req_work(struct work_struct *work)
{
	struct container_req *req = container_of(work, struct container_req, work);

	unpin_user_pages_dirty_lock(&req->page, 1, true); /* want: family-mismatch */
}

int container_req_start(struct container_req *req, struct device *dev, unsigned long addr)
{
	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &req->page) != 1) /* verdict: mismatch */
		return -EFAULT;
	dma_map_page(dev, req->page, 0, PAGE_SIZE, DMA_FROM_DEVICE);
	INIT_WORK(&req->work, container_req_work);
	schedule_work(&req->work);
	return 0;
}
