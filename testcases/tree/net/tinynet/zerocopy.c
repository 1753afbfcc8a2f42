// SPDX-License-Identifier: GPL-2.0-only
/* Zero-copy send: the skb takes over the references. */
#include <linux/skbuff.h>

int tinynet_fill_skb(struct sk_buff *skb, struct iov_iter *from)
{
	int frag = skb_shinfo(skb)->nr_frags;

	while (iov_iter_count(from)) {
		struct page *pages[MAX_SKB_FRAGS];
		ssize_t copied;
		size_t start;
		int n = 0;

		if (frag == MAX_SKB_FRAGS)
			return -EINVAL;
		copied = iov_iter_get_pages2(from, pages, ~0UL, MAX_SKB_FRAGS - frag, &start);
		if (copied < 0)
			return -EFAULT;
		skb->data_len += copied;
		while (copied > 0) {
			int size = min_t(int, copied, PAGE_SIZE - start);

			skb_fill_page_desc(skb, frag++, pages[n++], start, size);
			start = 0;
			copied -= size;
		}
	}
	return 0;
}
