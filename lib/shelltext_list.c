#include "shelltext_inside.h"

#include <string.h>

/* The members of a pipeline run in shells of their own; one command alone does not. */
void at_sh_pipeline(struct at_sh_reader *reader)
{
	size_t first = reader->out->steps;
	bool several = false;

	while (at_sh_take_reserved(reader, "!"))
		;
	for (;;) {
		at_sh_command(reader);
		at_sh_skip_blanks(reader);
		if (reader->trouble || at_sh_peek(reader) != '|' || at_sh_sees(reader, "||"))
			break;
		at_sh_take(reader, "|");
		if (at_sh_peek(reader) == '&')
			at_sh_trouble(reader, "a pipe that is not POSIX (|&)");
		several = true;
		at_sh_skip_newlines(reader);
	}
	if (!several)
		return;
	/* One shell around all of them says the same about directories and variables: nothing stays. */
	at_sh_add_step(reader, AT_STEP_ENTER);
	struct at_step *step = reader->out->step;
	size_t last = reader->out->steps - 1;
	memmove(step + first + 1, step + first, (last - first) * sizeof *step);
	step[first] = (struct at_step){ .kind = AT_STEP_ENTER };
	at_sh_add_step(reader, AT_STEP_LEAVE);
}

bool at_sh_take_joint(struct at_sh_reader *reader, enum at_join *join)
{
	at_sh_skip_blanks(reader);
	if (at_sh_take(reader, "&&"))
		*join = AT_JOIN_AND;
	else if (at_sh_take(reader, "||"))
		*join = AT_JOIN_OR;
	else
		return false;
	at_sh_skip_newlines(reader);
	return true;
}

/* Pipelines joined by && and ||, inside something. */
static void read_and_or(struct at_sh_reader *reader)
{
	enum at_join join = AT_JOIN_THEN;

	do {
		if (join == AT_JOIN_OR)
			at_sh_add_step(reader, AT_STEP_MAYBE);
		at_sh_pipeline(reader);
		if (join == AT_JOIN_OR)
			at_sh_add_step(reader, AT_STEP_END);
	} while (!reader->trouble && at_sh_take_joint(reader, &join));
}

bool at_sh_sees_list_end(struct at_sh_reader *reader)
{
	at_sh_skip_newlines(reader);
	return reader->trouble || !at_sh_peek(reader) || at_sh_peek(reader) == ')' || at_sh_sees(reader, ";;") ||
		at_sh_sees_closing(reader);
}

bool at_sh_sees_ampersand(const struct at_sh_reader *reader)
{
	return at_sh_peek(reader) == '&' && !at_sh_sees(reader, "&&");
}

void at_sh_list(struct at_sh_reader *reader)
{
	if (at_sh_sees_list_end(reader)) {
		at_sh_trouble(reader, "a command is missing");
		return;
	}
	do {
		size_t lines = reader->at;
		read_and_or(reader);
		at_sh_skip_blanks(reader);
		if (reader->trouble || at_sh_sees(reader, ";;"))
			return;
		if (at_sh_sees_ampersand(reader))
			at_sh_doubt(reader, "starts something in the background");
		bool separated = at_sh_peek(reader) == '\n' || (reader->at > lines && reader->text[reader->at - 1] == '\n');
		if (at_sh_peek(reader) == ';' || at_sh_peek(reader) == '&')
			reader->at++;
		else if (!separated)
			return;
	} while (!at_sh_sees_list_end(reader));
}
