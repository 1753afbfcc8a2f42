// SPDX-License-Identifier: GPL-2.0-only
/* fault 7: the error path of an sg table builder puts extracted pages */
#include <linux/scatterlist.h>
#include <linux/uio.h>

ssize_t fault_extract_put(struct iov_iter *iter, struct sg_table *sgt, unsigned int max)
{
	struct scatterlist *sg = sgt->sgl;
	struct page *array[16], **pages = array;
	ssize_t len;
	size_t off;
	int npages, i;

	len = iov_iter_extract_pages(iter, &pages, max * PAGE_SIZE, 16, 0, &off); /* verdict: mismatch */
	if (len <= 0)
		return len;
	npages = DIV_ROUND_UP(off + len, PAGE_SIZE);
	if (sgt->nents + npages > max)
		goto failed;
	for (i = 0; i < npages; i++, sg++)
		sg_set_page(sg, pages[i], PAGE_SIZE, 0);
	return len;

failed:
	while (npages > 0) /* may: open-coded-release */
		put_page(pages[--npages]); /* want: family-mismatch */
	return -EIO;
}

ssize_t fault_extract_put_twin(struct iov_iter *iter, struct sg_table *sgt, unsigned int max)
{
	struct scatterlist *sg = sgt->sgl;
	struct page *array[16], **pages = array;
	ssize_t len;
	size_t off;
	int npages, i;

	len = iov_iter_extract_pages(iter, &pages, max * PAGE_SIZE, 16, 0, &off); /* verdict: done|manual */
	if (len <= 0)
		return len;
	npages = DIV_ROUND_UP(off + len, PAGE_SIZE);
	if (sgt->nents + npages > max)
		goto failed;
	for (i = 0; i < npages; i++, sg++)
		sg_set_page(sg, pages[i], PAGE_SIZE, 0);
	return len;

failed:
	if (iov_iter_extract_will_pin(iter))
		unpin_user_pages(pages, npages);
	return -EIO;
}
