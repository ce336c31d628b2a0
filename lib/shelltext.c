#include "shelltext.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { MAX_DEPTH = 40 };     /* of compound commands and substitutions in one another */

/* A here-document that was announced on this line; its text starts on the next one. */
struct here {
	char *end;               /* the line that ends it */
	bool tabs, literal;      /* <<-: leading tabs are removed; quoted end: nothing is expanded */
	struct here *next;
};

struct reader {
	const char *text;
	size_t at, last;         /* where we are; the end of the last token */
	unsigned depth;
	struct here *here;
	struct at_commands *out;
	const char *trouble;     /* nothing after this can be told apart */
	const char *doubt;       /* the part that is being read cannot be judged */
};

static void read_list(struct reader *reader);
static void read_pipeline(struct reader *reader);
static bool read_word(struct reader *reader, struct at_buffer *word);
static void read_dollar(struct reader *reader, struct at_buffer *word);
static void read_double_quotes(struct reader *reader, struct at_buffer *word);
static bool at_list_end(struct reader *reader);

static void trouble(struct reader *reader, const char *why)
{
	if (!reader->trouble)
		reader->trouble = why;
}

static void doubt(struct reader *reader, const char *why)
{
	if (!reader->doubt)
		reader->doubt = why;
}

static struct at_step *add_step(struct reader *reader, enum at_step_kind kind)
{
	struct at_commands *commands = reader->out;

	if (commands->steps == commands->step_room) {
		commands->step_room = commands->step_room * 2 + 16;
		commands->step = at_resize(commands->step, commands->step_room, sizeof *commands->step);
	}
	struct at_step *step = &commands->step[commands->steps++];
	*step = (struct at_step){ .kind = kind };
	return step;
}

static void deeper(struct reader *reader)
{
	if (++reader->depth > MAX_DEPTH)
		trouble(reader, "nested too deeply");
}

/* ---- characters ---- */

static char peek(const struct reader *reader)
{
	return reader->text[reader->at];
}

static bool at_text(const struct reader *reader, const char *text)
{
	return !strncmp(reader->text + reader->at, text, strlen(text));
}

static bool take(struct reader *reader, const char *text)
{
	if (!at_text(reader, text))
		return false;
	reader->at += strlen(text);
	reader->last = reader->at;
	return true;
}

static bool ends_word(char c)
{
	return !c || strchr(" \t\n;&|()<>", c);
}

static bool name_char(char c, bool first)
{
	return c == '_' || isalpha((unsigned char)c) || (!first && isdigit((unsigned char)c));
}

/* Of the variable's name that starts here; 0: there is none. */
static size_t name_length(const char *text)
{
	size_t length = 0;

	while (name_char(text[length], !length))
		length++;
	return length;
}

static void skip_blanks(struct reader *reader)
{
	for (;;) {
		if (peek(reader) == ' ' || peek(reader) == '\t')
			reader->at++;
		else if (at_text(reader, "\\\n"))
			reader->at += 2;
		else
			break;
	}
	if (peek(reader) == '#')
		reader->at += strcspn(reader->text + reader->at, "\n");
}

/* ---- here-documents ---- */

static void forget_here(struct reader *reader)
{
	struct here *here = reader->here;

	reader->here = here->next;
	free(here->end);
	free(here);
}

static void skip_here(struct reader *reader, const struct here *here)
{
	while (peek(reader)) {
		const char *line = reader->text + reader->at;
		size_t length = strcspn(line, "\n"), tabs = here->tabs ? strspn(line, "\t") : 0;
		reader->at += length + (line[length] == '\n');
		if (length - tabs == strlen(here->end) && !strncmp(line + tabs, here->end, length - tabs)) {
			reader->last = reader->at;
			return;
		}
		if (!here->literal && (memmem(line, length, "$(", 2) || memchr(line, '`', length) || memchr(line, '\\', length)))
			doubt(reader, "a here-document with substitutions");
	}
	trouble(reader, "a here-document without an end");
}

static void take_newline(struct reader *reader)
{
	reader->at++;
	for (; reader->here; forget_here(reader))
		skip_here(reader, reader->here);
}

static void skip_newlines(struct reader *reader)
{
	for (skip_blanks(reader); peek(reader) == '\n'; skip_blanks(reader))
		take_newline(reader);
}

static void announce_here(struct reader *reader, bool tabs)
{
	struct at_buffer end = AT_BUFFER_INIT;
	struct here **last = &reader->here, *here = at_alloc(sizeof *here);

	skip_blanks(reader);
	size_t begin = reader->at;
	if (!read_word(reader, &end))
		trouble(reader, "a here-document without a name");
	here->literal = reader->at - begin != end.length;      /* something was quoted */
	here->end = at_buffer_take(&end);
	here->tabs = tabs;
	while (*last)
		last = &(*last)->next;
	*last = here;
}

/* ---- words ---- */

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

static void enter(struct reader *reader)
{
	add_step(reader, AT_STEP_ENTER);
	deeper(reader);
}

static void leave(struct reader *reader)
{
	reader->depth--;
	add_step(reader, AT_STEP_LEAVE);
}

/* After "$(". */
static void read_parenthesis(struct reader *reader, struct at_buffer *word)
{
	size_t begin = reader->at;

	enter(reader);
	if (!reader->trouble)
		read_list(reader);
	substituted(word, reader->text + begin, reader->at - begin);
	if (!take(reader, ")"))
		trouble(reader, "a substitution without an end");
	leave(reader);
}

/* The text between backquotes is read by a reader of its own. */
static void read_nested(struct reader *reader, const char *text)
{
	struct reader nested = { .text = text, .depth = reader->depth, .out = reader->out, .trouble = reader->trouble };

	if (!nested.trouble)
		read_list(&nested);
	if (nested.trouble || peek(&nested) || nested.here)
		trouble(reader, nested.trouble ? nested.trouble : "a backquote that cannot be read");
	if (nested.doubt)
		doubt(reader, nested.doubt);
	while (nested.here)
		forget_here(&nested);
}

/* After '`': up to the next one, a backslash before $, ` and \ is removed first (XCU 2.6.3). */
static void read_backquote(struct reader *reader, struct at_buffer *word)
{
	struct at_buffer inner = AT_BUFFER_INIT;

	at_buffer_text(&inner, "");
	for (; peek(reader) && peek(reader) != '`'; reader->at++) {
		char next = reader->text[reader->at + 1];
		if (peek(reader) == '\\' && next && strchr("$`\\", next))
			reader->at++;
		at_buffer_byte(&inner, peek(reader));
	}
	if (!take(reader, "`"))
		trouble(reader, "a backquote without an end");
	enter(reader);
	read_nested(reader, inner.data);
	leave(reader);
	substituted(word, inner.data, inner.length);
	at_buffer_free(&inner);
}

/* Up to `end`, in ${…} and $((…)): quotes and nested expansions are followed, the text itself is of no use. */
static void skip_until(struct reader *reader, const char *end)
{
	struct at_buffer unused = AT_BUFFER_INIT;
	unsigned open = 0;

	deeper(reader);
	while (!reader->trouble && (open || !at_text(reader, end))) {
		char c = peek(reader);
		reader->at += c != '\0';
		at_buffer_clear(&unused);
		if (!c || c == '\'')
			trouble(reader, c ? "quotes inside an expansion" : "an expansion without an end");
		else if (c == '\\')
			reader->at += peek(reader) != '\0';
		else if (c == '"')
			read_double_quotes(reader, &unused);
		else if (c == '$')
			read_dollar(reader, &unused);
		else if (c == '`')
			read_backquote(reader, &unused);
		else if (end[0] == ')' && (c == '(' || (c == ')' && open)))
			open += c == '(' ? 1u : -1u;
	}
	take(reader, end);
	reader->depth--;
	at_buffer_free(&unused);
}

/* After '$'. */
static void read_dollar(struct reader *reader, struct at_buffer *word)
{
	const char *name = reader->text + reader->at;
	size_t length = name_length(name);

	if (length) {
		reader->at += length;
		variable(word, name, length);
	} else if (take(reader, "((")) {
		skip_until(reader, "))");
		variable(word, "", 0);
	} else if (take(reader, "(")) {
		read_parenthesis(reader, word);
	} else if (take(reader, "{")) {
		length = name_length(++name);
		skip_until(reader, "}");
		variable(word, name, name[length] == '}' ? length : 0);
	} else if (*name && strchr("@*#?-$!0123456789", *name)) {
		reader->at++;
		variable(word, "", 0);
	} else if (*name == '\'') {
		trouble(reader, "quotes that are not POSIX ($')");
	} else {
		at_buffer_byte(word, '$');
	}
}

/* After '"'. */
static void read_double_quotes(struct reader *reader, struct at_buffer *word)
{
	while (!reader->trouble && peek(reader) != '"') {
		char c = peek(reader);
		if (!c) {
			trouble(reader, "a quote without an end");
			return;
		}
		reader->at++;
		if (c == '\\' && peek(reader) == '\n')
			reader->at++;
		else if (c == '\\' && peek(reader) && strchr("$`\"\\", peek(reader)))
			at_buffer_byte(word, reader->text[reader->at++]);
		else if (c == '$')
			read_dollar(reader, word);
		else if (c == '`')
			read_backquote(reader, word);
		else
			at_buffer_byte(word, c);
	}
	if (!reader->trouble)
		reader->at++;
}

static void read_single_quotes(struct reader *reader, struct at_buffer *word)
{
	size_t length = strcspn(reader->text + reader->at, "'");

	at_buffer_add(word, reader->text + reader->at, length);
	reader->at += length;
	if (peek(reader))
		reader->at++;
	else
		trouble(reader, "a quote without an end");
}

/* Appends the next word, cooked. False if there is none here. */
static bool read_word(struct reader *reader, struct at_buffer *word)
{
	size_t begin = reader->at;

	at_buffer_text(word, peek(reader) == '~' ? "/" : "");
	while (!reader->trouble && !ends_word(peek(reader))) {
		char c = reader->text[reader->at++];
		if (c == '\\' && peek(reader) == '\n')
			reader->at++;
		else if (c == '\\' && peek(reader))
			at_buffer_byte(word, reader->text[reader->at++]);
		else if (c == '\'')
			read_single_quotes(reader, word);
		else if (c == '"')
			read_double_quotes(reader, word);
		else if (c == '$')
			read_dollar(reader, word);
		else if (c == '`')
			read_backquote(reader, word);
		else
			at_buffer_byte(word, c);
	}
	if (reader->at > begin)
		reader->last = reader->at;
	return reader->at > begin;
}

/* ---- reserved words ---- */

/* Is the next word, unquoted, exactly this one? */
static bool at_reserved(struct reader *reader, const char *word)
{
	skip_blanks(reader);
	return at_text(reader, word) && ends_word(reader->text[reader->at + strlen(word)]);
}

static bool take_reserved(struct reader *reader, const char *word)
{
	return at_reserved(reader, word) && take(reader, word);
}

static void expect(struct reader *reader, const char *word, const char *why)
{
	skip_newlines(reader);
	if (!reader->trouble && !take_reserved(reader, word))
		trouble(reader, why);
}

static bool at_any_reserved(struct reader *reader, const char *const *words)
{
	for (; *words; words++)
		if (at_reserved(reader, *words))
			return true;
	return false;
}

/* What only continues or ends a compound command. */
static bool at_closing(struct reader *reader)
{
	static const char *const closing[] = { "then", "else", "elif", "fi", "do", "done", "esac", "}", NULL };

	return at_any_reserved(reader, closing);
}

/* ---- simple commands ---- */

/* [n]< [n]> … with its target. False: there is none here. `outputs` gets the files that are written. */
static bool read_redirection(struct reader *reader, struct at_argv *outputs)
{
	/* Longer ones first. '>' writes its target; '=' copies a descriptor or writes a file; '<' reads; 'h' and 't' are
	 * here-documents, 't' without leading tabs; 'x' is not POSIX. */
	static const struct { const char *text; char kind; } operators[] = {
		{ "<<<", 'x' }, { "<<-", 't' }, { "<<", 'h' }, { "<&", '<' }, { "<>", '>' }, { "<(", 'x' }, { "<", '<' },
		{ ">>", '>' }, { ">&", '=' }, { ">|", '>' }, { ">(", 'x' }, { ">", '>' }, { "&>", 'x' },
	};
	size_t digits = strspn(reader->text + reader->at, "0123456789"), i = 0;
	const char *at = reader->text + reader->at + digits;
	struct at_buffer target = AT_BUFFER_INIT;

	while (i < sizeof operators / sizeof *operators && strncmp(at, operators[i].text, strlen(operators[i].text)))
		i++;
	if (i == sizeof operators / sizeof *operators)
		return false;
	char kind = operators[i].kind;
	reader->at += digits + strlen(operators[i].text);
	if (kind == 'x') {
		trouble(reader, "a redirection that is not POSIX");
	} else if (kind == 'h' || kind == 't') {
		announce_here(reader, kind == 't');
	} else {
		skip_blanks(reader);
		if (!read_word(reader, &target))
			trouble(reader, "a redirection without a target");
		bool copy = target.length && strspn(target.data, "0123456789-") == target.length;
		if (kind == '>' || (kind == '=' && !copy))
			at_argv_push(outputs, target.data);
	}
	at_buffer_free(&target);
	return true;
}

static bool is_assignment(const char *raw)
{
	size_t length = name_length(raw);

	return length && raw[length] == '=';
}

/* After `name (`. The body is read only to find its end. */
static void read_function(struct reader *reader)
{
	doubt(reader, "defines a shell function");
	skip_blanks(reader);
	if (!take(reader, ")"))
		trouble(reader, "an unexpected parenthesis");
	deeper(reader);
	skip_newlines(reader);
	if (!reader->trouble)
		read_pipeline(reader);
	reader->depth--;
}

static void read_simple(struct reader *reader)
{
	struct at_step step = { .kind = AT_STEP_COMMAND };
	struct at_buffer word = AT_BUFFER_INIT;
	size_t begin = reader->at;

	for (skip_blanks(reader); !reader->trouble; skip_blanks(reader)) {
		const char *raw = reader->text + reader->at;
		if (read_redirection(reader, &step.outputs))
			continue;
		at_buffer_clear(&word);
		if (!read_word(reader, &word))
			break;
		at_argv_push(!step.words.count && is_assignment(raw) ? &step.assignments : &step.words, word.data);
	}
	bool function = step.words.count == 1 && !step.assignments.count && !step.outputs.count && take(reader, "(");
	if (reader->at == begin)
		trouble(reader, "a command is missing");
	else if (peek(reader) == '(')
		trouble(reader, "an unexpected parenthesis");
	*add_step(reader, AT_STEP_COMMAND) = step;
	if (function && !reader->trouble)
		read_function(reader);
	at_buffer_free(&word);
}

/* ---- compound commands ---- */

static void read_body(struct reader *reader, const char *end, const char *why)
{
	read_list(reader);
	expect(reader, end, why);
}

static void read_if(struct reader *reader)
{
	read_body(reader, "then", "'if' without 'then'");
	add_step(reader, AT_STEP_MAYBE);
	for (;;) {
		read_list(reader);
		if (reader->trouble || take_reserved(reader, "fi"))
			break;
		if (take_reserved(reader, "elif"))
			read_body(reader, "then", "'elif' without 'then'");
		else if (!take_reserved(reader, "else"))
			trouble(reader, "'if' without 'fi'");
	}
	add_step(reader, AT_STEP_END);
}

static void read_loop(struct reader *reader)
{
	add_step(reader, AT_STEP_MAYBE);
	read_body(reader, "do", "a loop without 'do'");
	read_body(reader, "done", "a loop without 'done'");
	add_step(reader, AT_STEP_END);
}

static void read_for(struct reader *reader)
{
	struct at_argv words = AT_ARGV_INIT;
	struct at_buffer word = AT_BUFFER_INIT;

	skip_blanks(reader);
	size_t length = name_length(reader->text + reader->at);
	if (!read_word(reader, &word) || !length || word.length != length)
		trouble(reader, "'for' without a variable");
	at_argv_push(&words, word.data);
	skip_newlines(reader);
	if (take_reserved(reader, "in"))
		for (skip_blanks(reader); at_buffer_clear(&word), read_word(reader, &word); skip_blanks(reader))
			at_argv_push(&words, word.data);
	skip_blanks(reader);
	take(reader, ";");
	add_step(reader, AT_STEP_FOR)->words = words;
	expect(reader, "do", "'for' without 'do'");
	read_body(reader, "done", "'for' without 'done'");
	add_step(reader, AT_STEP_END);
	at_buffer_free(&word);
}

/* One `pattern | pattern) commands ;;` of a case. */
static void read_choice(struct reader *reader)
{
	struct at_buffer word = AT_BUFFER_INIT;

	take(reader, "(");
	do {
		skip_blanks(reader);
		if (!read_word(reader, &word))
			trouble(reader, "'case' without a pattern");
		skip_blanks(reader);
	} while (!reader->trouble && take(reader, "|"));
	if (!take(reader, ")"))
		trouble(reader, "'case' without ')'");
	if (!at_list_end(reader))
		read_list(reader);
	skip_newlines(reader);
	if (!take(reader, ";;") && !at_reserved(reader, "esac"))
		trouble(reader, "'case' without 'esac'");
	at_buffer_free(&word);
}

static void read_case(struct reader *reader)
{
	struct at_buffer word = AT_BUFFER_INIT;

	skip_blanks(reader);
	if (!read_word(reader, &word))
		trouble(reader, "'case' without a word");
	expect(reader, "in", "'case' without 'in'");
	add_step(reader, AT_STEP_MAYBE);
	for (skip_newlines(reader); !reader->trouble && !take_reserved(reader, "esac"); skip_newlines(reader))
		read_choice(reader);
	add_step(reader, AT_STEP_END);
	at_buffer_free(&word);
}

static void read_group(struct reader *reader)
{
	read_body(reader, "}", "'{' without '}'");
}

/* After '('. */
static void read_subshell(struct reader *reader)
{
	if (peek(reader) == '(')
		trouble(reader, "'((', which shells read in different ways");
	enter(reader);
	if (!reader->trouble)
		read_list(reader);
	skip_newlines(reader);
	if (!take(reader, ")"))
		trouble(reader, "'(' without ')'");
	leave(reader);
}

/* Redirections after a compound command, as a command without words. */
static void read_trailing(struct reader *reader)
{
	struct at_argv outputs = AT_ARGV_INIT;

	for (skip_blanks(reader); !reader->trouble && read_redirection(reader, &outputs); skip_blanks(reader))
		;
	if (outputs.count)
		add_step(reader, AT_STEP_COMMAND)->outputs = outputs;
	else
		at_argv_free(&outputs);
	if (!ends_word(peek(reader)) || peek(reader) == '(')
		trouble(reader, "words after a compound command");
}

static void read_command(struct reader *reader)
{
	static const struct { const char *word; void (*read)(struct reader *); } compounds[] = {
		{ "if", read_if }, { "while", read_loop }, { "until", read_loop }, { "for", read_for }, { "case", read_case },
		{ "{", read_group },
	};
	static const char *const foreign[] = { "[[", "function", "select", "coproc", "pushd", "popd", NULL };

	skip_blanks(reader);
	if (at_any_reserved(reader, foreign)) {
		trouble(reader, "a command that is not POSIX");
		return;
	}
	if (take(reader, "(")) {
		read_subshell(reader);
		read_trailing(reader);
		return;
	}
	for (size_t i = 0; i < sizeof compounds / sizeof *compounds; i++)
		if (take_reserved(reader, compounds[i].word)) {
			deeper(reader);
			if (!reader->trouble)
				compounds[i].read(reader);
			reader->depth--;
			read_trailing(reader);
			return;
		}
	if (at_closing(reader))
		trouble(reader, "a command is missing");
	else
		read_simple(reader);
}

/* The members of a pipeline run in shells of their own; one command alone does not. */
static void read_pipeline(struct reader *reader)
{
	size_t first = reader->out->steps;
	bool several = false;

	while (take_reserved(reader, "!"))
		;
	for (;;) {
		read_command(reader);
		skip_blanks(reader);
		if (reader->trouble || peek(reader) != '|' || at_text(reader, "||"))
			break;
		take(reader, "|");
		if (peek(reader) == '&')
			trouble(reader, "a pipe that is not POSIX (|&)");
		several = true;
		skip_newlines(reader);
	}
	if (!several)
		return;
	/* One shell around all of them says the same about directories and variables: nothing stays. */
	add_step(reader, AT_STEP_ENTER);
	struct at_step *step = reader->out->step;
	size_t last = reader->out->steps - 1;
	memmove(step + first + 1, step + first, (last - first) * sizeof *step);
	step[first] = (struct at_step){ .kind = AT_STEP_ENTER };
	add_step(reader, AT_STEP_LEAVE);
}

/* ---- lists ---- */

static bool take_joint(struct reader *reader, enum at_join *join)
{
	skip_blanks(reader);
	if (take(reader, "&&"))
		*join = AT_JOIN_AND;
	else if (take(reader, "||"))
		*join = AT_JOIN_OR;
	else
		return false;
	skip_newlines(reader);
	return true;
}

/* Pipelines joined by && and ||, inside something. */
static void read_and_or(struct reader *reader)
{
	enum at_join join = AT_JOIN_THEN;

	do {
		if (join == AT_JOIN_OR)
			add_step(reader, AT_STEP_MAYBE);
		read_pipeline(reader);
		if (join == AT_JOIN_OR)
			add_step(reader, AT_STEP_END);
	} while (!reader->trouble && take_joint(reader, &join));
}

static bool at_list_end(struct reader *reader)
{
	skip_newlines(reader);
	return reader->trouble || !peek(reader) || peek(reader) == ')' || at_text(reader, ";;") || at_closing(reader);
}

static bool at_ampersand(const struct reader *reader)
{
	return peek(reader) == '&' && !at_text(reader, "&&");
}

/* Commands inside something, up to what closes it (which is left). */
static void read_list(struct reader *reader)
{
	if (at_list_end(reader)) {
		trouble(reader, "a command is missing");
		return;
	}
	do {
		size_t lines = reader->at;
		read_and_or(reader);
		skip_blanks(reader);
		if (reader->trouble || at_text(reader, ";;"))
			return;
		if (at_ampersand(reader))
			doubt(reader, "starts something in the background");
		bool separated = peek(reader) == '\n' || (reader->at > lines && reader->text[reader->at - 1] == '\n');
		if (peek(reader) == ';' || peek(reader) == '&')
			reader->at++;
		else if (!separated)
			return;
	} while (!at_list_end(reader));
}

/* ---- the outermost level ---- */

static struct at_part *add_part(struct at_commands *commands)
{
	if (commands->parts == commands->part_room) {
		commands->part_room = commands->part_room * 2 + 8;
		commands->part = at_resize(commands->part, commands->part_room, sizeof *commands->part);
	}
	return &commands->part[commands->parts++];
}

/* A here-document belongs to its part only if nothing but its own text follows on the line. */
static void finish_here(struct reader *reader, bool owed)
{
	if (owed)
		doubt(reader, "a here-document inside a chain");
	if (!reader->here || owed)
		return;
	skip_blanks(reader);
	if (peek(reader) == '\n')
		take_newline(reader);
	else if (!peek(reader))
		trouble(reader, "a here-document without an end");
	else
		doubt(reader, "a here-document inside a chain");
}

static void read_part(struct reader *reader, enum at_join join)
{
	bool owed = reader->here;

	skip_blanks(reader);
	struct at_part part = { .join = join, .begin = reader->at, .first = reader->out->steps };
	reader->doubt = NULL;
	read_pipeline(reader);
	finish_here(reader, owed);
	part.end = reader->last;
	part.count = reader->out->steps - part.first;
	skip_blanks(reader);
	if (at_ampersand(reader))
		doubt(reader, "runs in the background");
	part.trouble = reader->doubt;
	if (!reader->trouble)
		*add_part(reader->out) = part;
}

/* One chain and what separates it from the next. A chain that cannot be read to its end is left out whole: it is the rest. */
static void read_chain(struct reader *reader)
{
	enum at_join join = AT_JOIN_THEN;
	size_t parts = reader->out->parts, begin = reader->at;

	do
		read_part(reader, join);
	while (!reader->trouble && take_joint(reader, &join));
	char next = peek(reader);
	if (!reader->trouble && (next == ';' || next == '&') && !at_text(reader, ";;"))
		reader->at++;
	else if (!reader->trouble && next && next != '\n' && reader->text[reader->at - 1] != '\n')
		trouble(reader, "an unexpected ')' or ';'");
	if (reader->trouble) {
		reader->out->parts = parts;
		reader->out->rest = begin;
	}
}

void at_commands_read(struct at_commands *commands, const char *text)
{
	struct reader reader = { .text = text, .out = commands };

	*commands = (struct at_commands){ 0 };
	if (strpbrk(text, (const char[]){ AT_EXPANSION, AT_EXPANDED, '\0' })) {
		commands->trouble = "control characters";
		return;
	}
	skip_newlines(&reader);
	while (!reader.trouble && peek(&reader)) {
		read_chain(&reader);
		if (reader.trouble)
			break;
		commands->rest = reader.at;
		skip_newlines(&reader);        /* a here-document of the chain may turn out to have no end */
	}
	if (reader.here && !reader.trouble)
		trouble(&reader, "a here-document without an end");
	commands->trouble = reader.trouble;
	while (reader.here)
		forget_here(&reader);
}

void at_commands_free(struct at_commands *commands)
{
	for (size_t i = 0; i < commands->steps; i++) {
		at_argv_free(&commands->step[i].words);
		at_argv_free(&commands->step[i].assignments);
		at_argv_free(&commands->step[i].outputs);
	}
	free(commands->step);
	free(commands->part);
	*commands = (struct at_commands){ 0 };
}

void at_shell_quote(struct at_buffer *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:+@%^-";

	if (*word && strspn(word, plain) == strlen(word)) {
		at_buffer_text(out, word);
		return;
	}
	at_buffer_byte(out, '\'');
	for (; *word; word++)
		if (*word == '\'')
			at_buffer_text(out, "'\\''");
		else
			at_buffer_byte(out, *word);
	at_buffer_byte(out, '\'');
}
