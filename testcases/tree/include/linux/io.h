/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_IO_H
#define _LINUX_IO_H

#include <linux/compiler.h>
#include <linux/types.h>

void writel(u32 v, volatile void __iomem *addr);
void writeq(u64 v, volatile void __iomem *addr);
phys_addr_t virt_to_phys(volatile void *address);
u32 readl(const volatile void __iomem *addr);

#endif
