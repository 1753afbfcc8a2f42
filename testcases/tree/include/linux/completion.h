/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_COMPLETION_H
#define _LINUX_COMPLETION_H

struct completion {
	int done;
};

void init_completion(struct completion *c);
void complete(struct completion *c);
void wait_for_completion(struct completion *c);

#endif
