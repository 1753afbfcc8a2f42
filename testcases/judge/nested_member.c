// SPDX-License-Identifier: GPL-2.0-only
/* the pages live in a union in a struct in a struct */
#include <linux/dma-mapping.h>

struct nested_q {
	struct {
		union {
			struct {
				struct page **header;
				struct page **data;
			} host;
			void *guest;
		} u;
		int nr;
	} *kernel_if;
};

int nested_get(struct nested_q *q, struct device *dev, unsigned long addr)
{
	int got;

	got = get_user_pages_fast(addr, q->kernel_if->nr, FOLL_WRITE, /* want: gup-put-page; verdict: convert */
				  q->kernel_if->u.host.header);
	if (got != q->kernel_if->nr)
		return -EFAULT;
	dma_map_page(dev, q->kernel_if->u.host.header[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

int nested_pin(struct nested_q *q, struct device *dev, unsigned long addr)
{
	int got;

	got = pin_user_pages_fast(addr, q->kernel_if->nr, FOLL_WRITE, /* verdict: done */
				  q->kernel_if->u.host.data);
	if (got != q->kernel_if->nr)
		return -EFAULT;
	dma_map_page(dev, q->kernel_if->u.host.data[0], 0, PAGE_SIZE, DMA_FROM_DEVICE);
	return 0;
}

void nested_put(struct nested_q *q)
{
	int i;

	for (i = 0; i < q->kernel_if->nr; i++) { /* may: open-coded-release */
		set_page_dirty_lock(q->kernel_if->u.host.header[i]);
		put_page(q->kernel_if->u.host.header[i]);
	}
	unpin_user_pages(q->kernel_if->u.host.data, q->kernel_if->nr); /* may: missing-dirty */
}
