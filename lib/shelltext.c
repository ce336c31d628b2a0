#include "shelltext_inside.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static struct at_part *add_part(struct at_commands *commands)
{
	if (commands->parts == commands->part_room) {
		commands->part_room = commands->part_room * 2 + 8;
		commands->part = at_resize(commands->part, commands->part_room, sizeof *commands->part);
	}
	return &commands->part[commands->parts++];
}

/* A here-document belongs to its part only if nothing but its own text follows on the line. */
static void finish_here(struct at_sh_reader *reader, bool owed)
{
	if (owed)
		at_sh_doubt(reader, "a here-document inside a chain");
	if (!reader->here || owed)
		return;
	at_sh_skip_blanks(reader);
	if (at_sh_peek(reader) == '\n')
		at_sh_take_newline(reader);
	else if (!at_sh_peek(reader))
		at_sh_trouble(reader, "a here-document without an end");
	else
		at_sh_doubt(reader, "a here-document inside a chain");
}

static void read_part(struct at_sh_reader *reader, enum at_join join)
{
	bool owed = reader->here;

	at_sh_skip_blanks(reader);
	struct at_part part = { .join = join, .begin = reader->at, .first = reader->out->steps };
	reader->doubt = NULL;
	at_sh_pipeline(reader);
	finish_here(reader, owed);
	part.end = reader->last;
	part.count = reader->out->steps - part.first;
	at_sh_skip_blanks(reader);
	if (at_sh_sees_ampersand(reader))
		at_sh_doubt(reader, "runs in the background");
	part.trouble = reader->doubt;
	if (!reader->trouble)
		*add_part(reader->out) = part;
}

/* One chain and what separates it from the next. A chain that cannot be read to its end is left out whole: it is the rest. */
static void read_chain(struct at_sh_reader *reader)
{
	enum at_join join = AT_JOIN_THEN;
	size_t parts = reader->out->parts, begin = reader->at;

	do
		read_part(reader, join);
	while (!reader->trouble && at_sh_take_joint(reader, &join));
	char next = at_sh_peek(reader);
	if (!reader->trouble && (next == ';' || next == '&') && !at_sh_sees(reader, ";;"))
		reader->at++;
	else if (!reader->trouble && next && next != '\n' && reader->text[reader->at - 1] != '\n')
		at_sh_trouble(reader, "an unexpected ')' or ';'");
	if (reader->trouble) {
		reader->out->parts = parts;
		reader->out->rest = begin;
	}
}

void at_commands_read(struct at_commands *commands, const char *text)
{
	struct at_sh_reader reader = { .text = text, .out = commands };

	*commands = (struct at_commands){ 0 };
	if (strpbrk(text, (const char[]){ AT_EXPANSION, AT_EXPANDED, '\0' })) {
		commands->trouble = "control characters";
		return;
	}
	at_sh_skip_newlines(&reader);
	while (!reader.trouble && at_sh_peek(&reader)) {
		read_chain(&reader);
		if (reader.trouble)
			break;
		commands->rest = reader.at;
		at_sh_skip_newlines(&reader);        /* a here-document of the chain may turn out to have no end */
	}
	if (reader.here && !reader.trouble)
		at_sh_trouble(&reader, "a here-document without an end");
	commands->trouble = reader.trouble;
	while (reader.here)
		at_sh_forget_here(&reader);
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
