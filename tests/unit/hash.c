/* The texts of rows: words without a shell, NAME:ENV:COMMAND with escaped colons, the lines that a row prints. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "hash_lines.h"
#include "hash_words.h"

static int failures;

static void expect(const char *what, const char *got, const char *wanted)
{
	if (!strcmp(got, wanted))
		return;
	printf("%s: got '%s', wanted '%s'\n", what, got, wanted);
	failures++;
}

static void add_words(struct at_buffer *text, const struct at_argv *words)
{
	for (size_t i = 0; i < words->count; i++)
		at_buffer_printf(text, "[%s]", words->word[i]);
}

/* Words in brackets; or "error: …". */
static void check_words(void)
{
	static const char *const cases[][2] = {
		{ "", "" }, { " \t ", "" }, { "./p -n 3", "[./p][-n][3]" },
		{ "a 'b c;$x|*' \"d \\\"e\\\\ $y\" f\\ g", "[a][b c;$x|*][d \"e\\ $y][f g]" },
		{ "'' \"\"", "[][]" }, { "a'b'\"c\"d", "[abcd]" }, { "x=y a#b c~ {q} %d !", "[x=y][a#b][c~][{q}][%d][!]" },
		{ "a:b", "[a:b]" },
		{ "a \"b\\c\"", "[a][b\\c]" },
		{ "a | b", "error: '|' is not allowed" }, { "a; b", "error: ';' is not allowed" }, { "a > b", "error: '>' is not allowed" },
		{ "$HOME", "error: '$' is not allowed" }, { "a `b`", "error: '`' is not allowed" }, { "*.c", "error: '*' is not allowed" },
		{ "a # b", "error: '#' is not allowed" }, { "~/x", "error: '~' is not allowed" }, { "a\nb", "error: a newline" },
		{ "'a", "error: a quote (') is not closed" }, { "\"a", "error: a quote (\") is not closed" },
		{ "a\\", "error: nothing follows" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct at_argv words = AT_ARGV_INIT;
		struct at_buffer text = AT_BUFFER_INIT;
		char *error = NULL;
		at_buffer_text(&text, "");
		if (at_hash_words(cases[i][0], &words, &error))
			at_buffer_printf(&text, "error: %s", error);
		else
			add_words(&text, &words);
		if (!strncmp(cases[i][1], "error", 5) && text.length > strlen(cases[i][1]))
			text.data[strlen(cases[i][1])] = '\0';
		expect(cases[i][0], text.data, cases[i][1]);
		free(error);
		at_argv_free(&words);
		at_buffer_free(&text);
	}
}

/* name, environment and command, each in its brackets. */
static void check_given(void)
{
	static const char *const cases[][2] = {
		{ "a::./p x", "a / / [./p][x]" }, { "a:X=1 Y=:p", "a / [X=1][Y=] / [p]" }, { "a:X=1:", "a / [X=1] / " },
		{ "a\\:b:X=1\\:2\\:3 Y='4\\: 5':p c:d e\\:f", "a:b / [X=1:2:3][Y=4: 5] / [p][c:d][e:f]" },
		{ "a:X=b\\\\:p", "a / [X=b\\] / [p]" }, { "a b::p", "a b / / [p]" },
		{ "a", "error: it has no colon" }, { "", "error: it has no colon" }, { ":X=1:p", "error: the name is missing" },
		{ "a:p", "error: it has one colon" },
		{ "a:X=1\\:p", "error: it has one colon" }, { "a:X:p", "error: 'X' is not NAME=VALUE" },
		{ "a:=x:p", "error: '=x' is not NAME=VALUE" },
		{ "a:1X=x:p", "error: '1X=x' is not" }, { "a:X-Y=x:p", "error: 'X-Y=x' is not" }, { "a::p | q", "error: '|' is not" },
		{ "a:X=$y:p", "error: '$' is not" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct at_hash_given given;
		struct at_buffer text = AT_BUFFER_INIT;
		char *error = NULL;
		if (at_hash_given_parse(cases[i][0], &given, &error)) {
			at_buffer_printf(&text, "error: %s", error);
		} else {
			at_buffer_printf(&text, "%s / ", given.name);
			add_words(&text, &given.environment);
			at_buffer_text(&text, given.environment.count ? " / " : "/ ");
			add_words(&text, &given.command);
		}
		if (!strncmp(cases[i][1], "error", 5) && text.length > strlen(cases[i][1]))
			text.data[strlen(cases[i][1])] = '\0';
		expect(cases[i][0], text.data, cases[i][1]);
		free(error);
		at_hash_given_free(&given);
		at_buffer_free(&text);
	}
}

#define H "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define UPPER "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF"

/* The names of the outputs, or the reason's beginning. Every error leaves no output. */
static void check_lines(void)
{
	static const struct {
		const char *text;
		size_t length;           /* 0: all of it */
		const char *wanted;
	} cases[] = {
		{ "a " H "\nb " H "\n", 0, "[a][b]" }, { "a " H, 0, "[a]" }, { "a " UPPER "\n", 0, "[a]" },
		{ "gr\xc3\xbc\xc3\x9f" "e/x.y=1 " H "\n", 0, "[gr\xc3\xbc\xc3\x9f" "e/x.y=1]" },
		{ "", 0, "it prints no line" }, { "\n", 0, "line 1 is not" }, { "a " H "\n\n", 0, "line 2 is not" },
		{ "hello\n", 0, "line 1 is not" },
		{ "a " H "0\n", 0, "line 1 is not" }, { "a b " H "\n", 0, "line 1 is not" },
		{ "a  " H "\n", 0, "line 1 is not" }, { " " H "\n", 0, "line 1 is not" },
		{ H "\n", 0, "line 1 is not" }, { "a\t" H "\n", 0, "line 1 is not" }, { "a " H "\r\n", 0, "line 1 is not" },
		{ "a " H "\nb " H "\na " H "\n", 0, "line 3 has the output 'a' a second time" }, { "a " H "\nb " H, 100, "line 2 is not" },
		{ "a\0b " H "\n", 4 + 64 + 1, "line 1 is not" }, { "a\x1b " H "\n", 0, "line 1 is not" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct at_hash_rows rows = { 0 };
		struct at_hash_row *row = at_hash_rows_add(&rows, "row", NULL);
		struct at_buffer text = AT_BUFFER_INIT;
		at_hash_lines_read(row, cases[i].text, cases[i].length ? cases[i].length : strlen(cases[i].text));
		for (size_t k = 0; k < row->outputs; k++) {
			at_buffer_printf(&text, "[%s]", row->output[k].name);
			expect("digits", row->output[k].sha256, H);
		}
		if (row->reason)
			at_buffer_printf(&text, "%.*s", (int)strlen(cases[i].wanted), row->reason);
		expect(cases[i].text, text.data ? text.data : "", cases[i].wanted);
		if ((row->status == AT_HASH_ERROR) != !row->outputs || (row->reason && strpbrk(row->reason, "\x1b\r")))
			expect(cases[i].text, "status", "an error without outputs, or outputs");
		at_buffer_free(&text);
		at_hash_rows_free(&rows);
	}
}

int main(void)
{
	check_words();
	check_given();
	check_lines();
	return failures ? 1 : 0;
}
