// SPDX-License-Identifier: GPL-2.0-only
/* the page is kept as the physical address of its data */
#include <linux/io.h>
#include <linux/mm.h>

struct address_phys {
	phys_addr_t hpa[4];
	unsigned long va[4];
};

int address_phys_use(struct address_phys *t, int i, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: mismatch */
		return -EFAULT;
	t->hpa[i] = virt_to_phys(page_address(page));
	return 0;
}

void address_phys_unuse(struct address_phys *t, int i)
{
	put_page(pfn_to_page(t->hpa[i] >> PAGE_SHIFT)); /* want: family-mismatch */
}

/* a virtual address is no number of a page */
int address_virt_use(struct address_phys *t, int i, unsigned long addr)
{
	struct page *page;

	if (pin_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* verdict: done */
		return -EFAULT;
	t->va[i] = (unsigned long)page_address(page);
	unpin_user_page(page);
	return 0;
}

void address_virt_other(struct address_phys *t, int i)
{
	put_page(pfn_to_page(t->va[i] >> PAGE_SHIFT));
}
