#include "hash_lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { DIGITS = AT_SHA256_HEX - 1, NAME_MOST = 200 };

/* A name is without blanks and control characters. */
static bool is_line(const char *line, size_t length)
{
	if (length < DIGITS + 2 || length > DIGITS + 1 + NAME_MOST || line[length - DIGITS - 1] != ' ')
		return false;
	for (size_t i = 0; i < length - DIGITS - 1; i++)
		if ((unsigned char)line[i] <= ' ' || line[i] == 0x7f)
			return false;
	for (size_t i = length - DIGITS; i < length; i++)
		if (!isxdigit((unsigned char)line[i]))
			return false;
	return true;
}

static void add(struct at_hash_row *row, const char *line, size_t length)
{
	row->output = at_resize(row->output, row->outputs + 1, sizeof *row->output);
	struct at_hash_output *output = &row->output[row->outputs++];

	output->name = at_strndup(line, length - DIGITS - 1);
	for (size_t i = 0; i < DIGITS; i++)
		output->sha256[i] = (char)tolower((unsigned char)line[length - DIGITS + i]);
	output->sha256[DIGITS] = '\0';
}

static bool is_known(const struct at_hash_row *row, const char *line, size_t length)
{
	for (size_t i = 0; i < row->outputs; i++)
		if (strlen(row->output[i].name) == length && !memcmp(row->output[i].name, line, length))
			return true;
	return false;
}

static void forget(struct at_hash_row *row)
{
	for (size_t i = 0; i < row->outputs; i++)
		free(row->output[i].name);
	free(row->output);
	row->output = NULL;
	row->outputs = 0;
}

void at_hash_lines_read(struct at_hash_row *row, const char *text, size_t length)
{
	size_t number = 1, line_length;

	for (size_t at = 0; at < length; at += line_length + 1, number++) {
		const char *line = text + at, *end = memchr(line, '\n', length - at);
		line_length = end ? (size_t)(end - line) : length - at;
		if (!is_line(line, line_length))
			at_hash_row_end(row, AT_HASH_ERROR, "line %zu is not '<name> <64 hex digits>': '%.*s'", number,
					(int)(line_length < 60 ? line_length : 60), line);
		else if (is_known(row, line, line_length - DIGITS - 1))
			at_hash_row_end(row, AT_HASH_ERROR, "line %zu has the output '%.*s' a second time", number,
					(int)(line_length - DIGITS - 1), line);
		else
			add(row, line, line_length);
		if (row->reason) {
			forget(row);
			return;
		}
	}
	if (!row->outputs)
		at_hash_row_end(row, AT_HASH_ERROR, "it prints no line '<name> <64 hex digits>' on stdout");
}
