#include "shelltext_inside.h"

#include <string.h>

bool at_sh_redirection(struct at_sh_reader *reader, struct at_argv *outputs)
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
		at_sh_trouble(reader, "a redirection that is not POSIX");
	} else if (kind == 'h' || kind == 't') {
		at_sh_announce_here(reader, kind == 't');
	} else {
		at_sh_skip_blanks(reader);
		if (!at_sh_word(reader, &target))
			at_sh_trouble(reader, "a redirection without a target");
		bool copy = target.length && strspn(target.data, "0123456789-") == target.length;
		if (kind == '>' || (kind == '=' && !copy))
			at_argv_push(outputs, target.data);
	}
	at_buffer_free(&target);
	return true;
}

static bool is_assignment(const char *raw)
{
	size_t length = at_sh_name_length(raw);

	return length && raw[length] == '=';
}

/* After `name (`. The body is read only to find its end. */
static void read_function(struct at_sh_reader *reader)
{
	at_sh_doubt(reader, "defines a shell function");
	at_sh_skip_blanks(reader);
	if (!at_sh_take(reader, ")"))
		at_sh_trouble(reader, "an unexpected parenthesis");
	at_sh_deeper(reader);
	at_sh_skip_newlines(reader);
	if (!reader->trouble)
		at_sh_pipeline(reader);
	reader->depth--;
}

void at_sh_simple(struct at_sh_reader *reader)
{
	struct at_step step = { .kind = AT_STEP_COMMAND };
	struct at_buffer word = AT_BUFFER_INIT;
	size_t begin = reader->at;

	for (at_sh_skip_blanks(reader); !reader->trouble; at_sh_skip_blanks(reader)) {
		const char *raw = reader->text + reader->at;
		if (at_sh_redirection(reader, &step.outputs))
			continue;
		at_buffer_clear(&word);
		if (!at_sh_word(reader, &word))
			break;
		at_argv_push(!step.words.count && is_assignment(raw) ? &step.assignments : &step.words, word.data);
	}
	bool function = step.words.count == 1 && !step.assignments.count && !step.outputs.count && at_sh_take(reader, "(");
	if (reader->at == begin)
		at_sh_trouble(reader, "a command is missing");
	else if (at_sh_peek(reader) == '(')
		at_sh_trouble(reader, "an unexpected parenthesis");
	*at_sh_add_step(reader, AT_STEP_COMMAND) = step;
	if (function && !reader->trouble)
		read_function(reader);
	at_buffer_free(&word);
}
