/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Members that hold what is called when a program, or who uses the machine, wants
 * it: an ioctl, the last close, the end of an object that user space made. Pages that
 * are let go in one of these and nowhere else are held as long as the user likes.
 */
#ifndef PINCHECK_RULES_ENTRY_H
#define PINCHECK_RULES_ENTRY_H

#include "pincheck.h"

struct kref;

/* include/linux/kref.h: the last reference ends the object, at once. */
int kref_put(struct kref *kref, void (*release)(struct kref *kref) CALLS) OPAQUE
	ALIASES(kref_put_mutex, kref_put_lock);

/* include/linux/fs.h, mm.h, net.h, sysfs.h, configfs.h */
struct file_operations {
	void *unlocked_ioctl BY_USER;
	void *compat_ioctl BY_USER;
	void *release BY_USER;
	void *flush BY_USER;
	void *write BY_USER;
	void *write_iter BY_USER;
};
struct vm_operations_struct {
	void *close BY_USER;
};
struct proto_ops {
	void *release BY_USER;
	void *setsockopt BY_USER;
	void *ioctl BY_USER;
};
struct proto {
	void *close BY_USER;
	void *destroy BY_USER;
	void *setsockopt BY_USER;
};
struct dma_buf_ops {
	void *release BY_USER;
	void *unmap_dma_buf BY_USER;
};
struct kernfs_ops {
	void *release BY_USER;
};

/* include/rdma/ib_verbs.h; in struct ib_device itself up to v4.20. */
struct ib_device_ops {
	void *dereg_mr BY_USER;
	void *dealloc_mw BY_USER;
	void *dealloc_pd BY_USER;
	void *dealloc_ucontext BY_USER;
	void *destroy_qp BY_USER;
	void *destroy_cq BY_USER;
	void *destroy_srq BY_USER;
};

/* include/linux/vfio.h, drivers/vfio/vfio.h, drivers/iommu/iommufd. */
struct vfio_iommu_driver_ops {
	void *ioctl BY_USER;
	void *release BY_USER;
	void *detach_group BY_USER;
};
struct vfio_device_ops {
	void *ioctl BY_USER;
	void *close_device BY_USER;
};
struct iommufd_object_ops {
	void *destroy BY_USER;
};

/* include/drm: drm_ioctl.h, drm_gem.h, drm_drv.h. */
struct drm_ioctl_desc {
	void *func BY_USER;
};
struct drm_gem_object_funcs {
	void *free BY_USER;
	void *close BY_USER;
};
struct drm_driver {
	void *gem_free_object BY_USER;
	void *gem_free_object_unlocked BY_USER;
	void *gem_close_object BY_USER;
	void *postclose BY_USER;
};

/* include/linux/kvm_host.h, miscdevice and tee. */
struct kvm_device_ops {
	void *destroy BY_USER;
	void *release BY_USER;
};

/* include/media/v4l2-dev.h, videobuf2-core.h: buffers live until they are given back. */
struct v4l2_file_operations {
	void *unlocked_ioctl BY_USER;
	void *release BY_USER;
};

/* include/media/videobuf2-core.h: a buffer goes when a user frees or replaces it. */
struct vb2_mem_ops {
	void *put_userptr BY_USER;
};

#endif
