#include "shelltext_inside.h"

#include <string.h>

static void read_body(struct at_sh_reader *reader, const char *end, const char *why)
{
	at_sh_list(reader);
	at_sh_expect(reader, end, why);
}

static void read_if(struct at_sh_reader *reader)
{
	read_body(reader, "then", "'if' without 'then'");
	at_sh_add_step(reader, AT_STEP_MAYBE);
	for (;;) {
		at_sh_list(reader);
		if (reader->trouble || at_sh_take_reserved(reader, "fi"))
			break;
		if (at_sh_take_reserved(reader, "elif"))
			read_body(reader, "then", "'elif' without 'then'");
		else if (!at_sh_take_reserved(reader, "else"))
			at_sh_trouble(reader, "'if' without 'fi'");
	}
	at_sh_add_step(reader, AT_STEP_END);
}

static void read_loop(struct at_sh_reader *reader)
{
	at_sh_add_step(reader, AT_STEP_MAYBE);
	read_body(reader, "do", "a loop without 'do'");
	read_body(reader, "done", "a loop without 'done'");
	at_sh_add_step(reader, AT_STEP_END);
}

static void read_for(struct at_sh_reader *reader)
{
	struct at_argv words = AT_ARGV_INIT;
	struct at_buffer word = AT_BUFFER_INIT;

	at_sh_skip_blanks(reader);
	size_t length = at_sh_name_length(reader->text + reader->at);
	if (!at_sh_word(reader, &word) || !length || word.length != length)
		at_sh_trouble(reader, "'for' without a variable");
	at_argv_push(&words, word.data);
	at_sh_skip_newlines(reader);
	if (at_sh_take_reserved(reader, "in"))
		for (at_sh_skip_blanks(reader); at_buffer_clear(&word), at_sh_word(reader, &word); at_sh_skip_blanks(reader))
			at_argv_push(&words, word.data);
	at_sh_skip_blanks(reader);
	at_sh_take(reader, ";");
	at_sh_add_step(reader, AT_STEP_FOR)->words = words;
	at_sh_expect(reader, "do", "'for' without 'do'");
	read_body(reader, "done", "'for' without 'done'");
	at_sh_add_step(reader, AT_STEP_END);
	at_buffer_free(&word);
}

/* One `pattern | pattern) commands ;;` of a case. */
static void read_choice(struct at_sh_reader *reader)
{
	struct at_buffer word = AT_BUFFER_INIT;

	at_sh_take(reader, "(");
	do {
		at_sh_skip_blanks(reader);
		if (!at_sh_word(reader, &word))
			at_sh_trouble(reader, "'case' without a pattern");
		at_sh_skip_blanks(reader);
	} while (!reader->trouble && at_sh_take(reader, "|"));
	if (!at_sh_take(reader, ")"))
		at_sh_trouble(reader, "'case' without ')'");
	if (!at_sh_sees_list_end(reader))
		at_sh_list(reader);
	at_sh_skip_newlines(reader);
	if (!at_sh_take(reader, ";;") && !at_sh_sees_reserved(reader, "esac"))
		at_sh_trouble(reader, "'case' without 'esac'");
	at_buffer_free(&word);
}

static void read_case(struct at_sh_reader *reader)
{
	struct at_buffer word = AT_BUFFER_INIT;

	at_sh_skip_blanks(reader);
	if (!at_sh_word(reader, &word))
		at_sh_trouble(reader, "'case' without a word");
	at_sh_expect(reader, "in", "'case' without 'in'");
	at_sh_add_step(reader, AT_STEP_MAYBE);
	for (at_sh_skip_newlines(reader); !reader->trouble && !at_sh_take_reserved(reader, "esac"); at_sh_skip_newlines(reader))
		read_choice(reader);
	at_sh_add_step(reader, AT_STEP_END);
	at_buffer_free(&word);
}

static void read_group(struct at_sh_reader *reader)
{
	read_body(reader, "}", "'{' without '}'");
}

/* After '('. */
static void read_subshell(struct at_sh_reader *reader)
{
	if (at_sh_peek(reader) == '(')
		at_sh_trouble(reader, "'((', which shells read in different ways");
	at_sh_enter(reader);
	if (!reader->trouble)
		at_sh_list(reader);
	at_sh_skip_newlines(reader);
	if (!at_sh_take(reader, ")"))
		at_sh_trouble(reader, "'(' without ')'");
	at_sh_leave(reader);
}

/* Redirections after a compound command, as a command without words. */
static void read_trailing(struct at_sh_reader *reader)
{
	struct at_argv outputs = AT_ARGV_INIT;

	for (at_sh_skip_blanks(reader); !reader->trouble && at_sh_redirection(reader, &outputs); at_sh_skip_blanks(reader))
		;
	if (outputs.count)
		at_sh_add_step(reader, AT_STEP_COMMAND)->outputs = outputs;
	else
		at_argv_free(&outputs);
	if (!at_sh_ends_word(at_sh_peek(reader)) || at_sh_peek(reader) == '(')
		at_sh_trouble(reader, "words after a compound command");
}

void at_sh_command(struct at_sh_reader *reader)
{
	static const struct { const char *word; void (*read)(struct at_sh_reader *); } compounds[] = {
		{ "if", read_if }, { "while", read_loop }, { "until", read_loop }, { "for", read_for }, { "case", read_case },
		{ "{", read_group },
	};
	static const char *const foreign[] = { "[[", "function", "select", "coproc", "pushd", "popd", NULL };

	at_sh_skip_blanks(reader);
	if (at_sh_sees_any(reader, foreign)) {
		at_sh_trouble(reader, "a command that is not POSIX");
		return;
	}
	if (at_sh_take(reader, "(")) {
		read_subshell(reader);
		read_trailing(reader);
		return;
	}
	for (size_t i = 0; i < sizeof compounds / sizeof *compounds; i++)
		if (at_sh_take_reserved(reader, compounds[i].word)) {
			at_sh_deeper(reader);
			if (!reader->trouble)
				compounds[i].read(reader);
			reader->depth--;
			read_trailing(reader);
			return;
		}
	if (at_sh_sees_closing(reader))
		at_sh_trouble(reader, "a command is missing");
	else
		at_sh_simple(reader);
}
