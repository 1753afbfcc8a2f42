// SPDX-License-Identifier: GPL-2.0-only
/* an acquire that only reads by contract, and flags that ask for no reference */
#include <linux/highmem.h>

#define FOLL_GET	0x04
#define FOLL_DUMP	0x08

struct page *get_dump_page(unsigned long addr);
struct page *follow_page(struct vm_area_struct *vma, unsigned long addr, unsigned int flags);

int dump_page_copy(unsigned long addr, char *to)
{
	struct page *page = get_dump_page(addr); /* verdict: keep case none */

	if (!page)
		return -EFAULT;
	memcpy_from_page(to, page, 0, PAGE_SIZE);
	put_page(page);
	return 0;
}

int dump_page_twin(unsigned long addr, const char *from)
{
	struct page *page;

	if (get_user_pages_fast(addr, 1, FOLL_WRITE, &page) != 1) /* want: gup-put-page; verdict: convert case 5 */
		return -EFAULT;
	memcpy_to_page(page, 0, from, PAGE_SIZE);
	put_page(page); /* may: missing-dirty */
	return 0;
}

int dump_page_look(struct vm_area_struct *vma, unsigned long addr)
{
	struct page *page = follow_page(vma, addr, FOLL_DUMP); /* verdict: keep case 4 */

	return page ? (int)page->flags : -EFAULT;
}

int dump_page_held(struct vm_area_struct *vma, unsigned long addr)
{
	struct page *page = follow_page(vma, addr, FOLL_GET | FOLL_DUMP); /* verdict: manual */

	return page ? (int)page->flags : -EFAULT;
}

int dump_page_refuse(struct vm_area_struct *vma, unsigned long addr)
{
	struct page *page = follow_page(vma, addr, FOLL_DUMP); /* verdict: keep case 4 */

	if (!page)
		return -EFAULT;
	if (page->flags)
		return -EBUSY;
	return 0;
}

int dump_page_forget(struct vm_area_struct *vma, unsigned long addr)
{
	struct page *page = follow_page(vma, addr, FOLL_GET | FOLL_DUMP); /* verdict: keep|manual */

	if (IS_ERR_OR_NULL(page))
		return -EFAULT;
	if (page->flags)
		return -EBUSY; /* want: partial-pin-leak */
	put_page(page);
	return 0;
}
