/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TG_H
#define TG_H

#include <linux/dma-mapping.h>
#include <linux/mmu_notifier.h>

struct tg_object;

struct tg_object_ops {
	int (*get_pages)(struct tg_object *obj);
	void (*put_pages)(struct tg_object *obj);
};

struct tg_object {
	const struct tg_object_ops *ops;
	struct device *dev;
	unsigned long addr;
	unsigned int nr_pages;
	struct page **pages;
	struct sg_table sgt;
};

struct tg_mirror {
	struct mmu_interval_notifier notifier;
	struct device *dev;
	unsigned int nr_pages;
	struct page **pages;
	dma_addr_t *addrs;
};

struct tg_object *tg_userptr_create(struct device *dev, unsigned long addr, unsigned int nr);
struct tg_object *tg_shmem_create(struct device *dev, unsigned int nr);
void tg_object_unmap(struct tg_object *obj);

#endif
