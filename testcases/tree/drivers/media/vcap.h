/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VCAP_H
#define VCAP_H

#include <linux/dma-mapping.h>

struct vcap_buf {
	struct device *dev;
	struct page **pages;
	int nr_pages;
	struct sg_table sgt;
	bool write;
};

struct vcap_line {
	struct page *pages[8];
	int nr_pages;
	dma_addr_t addr[8];
};

/* vcap_buf.c */
int vcap_buf_init_user(struct vcap_buf *buf, unsigned long start, int nr_pages);
void vcap_buf_free(struct vcap_buf *buf);

/* vcap_line.c gets, vcap_release.c puts */
int vcap_line_map(struct device *dev, struct vcap_line *line, unsigned long start, int nr);
void vcap_line_unmap(struct device *dev, struct vcap_line *line);

#endif
