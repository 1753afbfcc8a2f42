// SPDX-License-Identifier: GPL-2.0-only
/* an inline helper of a core header gives out the list that holds the pages */
#include <linux/tmsg.h>

int accessor_fill(struct tmsg *msg, unsigned long addr)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	sg_set_page(&msg->data[0], page, PAGE_SIZE, 0);
	return 0;
}

void accessor_free(struct tmsg *msg)
{
	put_page(sg_page(tmsg_elem(msg, 0)));
}

/* another member: not these pages */
void accessor_free_spare(struct tmsg *msg)
{
	unpin_user_page(sg_page(tmsg_spare(msg, 0)));
}
