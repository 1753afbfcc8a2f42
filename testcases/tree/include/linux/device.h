/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_DEVICE_H
#define _LINUX_DEVICE_H

#include <linux/types.h>

struct device {
	void *driver_data;
};

static inline void *dev_get_drvdata(const struct device *dev)
{
	return dev->driver_data;
}

#endif
