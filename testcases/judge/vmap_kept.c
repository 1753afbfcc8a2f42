// SPDX-License-Identifier: GPL-2.0-only
/* pages mapped by the CPU for as long as an object lives */
#include <linux/mm.h>
#include <linux/vmalloc.h>

struct vmap_kept {
	struct page *pages[4];
	int nr;
	void *addr;
};

int vmap_kept_map(struct vmap_kept *vk, unsigned long addr)
{
	vk->nr = get_user_pages_fast(addr, 4, FOLL_WRITE, vk->pages); /* want: gup-put-page; verdict: convert */
	if (vk->nr <= 0)
		return -EFAULT;
	vk->addr = vmap(vk->pages, vk->nr, VM_MAP, PAGE_KERNEL);
	return vk->addr ? 0 : -ENOMEM;
}

void vmap_kept_unmap(struct vmap_kept *vk)
{
	int i;

	vunmap(vk->addr);
	for (i = 0; i < vk->nr; i++) { /* may: open-coded-release */
		set_page_dirty_lock(vk->pages[i]);
		put_page(vk->pages[i]);
	}
}
