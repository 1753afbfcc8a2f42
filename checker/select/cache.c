// SPDX-License-Identifier: GPL-2.0-only
/*
 * The scan of a whole tree as one blob in the store: for each file what stat
 * said and what was found, nothing included. A file whose stat agrees is not
 * read again. Files whose times are too near to the time of the scan are not
 * kept, since they can change without a trace in stat.
 *
 * The key covers the names; a blob that is damaged, or of another key, is ignored.
 */
#include <string.h>

#include "../facts/store.h"
#include "../lib/strbuf.h"
#include "../lib/util.h"
#include "select_priv.h"

/* Raise it when the search or a class changes: old blobs are not found then. */
#define SCAN_VERSION 1

#define SCAN_MAGIC 0x6e616373u


struct disk_head {
	uint32_t magic, version;
	uint64_t nr_files;
	uint64_t hash;		/* of all that follows */
};

struct disk_file {
	struct file_id id;
	uint64_t hash;
	uint32_t nr_hits;
	uint16_t path_len;
	uint8_t also, pad;
};

struct cursor {
	const char *p, *end;
};

static bool take(struct cursor *self, void *to, size_t len)
{
	if ((size_t)(self->end - self->p) < len)
		return false;
	memcpy(to, self->p, len);
	self->p += len;
	return true;
}

/*
 * scan_key() - what the result of a scan depends on, besides the files
 * @names: acquire names
 * @also: other names, or NULL
 *
 * Return: a hash of the names in their order.
 */
uint64_t scan_key(const struct strvec *names, const struct strvec *also)
{
	uint64_t key = SCAN_VERSION;

	for (size_t i = 0; names && i < names->nr; i++)
		key = hash64(names->v[i], strlen(names->v[i]) + 1, key);
	key = hash64("/", 1, key);
	for (size_t i = 0; also && i < also->nr; i++)
		key = hash64(also->v[i], strlen(also->v[i]) + 1, key);
	return key;
}

static bool hits_make_sense(const struct hits *hits, uint32_t nr_names)
{
	for (size_t i = 0; i < hits->nr; i++)
		if (hits->v[i].name >= nr_names || hits->v[i].cls >= OCC_NR ||
		    !hits->v[i].line || !hits->v[i].col)
			return false;
	return true;
}

/* Takes one record; it fills @file if that is the same file, unchanged. */
static bool take_file(struct cursor *cur, struct scan_list *list, size_t *at,
		      uint32_t nr_names)
{
	struct scan_file *file = NULL;
	struct disk_file disk;
	struct hits hits = {0};
	const char *path;
	size_t len;

	if (!take(cur, &disk, sizeof(disk)) || (size_t)(cur->end - cur->p) < disk.path_len ||
	    !disk.path_len || cur->p[disk.path_len - 1])
		return false;
	path = cur->p;
	cur->p += disk.path_len;
	len = (size_t)disk.nr_hits * sizeof(*hits.v);
	if ((size_t)(cur->end - cur->p) < len)
		return false;
	/* both sides are sorted */
	while (*at < list->nr) {
		int cmp = strcmp(list->v[*at].path, path);

		if (!cmp)
			file = &list->v[*at];
		if (cmp >= 0)
			break;
		(*at)++;
	}
	if (file && !file->known && !memcmp(&file->id, &disk.id, sizeof(disk.id))) {
		if (len) {
			hits.v = xmalloc(len);
			memcpy(hits.v, cur->p, len);
			hits.nr = hits.cap = disk.nr_hits;
		}
		if (!hits_make_sense(&hits, nr_names)) {
			vec__exit(&hits);
			return false;
		}
		file->hits = hits;
		file->hash = disk.hash;
		file->also = disk.also;
		file->known = true;
	}
	cur->p += len;
	return true;
}

static char *slot_name(const char *under)
{
	return xasprintf("%s#", under);
}

static int get_slot(struct store *store, const char *under, uint64_t key,
		    char **ret_data, size_t *ret_len)
{
	char *name = slot_name(under);
	int err = store__get_blob(store, "scan", name, key, ret_data, ret_len);

	free(name);
	return err;
}

/*
 * scan_cache__load() - fill in what an earlier run found
 * @list: the files, sorted, with what stat says now
 * @store: the store, or NULL
 * @under: folder of the scan or ""; a scan of all serves for a folder too
 * @key: from scan_key()
 * @nr_names: how many acquire names there are
 * @ret_complete: set if the stored scan holds these files and no other
 *
 * Return: how many files are known now.
 */
size_t scan_cache__load(struct scan_list *list, struct store *store, const char *under,
			uint64_t key, uint32_t nr_names, bool *ret_complete)
{
	struct disk_head head;
	struct cursor cur;
	size_t len = 0, at = 0, known = 0;
	char *data = NULL;

	*ret_complete = false;
	if (!store)
		return 0;
	if (get_slot(store, under, key, &data, &len) &&
	    (!*under || get_slot(store, "", key, &data, &len)))
		return 0;
	cur = (struct cursor){ data, data + len };
	if (take(&cur, &head, sizeof(head)) && head.magic == SCAN_MAGIC &&
	    head.version == SCAN_VERSION &&
	    head.hash == hash64(cur.p, (size_t)(cur.end - cur.p), 0)) {
		uint64_t i = 0;

		while (i < head.nr_files && take_file(&cur, list, &at, nr_names))
			i++;
		*ret_complete = i == head.nr_files && i == list->nr;
	}
	free(data);
	for (size_t i = 0; i < list->nr; i++)
		known += list->v[i].known;
	if (known < list->nr)
		*ret_complete = false;
	return known;
}

/*
 * scan_cache__save() - keep what was found for the next run
 * @list: the files, read
 * @store: the store, or NULL
 * @under: folder of the scan or ""
 * @key: from scan_key()
 *
 * A failure is no error: the next run reads the files again.
 */
void scan_cache__save(const struct scan_list *list, struct store *store,
		      const char *under, uint64_t key)
{
	struct disk_head head = { .magic = SCAN_MAGIC, .version = SCAN_VERSION };
	struct strbuf out;
	char *name;
	int err;

	if (!store)
		return;
	strbuf__init(&out);
	strbuf__add(&out, &head, sizeof(head));
	for (size_t i = 0; i < list->nr; i++) {
		const struct scan_file *f = &list->v[i];
		size_t len = strlen(f->path) + 1;
		struct disk_file disk = { .id = f->id, .hash = f->hash, .also = f->also,
					  .nr_hits = (uint32_t)f->hits.nr,
					  .path_len = (uint16_t)len };

		if (f->gone || f->reason || f->racy || len > UINT16_MAX)
			continue;
		strbuf__add(&out, &disk, sizeof(disk));
		strbuf__add(&out, f->path, len);
		if (f->hits.nr)
			strbuf__add(&out, f->hits.v, f->hits.nr * sizeof(*f->hits.v));
		head.nr_files++;
	}
	head.hash = hash64(out.buf + sizeof(head), out.len - sizeof(head), 0);
	memcpy(out.buf, &head, sizeof(head));
	name = slot_name(under);
	err = store__put_blob(store, "scan", name, key, out.buf, out.len);
	free(name);
	if (err)
		pr_info("the scan could not be stored: %s", strerror(-err));
	strbuf__exit(&out);
}
