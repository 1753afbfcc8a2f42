// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tells from the text alone what each occurrence of a name is.
 *
 * One pass over the tokens matches brackets and tells the braces of function
 * bodies from those of types and initialisers. Where #if and #else both open or
 * close a bracket, the first branch that is not #if 0 counts. Then each name is
 * judged by its neighbours and by the brackets around it.
 *
 * Nothing is expanded: a call that only a macro makes is in that macro's body,
 * and a name that ## makes is not seen. K&R definitions are not understood.
 */
#include <string.h>

#include "../lib/util.h"
#include "select_priv.h"

#define MAX_LEXED (8u << 20)	/* a larger file stays unparsed */
#define MAX_LOOK 4096		/* tokens of one declaration that are looked at */

/* Of an open bracket: what is between it and its end. */
enum scope_bits {
	IN_STRUCT	= 1 << 0,
	IN_INIT		= 1 << 1,
	IN_BODY		= 1 << 2,	/* directly in a body's or block's braces */
	IN_PAREN	= 1 << 3,
	IN_FUNCTION	= 1 << 4,	/* somewhere in a function */
};

struct parser {
	const char *text;
	struct tok *v;
	uint32_t nr;
	uint32_t top;		/* innermost open bracket */
	uint32_t stmt;		/* where the current statement begins */
};

/* State at an #if, to go back to at its #else. */
struct cond_state {
	uint32_t top, stmt;		/* before the #if */
	uint32_t end_top, end_stmt;	/* after the branch that counts */
	bool has_end, dead;
};

/* Always inline: a comparison with a constant is one or two instructions then. */
static inline __attribute__((always_inline)) bool is(const struct parser *p, uint32_t i,
						     const char *s)
{
	size_t len = strlen(s);

	return i < p->nr && p->v[i].len == len && p->v[i].kind != TOK_LITERAL &&
	       !memcmp(p->text + p->v[i].off, s, len);
}

static bool is_ident(const struct parser *p, uint32_t i)
{
	return i < p->nr && p->v[i].kind == TOK_IDENT;
}

static bool is_any(const struct parser *p, uint32_t i, const char *const *words, size_t nr)
{
	for (size_t w = 0; w < nr; w++)
		if (is(p, i, words[w]))
			return true;
	return false;
}

static bool is_tag(const struct parser *p, uint32_t i)
{
	static const char *const words[] = { "struct", "union", "enum" };

	return is_any(p, i, words, ARRAY_SIZE(words));
}

/* A word that can't be the end of a type. */
static bool is_statement_word(const struct parser *p, uint32_t i)
{
	static const char *const words[] = {
		"return", "else", "do", "case", "goto", "sizeof", "typeof", "__typeof__",
		"if", "while", "for", "switch", "default", "break", "continue", "asm",
		"likely", "unlikely", "__extension__",
	};

	return is_any(p, i, words, ARRAY_SIZE(words));
}

static bool ends_type(const struct parser *p, uint32_t i)
{
	return is_ident(p, i) && !is_statement_word(p, i);
}

static bool is_type_word(const struct parser *p, uint32_t i)
{
	static const char *const words[] = {
		"int", "long", "short", "char", "void", "unsigned", "signed", "bool",
		"ssize_t", "size_t", "inline", "static", "extern", "__always_inline",
		"noinline", "__must_check",
	};

	return is_any(p, i, words, ARRAY_SIZE(words));
}

static uint8_t scope_at(const struct parser *p, uint32_t open)
{
	return open == TOK_NONE ? 0 : p->v[open].scope;
}

/* Is the brace at @i, outside functions, that of a type: struct … { ? */
static bool opens_type(const struct parser *p, uint32_t i)
{
	uint32_t from = i > MAX_LOOK ? i - MAX_LOOK : 0;

	if (p->stmt > from)
		from = p->stmt;
	for (uint32_t k = i; k-- > from; ) {
		if (is_tag(p, k))
			return true;
		if (is_ident(p, k))
			continue;
		/* an attribute's brackets; a function's do not count */
		if (!is(p, k, ")"))
			return false;
		while (k > from && !(is(p, k, "(") && p->v[k].up == p->v[i].up))
			k--;
		if (k <= from || !is_ident(p, k - 1) ||
		    (strncmp(p->text + p->v[k - 1].off, "__attribute", 11) &&
		     !is(p, k - 1, "__aligned")))
			return false;
	}
	return false;
}

static bool opens_init(const struct parser *p, uint32_t i)
{
	return i && (is(p, i - 1, "=") ||
		     /* a table after a declaration that attributes end */
		     (is(p, i - 1, "]") && p->v[i - 1].up == p->v[i].up));
}

static uint8_t brace_scope(const struct parser *p, uint32_t i)
{
	uint8_t around = scope_at(p, p->v[i].up);
	uint8_t keep = around & IN_FUNCTION;

	if (i && is(p, i - 1, "("))
		return IN_BODY | IN_FUNCTION;
	if (around & (IN_INIT | IN_STRUCT))
		return keep | (around & (IN_INIT | IN_STRUCT));
	if (opens_init(p, i))
		return keep | IN_INIT;
	if (around & IN_FUNCTION) {
		if (i && (is_tag(p, i - 1) || (i > 1 && is_ident(p, i - 1) && is_tag(p, i - 2))))
			return keep | IN_STRUCT;
		return keep | IN_BODY;
	}
	if (i && p->v[i - 1].kind == TOK_LITERAL)	/* extern "C" { */
		return 0;
	if (opens_type(p, i))
		return IN_STRUCT;
	return IN_BODY | IN_FUNCTION;
}

static void open_bracket(struct parser *p, uint32_t i)
{
	struct tok *t = &p->v[i];
	uint8_t around = scope_at(p, t->up);

	if (is(p, i, "("))
		t->scope = IN_PAREN | (around & (IN_FUNCTION | IN_INIT | IN_STRUCT));
	else
		t->scope = brace_scope(p, i);
	t->stmt = p->stmt;
	p->top = i;
	p->stmt = i + 1;
}

static void close_bracket(struct parser *p, uint32_t i, bool brace)
{
	uint32_t open = p->top;

	if (brace)	/* brackets that the text left open end too */
		while (open != TOK_NONE && is(p, open, "("))
			open = p->v[open].up;
	if (open == TOK_NONE || is(p, open, "(") == brace)
		return;
	if (p->v[open].match == TOK_NONE)
		p->v[open].match = i;
	p->top = p->v[open].up;
	p->v[i].up = p->top;
	/* behind a type or an initialiser the declaration goes on */
	if (!brace || (p->v[open].scope & (IN_STRUCT | IN_INIT)))
		p->stmt = p->v[open].stmt;
	else
		p->stmt = i + 1;
}

static void set_state(struct parser *p, uint32_t top, uint32_t stmt)
{
	p->top = top;
	p->stmt = stmt;
}

static void end_branch(struct parser *p, struct cond_state *s)
{
	if (s->dead || s->has_end)
		return;
	s->has_end = true;
	s->end_top = p->top;
	s->end_stmt = p->stmt;
}

/* Finds the brackets, scopes and statements of all tokens. */
static void structure(struct parser *p, const struct tokens *tokens)
{
	VEC(struct cond_state) states = {0};
	size_t next = 0;

	for (uint32_t i = 0; i < p->nr; i++) {
		for (; next < tokens->conds.nr && tokens->conds.v[next].tok <= i; next++) {
			const struct cond *c = &tokens->conds.v[next];
			struct cond_state *s;

			if (c->kind == COND_IF) {
				vec__push(&states, (struct cond_state){
					.top = p->top, .stmt = p->stmt, .dead = c->dead });
				continue;
			}
			if (!states.nr)
				continue;
			s = &states.v[states.nr - 1];
			end_branch(p, s);
			if (c->kind == COND_ELSE) {
				s->dead = c->dead;
				set_state(p, s->top, s->stmt);
				continue;
			}
			if (s->has_end)
				set_state(p, s->end_top, s->end_stmt);
			else
				set_state(p, s->top, s->stmt);
			states.nr--;
		}
		p->v[i].up = p->top;
		p->v[i].stmt = p->stmt;
		if (is(p, i, "(") || is(p, i, "{"))
			open_bracket(p, i);
		else if (is(p, i, ")") || is(p, i, "}"))
			close_bracket(p, i, is(p, i, "}"));
		else if (is(p, i, ";"))
			p->stmt = i + 1;
	}
	vec__exit(&states);
}

/* Behind a declarator's ")": skips attributes and annotations. */
static uint32_t skip_attributes(const struct parser *p, uint32_t i)
{
	for (int n = 0; n < 32 && is_ident(p, i); n++) {
		i++;
		if (is(p, i, "(")) {
			if (p->v[i].match == TOK_NONE)
				return i;
			i = p->v[i].match + 1;
		}
	}
	return i;
}

/* A name and its "(" where no statements are: at file scope or in a type. */
static enum occ_class classify_declarator(const struct parser *p, uint32_t i, uint32_t open)
{
	uint32_t end = p->v[open].match, after;

	if (end == TOK_NONE || p->v[i].stmt == i)
		return OCC_UNPARSED;
	after = skip_attributes(p, end + 1);
	if (is(p, after, "{"))
		return OCC_DEFINITION;
	if (is(p, after, ";") || is(p, after, ","))
		return OCC_DECLARATION;
	return OCC_UNPARSED;
}

/* (*name)(…): a pointer that is declared here, or called. */
static enum occ_class classify_pointer(const struct parser *p, uint32_t i, uint8_t scope)
{
	bool typed = i >= 3 && (ends_type(p, i - 3) || is(p, i - 3, "*"));

	if ((scope & IN_FUNCTION) && (!typed || p->v[i - 2].stmt == i - 2))
		return OCC_CALL;
	return OCC_DECLARATION;
}

static enum occ_class classify_call(const struct parser *p, uint32_t i, uint8_t scope)
{
	if (i && (is(p, i - 1, ".") || is(p, i - 1, "->")))
		return OCC_UNPARSED;	/* a member that only has the same name */
	if (scope & IN_FUNCTION) {
		uint32_t stmt = p->v[i].stmt;

		if ((scope & IN_BODY) && stmt < i && i - stmt < 16 &&
		    (is(p, stmt, "extern") || is_type_word(p, i - 1)))
			return OCC_DECLARATION;
		return OCC_CALL;
	}
	if (scope & (IN_INIT | IN_PAREN))
		return OCC_CALL;
	return classify_declarator(p, i, i + 1);
}

/* Does a declaration "type *" begin with the type word at @i? */
static bool starts_type(const struct parser *p, uint32_t i)
{
	uint32_t stmt = p->v[i].stmt;

	for (int n = 0; n < 4 && i > stmt && (is_tag(p, i - 1) || is_type_word(p, i - 1) ||
					      is(p, i - 1, "const")); n++)
		i--;
	return i == stmt;
}

/* A name without "(" behind it. */
static enum occ_class classify_name(const struct parser *p, uint32_t i, uint8_t scope)
{
	bool typed = i && (ends_type(p, i - 1) ||
			   (is(p, i - 1, "*") && i > 1 && ends_type(p, i - 2)));

	if (!i)
		return OCC_UNPARSED;
	if (is(p, i - 1, ".") || is(p, i - 1, "->") || is(p, i - 1, "goto") || is_tag(p, i - 1))
		return OCC_UNPARSED;
	if (is(p, i + 1, ":") && p->v[i].stmt == i)
		return OCC_UNPARSED;	/* a label */
	/* a variable, parameter or member of that name */
	if (typed && is(p, i - 1, "*") && (scope & IN_FUNCTION))
		typed = starts_type(p, i - 2);	/* else it may be a product */
	if (typed && (is(p, i + 1, ";") || is(p, i + 1, ",") || is(p, i + 1, "=") ||
		      is(p, i + 1, "[") || is(p, i + 1, ":") || is(p, i + 1, ")")))
		return OCC_DECLARATION;
	if (scope & (IN_FUNCTION | IN_INIT | IN_PAREN))
		return OCC_ADDRESS;
	return is(p, i - 1, "=") ? OCC_ADDRESS : OCC_UNPARSED;
}

static bool is_export(const struct parser *p, uint32_t i)
{
	return i >= 2 && is(p, i - 1, "(") && is_ident(p, i - 2) &&
	       p->v[i - 2].len >= 13 &&
	       !memcmp(p->text + p->v[i - 2].off, "EXPORT_SYMBOL", 13);
}

static enum occ_class classify(const struct parser *p, uint32_t i, bool assembly)
{
	uint8_t scope = scope_at(p, p->v[i].up);
	bool wrapped = i >= 1 && is(p, i - 1, "(") && is(p, i + 1, ")") && is(p, i + 2, "(");

	if (is_export(p, i))
		return OCC_EXPORT;
	if (assembly)
		return OCC_UNPARSED;
	if (i >= 2 && is(p, i - 1, "*") && is(p, i - 2, "(") && is(p, i + 1, ")") &&
	    is(p, i + 2, "("))
		return classify_pointer(p, i, scope);
	if (wrapped && !(i >= 2 && ends_type(p, i - 2) && (scope & IN_FUNCTION))) {
		/* (name)(…) keeps a macro of that name away */
		if (scope & IN_FUNCTION)
			return OCC_CALL;
		return classify_declarator(p, i, i + 2);
	}
	if (is(p, i + 1, "("))
		return classify_call(p, i, scope);
	return classify_name(p, i, scope);
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/*
 * text__may_define() - a quick look for most calls
 * @p: right behind a name, with zero bytes behind the text
 *
 * A definition has brackets and then a word or a brace. Where a comment, a
 * string or a directive makes that hard to see it may be one.
 *
 * Return: false if hits__classify() would surely not call it a definition.
 */
bool text__may_define(const char *p)
{
	int depth = 0;

	while (is_space(*p))
		p++;
	if (*p != '(')
		return *p && strchr(")/#\\", *p);
	for (int n = 0; n < MAX_LOOK; n++, p++) {
		depth += *p == '(';
		depth -= *p == ')';
		if (!depth)
			break;
		if (!*p || strchr("\"'/#\\{}", *p))
			return true;
	}
	if (depth)
		return true;
	for (p++; is_space(*p); p++)
		;
	return is_word((unsigned char)*p) || !*p || strchr("{/#\\", *p);
}

/*
 * hits__classify() - say what each occurrence in a file is
 * @hits: the occurrences, in order; their cls and in_if0 are set
 * @path: of the file: *.S is assembler
 * @text: its text, with SCAN_PAD zero bytes behind it
 * @len: its length
 */
void hits__classify(struct hits *hits, const char *path, const char *text, size_t len)
{
	struct tokens tokens = {0};
	bool assembly = str_ends(path, ".S");
	struct parser p;

	if (len > MAX_LEXED)
		return;
	tokens__lex(&tokens, text, len, assembly, hits);
	p = (struct parser){ .text = text, .v = tokens.v, .nr = (uint32_t)tokens.nr,
			     .top = TOK_NONE };
	structure(&p, &tokens);
	for (uint32_t i = 0; i < p.nr; i++)
		if (p.v[i].hit != TOK_NONE)
			hits->v[p.v[i].hit].cls = (uint8_t)classify(&p, i, assembly);
	tokens__exit(&tokens);
}
