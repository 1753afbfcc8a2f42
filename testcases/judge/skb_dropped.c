// SPDX-License-Identifier: GPL-2.0-only
/* the network core drops what an skb holds; a reference of its own is not the owner's */
#include <linux/skbuff.h>

static void skb_dropped_unref(skb_frag_t *frag)
{
	put_page(frag->bv_page); /* want: family-mismatch */
}

static void skb_release_data(struct sk_buff *skb)
{
	struct skb_shared_info *shinfo = skb_shinfo(skb);
	int i;

	for (i = 0; i < shinfo->nr_frags; i++)
		skb_dropped_unref(&shinfo->frags[i]);
}

void skb_dropped_free(struct sk_buff *skb)
{
	skb_release_data(skb);
}

int skb_dropped_pin(struct sk_buff *skb, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	skb_fill_page_desc(skb, 0, page, 0, PAGE_SIZE);
	return 0;
}

int skb_dropped_own(struct sk_buff *skb, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, 0, &page) != 1) /* verdict: done */
		return -EFAULT;
	get_page(page);
	skb_fill_page_desc(skb, 0, page, 0, PAGE_SIZE);
	unpin_user_page(page);
	return 0;
}
