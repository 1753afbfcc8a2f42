/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What must not outlive the program when a signal ends it: child processes, then
 * temporary files and folders. The signal's own status is kept.
 */
#ifndef PINCHECK_LIB_CLEANUP_H
#define PINCHECK_LIB_CLEANUP_H

#include <sys/types.h>

void cleanup__catch_signals(void);
void cleanup__add_path(const char *path);
void cleanup__forget_path(const char *path);
void cleanup__add_child(pid_t pid, int sig);
int cleanup__wait_child(pid_t pid, int *ret_status);
void cleanup__remove_tree(const char *path);

#endif
