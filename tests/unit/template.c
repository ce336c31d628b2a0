/* The workload template: what is accepted and how it is cut, what is refused and where the error points. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "stat_columns.h"
#include "template.h"

static int failures;

static const char *const values[AT_PLACEHOLDERS] = { NULL, "./p", "/in file", "/out", "1000" };

static const struct {
	const char *text;
	const char *stages;      /* words in [], stages joined by |, then <F or <0, >F or >0 */
} good[] = {
	{ "{bin}", "[./p]" },
	{ "{bin} -9 < {input} > {output}", "[./p][-9]<F>F" },
	{ "{bin} < {input}>{output}", "[./p]<F>F" },
	{ "  {bin}\t-d {input}  |  sha256sum ", "[./p][-d][/in file]|[sha256sum]" },
	{ "{bin} </dev/null >/dev/null", "[./p]<0>0" },
	{ "gzip -dc < {input} | {bin} --n={iterations} | wc -c > {output}", "[gzip][-dc]|[./p][--n=1000]|[wc][-c]<F>F" },
	{ "{bin} 'a b;$x(*)' \"c {input}\" d\\ e", "[./p][a b;$x(*)][c /in file][d e]" },
	{ "{bin} '{input}' \"\\\"q\\\\\" ''", "[./p][{input}][\"q\\][]" },
	{ "{bin} bench/fib.lua a#b x=y a..b ..c", "[./p][bench/fib.lua][a#b][x=y][a..b][..c]" },
	{ "{bin} '/etc/passwd'", "[./p][/etc/passwd]" },
	{ "< {input} {bin} -", "[./p][-]<F" },
	{ "{bin} gr\xc3\xbc\xc3\x9f" "e.txt", "[./p][gr\xc3\xbc\xc3\x9f" "e.txt]" },
};

static const struct {
	const char *text, *error;
} bad[] = {
	{ "", "column 1: a command is missing here" },
	{ "   ", "column 1: a command is missing here" },
	{ "{bin} |", "column 8: a command is missing here" },
	{ "| {bin}", "column 1: a command is missing here" },
	{ "{bin} || wc", "column 8: a command is missing here" },
	{ "< {input}", "column 1: a command is missing here" },
	{ "sh -c x", "column 1: a command starts with {bin}" },
	{ "{bin} | python x", "column 9: a command starts with {bin}" },
	{ "./p", "column 1: a command starts with {bin}" },
	{ "{bin}x", "column 1: a command starts with {bin}" },
	{ "{bin}; rm x", "column 6: ';' is not allowed" },
	{ "{bin} & wc", "column 7: '&' is not allowed" },
	{ "{bin} $HOME", "column 7: '$' is not allowed" },
	{ "{bin} `id`", "column 7: '`' is not allowed" },
	{ "{bin} (x)", "column 7: '(' is not allowed" },
	{ "{bin} *.c", "column 7: '*' is not allowed" },
	{ "{bin} # x", "column 7: '#' is not allowed" },
	{ "{bin} \"$x\"", "column 8: '$' in double quotes" },
	{ "{bin} /etc/passwd", "column 7: an absolute path" },
	{ "{bin} --f=/etc/passwd", "column 11: an absolute path" },
	{ "{bin} ../x", "column 7: a path with '..'" },
	{ "{bin} a/../x", "column 9: a path with '..'" },
	{ "{bin} a/..", "column 9: a path with '..'" },
	{ "{bin} ..", "column 7: a path with '..'" },
	{ "{bin} {inputs}", "column 7: '{' starts none of" },
	{ "{bin} {", "column 7: '{' starts none of" },
	{ "{bin} 'x", "column 7: this quote is not closed" },
	{ "{bin} \"x", "column 7: this quote is not closed" },
	{ "{bin} x\\", "column 8: nothing follows" },
	{ "{bin} x\nwc", "column 8: a control character" },
	{ "{bin} 'x\001'", "column 9: a control character" },
	{ "{bin} < x", "column 9: '<' takes only {input} or /dev/null" },
	{ "{bin} < {output}", "column 9: '<' takes only {input}" },
	{ "{bin} > {input}", "column 9: '>' takes only {output}" },
	{ "{bin} > /dev/nullx", "column 9: '>' takes only" },
	{ "{bin} >> {output}", "column 8: '>' takes only" },
	{ "{bin} 2> /dev/null", "column 7: only stdin and stdout" },
	{ "{bin} < {input} < {input}", "column 17: a second '<'" },
	{ "{bin} > {output} | wc", "column 18: only the last command" },
	{ "{bin} | wc < {input}", "column 12: only the first command" },
	{ "{bin}|wc|wc|wc|wc|wc|wc|wc|wc|wc|wc|wc|wc|wc|wc|wc|wc", "column 52: more than 16 commands" },
};

static char *shown(const struct at_template *template)
{
	struct at_buffer text = AT_BUFFER_INIT;

	for (size_t i = 0; i < template->stages; i++) {
		struct at_argv words = at_template_expand(template, i, values);
		at_buffer_text(&text, i ? "|" : "");
		for (size_t j = 0; j < words.count; j++)
			at_buffer_printf(&text, "[%s]", words.word[j]);
		at_argv_free(&words);
	}
	if (template->in)
		at_buffer_text(&text, template->in == AT_REDIRECT_FILE ? "<F" : "<0");
	if (template->out)
		at_buffer_text(&text, template->out == AT_REDIRECT_FILE ? ">F" : ">0");
	return at_buffer_take(&text);
}

static void expect(const char *text, const char *got, const char *wanted, size_t length)
{
	if (!strncmp(got, wanted, length))
		return;
	failures++;
	printf("'%s' gives '%s', not '%s'\n", text, got, wanted);
}

static void check_templates(void)
{
	struct at_template template;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		char *text = at_template_parse(good[i].text, &template) ? NULL : shown(&template);
		expect(good[i].text, text ? text : template.error, good[i].stages, strlen(good[i].stages) + 1);
		free(text);
		at_template_free(&template);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		int result = at_template_parse(bad[i].text, &template);
		expect(bad[i].text, result ? template.error : "no error", bad[i].error, strlen(bad[i].error));
		at_template_free(&template);
	}
}

static const struct {
	const char *text, *error;     /* NULL: parses */
} columns_cases[] = {
	{ "1 2\n1 2\n1 2\n1 2\n1 2\n", NULL },
	{ "# times\n\n1 2\r\n1\t2\n  1 2\n1 2.5e3\ncalibration 7\n1 2", NULL },
	{ "", "0 rounds: at least 5 are needed" },
	{ "1 2\n1 2\n", "2 rounds: at least 5 are needed" },
	{ "1 2\n1 x\n", "line 2: not a number: 'x'" },
	{ "1 2\n1\n", "line 2: expected two numbers" },
	{ "1 2 3\n", "line 1: expected two numbers" },
	{ "1 nan\n", "line 1: not a number: 'nan'" },
	{ "inf 1\n", "line 1: not a number: 'inf'" },
	{ "1 0\n", "line 1: a time must be above 0: '0'" },
	{ "-1 2\n", "line 1: a time must be above 0: '-1'" },
	{ "1e999 2\n", "line 1: not a number: '1e999'" },
	{ "calibration x\n", "line 1: not a number: 'x'" },
	{ "1 111111111111111111111111111111111111111111111111111111111\n", "line 1: not a number: '11111111111111111111111111111111'" },
};

static void check_columns(void)
{
	struct at_columns columns;

	for (size_t i = 0; i < sizeof columns_cases / sizeof *columns_cases; i++) {
		const char *text = columns_cases[i].text, *error = columns_cases[i].error;
		int result = at_columns_parse(text, strlen(text), 5, &columns);
		if (error)
			expect(text, result ? columns.error : "no error", error, strlen(error));
		else
			expect(text, result ? columns.error : "parses", "parses", 7);
		at_columns_free(&columns);
	}
	const char nul[] = "1\0 2\n";
	if (!at_columns_parse(nul, sizeof nul - 1, 5, &columns)) {
		failures++;
		puts("a NUL byte is accepted");
	}
	at_columns_free(&columns);
}

int main(void)
{
	check_templates();
	check_columns();
	printf("%d failures\n", failures);
	return failures != 0;
}
