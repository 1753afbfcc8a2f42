// SPDX-License-Identifier: GPL-2.0-only
/* Capture buffer: pages are kept in the buffer and put by another function. */
#include <linux/slab.h>
#include "vcap.h"

int vcap_buf_init_user(struct vcap_buf *buf, unsigned long start, int nr_pages)
{
	int ret;

	buf->pages = kvmalloc_array(nr_pages, sizeof(*buf->pages), GFP_KERNEL);
	if (!buf->pages)
		return -ENOMEM;

	mmap_read_lock(current->mm);
	buf->nr_pages = get_user_pages(start, nr_pages, buf->write ? FOLL_WRITE : 0,
				       buf->pages, NULL);
	mmap_read_unlock(current->mm);
	if (buf->nr_pages != nr_pages) {
		ret = buf->nr_pages < 0 ? buf->nr_pages : -EFAULT;
		goto err_free;
	}

	ret = sg_alloc_table_from_pages(&buf->sgt, buf->pages, nr_pages, 0,
					(unsigned long)nr_pages << PAGE_SHIFT, GFP_KERNEL);
	if (ret)
		goto err_free;
	ret = dma_map_sgtable(buf->dev, &buf->sgt, DMA_FROM_DEVICE, 0);
	if (ret)
		goto err_free_table;
	return 0;

err_free_table:
	sg_free_table(&buf->sgt);
err_free:
	vcap_buf_free(buf);
	return ret;
}

void vcap_buf_free(struct vcap_buf *buf)
{
	int i;

	if (!buf->pages)
		return;
	for (i = 0; i < buf->nr_pages; i++) {
		if (buf->write)
			set_page_dirty_lock(buf->pages[i]);
		put_page(buf->pages[i]);
	}
	kvfree(buf->pages);
	buf->pages = NULL;
}
