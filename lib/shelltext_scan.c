#include "shelltext_inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { MAX_DEPTH = 40 };     /* of compound commands and substitutions in one another */

void at_sh_trouble(struct at_sh_reader *reader, const char *why)
{
	if (!reader->trouble)
		reader->trouble = why;
}

void at_sh_doubt(struct at_sh_reader *reader, const char *why)
{
	if (!reader->doubt)
		reader->doubt = why;
}

struct at_step *at_sh_add_step(struct at_sh_reader *reader, enum at_step_kind kind)
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

void at_sh_deeper(struct at_sh_reader *reader)
{
	if (++reader->depth > MAX_DEPTH)
		at_sh_trouble(reader, "nested too deeply");
}

void at_sh_enter(struct at_sh_reader *reader)
{
	at_sh_add_step(reader, AT_STEP_ENTER);
	at_sh_deeper(reader);
}

void at_sh_leave(struct at_sh_reader *reader)
{
	reader->depth--;
	at_sh_add_step(reader, AT_STEP_LEAVE);
}

char at_sh_peek(const struct at_sh_reader *reader)
{
	return reader->text[reader->at];
}

bool at_sh_sees(const struct at_sh_reader *reader, const char *text)
{
	return !strncmp(reader->text + reader->at, text, strlen(text));
}

bool at_sh_take(struct at_sh_reader *reader, const char *text)
{
	if (!at_sh_sees(reader, text))
		return false;
	reader->at += strlen(text);
	reader->last = reader->at;
	return true;
}

bool at_sh_ends_word(char c)
{
	return !c || strchr(" \t\n;&|()<>", c);
}

static bool name_char(char c, bool first)
{
	return c == '_' || isalpha((unsigned char)c) || (!first && isdigit((unsigned char)c));
}

size_t at_sh_name_length(const char *text)
{
	size_t length = 0;

	while (name_char(text[length], !length))
		length++;
	return length;
}

void at_sh_skip_blanks(struct at_sh_reader *reader)
{
	for (;;) {
		if (at_sh_peek(reader) == ' ' || at_sh_peek(reader) == '\t')
			reader->at++;
		else if (at_sh_sees(reader, "\\\n"))
			reader->at += 2;
		else
			break;
	}
	if (at_sh_peek(reader) == '#')
		reader->at += strcspn(reader->text + reader->at, "\n");
}

void at_sh_forget_here(struct at_sh_reader *reader)
{
	struct at_sh_here *here = reader->here;

	reader->here = here->next;
	free(here->end);
	free(here);
}

static void skip_here(struct at_sh_reader *reader, const struct at_sh_here *here)
{
	while (at_sh_peek(reader)) {
		const char *line = reader->text + reader->at;
		size_t length = strcspn(line, "\n"), tabs = here->tabs ? strspn(line, "\t") : 0;
		reader->at += length + (line[length] == '\n');
		if (length - tabs == strlen(here->end) && !strncmp(line + tabs, here->end, length - tabs)) {
			reader->last = reader->at;
			return;
		}
		if (!here->literal && (memmem(line, length, "$(", 2) || memchr(line, '`', length) || memchr(line, '\\', length)))
			at_sh_doubt(reader, "a here-document with substitutions");
	}
	at_sh_trouble(reader, "a here-document without an end");
}

void at_sh_take_newline(struct at_sh_reader *reader)
{
	reader->at++;
	for (; reader->here; at_sh_forget_here(reader))
		skip_here(reader, reader->here);
}

void at_sh_skip_newlines(struct at_sh_reader *reader)
{
	for (at_sh_skip_blanks(reader); at_sh_peek(reader) == '\n'; at_sh_skip_blanks(reader))
		at_sh_take_newline(reader);
}

void at_sh_announce_here(struct at_sh_reader *reader, bool tabs)
{
	struct at_buffer end = AT_BUFFER_INIT;
	struct at_sh_here **last = &reader->here, *here = at_alloc(sizeof *here);

	at_sh_skip_blanks(reader);
	size_t begin = reader->at;
	if (!at_sh_word(reader, &end))
		at_sh_trouble(reader, "a here-document without a name");
	here->literal = reader->at - begin != end.length;      /* something was quoted */
	here->end = at_buffer_take(&end);
	here->tabs = tabs;
	while (*last)
		last = &(*last)->next;
	*last = here;
}

bool at_sh_sees_reserved(struct at_sh_reader *reader, const char *word)
{
	at_sh_skip_blanks(reader);
	return at_sh_sees(reader, word) && at_sh_ends_word(reader->text[reader->at + strlen(word)]);
}

bool at_sh_take_reserved(struct at_sh_reader *reader, const char *word)
{
	return at_sh_sees_reserved(reader, word) && at_sh_take(reader, word);
}

void at_sh_expect(struct at_sh_reader *reader, const char *word, const char *why)
{
	at_sh_skip_newlines(reader);
	if (!reader->trouble && !at_sh_take_reserved(reader, word))
		at_sh_trouble(reader, why);
}

bool at_sh_sees_any(struct at_sh_reader *reader, const char *const *words)
{
	for (; *words; words++)
		if (at_sh_sees_reserved(reader, *words))
			return true;
	return false;
}

bool at_sh_sees_closing(struct at_sh_reader *reader)
{
	static const char *const closing[] = { "then", "else", "elif", "fi", "do", "done", "esac", "}", NULL };

	return at_sh_sees_any(reader, closing);
}
