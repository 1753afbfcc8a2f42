// SPDX-License-Identifier: GPL-2.0-only
/* the skb takes over the references */
#include <linux/skbuff.h>

int skb_frags_fill(struct sk_buff *skb, struct iov_iter *from)
{
	struct page *pages[MAX_SKB_FRAGS];
	ssize_t copied;
	size_t start;
	int i = 0;

	copied = iov_iter_get_pages2(from, pages, ~0UL, MAX_SKB_FRAGS, &start); /* may: gup-put-page; verdict: manual|convert */
	if (copied < 0)
		return -EFAULT;
	for (; copied > 0; copied -= PAGE_SIZE)
		skb_fill_page_desc(skb, i, pages[i], 0, PAGE_SIZE), i++;
	return 0;
}
