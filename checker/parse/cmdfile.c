// SPDX-License-Identifier: GPL-2.0-only
/*
 * Flags from the .cmd file that kbuild leaves beside an object: its line
 * `cmd_dir/file.o := gcc …` (savedcmd_ from v6.3 on), in make's spelling.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tree_priv.h"

#define CMD_MAX	(4u << 20)

int shell__split(const char *p, struct strvec *ret_words)
{
	struct strbuf word;
	bool in_word = false;
	char quote = 0;

	strbuf__init(&word);
	for (; *p; p++) {
		if (!quote && strchr(" \t\n", *p)) {
			if (in_word)
				strvec__add(ret_words, word.buf);
			strbuf__reset(&word);
			in_word = false;
			continue;
		}
		in_word = true;
		if (quote ? *p == quote : *p == '\'' || *p == '"') {
			quote = quote ? 0 : *p;
		} else if (*p == '\\' && quote != '\'' && p[1] &&
			   (!quote || strchr("\\\"$`\n", p[1]))) {
			if (*++p != '\n')
				strbuf__addc(&word, *p);
		} else {
			strbuf__addc(&word, *p);
		}
	}
	if (in_word)
		strvec__add(ret_words, word.buf);
	strbuf__exit(&word);
	return quote ? -EINVAL : 0;
}

/* The command of a .cmd file, with make's $$ and $(pound) undone; caller frees. */
static char *command_of(char *text)
{
	char *line = text, *end, *out, *p;

	while (line && !str_starts(line, "cmd_") && !str_starts(line, "savedcmd_")) {
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	p = line ? strstr(line, ":=") : NULL;
	if (!p)
		return NULL;
	p += 2;
	end = strchr(p, '\n');
	if (end)
		*end = '\0';
	line = out = xmalloc(strlen(p) + 1);
	while (*p) {
		if (str_starts(p, "$(pound)")) {
			*out++ = '#';
			p += strlen("$(pound)");
			continue;
		}
		if (p[0] == '$' && p[1] == '$')
			p++;
		*out++ = *p++;
	}
	*out = '\0';
	return line;
}

/* A command may go on after the compiler: `gcc … ; objtool …`. */
static size_t first_command(const struct strvec *words)
{
	size_t i;

	for (i = 0; i < words->nr; i++) {
		const char *w = words->v[i];

		if (!strcmp(w, ";") || !strcmp(w, "&&") || !strcmp(w, "||") ||
		    !strcmp(w, "|"))
			break;
		if (str_ends(w, ";"))
			return i + 1;
	}
	return i;
}

/*
 * Flags of @file from its .cmd file in O=. Return: 0; -ENOENT if there is none;
 * another -errno.
 */
int cmdfile__flags(struct tree *tree, const char *file, struct strvec *ret_args)
{
	const char *slash = strrchr(file, '/');
	int dir_len = slash ? (int)(slash + 1 - file) : 0;
	int base_len = (int)strlen(file) - dir_len - 2;
	struct strvec words = {0};
	char *path, *text, *command;
	size_t len;
	int err;

	if (!tree->obj || base_len <= 0 || !str_ends(file, ".c"))
		return -ENOENT;
	path = xasprintf("%s/%.*s.%.*s.o.cmd", tree->obj, dir_len, file, base_len,
			 file + dir_len);
	err = file_read(path, CMD_MAX, &text, &len);
	free(path);
	if (err)
		return -ENOENT;
	command = command_of(text);
	free(text);
	if (!command)
		return -ENOENT;
	err = shell__split(command, &words);
	free(command);
	if (!err)
		flags__filter(words.v, first_command(&words), tree->obj, ret_args);
	strvec__exit(&words);
	return err ? -ENOENT : 0;
}
