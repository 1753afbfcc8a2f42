// SPDX-License-Identifier: GPL-2.0-only
/* a release function that calls itself */
#include <linux/dma-mapping.h>

struct recursion_node {
	struct recursion_node *child;
	struct page *page;
};

static void recursion_drop(struct recursion_node *node)
{
	if (!node)
		return;
	recursion_drop(node->child);
	put_page(node->page);
}

int recursion_fill(struct recursion_node *node, struct device *dev, unsigned long addr)
{
	if (!node)
		return 0;
	if (get_user_pages_fast(addr, 1, 0, &node->page) != 1) /* want: gup-put-page; verdict: convert */
		return -EFAULT;
	dma_map_page(dev, node->page, 0, PAGE_SIZE, DMA_TO_DEVICE);
	return recursion_fill(node->child, dev, addr + PAGE_SIZE);
}

void recursion_exit(struct recursion_node *root)
{
	recursion_drop(root);
}
