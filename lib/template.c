#include "template.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"

static const char *const names[AT_PLACEHOLDERS] = { NULL, "{bin}", "{input}", "{output}", "{iterations}" };

/* Filters that read and write what they are told to and run no other program. */
static const char *const helpers[] = {
	"base64", "bunzip2", "bzcat", "bzip2", "cat", "cksum", "cmp", "comm", "cut", "expand", "fold", "grep", "gunzip", "gzip", "head", "join",
	"lz4", "md5sum", "nl", "od", "paste", "sha1sum", "sha256sum", "sha512sum", "sort", "tac", "tail", "tr", "uniq", "unxz", "wc", "xz",
	"xzcat", "zcat", "zstd", NULL
};

struct parser {
	const char *text, *at;
	struct at_template *template;
};

static int fail(struct parser *parser, const char *where, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int fail(struct parser *parser, const char *where, const char *format, ...)
{
	struct at_template *template = parser->template;
	va_list list;

	va_start(list, format);
	int used = snprintf(template->error, sizeof template->error, "column %zu: ", (size_t)(where - parser->text) + 1);
	vsnprintf(template->error + used, sizeof template->error - (size_t)used, format, list);
	va_end(list);
	return -1;
}

const char *at_placeholder_name(enum at_placeholder placeholder)
{
	return names[placeholder];
}

static void skip_blanks(struct parser *parser)
{
	parser->at += strspn(parser->at, " \t");
}

/* A placeholder at the cursor: adds its byte. A brace that starts none is an error: it is a misspelt placeholder, most likely. */
static int placeholder(struct parser *parser, struct at_buffer *word)
{
	for (enum at_placeholder p = AT_BIN; p < AT_PLACEHOLDERS; p++)
		if (!strncmp(parser->at, names[p], strlen(names[p]))) {
			parser->at += strlen(names[p]);
			parser->template->uses[p] = true;
			at_buffer_byte(word, (char)p);
			return 0;
		}
	return fail(parser, parser->at, "'{' starts none of {bin} {input} {output} {iterations}; in single quotes it is an ordinary character");
}

static int single_quoted(struct parser *parser, struct at_buffer *word)
{
	const char *end = strchr(parser->at + 1, '\'');

	if (!end)
		return fail(parser, parser->at, "this quote is not closed");
	for (const char *c = parser->at + 1; c < end; c++)
		if ((unsigned char)*c < ' ')
			return fail(parser, c, "a control character is not allowed");
	at_buffer_add(word, parser->at + 1, (size_t)(end - parser->at) - 1);
	parser->at = end + 1;
	return 0;
}

static int double_quoted(struct parser *parser, struct at_buffer *word)
{
	const char *open = parser->at++;

	for (;;) {
		char c = *parser->at;
		if (!c)
			return fail(parser, open, "this quote is not closed");
		if ((unsigned char)c < ' ')
			return fail(parser, parser->at, "a control character is not allowed");
		if (c == '"') {
			parser->at++;
			return 0;
		}
		if (c == '$' || c == '`')
			return fail(parser, parser->at, "'%c' in double quotes would be expanded by a shell, and there is none: use single quotes", c);
		if (c == '{') {
			if (placeholder(parser, word))
				return -1;
			continue;
		}
		if (c == '\\' && (parser->at[1] == '"' || parser->at[1] == '\\'))
			c = *++parser->at;
		at_buffer_byte(word, c);
		parser->at++;
	}
}

/* One character outside quotes. */
static int plain(struct parser *parser, struct at_buffer *word)
{
	char c = *parser->at;

	if ((unsigned char)c < ' ' || c == 0x7f)
		return fail(parser, parser->at, "a control character or a second line is not allowed");
	if (c == '{')
		return placeholder(parser, word);
	if (c == '\\') {
		if ((unsigned char)parser->at[1] < ' ')
			return fail(parser, parser->at, "nothing follows the backslash");
		at_buffer_byte(word, parser->at[1]);
		parser->at += 2;
		return 0;
	}
	if (strchr(";&$`()*?[]~", c) || (c == '#' && !word->length))
		return fail(parser, parser->at, "'%c' is not allowed outside quotes: there is no shell", c);
	if (c == '/' && (!word->length || strchr("=:,", word->data[word->length - 1])))
		return fail(parser, parser->at, "an absolute path is not allowed: name files relative to the package, or {input}");
	if (c == '.' && parser->at[1] == '.' && (!word->length || strchr("/=:,", word->data[word->length - 1])) &&
			strchr("/ \t|<>", parser->at[2]))
		return fail(parser, parser->at, "a path with '..' is not allowed: name files relative to the package");
	at_buffer_byte(word, c);
	parser->at++;
	return 0;
}

static bool ends_word(char c)
{
	return !c || strchr(" \t|<>", c);
}

/* The word at the cursor, allocated; NULL after an error. */
static char *next_word(struct parser *parser)
{
	struct at_buffer word = AT_BUFFER_INIT;
	int failed = 0;

	while (!failed && !ends_word(*parser->at))
		failed = *parser->at == '\'' ? single_quoted(parser, &word) : *parser->at == '"' ? double_quoted(parser, &word) :
				plain(parser, &word);
	if (!failed)
		return at_buffer_take(&word);
	at_buffer_free(&word);
	return NULL;
}

/* < or > at the cursor, with its target. */
static int redirection(struct parser *parser)
{
	struct at_template *template = parser->template;
	const char *start = parser->at;
	bool input = *parser->at++ == '<';
	const char *file = names[input ? AT_INPUT : AT_OUTPUT];
	enum at_redirect *slot = input ? &template->in : &template->out;

	if (input && template->stages > 1)
		return fail(parser, start, "only the first command of a pipe may read from '<'");
	if (*slot != AT_REDIRECT_NONE)
		return fail(parser, start, "a second '%c'", *start);
	if (start > parser->text && start[-1] >= '0' && start[-1] <= '9')
		return fail(parser, start - 1, "only stdin and stdout can be redirected, as '< {input}' and '> {output}'");
	skip_blanks(parser);
	const char *target = parser->at;
	size_t length = strncmp(target, file, strlen(file)) ? strncmp(target, "/dev/null", 9) ? 0 : 9 : strlen(file);
	if (!length || !ends_word(target[length]))
		return fail(parser, target, "'%c' takes only %s or /dev/null", *start, file);
	*slot = length == 9 && *target == '/' ? AT_REDIRECT_NULL : AT_REDIRECT_FILE;
	template->uses[input ? AT_INPUT : AT_OUTPUT] |= *slot == AT_REDIRECT_FILE;
	parser->at += length;
	return 0;
}

static int check_program(struct parser *parser, const char *where, const char *word)
{
	if (word[0] == AT_BIN && !word[1])
		return 0;
	for (const char *const *helper = helpers; *helper; helper++)
		if (!strcmp(word, *helper))
			return 0;
	return fail(parser, where, "a command starts with {bin} or a filter such as gzip, sha256sum, sort or wc");
}

/* The commands up to the next | or the end. */
static int stage(struct parser *parser, struct at_argv *words)
{
	const char *start = parser->at;

	for (skip_blanks(parser); *parser->at && *parser->at != '|'; skip_blanks(parser)) {
		const char *where = parser->at;
		if (*where == '<' || *where == '>') {
			if (redirection(parser))
				return -1;
			continue;
		}
		char *word = next_word(parser);
		if (!word)
			return -1;
		at_argv_give(words, word);
		if (words->count == 1 && check_program(parser, where, word))
			return -1;
	}
	return words->count ? 0 : fail(parser, start, "a command is missing here");
}

int at_template_parse(const char *text, struct at_template *template)
{
	struct parser parser = { text, text, template };

	*template = (struct at_template){ 0 };
	for (;;) {
		if (template->stages == AT_STAGES_MOST)
			return fail(&parser, parser.at, "more than %d commands in one pipe", AT_STAGES_MOST);
		if (stage(&parser, &template->stage[template->stages++]))
			return -1;
		if (!*parser.at)
			return 0;
		if (template->out != AT_REDIRECT_NONE)
			return fail(&parser, parser.at, "only the last command of a pipe may write to '>'");
		parser.at++;
	}
}

void at_template_free(struct at_template *template)
{
	for (size_t i = 0; i < template->stages; i++)
		at_argv_free(&template->stage[i]);
	*template = (struct at_template){ 0 };
}

struct at_argv at_template_expand(const struct at_template *template, size_t number, const char *const value[AT_PLACEHOLDERS])
{
	struct at_argv words = AT_ARGV_INIT;
	const struct at_argv *from = &template->stage[number];

	for (size_t i = 0; i < from->count; i++) {
		struct at_buffer word = AT_BUFFER_INIT;
		for (const char *c = from->word[i]; *c; c++)
			if (*c < AT_PLACEHOLDERS && *c > 0)
				at_buffer_text(&word, value[(int)*c]);
			else
				at_buffer_byte(&word, *c);
		at_argv_give(&words, at_buffer_take(&word));
	}
	return words;
}
