// SPDX-License-Identifier: GPL-2.0-only
/* pincheck query facts FILE: what one unit says, as it is kept in the store. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

/* The dump holds text of the tree: each line is escaped. */
static void put_lines(FILE *out, char *text)
{
	for (char *line = text, *end; *line; line = end + 1) {
		end = strchr(line, '\n');
		if (!end) {
			report__puts(out, line);
			fputc('\n', out);
			return;
		}
		*end = '\0';
		report__puts(out, line);
		fputc('\n', out);
	}
}

static int dump(struct query *q, const struct tu_facts *facts)
{
	char *buf = NULL;
	size_t len = 0;
	FILE *mem = open_memstream(&buf, &len);
	int err = 0;

	if (!mem)
		return -errno;
	tu_facts__dump(facts, mem);
	if (fclose(mem))
		err = -ENOMEM;
	else
		put_lines(q->out, buf);
	free(buf);
	return err;
}

/**
 * query__facts() - pincheck query facts
 * @q: the query
 *
 * Return: 0 or -errno.
 */
int query__facts(struct query *q)
{
	char *path = query__path(q, q->arg);
	const struct session_file *found = NULL;
	struct query_near near = {0};
	const char *base = strrchr(path, '/');
	int err;

	base = base ? base + 1 : path;
	for (size_t i = 0; i < q->s->files.nr; i++) {
		const struct session_file *f = &q->s->files.v[i];
		const char *name = strrchr(f->path, '/');

		if (!strcmp(f->path, path))
			found = f;
		name = name ? name + 1 : f->path;
		query_near__add(&near, f->path, strcmp(name, base) ?
				query_near__prefix(f->path, path) : SIZE_MAX);
	}
	if (!found)
		err = query__not_found(&near, "no facts of %s: it was not selected", path);
	else if (!found->facts)
		err = query__not_found(NULL, "no facts of %s: %s", path,
				       found->why ? found->why : "not parsed");
	else
		err = dump(q, found->facts);
	free(path);
	return err;
}
