/* SPDX-License-Identifier: GPL-2.0-only */
/* Between cmd_query.c and the query_*.c: one file a sub-command. */
#ifndef PINCHECK_CMD_QUERY_H
#define PINCHECK_CMD_QUERY_H

#include "../report/flow.h"
#include "../report/report.h"
#include "commands.h"

enum query_format { QUERY_TEXT, QUERY_JSON, QUERY_DOT };

struct query {
	struct session *s;
	const char *what, *arg;
	enum query_format format;
	unsigned int depth;	/* of callers */
	FILE *out;		/* in memory, printed when all went well */
};

/* Indices into result->sites. */
struct query_sites {
	uint32_t *v;
	size_t nr, cap;
};

/* The sub-commands; 0, or -ENOENT after one line on stderr. */
int query__site(struct query *q);
int query__unit(struct query *q);
int query__flows(struct query *q);
int query__callers(struct query *q);
int query__facts(struct query *q);

/* query_site.c: a file and line, also with KDIR before it; false if it is none. */
bool query__split_place(const char *arg, char **ret_file, uint32_t *ret_line);
char *query__path(const struct query *q, const char *path);

/* query_text.c */
void query__put_site(struct query *q, const struct site *site);
void query__put_way(struct query *q, uint32_t acquire, uint32_t state);
uint32_t query__acquire(const struct query *q, const struct site *site);
void query__put_note(struct query *q, const struct place *at);

/* query_view.c: the same in the format that was asked for */
int query__print(struct query *q, const struct query_sites *sites);

/* query_near.c: what is like the thing that is not there */
#define QUERY_NEAR 3

struct query_near {
	const char *names[QUERY_NEAR];
	size_t scores[QUERY_NEAR];
	size_t nr;
};

void query_near__add(struct query_near *self, const char *name, size_t score);
size_t query_near__prefix(const char *a, const char *b);
/* One line on stderr, with what is near; gives -ENOENT. */
int query__not_found(const struct query_near *near, const char *fmt, ...) __printf(2, 3);
int query__no_function(const struct query *q);

#endif
