/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_SKBUFF_H
#define _LINUX_SKBUFF_H

#include <linux/bvec.h>
#include <linux/uio.h>

typedef struct bio_vec skb_frag_t;

#define MAX_SKB_FRAGS 17

struct skb_shared_info {
	u8 nr_frags;
	skb_frag_t frags[MAX_SKB_FRAGS];
};

struct sk_buff {
	unsigned int len, data_len, truesize;
	unsigned char *end;
};

#define skb_shinfo(skb) ((struct skb_shared_info *)(skb)->end)

struct sk_buff *alloc_skb(unsigned int size, gfp_t gfp);
void kfree_skb(struct sk_buff *skb);
void skb_fill_page_desc(struct sk_buff *skb, int i, struct page *page, int off, int size);

#endif
