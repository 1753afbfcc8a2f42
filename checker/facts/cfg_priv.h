/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the files of facts/cfg*.c only: making blocks, and the statements that
 * have files of their own.
 */
#ifndef PINCHECK_FACTS_CFG_PRIV_H
#define PINCHECK_FACTS_CFG_PRIV_H

#include "extract_priv.h"

/* cfg.c */
uint32_t cfg__new_block(struct extract *x);
struct block *cfg__cur(struct extract *x);
uint32_t cfg__line(struct extract *x, CXCursor c);
void cfg__start(struct extract *x, uint32_t block);
void cfg__jump(struct extract *x, uint32_t to);
void cfg__start_dead(struct extract *x);

/* cfg_branch.c */
void cfg__branch(struct extract *x, CXCursor c, uint32_t yes, uint32_t no);
void cfg__branch_on(struct extract *x, uint32_t cond, uint32_t line, uint32_t yes,
		    uint32_t no);
void cfg__stop_if_noreturn(struct extract *x, bool saved);

/* cfg_lower.c */
bool cfg__unused_value(struct extract *x, CXCursor c);

/* cfg_loop.c */
void cfg__while(struct extract *x, CXCursor c);
void cfg__do(struct extract *x, CXCursor c);
void cfg__for(struct extract *x, CXCursor c);

/* cfg_jump.c */
void cfg__goto(struct extract *x, CXCursor c);
void cfg__computed_goto(struct extract *x, CXCursor c);
void cfg__label(struct extract *x, CXCursor c);
void cfg__asm(struct extract *x, CXCursor c);
void cfg__finish_jumps(struct extract *x);

/* cfg_scope.c */
void cfg__open_scope(struct extract *x, CXCursor var, uint32_t idx);
void cfg__leave_scopes(struct extract *x, size_t keep);
void cfg__cleanup_call(struct extract *x, const struct cleanup *c);
void cfg__copy_scopes(struct extract *x, cleanup_vec *to);

#endif
