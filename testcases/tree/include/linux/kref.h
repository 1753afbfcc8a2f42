/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_KREF_H
#define _LINUX_KREF_H

struct kref {
	int refcount;
};

int kref_put(struct kref *kref, void (*release)(struct kref *kref));

#endif
