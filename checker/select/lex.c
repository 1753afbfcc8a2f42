// SPDX-License-Identifier: GPL-2.0-only
/*
 * Cuts the text of one file into tokens, without expanding anything.
 *
 * What stands in a comment, a string or a directive is classified here. The
 * tokens of the code go to classify.c, with the places of #if, #else and #endif
 * between them. In assembler files all code is "unparsed", except the argument
 * of EXPORT_SYMBOL.
 */
#include <string.h>

#include "select_priv.h"

struct branch {
	bool dead;	/* #if 0, or what follows #if 1 */
	bool live;	/* was #if 1 */
};

struct lexer {
	struct tokens *out;
	const char *s;
	size_t len, pos;
	struct hits *hits;
	size_t hit;		/* first hit that is not behind us */
	VEC(struct branch) branches;
	uint32_t nr_dead;
	bool assembly;
};

/* Every hit before @end that has no class yet is @cls. */
static void mark(struct lexer *self, size_t end, enum occ_class cls)
{
	while (self->hit < self->hits->nr && self->hits->v[self->hit].off < end) {
		self->hits->v[self->hit].cls = (uint8_t)cls;
		self->hits->v[self->hit++].in_if0 = self->nr_dead > 0;
	}
}

/* Length of a backslash and newline at @pos, or 0. */
static size_t continuation(const struct lexer *self, size_t pos)
{
	const char *p = self->s + pos;

	if (p[0] != '\\')
		return 0;
	if (p[1] == '\n')
		return 2;
	return p[1] == '\r' && p[2] == '\n' ? 3 : 0;
}

static void line_comment(struct lexer *self)
{
	while (self->pos < self->len && self->s[self->pos] != '\n') {
		size_t n = continuation(self, self->pos);

		self->pos += n ? n : 1;
	}
	mark(self, self->pos, OCC_COMMENT);
}

static void block_comment(struct lexer *self)
{
	size_t end = self->pos + 2;
	const char *p;

	for (;; end++) {
		p = end < self->len ? memchr(self->s + end, '*', self->len - end) : NULL;
		if (!p) {
			end = self->len;
			break;
		}
		end = (size_t)(p - self->s);
		if (p[1] == '/') {
			end += 2;
			break;
		}
	}
	self->pos = end;
	mark(self, end, OCC_COMMENT);
}

/* A string or character constant; it ends with its line at the latest. */
static void literal(struct lexer *self)
{
	char quote = self->s[self->pos++];

	while (self->pos < self->len) {
		char c = self->s[self->pos];
		size_t n = continuation(self, self->pos);

		if (c == '\n')
			break;
		self->pos += n ? n : c == '\\' && self->s[self->pos + 1] != '\n' ? 2 : 1;
		if (c == quote)
			break;
	}
	if (self->pos > self->len)
		self->pos = self->len;
	mark(self, self->pos, OCC_STRING);
}

/* A comment if there is one. */
static bool comment(struct lexer *self)
{
	const char *p = self->s + self->pos;

	if (p[0] != '/' || (p[1] != '/' && p[1] != '*'))
		return false;
	if (p[1] == '/')
		line_comment(self);
	else
		block_comment(self);
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || !c;
}

static size_t word_end(const struct lexer *self, size_t pos)
{
	while (pos < self->len && is_word((unsigned char)self->s[pos]))
		pos++;
	return pos;
}

/* Is the rest of an #if just the digit @digit? */
static bool is_constant(const struct lexer *self, size_t pos, char digit)
{
	while (pos < self->len && is_blank(self->s[pos]))
		pos++;
	if (self->s[pos] != digit || is_word((unsigned char)self->s[pos + 1]))
		return false;
	for (pos++; pos < self->len && is_blank(self->s[pos]); pos++)
		;
	return pos >= self->len || self->s[pos] == '\n' || self->s[pos] == '/';
}

static void add_cond(struct lexer *self, enum cond_kind kind, bool dead)
{
	vec__push(&self->out->conds, (struct cond){
		.tok = (uint32_t)self->out->nr, .kind = (uint8_t)kind, .dead = dead });
}

static void condition(struct lexer *self, const char *word, size_t n, size_t rest)
{
	struct branch *b = self->branches.nr ? &self->branches.v[self->branches.nr - 1] : NULL;

	if (n >= 2 && !strncmp(word, "if", 2)) {
		bool plain = n == 2;
		struct branch new = {
			.dead = plain && is_constant(self, rest, '0'),
			.live = plain && is_constant(self, rest, '1'),
		};

		vec__push(&self->branches, new);
		self->nr_dead += new.dead;
		add_cond(self, COND_IF, new.dead);
	} else if (b && n >= 4 && (!strncmp(word, "else", 4) || !strncmp(word, "elif", 4))) {
		self->nr_dead -= b->dead;
		b->dead = b->live;
		self->nr_dead += b->dead;
		add_cond(self, COND_ELSE, b->dead);
	} else if (b && n == 5 && !strncmp(word, "endif", 5)) {
		self->nr_dead -= b->dead;
		self->branches.nr--;
		add_cond(self, COND_ENDIF, false);
	}
}

static bool is_directive(const char *word, size_t n)
{
	static const char *const words[] = {
		"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif",
		"define", "undef", "include", "include_next", "import", "error", "warning",
		"pragma", "line",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i]) == n && !memcmp(words[i], word, n))
			return true;
	return false;
}

/* From '#' at the beginning of a line to the end of that line. */
static void directive(struct lexer *self)
{
	enum occ_class cls = OCC_UNPARSED;
	size_t at = self->pos + 1, end;
	bool prose = false;

	while (at < self->len && (self->s[at] == ' ' || self->s[at] == '\t'))
		at++;
	end = word_end(self, at);
	if (is_directive(self->s + at, end - at)) {
		condition(self, self->s + at, end - at, end);
		if (!strncmp(self->s + at, "define", 6))
			cls = OCC_MACRO_BODY;
		prose = !strncmp(self->s + at, "error", 5) || !strncmp(self->s + at, "warn", 4);
	} else if (self->assembly) {
		line_comment(self);
		return;
	}
	self->pos = end;
	while (self->pos < self->len && self->s[self->pos] != '\n') {
		size_t n = continuation(self, self->pos);
		char c = self->s[self->pos];

		if (n) {
			self->pos += n;
		} else if (comment(self)) {
			continue;
		} else if ((c == '"' || c == '\'') && !prose) {
			literal(self);
		} else {
			self->pos = word_end(self, self->pos + 1);
			mark(self, self->pos, cls);
		}
	}
}

static void add_token(struct lexer *self, enum tok_kind kind, size_t off)
{
	struct tok *t = vec__add(self->out);

	t->off = (uint32_t)off;
	t->len = (uint32_t)(self->pos - off);
	t->kind = (uint8_t)kind;
	t->hit = t->up = t->match = t->stmt = TOK_NONE;
}

static void word(struct lexer *self)
{
	size_t off = self->pos;
	bool number = self->s[off] >= '0' && self->s[off] <= '9';

	self->pos = word_end(self, off);
	if (number)
		while (self->pos < self->len && (self->s[self->pos] == '.' ||
						 is_word((unsigned char)self->s[self->pos])))
			self->pos++;
	add_token(self, number ? TOK_LITERAL : TOK_IDENT, off);
	if (self->hit < self->hits->nr && self->hits->v[self->hit].off == off)
		self->out->v[self->out->nr - 1].hit = (uint32_t)self->hit;
	mark(self, self->pos, OCC_UNPARSED);
}

static void punctuation(struct lexer *self)
{
	const char *p = self->s + self->pos;
	size_t off = self->pos, n = 1;

	if (p[1] == '=' && strchr("=!<>+-*/%&|^", p[0]))
		n = 2;
	else if ((p[0] == '-' && p[1] == '>') ||
		 (p[0] == p[1] && strchr("&|+-<>", p[0])))
		n = 2;
	self->pos += n;
	add_token(self, TOK_PUNCT, off);
}

/*
 * tokens__lex() - cut a text into tokens
 * @self: zeroed; gets the tokens of the code
 * @text: the text, with SCAN_PAD zero bytes behind it
 * @len: its length
 * @assembly: it is a .S file
 * @hits: places in it; those in comments, strings and directives get their
 *	class, all get in_if0
 */
void tokens__lex(struct tokens *self, const char *text, size_t len, bool assembly,
		 struct hits *hits)
{
	struct lexer lx = { .out = self, .s = text, .len = len, .hits = hits,
			    .assembly = assembly };
	bool bol = true;

	while (lx.pos < len) {
		char c = text[lx.pos];
		size_t n = continuation(&lx, lx.pos);

		if (n) {
			lx.pos += n;
			continue;
		}
		if (c == '\n' || is_blank(c)) {
			bol |= c == '\n';
			lx.pos++;
			continue;
		}
		if (comment(&lx))
			continue;
		if (c == '#' && bol) {
			directive(&lx);
			continue;
		}
		bol = false;
		if (c == '"' || c == '\'') {
			size_t off = lx.pos;

			literal(&lx);
			add_token(&lx, TOK_LITERAL, off);
		} else if (is_word((unsigned char)c)) {
			word(&lx);
		} else {
			punctuation(&lx);
		}
	}
	vec__exit(&lx.branches);
}

/* tokens__exit() - free what tokens__lex() made */
void tokens__exit(struct tokens *self)
{
	vec__exit(&self->conds);
	vec__exit(self);
}
