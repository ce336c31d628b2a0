#include "shelltext_inside.h"

#include <ctype.h>
#include <string.h>

static bool read_expansion(struct at_sh_reader *reader, char c, struct at_buffer *word);
static void read_double_quotes(struct at_sh_reader *reader, struct at_buffer *word);

/* "." for what surely is the working directory, so that paths made from it can be judged. */
static void variable(struct at_buffer *word, const char *name, size_t length)
{
	if (length == 3 && !strncmp(name, "PWD", 3)) {
		at_buffer_byte(word, '.');
		return;
	}
	at_buffer_byte(word, AT_EXPANSION);
	at_buffer_add(word, name, length);
	at_buffer_byte(word, AT_EXPANDED);
}

static void substituted(struct at_buffer *word, const char *text, size_t length)
{
	while (length && isspace((unsigned char)*text))
		text++, length--;
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	bool directory = length == 3 && !strncmp(text, "pwd", 3);
	variable(word, "PWD", directory ? 3 : 0);
}

/* After "$(". */
static void read_parenthesis(struct at_sh_reader *reader, struct at_buffer *word)
{
	size_t begin = reader->at;

	at_sh_enter(reader);
	if (!reader->trouble)
		at_sh_list(reader);
	substituted(word, reader->text + begin, reader->at - begin);
	if (!at_sh_take(reader, ")"))
		at_sh_trouble(reader, "a substitution without an end");
	at_sh_leave(reader);
}

/* The text between backquotes is read by a reader of its own. */
static void read_nested(struct at_sh_reader *reader, const char *text)
{
	struct at_sh_reader nested = { .text = text, .depth = reader->depth, .out = reader->out, .trouble = reader->trouble };

	if (!nested.trouble)
		at_sh_list(&nested);
	if (nested.trouble || at_sh_peek(&nested) || nested.here)
		at_sh_trouble(reader, nested.trouble ? nested.trouble : "a backquote that cannot be read");
	if (nested.doubt)
		at_sh_doubt(reader, nested.doubt);
	while (nested.here)
		at_sh_forget_here(&nested);
}

/* After '`': up to the next one, a backslash before $, ` and \ is removed first (XCU 2.6.3). */
static void read_backquote(struct at_sh_reader *reader, struct at_buffer *word)
{
	struct at_buffer inner = AT_BUFFER_INIT;

	at_buffer_text(&inner, "");
	for (; at_sh_peek(reader) && at_sh_peek(reader) != '`'; reader->at++) {
		char next = reader->text[reader->at + 1];
		if (at_sh_peek(reader) == '\\' && next && strchr("$`\\", next))
			reader->at++;
		at_buffer_byte(&inner, at_sh_peek(reader));
	}
	if (!at_sh_take(reader, "`"))
		at_sh_trouble(reader, "a backquote without an end");
	at_sh_enter(reader);
	read_nested(reader, inner.data);
	at_sh_leave(reader);
	substituted(word, inner.data, inner.length);
	at_buffer_free(&inner);
}

/* Up to `end`, in ${…} and $((…)): quotes and nested expansions are followed, the text itself is of no use. */
static void skip_until(struct at_sh_reader *reader, const char *end)
{
	struct at_buffer unused = AT_BUFFER_INIT;
	unsigned open = 0;

	at_sh_deeper(reader);
	while (!reader->trouble && (open || !at_sh_sees(reader, end))) {
		char c = at_sh_peek(reader);
		reader->at += c != '\0';
		at_buffer_clear(&unused);
		if (!c || c == '\'')
			at_sh_trouble(reader, c ? "quotes inside an expansion" : "an expansion without an end");
		else if (c == '\\')
			reader->at += at_sh_peek(reader) != '\0';
		else if (c == '"')
			read_double_quotes(reader, &unused);
		else if (!read_expansion(reader, c, &unused) && end[0] == ')' && (c == '(' || (c == ')' && open)))
			open += c == '(' ? 1u : -1u;
	}
	at_sh_take(reader, end);
	reader->depth--;
	at_buffer_free(&unused);
}

/* After '$'. */
static void read_dollar(struct at_sh_reader *reader, struct at_buffer *word)
{
	const char *name = reader->text + reader->at;
	size_t length = at_sh_name_length(name);

	if (length) {
		reader->at += length;
		variable(word, name, length);
	} else if (at_sh_take(reader, "((")) {
		skip_until(reader, "))");
		variable(word, "", 0);
	} else if (at_sh_take(reader, "(")) {
		read_parenthesis(reader, word);
	} else if (at_sh_take(reader, "{")) {
		length = at_sh_name_length(++name);
		skip_until(reader, "}");
		variable(word, name, name[length] == '}' ? length : 0);
	} else if (*name && strchr("@*#?-$!0123456789", *name)) {
		reader->at++;
		variable(word, "", 0);
	} else if (*name == '\'') {
		at_sh_trouble(reader, "quotes that are not POSIX ($')");
	} else {
		at_buffer_byte(word, '$');
	}
}

/* After `c`; false: no expansion begins with it. */
static bool read_expansion(struct at_sh_reader *reader, char c, struct at_buffer *word)
{
	if (c == '$')
		read_dollar(reader, word);
	else if (c == '`')
		read_backquote(reader, word);
	else
		return false;
	return true;
}

/* After '"'. */
static void read_double_quotes(struct at_sh_reader *reader, struct at_buffer *word)
{
	while (!reader->trouble && at_sh_peek(reader) != '"') {
		char c = at_sh_peek(reader);
		if (!c) {
			at_sh_trouble(reader, "a quote without an end");
			return;
		}
		reader->at++;
		if (c == '\\' && at_sh_peek(reader) == '\n')
			reader->at++;
		else if (c == '\\' && at_sh_peek(reader) && strchr("$`\"\\", at_sh_peek(reader)))
			at_buffer_byte(word, reader->text[reader->at++]);
		else if (!read_expansion(reader, c, word))
			at_buffer_byte(word, c);
	}
	if (!reader->trouble)
		reader->at++;
}

static void read_single_quotes(struct at_sh_reader *reader, struct at_buffer *word)
{
	size_t length = strcspn(reader->text + reader->at, "'");

	at_buffer_add(word, reader->text + reader->at, length);
	reader->at += length;
	if (at_sh_peek(reader))
		reader->at++;
	else
		at_sh_trouble(reader, "a quote without an end");
}

bool at_sh_word(struct at_sh_reader *reader, struct at_buffer *word)
{
	size_t begin = reader->at;

	at_buffer_text(word, at_sh_peek(reader) == '~' ? "/" : "");
	while (!reader->trouble && !at_sh_ends_word(at_sh_peek(reader))) {
		char c = reader->text[reader->at++];
		if (c == '\\' && at_sh_peek(reader) == '\n')
			reader->at++;
		else if (c == '\\' && at_sh_peek(reader))
			at_buffer_byte(word, reader->text[reader->at++]);
		else if (c == '\'')
			read_single_quotes(reader, word);
		else if (c == '"')
			read_double_quotes(reader, word);
		else if (!read_expansion(reader, c, word))
			at_buffer_byte(word, c);
	}
	if (reader->at > begin)
		reader->last = reader->at;
	return reader->at > begin;
}
