/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_FS_H
#define _LINUX_FS_H

#include <linux/mm.h>
#include <linux/uio.h>

struct inode {
	unsigned long i_ino;
	struct address_space *i_mapping;
};

struct file {
	void *private_data;
	struct inode *f_inode;
};

struct kiocb {
	struct file *ki_filp;
	loff_t ki_pos;
	void (*ki_complete)(struct kiocb *iocb, long ret);
};

struct file_operations {
	ssize_t (*read_iter)(struct kiocb *iocb, struct iov_iter *to);
	ssize_t (*write_iter)(struct kiocb *iocb, struct iov_iter *from);
	long (*unlocked_ioctl)(struct file *file, unsigned int cmd, unsigned long arg);
	int (*release)(struct inode *inode, struct file *file);
};

#endif
